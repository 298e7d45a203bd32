//! YAML: the unquoted keys of the first three levels.

use std::collections::HashSet;

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    name: "yaml",
    extensions: &["yaml", "yml"],
    grammar: || tree_sitter_yaml::LANGUAGE.into(),
    patterns: &[include_str!("yaml/facts.scm")],
    strains_scanner: are_too_many,
    is_data: true,
    ..Language::PLAIN
};

/// The most columns in which blocks may begin. Along the open blocks the columns grow, but up to four levels can begin
/// in one column: a key, a list below it, and both again while the scanner recovers from an error.
const MAX_COLUMNS: usize = 60;

/// Whether blocks can begin in more columns than the scanner can keep levels, of which it keeps 253 at most.
fn are_too_many(text: &[u8]) -> bool {
    let mut columns = HashSet::new();
    text.split(|byte| b"\n\r".contains(byte)).any(|line| {
        add_columns(line, &mut columns);
        columns.len() > MAX_COLUMNS
    })
}

/// Adds the columns of a line in which blocks can begin: its first character, each indicator that a blank follows, and
/// what follows these.
fn add_columns(line: &[u8], columns: &mut HashSet<usize>) {
    let is_blank = |byte: &u8| b" \t".contains(byte);
    let mut begins = true;
    for (column, byte) in line.iter().enumerate() {
        if is_blank(byte) {
            continue;
        }
        let indicates = b"-?:".contains(byte) && line.get(column + 1).is_none_or(is_blank);
        if begins || indicates {
            columns.insert(column);
        }
        begins = indicates;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deep_blocks_strain_the_scanner() {
        let check = |text: &str, expect: bool| {
            let shown = &text[..text.len().min(40)];
            assert_eq!(are_too_many(text.as_bytes()), expect, "{shown}");
        };
        let nested = |depth: usize, open: &str| -> String {
            (0..depth).map(|at| format!("{}{open}\n", " ".repeat(at))).collect()
        };
        check(&("- ".repeat(254) + "alpha"), true);
        check(&("? ".repeat(1_500) + "alpha"), true);
        check(&"-\t".repeat(254), true);
        check(&nested(254, "a:"), true);
        check(&nested(254, "-"), true);
        check(&nested(30, "a:"), false);
        check(&"- a: b\n  c:\n  - d\n".repeat(500), false);
        check(&("a: ".to_owned() + &"word, ".repeat(500)), false);
    }
}
