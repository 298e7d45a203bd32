//! How sure a report may be: the probability that its places are the ones asked for, estimated from the
//! evidence.

use firsthand_agent::registry::{Candidate, TokenCount, split_words};
use firsthand_agent::validator::Confidence;

use super::view::View;
use super::weigh::{covered, holds, rarity, words_hold};
use super::weights::{INTERCEPT, WEIGHTS};

/// Named features of the evidence; each value is from 0 to 1.
pub(super) type Features = [(&'static str, f64); 9];

/// From this probability on a report may claim `medium`.
const MEDIUM: f64 = 0.8;
/// A word of code stands in code at least once for so many times that it stands anywhere.
const OF_CODE: u32 = 2;
/// Letters that two words must begin with alike.
const COMMON: usize = 4;
/// Least part of both words that they begin with alike: seven tenths.
const LEAST: (usize, usize) = (7, 10);

/// `medium` where the evidence makes it likely enough that the places are right, no word of the question is missing,
/// and none of those that say most is missing in them.
pub(super) fn confidence(view: &View<'_>, places: &[&Candidate]) -> Confidence {
    let likely = probability(&features(view, places)) >= MEDIUM;
    match likely
        && !lacks_a_word(view, places)
        && missing_words(view, places, |count| count.files > 0).is_empty()
    {
        true => Confidence::Medium,
        false => Confidence::Low,
    }
}

fn probability(features: &Features) -> f64 {
    let weight = |name| WEIGHTS.iter().find(|weight| weight.0 == name);
    let terms = features
        .iter()
        .map(|(name, value)| weight(*name).map_or(0.0, |weight| weight.1 * value));
    1.0 / (1.0 + (-(INTERCEPT + terms.sum::<f64>())).exp())
}

/// What the evidence says of the places, which come best first.
pub(super) fn features(view: &View<'_>, places: &[&Candidate]) -> Features {
    let words: Vec<(&str, f64)> = view.tokens.iter().map(|w| (w, rarity(view, w))).collect();
    let all: f64 = words.iter().map(|word| word.1).sum();
    let heavy = heaviest(&words);
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    let named = |place: &&Candidate| {
        let said = words.iter().filter(|(word, _)| names(place, word));
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
                .any(|word| word.0 == name && name.chars().count() >= COMMON)
        })
    };
    let held = heavy
        .iter()
        .filter(|word| first.iter().any(|place| holds(place, word)));
    [
        ("first", covered(view, first)),
        ("all", covered(view, places)),
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
        ("heaviest_in_first", share(held.count(), heavy.len())),
        ("information", all / words.len().max(1) as f64),
    ]
}

/// Whether a word of the question stands in no searched file, and no found place says it alike. A word too short
/// to be said alike does not count, unless it is an identifier of several words.
fn lacks_a_word(view: &View<'_>, places: &[&Candidate]) -> bool {
    let nowhere = |word: &&str| {
        let count = view.registry.count_of(word);
        count.is_some_and(|count| count.files == 0)
    };
    let said = |word: &str| places.iter().any(|place| holds_alike(place, word));
    let mut words = view.tokens.iter().filter(nowhere);
    words.any(|word| word.contains('_') || (word.chars().count() >= COMMON && !said(word)))
}

/// Whether the repository uses a word in code at least once for every so many times: the others hold its sentences
/// together, and so they do in the question.
pub(super) fn is_of_code(count: &TokenCount) -> bool {
    let number = count.token.starts_with(|c: char| c.is_ascii_digit());
    !number && count.files > 0 && count.in_code * OF_CODE >= count.occurrences
}

/// The words that say most, and of which the counts hold, but that stand in none of the places, nor in their paths.
pub(super) fn missing_words<'v>(
    view: &'v View<'_>,
    places: &[&Candidate],
    counts: fn(&TokenCount) -> bool,
) -> Vec<&'v str> {
    let words: Vec<(&str, f64)> = view.tokens.iter().map(|w| (w, rarity(view, w))).collect();
    let counts = |word: &&str| view.registry.count_of(word).is_some_and(counts);
    let said = |word: &str| {
        let here = |place: &&Candidate| holds(place, word) || holds_alike(place, word);
        places.iter().any(here)
    };
    let heavy = heaviest(&words).into_iter().filter(counts);
    heavy.filter(|word| !said(word)).collect()
}

/// The words that say most here: those at least half as heavy as the heaviest.
fn heaviest<'s>(words: &[(&'s str, f64)]) -> Vec<&'s str> {
    let most = words.iter().map(|word| word.1).fold(0.0, f64::max);
    let heavy = words.iter().filter(|word| word.1 >= most / 2.0);
    heavy.map(|word| word.0).collect()
}

/// Whether the name of what a place declares, or its path, says the word.
fn names(place: &Candidate, word: &str) -> bool {
    let symbols = place
        .symbols()
        .iter()
        .map(|symbol| symbol.qualified.as_str());
    symbols
        .chain([place.path().as_str()])
        .any(|name| name_matches(name, word))
}

/// Whether a name says a word, or begins one of its words alike.
pub(super) fn name_matches(name: &str, word: &str) -> bool {
    words_hold(name, word) || split_words(name).any(|part| alike(&part, word))
}

fn holds_alike(place: &Candidate, word: &str) -> bool {
    let lines = place
        .evidence()
        .into_iter()
        .flat_map(|evidence| evidence.lines());
    let mut texts = lines.map(|(_, line)| line).chain([place.path().as_str()]);
    texts.any(|text| split_words(text).any(|part| alike(&part, word)))
}

/// Whether two words begin alike, by most of their letters.
fn alike(one: &str, other: &str) -> bool {
    let common = one
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let letters = one.chars().count() + other.chars().count();
    common >= COMMON && common * 2 * LEAST.1 >= letters * LEAST.0
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
        let weak = probability(&features([0.2, 0.4, 0.1, 0.2, 0.0, 0.2, 0.0, 0.2, 0.4]));
        let strong = probability(&features([0.9, 1.0, 0.6, 0.7, 0.0, 0.6, 1.0, 1.0, 0.5]));
        let absent = probability(&features([0.9, 1.0, 0.6, 0.7, 0.5, 0.6, 1.0, 1.0, 0.5]));
        assert!(weak < 0.5 && strong > MEDIUM && absent < strong);
    }
}
