//! Names that are nearly a pattern which stands nowhere: in other case, with other separators, or longer.

use std::collections::BTreeMap;

use firsthand_registry::RepoPath;
use firsthand_source::{SearchedPattern, split_words};

use super::scan::{Patterns, Scan};
use super::{NearName, NearNames};

/// The most names, and the most paths.
const MAX_NEAR: usize = 10;
/// The most words of a pattern for which names near it are searched for.
const MAX_WORDS: usize = 8;

/// A wider pattern that matches the names near a pattern; `None` if there is none.
pub(super) fn loose(pattern: &SearchedPattern) -> Option<SearchedPattern> {
    let wide = pattern.clone().with_word(false).with_case(false);
    if pattern.regex {
        return (wide != *pattern).then_some(wide);
    }
    let words: Vec<String> = split_words(&pattern.text).collect();
    let has_words = (1..=MAX_WORDS).contains(&words.len());
    has_words.then(|| SearchedPattern::plain(words.join("[-_./ ]?")).with_regex(true))
}

/// The names that a scan found near its pattern, and the paths that hold one.
pub(super) fn names(scan: &Scan, paths: &[RepoPath], loose: &Patterns) -> NearNames {
    let mut by_name: BTreeMap<&str, NearName> = BTreeMap::new();
    for (name, path, line) in &scan.near {
        let near = by_name.entry(name).or_insert_with(|| NearName {
            name: name.clone(),
            lines: 0,
            path: path.clone(),
            line: *line,
        });
        near.lines += 1;
    }
    let mut names: Vec<NearName> = by_name.into_values().collect();
    names.sort_by_key(|near| std::cmp::Reverse(near.lines));
    names.truncate(MAX_NEAR);
    let in_path = paths.iter().filter(|path| loose.is_in(path.as_str()));
    NearNames {
        names,
        paths: in_path.take(MAX_NEAR).cloned().collect(),
    }
}
