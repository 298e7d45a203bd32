//! The line of a place that says most about the question.

use firsthand_agent::registry::{Candidate, LineRange};
use firsthand_agent::validator::{MAX_QUOTE_CHARS, find_quote};

use super::fact::{documentation, name_of};
use super::label::label;
use super::view::View;
use super::weigh::{rarity, words_hold};

/// What a line that was a hit, or that holds a wanted name, is worth beside its words.
const HIT: f64 = 0.1;
const NAME: f64 = 0.3;
/// What the words of a line of prose are worth beside those of code.
const PROSE: f64 = 0.6;
/// What a line of a declaration's documentation is worth beside one of its code: the report says what the declaration
/// is from its documentation.
const DOCUMENTATION: f64 = 0.5;
/// From this share of punctuation on, a line reads as code.
const CODE: f64 = 0.12;

/// The line of a place that its link quotes.
pub(super) fn quote(view: &View<'_>, place: &Candidate) -> Option<String> {
    let names: Vec<&str> = name_of(place).into_iter().collect();
    best_line(view, place, &names)
}

/// The line that carries the most of the question's telling words, as it can be quoted; each of the
/// names (of the symbol, of what it uses) counts too. Of a place that shows a declaration, only the
/// declaration's own lines. Earlier lines win ties.
fn best_line(view: &View<'_>, candidate: &Candidate, names: &[&str]) -> Option<String> {
    let evidence = candidate.evidence()?;
    let symbol = candidate.symbols().first();
    let own = symbol.and_then(|symbol| declared_in(candidate, &symbol.name));
    let seen = candidate.range()?;
    let range = own.and_then(|own| own.intersection(seen)).unwrap_or(seen);
    let documentation =
        label(candidate).map_or_else(Vec::new, |label| documentation(candidate, label));
    let factor = |number: u32| {
        let documents = documentation.iter().any(|lines| lines.contains(number));
        if documents { DOCUMENTATION } else { 1.0 }
    };
    let mut scored: Vec<(f64, u32)> = (range.start()..=range.end())
        .filter_map(|number| Some((number, evidence.line(number)?)))
        .filter(|(number, _)| !evidence.is_masked(*number))
        .map(|(number, line)| {
            let worth = worth(view, candidate, names, number, line);
            (worth * factor(number), number)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.into_iter().find_map(|(_, number)| {
        let quote = quotable(evidence.line(number)?);
        find_quote(evidence, quote, &[number])
            .ok()
            .map(|_| quote.to_owned())
    })
}

fn worth(view: &View<'_>, candidate: &Candidate, names: &[&str], number: u32, line: &str) -> f64 {
    let lower = line.to_lowercase();
    let words = view
        .tokens
        .iter()
        .filter(|token| lower.contains(token) && words_hold(line, token));
    let words: f64 = words.map(|token| rarity(view, token)).sum();
    let hit = if candidate.hits().contains(&number) {
        HIT
    } else {
        0.0
    };
    let named = names.iter().filter(|name| names_word(line, name)).count();
    let named = NAME * f64::from(u32::try_from(named).unwrap_or(u32::MAX));
    (words + hit + named) * (PROSE + (1.0 - PROSE) * code_share(line))
}

/// Whether the name stands in the text as a whole identifier.
pub(super) fn names_word(text: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            !text[..at].ends_with(inside) && !text[at + name.len()..].starts_with(inside)
        })
}

/// Whether the text uses the name as code does, and not as a word of a sentence: it touches a mark on a side.
pub(super) fn uses_name(text: &str, name: &str) -> bool {
    const BEFORE: &[char] = &['.', ':', '&', '*', '(', '[', '<', '@', '$', '!', '>'];
    const AFTER: &[char] = &['(', '[', '<', '{', ':', ';', '!', '>', '?'];
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let whole = !before.ends_with(inside) && !after.starts_with(inside);
        let member = after
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(inside));
        whole && (before.ends_with(BEFORE) || after.starts_with(AFTER) || member)
    })
}

/// Whether the text calls the name, perhaps with type arguments.
pub(super) fn calls(text: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let after = text[at + name.len()..].trim_start_matches(['!', '?', ':', ' ']);
        !text[..at].ends_with(inside) && after.starts_with(['(', '<'])
    })
}

/// How much a line reads as code (0 to 1): the share of punctuation inside it, where a sentence has
/// little.
fn code_share(line: &str) -> f64 {
    let inner = line.trim_matches(|c: char| !c.is_alphanumeric());
    let count = |of: &dyn Fn(char) -> bool| {
        f64::from(u32::try_from(inner.chars().filter(|&c| of(c)).count()).unwrap_or(u32::MAX))
    };
    let all = count(&|c| !c.is_whitespace()).max(1.0);
    let marks = count(&|c| !c.is_whitespace() && !c.is_alphanumeric());
    (marks / all / CODE).min(1.0)
}

/// The line without its indentation, and no longer than a quote may be.
fn quotable(line: &str) -> &str {
    let line = line.trim();
    line.char_indices()
        .nth(MAX_QUOTE_CHARS)
        .map_or(line, |(at, _)| line[..at].trim_end())
}

/// The declaration that a place was shown for, where its first line was seen.
pub(super) fn declared_in(candidate: &Candidate, name: &str) -> Option<LineRange> {
    let range = candidate.range()?;
    let of_name = candidate.declarations().iter().filter(|d| d.name == name);
    of_name
        .map(|d| d.range)
        .find(|declared| range.contains(declared.start()))
}
