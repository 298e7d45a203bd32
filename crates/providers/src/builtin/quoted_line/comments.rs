//! Which lines are comments alone.

use std::collections::BTreeSet;

use firsthand_codegraph::{Cancel, Syntax, syntax_of};

/// The numbers of the lines that are comments alone: as the language has them, or, if it is not parsed, such as a part of a
/// page of PHP, by their signs.
pub(super) fn comment_lines(path: &str, lines: &[(u32, &str)]) -> BTreeSet<u32> {
    let text = lines.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n");
    let mut code = text.into_bytes();
    let parts = syntax_of(path, &code, &Cancel::default());
    if parts.is_empty() {
        return signed_lines(lines);
    }
    for (range, syntax) in parts {
        if syntax == Syntax::Comment {
            code[range].fill(b' ');
        }
    }
    let mut end = 0;
    let mut is_comment = |line: &str| {
        let own = end..end + line.len();
        end = own.end + 1;
        code[own].trim_ascii().is_empty() && !line.trim().is_empty()
    };
    lines.iter().filter(|(_, line)| is_comment(line)).map(|(number, _)| *number).collect()
}

/// The numbers of the lines that begin as comments do in most languages.
fn signed_lines(lines: &[(u32, &str)]) -> BTreeSet<u32> {
    const SIGNS: [&str; 6] = ["//", "# ", "#\t", "-- ", "; ", "% "];
    const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("<!--", "-->")];
    let mut open = None;
    let mut is_comment = |line: &str| {
        let line = line.trim();
        open = open.or_else(|| BLOCKS.iter().find(|(from, _)| line.starts_with(from)));
        let is_in_block = open.is_some();
        open = open.filter(|(_, to)| !line.ends_with(to));
        is_in_block || SIGNS.iter().any(|sign| line.starts_with(sign))
    };
    lines.iter().filter(|(_, line)| is_comment(line)).map(|(number, _)| *number).collect()
}
