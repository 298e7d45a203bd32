//! What a search says beside its windows: how rare the words are, how sure the relations.

use firsthand_codegraph::{Relation, Resolution, SearchResult, TokenStat};
use firsthand_registry::{RepoPath, Window, count, escape};

use crate::reply::joined;

/// How many characters tell how rare the words are.
const WORDS_CHARS: usize = 300;
/// How many words are told of, at most.
const WORDS: usize = 12;
/// How many characters name further files.
const FILES_CHARS: usize = 300;
/// How many further files are named, at most.
const FILES: usize = 8;

pub(super) fn summary(
    found: &SearchResult,
    windows: &[Window],
    asked: Option<(&str, Relation)>,
) -> String {
    let mut lines = Vec::new();
    let places = count(windows.len(), "place", "places");
    match asked {
        Some((symbol, relation)) => {
            let what = format!("{relation} of {}", escape(symbol));
            lines.push(match windows.is_empty() {
                true => format!("No {what} found."),
                false => format!("{what}: {places}{}.", sureness(windows)),
            });
        }
        None if windows.is_empty() => lines.push("Nothing found.".to_owned()),
        None => {}
    }
    let tokens = telling(found);
    if !tokens.is_empty() {
        let words = tokens
            .into_iter()
            .map(|token| format!("{} {}", escape(&token.text), token.files));
        let seen = usize::try_from(found.stats.files_seen).unwrap_or(usize::MAX);
        let seen = count(seen, "file holds", "files hold");
        let words = joined(words, WORDS_CHARS);
        lines.push(format!("How many of {seen} each word: {words}"));
    }
    let shown = |path: &RepoPath| windows.iter().any(|w| w.span.path() == path);
    let others = found.files.iter().filter(|file| !shown(&file.path));
    let others: Vec<String> = others
        .take(FILES)
        .map(|file| file.path.to_string())
        .collect();
    if !others.is_empty() {
        let named = joined(others, FILES_CHARS);
        lines.push(format!("More files, best first: {named}"));
    }
    lines.join("\n")
}

/// The words of the query that tell most, rarest first. What most files hold tells nothing, unless all
/// words are such.
fn telling(found: &SearchResult) -> Vec<&TokenStat> {
    let mut words: Vec<&TokenStat> = found.tokens.iter().filter(|token| token.whole).collect();
    let rare = |token: &TokenStat| u64::from(token.files) * 2 <= found.stats.files_seen;
    let any = words.iter().any(|token| rare(token));
    words.retain(|token| !any || rare(token));
    words.truncate(WORDS);
    words.sort_by(|a, b| a.files.cmp(&b.files).then_with(|| a.text.cmp(&b.text)));
    words
}

/// How the relations were resolved, surest first: `, 9 by import, 1 by name`.
fn sureness(windows: &[Window]) -> String {
    [Resolution::Import, Resolution::Scope, Resolution::Name]
        .into_iter()
        .filter_map(|resolution| {
            let by = |w: &&Window| {
                w.related
                    .as_ref()
                    .is_some_and(|r| r.resolution == resolution.name())
            };
            match windows.iter().filter(by).count() {
                0 => None,
                places => Some(format!(", {places} by {resolution}")),
            }
        })
        .collect()
}
