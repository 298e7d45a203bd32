//! The summary of a search: counts, how many files hold each word, and further files.

use firsthand_agent::Cancel;
use firsthand_codegraph::{SearchResult, TokenStat};
use firsthand_registry::{PathClass, RepoPath, Window, count, distinct, escape};
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
/// The most lines of a given word that are named, and the most characters of all these.
const MAX_LINES: usize = 4;
const MAX_LINES_CHARS: usize = 300;
/// The most characters of the list of further files.
const MAX_FILES_CHARS: usize = 300;
/// The most further files that are named.
const MAX_FILES: usize = 8;

pub(super) fn summary(context: &SearchContext<'_>, windows: &[Window], cancel: &Cancel) -> String {
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
    let tokens = counted_words(context);
    if found.stats.files_seen == 1 {
        let words = absent_words(context).into_iter().map(|word| escape(word).into_owned());
        let words = joined(words, MAX_WORDS_CHARS);
        if !words.is_empty() {
            lines.push(format!("Not in this file as words: {words}"));
        }
    } else if !tokens.is_empty() {
        let is_asked = context.query.within.is_none() && !context.repo.is_brief;
        let absent = tokens.iter().filter(|token| is_asked && token.files == 0);
        let absent: Vec<String> = absent.map(|token| token.text.clone()).collect();
        let inside = context.repo.graph.of_last_listing().occurring(&absent, cancel);
        let words = tokens.into_iter().map(|token| {
            let is_inside = inside.contains(&token.text) && !cancel.is_cancelled();
            let inside = if is_inside { " (perhaps in longer words)" } else { "" };
            format!("{} {}{inside}", escape(query_spelling(context, token)), token.files)
        });
        // Those that the coverage of a report counts, too.
        let seen = usize::try_from(found.stats.files_read).unwrap_or(usize::MAX);
        let words = joined(words, MAX_WORDS_CHARS);
        lines.push(format!(
            "How many of {seen} files hold each as a whole name or a word of one: {words}"
        ));
    }
    lines.extend(given_elsewhere(context, windows, cancel));
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
    let texts = context.arguments.query.as_deref().into_iter().chain(given_words(context));
    spelling_in(texts, token).unwrap_or(&token.text)
}

/// The words that the caller gives beside a query.
fn given_words<'a>(context: &SearchContext<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    context.arguments.words.iter().flatten().map(String::as_str)
}

/// The first name of the texts that is this token.
fn spelling_in<'a>(texts: impl Iterator<Item = &'a str>, token: &TokenStat) -> Option<&'a str> {
    let is_token = |name: &str| {
        let parts = name.chars().filter(|c| c.is_alphanumeric());
        parts.flat_map(char::to_lowercase).eq(token.text.chars())
    };
    texts.flat_map(identifiers).map(|(_, name)| name).find(|name| is_token(name))
}

/// The words of the query that no file holds, as the query spells them.
pub(super) fn absent_words<'a>(context: &SearchContext<'a>) -> Vec<&'a str> {
    let words = counted_words(context).into_iter();
    words.filter(|token| token.files == 0).map(|token| query_spelling(context, token)).collect()
}

/// The words that are counted: all that the caller gives, then those of the query that distinguish places in this
/// repository, each rarest first; words that no file holds are among them.
fn counted_words<'a>(context: &SearchContext<'a>) -> Vec<&'a TokenStat> {
    let found = context.found;
    let distinguishes = |token: &&TokenStat| {
        let is_rare = u64::from(token.files) * MIN_FILES_RATIO <= found.stats.files_seen
            || token.files <= FEW_FILES;
        is_rare
            && u64::from(token.files) < found.stats.files_seen.max(2)
            && (token.files > 0 || !occurs_in_parts(found, token))
    };
    let is_given = |token: &&TokenStat| spelling_in(given_words(context), token).is_some();
    let words = found.tokens.iter().filter(|token| token.whole);
    let (mut words, mut others): (Vec<_>, Vec<_>) = words.partition(is_given);
    others.retain(distinguishes);
    // Beside names that are given, the query's words of prose say nothing.
    others.retain(|token| words.is_empty() || 2 * token.in_code >= token.occurrences);
    others.truncate(MAX_WORDS.saturating_sub(words.len()));
    for group in [&mut words, &mut others] {
        group.sort_by(|a, b| a.files.cmp(&b.files).then_with(|| a.text.cmp(&b.text)));
    }
    words.append(&mut others);
    words
}

/// The lines with the given words that few files hold and no shown place: no other sign of a place is as strong.
fn given_elsewhere(
    context: &SearchContext<'_>,
    windows: &[Window],
    cancel: &Cancel,
) -> Option<String> {
    let tokens = context.found.tokens.iter();
    let rare: Vec<&TokenStat> =
        tokens.filter(|token| (1..=FEW_FILES).contains(&token.files)).collect();
    let is_shown = |word: &str| {
        let word = word.to_lowercase();
        let mut lines = windows.iter().flat_map(|window| window.span.lines());
        lines.any(|(_, line)| line.text().to_lowercase().contains(&word))
    };
    let is_rare =
        |word: &str| rare.iter().any(|token| spelling_in([word].into_iter(), token).is_some());
    let words = given_words(context).map(str::trim).filter(|word| is_rare(word) && !is_shown(word));
    let words: Vec<String> = distinct(words.map(str::to_owned));
    if words.is_empty() || windows.is_empty() || context.query.within.is_some() {
        return None;
    }
    let graph = context.repo.graph.of_last_listing();
    let found = graph.lines_with(&words, MAX_LINES, usize::MAX, cancel);
    let texts = words.iter().zip(found).filter_map(|(word, mut lines)| {
        lines.sort_by_key(|(path, _)| PathClass::of(path).any());
        let files = lines.chunk_by(|one, other| one.0 == other.0).take(FEW_FILES as usize);
        let files = files.map(|of_file| {
            let numbers: Vec<String> = of_file.iter().map(|(_, line)| line.to_string()).collect();
            let path = of_file.first().map_or("", |(path, _)| path.as_str());
            format!("{}:{}", escape(path), numbers.join(", "))
        });
        let files = files.collect::<Vec<_>>().join("; ");
        (!files.is_empty()).then(|| format!("`{}` {files}", escape(word)))
    });
    let texts = joined(texts, MAX_LINES_CHARS);
    (!texts.is_empty()).then(|| format!("Given words in none of these places: {texts}"))
}

/// Whether a part of a run of letters without case occurs in a file: then the run is not absent.
fn occurs_in_parts(found: &SearchResult, token: &TokenStat) -> bool {
    split_words(&token.text).any(|part| {
        let mut others = found.tokens.iter();
        others.any(|other| other.files > 0 && other.text == part)
    })
}
