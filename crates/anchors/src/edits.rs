//! Aligns recorded lines with edited ones, and the tokens of two lines.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use crate::anchor::Digest;

/// The pairs of equal lines of two texts, by their indices, in order (histogram diff). A masked line equals nothing. The
/// second text may go on around what is left of the first: its first and last lines are nearer to each other than to the
/// ends.
pub(crate) fn equal_lines(before: &[Digest], after: &[Digest]) -> Vec<(usize, usize)> {
    // A line at either end that equals nothing: a diff pairs what is equal at both ends first.
    let after: Vec<Digest> = [&[None], after, &[None]].concat();
    // Numbers above 24 bits stand for masked lines, each for one alone.
    let tokens = |digests: &[Digest], first: u64| {
        let numbered = digests.iter().zip(first..);
        let tokens = numbered.map(|(digest, own)| digest.map_or(own, u64::from));
        tokens.collect::<Vec<u64>>()
    };
    let mut input = InternedInput::default();
    input.update_before(tokens(before, 1 << 32).into_iter());
    input.update_after(tokens(&after, 1 << 33).into_iter());
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let kept = |range: Range<usize>, is_changed: &dyn Fn(u32) -> bool| {
        let indices = range.filter(|&index| u32::try_from(index).is_ok_and(|i| !is_changed(i)));
        indices.collect::<Vec<usize>>()
    };
    let old = kept(0..before.len(), &|index| diff.is_removed(index));
    let new = kept(0..after.len(), &|index| diff.is_added(index));
    old.into_iter().zip(new.into_iter().map(|index| index - 1)).collect()
}

/// How many tokens two lines share, in order.
pub(crate) fn shared(one: &[&str], other: &[&str]) -> usize {
    let mut input = InternedInput::default();
    input.update_before(one.iter().copied());
    input.update_after(other.iter().copied());
    let diff = Diff::compute(Algorithm::Myers, &input);
    one.len().saturating_sub(diff.count_removals() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lines_are_paired() {
        let check = |before: &str, after: &str, expect: &[(usize, usize)]| {
            let digests = |text: &str| -> Vec<Digest> {
                let letters = text.chars();
                letters.map(|c| (c != '~').then_some(u32::from(c))).collect()
            };
            assert_eq!(equal_lines(&digests(before), &digests(after)), expect, "{before} {after}");
        };
        check("abc", "xabyc", &[(0, 1), (1, 2), (2, 4)]);
        check("a~c", "a~c", &[(0, 0), (2, 2)]);
        check("", "abc", &[]);
        check("abc", "xyz", &[]);
        // What follows ends as what was recorded does.
        check("abr}", "abr}cdr}", &[(0, 0), (1, 1), (2, 2), (3, 3)]);
        check("fabr}", "fr}gr}fabr}", &[(0, 6), (1, 7), (2, 8), (3, 9), (4, 10)]);
        check("abr}", "axxbr}cdr}", &[(0, 0), (1, 3), (2, 4), (3, 5)]);
    }
}
