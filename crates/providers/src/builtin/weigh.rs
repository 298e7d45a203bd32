//! How much the words of the question weigh, and which of them a place holds.

use firsthand_agent::registry::{Candidate, split_words};

use super::view::View;

/// Long questions are measured against this many of their heaviest words: no few places can hold
/// all words of a whole bug report.
const HEAVIEST: usize = 6;

/// How much a word says here. Of a plain word that stands nowhere, or that was not counted, nothing is
/// known but that it was said; an identifier that stands nowhere is as telling as one that stands once.
pub(super) fn rarity(view: &View<'_>, token: &str) -> f64 {
    const SAID: f64 = 0.2;
    let known = view
        .registry
        .count_of(token)
        .filter(|count| count.files > 0 || token.contains('_'));
    known.map_or(SAID, |count| match count.files {
        0 => 1.0,
        _ => count.information(),
    })
}

/// Whether a place's text or path holds the word, as a whole or as a part of an identifier.
pub(super) fn holds(candidate: &Candidate, token: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(token) && words_hold(text, token);
    has(candidate.path().as_str())
        || candidate
            .evidence()
            .is_some_and(|e| e.lines().any(|(_, line)| has(line)))
}

/// Whether the text has the token as an identifier or as one of an identifier's words.
pub(super) fn words_hold(text: &str, token: &str) -> bool {
    if token.contains('_') {
        return text.to_lowercase().contains(token);
    }
    split_words(text).any(|word| word == token)
        || text
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .any(|identifier| identifier.to_lowercase() == token)
}

/// What the words that a place holds weigh together.
pub(super) fn weight(view: &View<'_>, candidate: &Candidate) -> f64 {
    let held = view.tokens.iter().filter(|token| holds(candidate, token));
    held.map(|token| rarity(view, token)).sum()
}

/// The part (0 to 1) of what the question asks for that these places hold: the weight of the words
/// they hold over the weight of the heaviest words there are.
pub(super) fn covered(view: &View<'_>, candidates: &[&Candidate]) -> f64 {
    let mut all: Vec<f64> = view
        .tokens
        .iter()
        .map(|token| rarity(view, token))
        .collect();
    all.sort_by(|a, b| b.total_cmp(a));
    let full: f64 = all.iter().take(HEAVIEST).sum();
    let held = view
        .tokens
        .iter()
        .filter(|token| candidates.iter().any(|c| holds(c, token)));
    let held: f64 = held.map(|token| rarity(view, token)).sum();
    if full > 0.0 {
        (held / full).min(1.0)
    } else {
        0.0
    }
}
