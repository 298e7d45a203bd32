//! The weights of the question's words, and which of the words a place contains.

use std::collections::HashSet;

use firsthand_agent::registry::{Candidate, split_words};
use firsthand_source::identifiers;

use super::place::Place;
use super::view::View;

/// The coverage of a long question is measured against this many of its heaviest words: a few places cannot contain
/// all words of a whole bug report.
const MAX_HEAVIEST_WORDS: usize = 6;

/// The shortest prefix, in characters, that similar words share.
const MIN_COMMON_PREFIX_CHARS: usize = 4;
/// The smallest share of the mean length of both words that this prefix has: seven tenths.
const MIN_COMMON_PREFIX_SHARE: (usize, usize) = (7, 10);

/// The weight of a word: how rare it is in the repository. A plain word that occurs nowhere, or was not counted, has
/// a low constant weight; an identifier that occurs nowhere has the full weight.
pub(super) fn word_weight(view: &View<'_>, token: &str) -> f64 {
    const UNKNOWN_WORD_WEIGHT: f64 = 0.2;
    let count = view
        .registry
        .count_of(token)
        .filter(|count| count.files > 0 || token.contains('_'));
    count.map_or(UNKNOWN_WORD_WEIGHT, |count| match count.files {
        0 => 1.0,
        _ => count.information(),
    })
}

/// The words of a place's text and path.
pub(super) struct PlaceWords {
    /// The text, with the path as its last line, in lower case.
    text: String,
    /// The identifiers, in lower case.
    identifiers: HashSet<String>,
    /// The words of the identifiers.
    words: HashSet<String>,
}

impl PlaceWords {
    pub(super) fn of(place: &Candidate) -> Self {
        let evidence = place
            .evidence()
            .into_iter()
            .flat_map(|evidence| evidence.lines());
        let lines = evidence
            .map(|(_, line)| line)
            .chain([place.path().as_str()]);
        let text = lines.collect::<Vec<_>>().join("\n");
        let identifiers = identifiers(&text).map(|(_, identifier)| identifier.to_lowercase());
        Self {
            identifiers: identifiers.collect(),
            words: split_words(&text).collect(),
            text: text.to_lowercase(),
        }
    }

    /// Whether the place contains the word, as a whole or as a part of an identifier.
    pub(super) fn has(&self, token: &str) -> bool {
        match token.contains('_') {
            true => self.text.contains(token),
            false => self.words.contains(token) || self.identifiers.contains(token),
        }
    }

    /// Whether the place contains a similar word.
    pub(super) fn has_similar(&self, token: &str) -> bool {
        self.words.iter().any(|word| shares_prefix(word, token))
    }
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
pub(super) fn coverage(view: &View<'_>, places: &[Place<'_>]) -> f64 {
    let places: Vec<PlaceWords> = places.iter().map(|place| PlaceWords::of(place)).collect();
    let is_contained = |token: &&str| places.iter().any(|place| place.has(token));
    share_of_heaviest(view, weight_of(view, is_contained))
}

/// How much of the question a place's best line covers (0 to 1): the line that covers the most.
pub(super) fn line_coverage(view: &View<'_>, place: &Candidate) -> f64 {
    let lines = place
        .evidence()
        .into_iter()
        .flat_map(|evidence| evidence.lines());
    let weights = lines.map(|(_, line)| {
        let lower = line.to_lowercase();
        weight_of(view, |token| {
            lower.contains(token) && text_has_word(line, token)
        })
    });
    share_of_heaviest(view, weights.fold(0.0, f64::max))
}

/// The weight of those words of the question for which `counts` is true.
fn weight_of(view: &View<'_>, counts: impl Fn(&&str) -> bool) -> f64 {
    let words = view.tokens.iter().filter(counts);
    words.map(|token| word_weight(view, token)).sum()
}

/// A weight as a share of that of the question's heaviest words, 1 at most.
fn share_of_heaviest(view: &View<'_>, weight: f64) -> f64 {
    let words = view.tokens.iter().map(|token| word_weight(view, token));
    let mut weights: Vec<f64> = words.collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    let full_weight: f64 = weights.iter().take(MAX_HEAVIEST_WORDS).sum();
    match full_weight > 0.0 {
        true => (weight / full_weight).min(1.0),
        false => 0.0,
    }
}

/// Whether two words are similar: they share a prefix of most of their characters.
pub(super) fn shares_prefix(word: &str, other: &str) -> bool {
    let common = word
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let letters = word.chars().count() + other.chars().count();
    common >= MIN_COMMON_PREFIX_CHARS
        && common * 2 * MIN_COMMON_PREFIX_SHARE.1 >= letters * MIN_COMMON_PREFIX_SHARE.0
}
