//! The place around a line of a file: the declaration that has it, or the block of text.

use super::super::RangeKind;
use crate::facts::ParsedFile;

/// The innermost declaration around a line, or, if that is longer than `max_lines`, these many lines of it around the
/// line; outside all declarations, the block of text.
pub(in crate::search) fn place_of_line(
    file: &ParsedFile,
    line: u32,
    max_lines: u32,
) -> (RangeKind, (u32, u32)) {
    let symbols = &file.facts.symbols;
    let around = symbols.iter().rposition(|symbol| symbol.start <= line && line <= symbol.end);
    if let Some(index) = around {
        let symbol = &symbols[index];
        if symbol.end - symbol.start < max_lines {
            return (RangeKind::Declaration(index), (symbol.start, symbol.end));
        }
        let start = line.saturating_sub(max_lines / 2).max(symbol.start);
        let end = symbol.end.min(start + max_lines - 1);
        return (RangeKind::Within(index), (start.min(end), end));
    }
    (RangeKind::OutsideDeclarations, file.block_around(line, max_lines))
}
