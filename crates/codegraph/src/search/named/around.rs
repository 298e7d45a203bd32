//! The place around a line of a file: the declaration that has it, or the block of text.

use super::super::RangeKind;
use super::super::open::uncovered_ranges;
use crate::facts::ParsedFile;
use crate::text::window::blocks;

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
    let gaps = uncovered_ranges(file, (None, &[]), 1, file.lines.count());
    let gap = gaps.into_iter().find(|gap| gap.0 <= line && line <= gap.1);
    block_of_line(file, line, gap.unwrap_or((line, line)), max_lines)
}

/// The block of text around a line within the lines `start..=end`.
pub(in crate::search) fn block_of_line(
    file: &ParsedFile,
    line: u32,
    (start, end): (u32, u32),
    max_lines: u32,
) -> (RangeKind, (u32, u32)) {
    let mut blocks = blocks(&file.text, &file.lines, start, end, max_lines).into_iter();
    let block = blocks.find(|block| block.0 <= line && line <= block.1);
    let block = block.unwrap_or((line, line));
    (RangeKind::OutsideDeclarations, block)
}
