//! The weights of the question's words, and which of the words a place contains.

use firsthand_agent::registry::{Candidate, split_words};

use super::view::View;

/// The coverage of a long question is measured against this many of its heaviest words: a few places cannot contain
/// all words of a whole bug report.
const MAX_HEAVIEST_WORDS: usize = 6;

/// The weight of a word: how rare it is in the repository. A plain word that occurs nowhere, or was not counted, has
/// a low constant weight; an identifier that occurs nowhere has the full weight.
pub(super) fn word_weight(view: &View<'_>, token: &str) -> f64 {
    const UNKNOWN_WORD_WEIGHT: f64 = 0.2;
    let known = view
        .registry
        .count_of(token)
        .filter(|count| count.files > 0 || token.contains('_'));
    known.map_or(UNKNOWN_WORD_WEIGHT, |count| match count.files {
        0 => 1.0,
        _ => count.information(),
    })
}

/// Whether a place's text or path contains the word, as a whole or as a part of an identifier.
pub(super) fn place_has_word(candidate: &Candidate, token: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(token) && text_has_word(text, token);
    has(candidate.path().as_str())
        || candidate
            .evidence()
            .is_some_and(|e| e.lines().any(|(_, line)| has(line)))
}

/// Whether the text contains the token as an identifier or as one of an identifier's words.
pub(super) fn text_has_word(text: &str, token: &str) -> bool {
    if token.contains('_') {
        return text.to_lowercase().contains(token);
    }
    split_words(text).any(|word| word == token)
        || text
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .any(|identifier| identifier.to_lowercase() == token)
}

/// How much of the question these places cover (0 to 1): the weight of the words that they contain over the weight of
/// the question's heaviest words.
pub(super) fn coverage(view: &View<'_>, candidates: &[&Candidate]) -> f64 {
    let mut all: Vec<f64> = view
        .tokens
        .iter()
        .map(|token| word_weight(view, token))
        .collect();
    all.sort_by(|a, b| b.total_cmp(a));
    let full: f64 = all.iter().take(MAX_HEAVIEST_WORDS).sum();
    let held = view
        .tokens
        .iter()
        .filter(|token| candidates.iter().any(|c| place_has_word(c, token)));
    let held: f64 = held.map(|token| word_weight(view, token)).sum();
    if full > 0.0 {
        (held / full).min(1.0)
    } else {
        0.0
    }
}
