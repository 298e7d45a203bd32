//! The confidence of a report: the probability that its places answer the question, estimated from the
//! evidence by a logistic regression.

use firsthand_agent::registry::{Candidate, TokenCount, split_words};
use firsthand_agent::validator::Confidence;

use super::view::View;
use super::weights::{INTERCEPT, WEIGHTS};
use super::word_weight::{coverage, place_has_word, text_has_word, word_weight};

/// Named features of the evidence, each from 0 to 1.
pub(super) type Features = [(&'static str, f64); 9];

/// The lowest probability at which a report can claim `medium`.
const MIN_MEDIUM_PROBABILITY: f64 = 0.8;
/// A word counts as a code word if at least one in this many of its occurrences is in code.
const MAX_OCCURRENCES_PER_CODE_USE: u32 = 2;
/// The shortest prefix, in characters, that similar words share.
const MIN_COMMON_PREFIX_CHARS: usize = 4;
/// The smallest share of both words that this prefix has: seven tenths.
const MIN_COMMON_PREFIX_SHARE: (usize, usize) = (7, 10);

/// `medium` if the evidence makes it likely enough that the places are right, every word of the question occurs in the
/// repository or in a similar form in the places, and the places contain all of the heaviest words.
pub(super) fn confidence(view: &View<'_>, places: &[&Candidate]) -> Confidence {
    let is_likely = probability(&features(view, places)) >= MIN_MEDIUM_PROBABILITY;
    match is_likely
        && !has_absent_word(view, places)
        && missing_words(view, places, |count| count.files > 0).is_empty()
    {
        true => Confidence::Medium,
        false => Confidence::Low,
    }
}

/// The probability of the logistic regression.
fn probability(features: &Features) -> f64 {
    let weight = |name| WEIGHTS.iter().find(|weight| weight.0 == name);
    let terms = features
        .iter()
        .map(|(name, value)| weight(*name).map_or(0.0, |weight| weight.1 * value));
    1.0 / (1.0 + (-(INTERCEPT + terms.sum::<f64>())).exp())
}

/// The features of the evidence for the places, which are ordered best first.
pub(super) fn features(view: &View<'_>, places: &[&Candidate]) -> Features {
    let words: Vec<(&str, f64)> = view
        .tokens
        .iter()
        .map(|w| (w, word_weight(view, w)))
        .collect();
    let all: f64 = words.iter().map(|word| word.1).sum();
    let heaviest_words = heaviest_words(&words);
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    let named = |place: &&Candidate| {
        let said = words.iter().filter(|(word, _)| names_word(place, word));
        said.map(|word| word.1).sum::<f64>() / all.max(f64::MIN_POSITIVE)
    };
    let absent = |word: &&(&str, f64)| {
        let count = view.registry.count_of(word.0);
        count.is_some_and(|count| count.files == 0)
    };
    let first = &places[..places.len().min(1)];
    let same_file = |place: &&&Candidate| first.iter().all(|first| first.path() == place.path());
    let spelled = |place: &&Candidate| {
        let names = place
            .symbols()
            .iter()
            .map(|symbol| symbol.name.to_lowercase());
        names.into_iter().any(|name| {
            words
                .iter()
                .any(|word| word.0 == name && name.chars().count() >= MIN_COMMON_PREFIX_CHARS)
        })
    };
    let held = heaviest_words
        .iter()
        .filter(|word| first.iter().any(|place| place_has_word(place, word)));
    [
        ("first", coverage(view, first)),
        ("all", coverage(view, places)),
        ("named_by_first", first.first().map_or(0.0, &named)),
        ("named", places.iter().map(named).fold(0.0, f64::max)),
        (
            "absent",
            share(words.iter().filter(absent).count(), words.len()),
        ),
        (
            "same_file",
            share(places.iter().filter(same_file).count(), places.len()),
        ),
        ("spelled", f64::from(u8::from(places.iter().any(spelled)))),
        (
            "heaviest_in_first",
            share(held.count(), heaviest_words.len()),
        ),
        ("information", all / words.len().max(1) as f64),
    ]
}

/// Whether a word of the question occurs in no searched file, and no place contains a similar word. A word too short
/// for similarity does not count; an identifier of several words counts in any case.
fn has_absent_word(view: &View<'_>, places: &[&Candidate]) -> bool {
    let occurs_in_no_file = |word: &&str| {
        let count = view.registry.count_of(word);
        count.is_some_and(|count| count.files == 0)
    };
    let said = |word: &str| places.iter().any(|place| holds_similar_word(place, word));
    let mut words = view.tokens.iter().filter(occurs_in_no_file);
    words.any(|word| {
        word.contains('_') || (word.chars().count() >= MIN_COMMON_PREFIX_CHARS && !said(word))
    })
}

/// Whether a word is used in code often enough. The other words are mostly function words of sentences, and so they
/// are in the question.
pub(super) fn is_code_word(count: &TokenCount) -> bool {
    let number = count.token.starts_with(|c: char| c.is_ascii_digit());
    !number && count.files > 0 && count.in_code * MAX_OCCURRENCES_PER_CODE_USE >= count.occurrences
}

/// The heaviest words for which `counts` holds, and which neither the places nor their paths contain, not even in a
/// similar form.
pub(super) fn missing_words<'v>(
    view: &'v View<'_>,
    places: &[&Candidate],
    counts: fn(&TokenCount) -> bool,
) -> Vec<&'v str> {
    let words: Vec<(&str, f64)> = view
        .tokens
        .iter()
        .map(|w| (w, word_weight(view, w)))
        .collect();
    let counts = |word: &&str| view.registry.count_of(word).is_some_and(counts);
    let said = |word: &str| {
        let here =
            |place: &&Candidate| place_has_word(place, word) || holds_similar_word(place, word);
        places.iter().any(here)
    };
    let heaviest_words = heaviest_words(&words).into_iter().filter(counts);
    heaviest_words.filter(|word| !said(word)).collect()
}

/// The heaviest words: those with at least half the weight of the heaviest one.
fn heaviest_words<'s>(words: &[(&'s str, f64)]) -> Vec<&'s str> {
    let most = words.iter().map(|word| word.1).fold(0.0, f64::max);
    let heaviest_words = words.iter().filter(|word| word.1 >= most / 2.0);
    heaviest_words.map(|word| word.0).collect()
}

/// Whether a symbol name or the path of a place contains the word, or a similar one.
fn names_word(place: &Candidate, word: &str) -> bool {
    let symbols = place
        .symbols()
        .iter()
        .map(|symbol| symbol.qualified.as_str());
    symbols
        .chain([place.path().as_str()])
        .any(|name| name_matches(name, word))
}

/// Whether a name contains a word, or a similar one.
pub(super) fn name_matches(name: &str, word: &str) -> bool {
    text_has_word(name, word) || split_words(name).any(|part| shares_prefix(&part, word))
}

fn holds_similar_word(place: &Candidate, word: &str) -> bool {
    let lines = place
        .evidence()
        .into_iter()
        .flat_map(|evidence| evidence.lines());
    let mut texts = lines.map(|(_, line)| line).chain([place.path().as_str()]);
    texts.any(|text| split_words(text).any(|part| shares_prefix(&part, word)))
}

/// Whether two words are similar: they share a prefix of most of their characters.
fn shares_prefix(one: &str, other: &str) -> bool {
    let common = one
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let letters = one.chars().count() + other.chars().count();
    common >= MIN_COMMON_PREFIX_CHARS
        && common * 2 * MIN_COMMON_PREFIX_SHARE.1 >= letters * MIN_COMMON_PREFIX_SHARE.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(values: [f64; 9]) -> Features {
        let names = [
            "first",
            "all",
            "named_by_first",
            "named",
            "absent",
            "same_file",
            "spelled",
            "heaviest_in_first",
            "information",
        ];
        std::array::from_fn(|at| (names[at], values[at]))
    }

    #[test]
    fn every_feature_has_its_weight() {
        let names: Vec<&str> = features([0.0; 9]).iter().map(|(name, _)| *name).collect();
        let mut weights: Vec<&str> = WEIGHTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(weights.len(), names.len());
        weights.retain(|name| !names.contains(name));
        assert!(weights.is_empty(), "{weights:?}");
    }

    #[test]
    fn more_evidence_is_more_likely_and_absent_words_less() {
        let weak = |information| {
            probability(&features([
                0.2,
                0.4,
                0.1,
                0.2,
                0.0,
                0.2,
                0.0,
                0.2,
                information,
            ]))
        };
        let strong = probability(&features([0.9, 1.0, 0.6, 0.7, 0.0, 0.6, 1.0, 1.0, 0.5]));
        let absent = probability(&features([0.9, 1.0, 0.6, 0.7, 0.5, 0.6, 1.0, 1.0, 0.5]));
        assert!(weak(0.2) < 0.5 && weak(0.4) < MIN_MEDIUM_PROBABILITY);
        assert!(strong > MIN_MEDIUM_PROBABILITY && absent < strong);
    }
}
