//! Patterns of module names with one `*`, the keys of `paths`, `exports` and `imports`.

use std::cmp::Reverse;

use serde_json::Value;

/// The values whose key matches `source`, each with the part of `source` that `*` matches. A key without `*` comes
/// first, then the key with the longest text before `*`.
pub(super) fn matching<'v, 's>(patterns: &'v Value, source: &'s str) -> Vec<(&'v Value, &'s str)> {
    let patterns = patterns.as_object().into_iter().flatten();
    let fitting = patterns.filter_map(|(key, value)| {
        let prefix_length = key.find('*').unwrap_or(usize::MAX);
        Some((prefix_length, value, fits(key, source)?))
    });
    let mut fitting: Vec<_> = fitting.collect();
    fitting.sort_by_key(|(prefix_length, ..)| Reverse(*prefix_length));
    fitting
        .into_iter()
        .map(|(_, value, rest)| (value, rest))
        .collect()
}

/// The part of `source` that `*` of a pattern matches, if the pattern matches.
fn fits<'s>(pattern: &str, source: &'s str) -> Option<&'s str> {
    match pattern.split_once('*') {
        Some((before, after)) => source.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == source).then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_the_rest_of_a_name() {
        assert_eq!(fits("@/*", "@/a/b"), Some("a/b"));
        assert_eq!(fits("x", "x"), Some(""));
        assert_eq!(fits("x/*.js", "x/a.ts"), None);
    }
}
