//! The lines of a query by their forms: the lines of a log differ in times, ids and counts alone, and the more lines have
//! one form, the less each of them says about the question.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// From this many lines of one form on, the form is repeated.
const MIN_REPEATS: usize = 8;

/// A line of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct QueryLine<'t> {
    pub(super) text: &'t str,
    /// Whether many lines have its form.
    pub(super) is_repeated: bool,
}

/// The lines of a query in their order, those of a repeated form after all others.
pub(super) fn lines_by_form(text: &str) -> Vec<QueryLine<'_>> {
    let forms: Vec<Option<u64>> = text.split('\n').map(form).collect();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for form in forms.iter().flatten() {
        *counts.entry(*form).or_default() += 1;
    }
    let lines = text.split('\n').zip(forms).map(|(text, form)| QueryLine {
        text,
        is_repeated: form.is_some_and(|form| counts[&form] >= MIN_REPEATS),
    });
    let mut lines: Vec<QueryLine<'_>> = lines.collect();
    lines.sort_by_key(|line| line.is_repeated);
    lines
}

/// The hash of a line in which all values are the same: the runs of letters, digits and their joints that have a digit.
/// `None` for a line without a word.
fn form(line: &str) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let is_joined = |c: char| c.is_alphanumeric() || "_-.:".contains(c);
    for run in line.trim().split_inclusive(|c: char| !is_joined(c)) {
        let value = run.trim_end_matches(|c: char| !is_joined(c));
        if value.contains(|c: char| c.is_ascii_digit()) {
            (0, &run[value.len()..]).hash(&mut hasher);
        } else {
            (1, run).hash(&mut hasher);
        }
    }
    line.contains(char::is_alphanumeric).then(|| hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], repeats: usize, expect: &[&str]) {
        let numbered = |line: &&str| {
            let of_line = (0..repeats).map(|n| line.replace('#', &format!("{n}{n:x}-a:1f")));
            of_line.take(if line.contains('#') { repeats } else { 1 }).collect::<Vec<_>>()
        };
        let text = lines.iter().flat_map(numbered).collect::<Vec<_>>().join("\n");
        let first = lines_by_form(&text).into_iter().map(|line| line.text);
        let first: Vec<&str> = first.take(expect.len()).collect();
        assert_eq!(first, expect, "{text}");
    }

    #[test]
    fn lines_of_a_repeated_form_come_last() {
        let lines = ["fix this", "INFO [#] GET /a took #ms", "ERROR in Ledger", "#: queue=#"];
        check(&lines, 9, &["fix this", "ERROR in Ledger", "INFO [00-a:1f] GET /a took 00-a:1fms"]);
        check(&lines[..3], 7, &["fix this", "INFO [00-a:1f] GET /a took 00-a:1fms"]);
        check(&["a#", "", "", "}", "}", "b"], 9, &["", "", "}", "}", "b", "a00-a:1f"]);
    }
}
