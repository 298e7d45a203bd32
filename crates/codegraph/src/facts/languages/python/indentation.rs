//! How deep the blocks of a text can be nested for the scanner, which keeps 384 levels at least.

use std::collections::HashSet;

/// The most different indentations of a text that is parsed. Along the open blocks the indentations grow.
const MAX_INDENTATIONS: usize = 256;

/// Whether a text has more indentations than the scanner can keep levels.
pub(in crate::facts::languages) fn is_too_deep(text: &[u8]) -> bool {
    let (mut indentations, mut carried) = (HashSet::new(), 0);
    text.split(|byte| b"\n\r".contains(byte)).any(|line| {
        let blank = line.iter().take_while(|byte| b" \t\x0c".contains(byte));
        let width: usize = blank.map(|byte| if *byte == b'\t' { 8 } else { 1 }).sum();
        // For the scanner, a line that only continues adds to the indentation of the next one.
        if line.trim_ascii() == b"\\" {
            carried += width;
            return false;
        }
        indentations.insert(carried + width);
        carried = 0;
        indentations.len() > MAX_INDENTATIONS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deep_blocks_strain_the_scanner() {
        let check = |text: &str, expect: bool| {
            let shown = &text[..text.len().min(40)];
            assert_eq!(is_too_deep(text.as_bytes()), expect, "{shown}");
        };
        let nested = |depth: usize, indent: &str| -> String {
            (0..depth)
                .map(|at| format!("{}if a:\n", indent.repeat(at)))
                .collect()
        };
        check(&nested(600, " "), true);
        check(&nested(600, "\t"), true);
        check(&nested(100, "    "), false);
        check(&"def f():\n    return 1\n".repeat(1_000), false);
        let continued: String = (0..600).map(|at| " \\\n".repeat(at) + "if a:\n").collect();
        check(&continued, true);
    }
}
