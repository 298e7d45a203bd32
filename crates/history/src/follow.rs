//! Follows lines back through a change.

use imara_diff::{Algorithm, Diff, InternedInput};

use crate::LineRange;

/// The previous position of lines, and the change to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MappedLines {
    /// Their previous lines; `None` if the change created all of them.
    pub(crate) before: Option<LineRange>,
    /// Whether a line of them was added, changed, or removed from between them.
    pub(crate) touched: bool,
    /// The number of added or changed lines among them.
    pub(crate) written: u32,
    /// The number of removed or changed lines, in all hunks that touch them.
    pub(crate) removed: u32,
    /// Whether they were touched, and only white space differs.
    pub(crate) white_space: bool,
}

/// Follows `lines` of `after` back to `before`.
pub(crate) fn follow(before: &[u8], after: &[u8], lines: LineRange) -> MappedLines {
    let input = InternedInput::new(before, after);
    let diff = diff(&input);
    // Lines are counted from 0 here, and ends are exclusive.
    let (start, end) = (lines.start() - 1, lines.end());
    let (mut first, mut last) = (start, end);
    let mut followed = MappedLines { white_space: true, ..MappedLines::default() };
    for hunk in diff.hunks() {
        let (old, new) = (hunk.before, hunk.after);
        if new.end <= start {
            first = old.end + (start - new.end);
            last = old.end.saturating_add(end - new.end);
        } else if new.start < end {
            followed.touched = true;
            followed.written += new.end.min(end).saturating_sub(new.start.max(start));
            followed.removed += old.end - old.start;
            if new.start <= start {
                first = old.start;
            }
            last = if new.end >= end { old.end } else { old.end.saturating_add(end - new.end) };
            let without_white_space = |lines: &[imara_diff::Token]| -> Vec<u8> {
                let bytes = lines.iter().flat_map(|line| input.interner[*line]);
                bytes.copied().filter(|b| !b.is_ascii_whitespace()).collect()
            };
            let (old_lines, new_lines) = (
                &input.before[old.start as usize..old.end as usize],
                &input.after[new.start as usize..new.end as usize],
            );
            followed.white_space &=
                without_white_space(old_lines) == without_white_space(new_lines);
        }
    }
    followed.white_space &= followed.touched;
    followed.before = LineRange::new(first + 1, last).filter(|_| last > first);
    followed
}

fn diff(input: &InternedInput<&[u8]>) -> Diff {
    let mut diff = Diff::compute(Algorithm::Histogram, input);
    diff.postprocess_lines(input);
    diff
}

/// The number of lines of a content.
pub(crate) fn lines_in(content: &[u8]) -> u32 {
    let lines = InternedInput::new(content, content).after.len();
    u32::try_from(lines).unwrap_or(u32::MAX)
}

/// The number of equal lines, divided by the number of lines of the longer content: from 0 to 1, and 0 if both are
/// empty.
pub(crate) fn similarity(before: &[u8], after: &[u8]) -> f64 {
    let input = InternedInput::new(before, after);
    let longer = input.after.len().max(input.before.len());
    let added = diff(&input).count_additions() as usize;
    let same = input.after.len() - added;
    match longer {
        0 => 0.0,
        longer => same as f64 / longer as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each letter of `before` and `after` stands for one line.
    fn check(before: &str, after: &str, lines: (u32, u32), expect: (Option<(u32, u32)>, bool)) {
        let text = |letters: &str| letters.chars().map(|c| format!("{c}\n")).collect::<String>();
        let (old, new) = (text(before), text(after));
        let lines = LineRange::new(lines.0, lines.1).unwrap();
        let followed = follow(old.as_bytes(), new.as_bytes(), lines);
        let before_lines = followed.before.map(|lines| (lines.start(), lines.end()));
        assert_eq!((before_lines, followed.touched), expect, "{before} {after}");
    }

    #[test]
    fn changed_lines_are_counted() {
        let check = |before: &str, after: &str, lines: (u32, u32), expect: (u32, u32, bool)| {
            let lines = LineRange::new(lines.0, lines.1).unwrap();
            let followed = follow(before.as_bytes(), after.as_bytes(), lines);
            let counts = (followed.written, followed.removed, followed.white_space);
            assert_eq!(counts, expect, "{before} {after}");
        };
        check("a\nb\nc\n", "a\nb\nc\n", (1, 3), (0, 0, false));
        check("a\nb\nc\n", "a\nX\nc\n", (1, 3), (1, 1, false));
        check("a\nc\n", "a\nx\ny\nc\n", (1, 4), (2, 0, false));
        // Of a hunk, only the lines in the range count as written.
        check("a\nc\n", "a\nx\ny\nc\n", (1, 2), (1, 0, false));
        check("a\nb\nc\n", "a\nc\n", (1, 2), (0, 1, false));
        check("a(b);\n", "  a( b );\n", (1, 1), (1, 1, true));
        check("a(b);\n", "  a( c );\n", (1, 1), (1, 1, false));
        check("a(b, c);\nd\n", "a(\n  b,\n  c);\ne\n", (1, 3), (3, 2, false));
    }

    #[test]
    fn similarity_is_the_share_of_equal_lines_in_the_longer_content() {
        let check = |before: &str, after: &str, expect: f64| {
            let actual = similarity(before.as_bytes(), after.as_bytes());
            assert!((actual - expect).abs() < 1e-9, "{before} {after}: {actual}");
        };
        check("", "", 0.0);
        check("a\nb\n", "a\nb\n", 1.0);
        check("a\nb\n", "a\nc\n", 0.5);
        check("a\n", "a\nb\nc\nd\n", 0.25);
        check("a\nb\nc\nd\n", "a\n", 0.25);
        check("a\n", "b\n", 0.0);
        assert_eq!((lines_in(b""), lines_in(b"a"), lines_in(b"a\nb\n")), (0, 1, 2));
    }

    #[test]
    fn lines_are_followed_through_changes_around_them() {
        check("abc", "abc", (2, 3), (Some((2, 3)), false));
        check("abc", "xxabc", (4, 5), (Some((2, 3)), false));
        check("xxabc", "abc", (2, 3), (Some((4, 5)), false));
        check("abc", "abcxx", (1, 3), (Some((1, 3)), false));
        check("abxyc", "aXbxyYc", (4, 5), (Some((3, 4)), false));
    }

    #[test]
    fn changes_inside_of_the_lines_touch_them() {
        check("abc", "aXc", (1, 3), (Some((1, 3)), true));
        check("abc", "aXbc", (1, 4), (Some((1, 3)), true));
        check("abcd", "acd", (1, 2), (Some((1, 3)), true));
        check("ad", "abcd", (2, 3), (None, true));
        check("abcd", "XYd", (2, 3), (Some((1, 4)), true));
        check("", "ab", (1, 2), (None, true));
    }
}
