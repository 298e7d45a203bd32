//! Lines, followed back through a change.

use imara_diff::{Algorithm, Diff, InternedInput};

use crate::LineRange;

/// Where lines of a content stood in the content before, and whether the change touched them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MappedLines {
    /// Their lines before; `None` where none of them was there.
    pub(crate) before: Option<LineRange>,
    /// Whether a line of them was added, changed, or removed from between them.
    pub(crate) touched: bool,
}

/// Follows `lines` of `after` back to `before`.
pub(crate) fn follow(before: &[u8], after: &[u8], lines: LineRange) -> MappedLines {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    // Lines are counted from 0 here, and ends are exclusive.
    let (start, end) = (lines.start() - 1, lines.end());
    let (mut first, mut last, mut touched) = (start, end, false);
    for hunk in diff.hunks() {
        let (old, new) = (hunk.before, hunk.after);
        if new.end <= start {
            first = old.end + (start - new.end);
            last = old.end + (end - new.end);
        } else if new.start < end {
            touched = true;
            if new.start <= start {
                first = old.start;
            }
            last = match new.end >= end {
                true => old.end,
                false => old.end + (end - new.end),
            };
        }
    }
    let before = LineRange::new(first + 1, last).filter(|_| last > first);
    MappedLines { before, touched }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One letter is one line.
    fn check(before: &str, after: &str, lines: (u32, u32), expect: (Option<(u32, u32)>, bool)) {
        let text = |letters: &str| {
            letters
                .chars()
                .map(|c| format!("{c}\n"))
                .collect::<String>()
        };
        let (old, new) = (text(before), text(after));
        let lines = LineRange::new(lines.0, lines.1).unwrap();
        let followed = follow(old.as_bytes(), new.as_bytes(), lines);
        let before_lines = followed.before.map(|lines| (lines.start(), lines.end()));
        assert_eq!((before_lines, followed.touched), expect, "{before} {after}");
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
    fn changes_inside_touch_them() {
        check("abc", "aXc", (1, 3), (Some((1, 3)), true));
        check("abc", "aXbc", (1, 4), (Some((1, 3)), true));
        check("abcd", "acd", (1, 2), (Some((1, 3)), true));
        check("ad", "abcd", (2, 3), (None, true));
        check("abcd", "XYd", (2, 3), (Some((1, 4)), true));
        check("", "ab", (1, 2), (None, true));
    }
}
