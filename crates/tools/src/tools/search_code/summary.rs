//! The summary of a search: counts, how many files hold each word, and further files.

use firsthand_codegraph::{SearchResult, TokenStat};
use firsthand_registry::{RepoPath, Window, count, escape};
use firsthand_source::{identifiers, split_words};

use super::SearchContext;
use crate::reply::joined;

/// The most characters of the line about how rare the words are.
const MAX_WORDS_CHARS: usize = 300;
/// The most words in that line.
const MAX_WORDS: usize = 12;
/// A word distinguishes places if at most one in this many files holds it, or at most [`FEW_FILES`] in all.
const MIN_FILES_RATIO: u64 = 8;
/// A word that at most this many files hold distinguishes places, however few files there are.
const FEW_FILES: u32 = 3;
/// The most characters of the list of further files.
const MAX_FILES_CHARS: usize = 300;
/// The most further files that are named.
const MAX_FILES: usize = 8;

pub(super) fn summary(context: &SearchContext<'_>, windows: &[Window]) -> String {
    let found = context.found;
    let mut lines = Vec::new();
    let places = count(windows.len(), "place", "places");
    match context.relation {
        Some((symbol, relation)) => {
            let what = format!("{relation} of {}", escape(symbol));
            lines.push(if windows.is_empty() {
                format!("No {what} found.")
            } else {
                format!("{what}: {places}.")
            });
        }
        None if windows.is_empty() => lines.push("Nothing found.".to_owned()),
        None if windows.len() > context.whole_place_count() => lines.push(format!(
            "{places}, best first; after the first {}, only the lines that matched.",
            context.whole_place_count()
        )),
        None => {}
    }
    let tokens = informative_words(found);
    if found.stats.files_seen == 1 {
        let words = absent_words(context).into_iter().map(|word| escape(word).into_owned());
        let words = joined(words, MAX_WORDS_CHARS);
        if !words.is_empty() {
            lines.push(format!("Not in this file: {words}"));
        }
    } else if !tokens.is_empty() {
        let words = tokens
            .into_iter()
            .map(|token| format!("{} {}", escape(query_spelling(context, token)), token.files));
        // Those that the coverage of a report counts, too.
        let seen = usize::try_from(found.stats.files_read).unwrap_or(usize::MAX);
        let words = joined(words, MAX_WORDS_CHARS);
        lines.push(format!(
            "How many of {seen} files hold each as a whole name or a word of one: {words}"
        ));
    }
    let shown = |path: &RepoPath| windows.iter().any(|w| w.span.path() == path);
    let others = found.files.iter().filter(|file| !shown(&file.path));
    let others: Vec<String> = others.take(MAX_FILES).map(|file| file.path.to_string()).collect();
    if !others.is_empty() {
        let named = joined(others, MAX_FILES_CHARS);
        lines.push(format!("More files, best first: {named}"));
    }
    lines.join("\n")
}

/// The token as the query spells it: `parse_header` for the token `parseheader`.
fn query_spelling<'a>(context: &SearchContext<'a>, token: &'a TokenStat) -> &'a str {
    let arguments = context.arguments;
    let words = arguments.words.iter().flatten().map(String::as_str);
    let is_token = |name: &str| {
        let parts = name.chars().filter(|c| c.is_alphanumeric());
        parts.flat_map(char::to_lowercase).eq(token.text.chars())
    };
    let texts = arguments.query.as_deref().into_iter().chain(words);
    let mut names = texts.flat_map(identifiers).map(|(_, name)| name);
    names.find(|name| is_token(name)).unwrap_or(&token.text)
}

/// The words of the query that no file holds, as the query spells them.
pub(super) fn absent_words<'a>(context: &SearchContext<'a>) -> Vec<&'a str> {
    let words = informative_words(context.found).into_iter();
    words.filter(|token| token.files == 0).map(|token| query_spelling(context, token)).collect()
}

/// The words of the query that distinguish places in this repository, rarest first; words that no file holds are among
/// them.
fn informative_words(found: &SearchResult) -> Vec<&TokenStat> {
    let distinguishes = |token: &&TokenStat| {
        let is_rare = u64::from(token.files) * MIN_FILES_RATIO <= found.stats.files_seen
            || token.files <= FEW_FILES;
        token.whole
            && is_rare
            && u64::from(token.files) < found.stats.files_seen.max(2)
            && (token.files > 0 || !occurs_in_parts(found, token))
    };
    let mut words: Vec<&TokenStat> = found.tokens.iter().filter(distinguishes).collect();
    words.truncate(MAX_WORDS);
    words.sort_by(|a, b| a.files.cmp(&b.files).then_with(|| a.text.cmp(&b.text)));
    words
}

/// Whether a part of a run of letters without case occurs in a file: then the run is not absent.
fn occurs_in_parts(found: &SearchResult, token: &TokenStat) -> bool {
    split_words(&token.text).any(|part| {
        let mut others = found.tokens.iter();
        others.any(|other| other.files > 0 && other.text == part)
    })
}
