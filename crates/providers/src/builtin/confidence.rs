//! How sure a report may be: what one place holds of the question, and what no place does.

use firsthand_agent::registry::{Candidate, split_words};
use firsthand_agent::validator::Confidence;

use super::sight::Sight;
use super::weigh::{covered, rarity, words_hold};

/// One place that holds at least this much of the question is a likely one.
const LIKELY: f64 = 0.75;
/// Letters that two words must begin with alike.
const COMMON: usize = 4;
/// Least part of both words that they begin with alike: seven tenths.
const LEAST: (usize, usize) = (7, 10);

/// `medium` where every word of the question stands in this repository, or is said alike by a found place,
/// and one place, whose name or path says one of the question's weightiest words, holds most of it.
pub(super) fn confidence(sight: &Sight<'_>, places: &[&Candidate]) -> Confidence {
    let heavy = heaviest(sight);
    let likely = |place: &&Candidate| {
        covered(sight, &[place]) >= LIKELY && heavy.iter().any(|word| names(place, word))
    };
    match places.iter().any(likely) && !lacks_a_word(sight, places) {
        true => Confidence::Medium,
        false => Confidence::Low,
    }
}

/// Whether a word of the question stands in no searched file, and no found place says it alike. A word too short
/// to be said alike does not count, unless it is an identifier of several words.
fn lacks_a_word(sight: &Sight<'_>, places: &[&Candidate]) -> bool {
    let nowhere = |word: &&str| {
        let count = sight.registry.count_of(word);
        count.is_some_and(|count| count.files == 0)
    };
    let said = |word: &str| places.iter().any(|place| says_alike(place, word));
    let mut words = sight.tokens.iter().filter(nowhere);
    words.any(|word| word.contains('_') || (word.chars().count() >= COMMON && !said(word)))
}

/// The words of the question by how much they say here, weightiest first; those at least half as heavy as
/// the first.
fn heaviest<'s>(sight: &'s Sight<'_>) -> Vec<&'s str> {
    let mut words: Vec<(f64, &str)> = sight
        .tokens
        .iter()
        .map(|word| (rarity(sight, word), word))
        .collect();
    words.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = words.first().map_or(0.0, |first| first.0 / 2.0);
    words
        .into_iter()
        .take_while(|word| word.0 >= least)
        .map(|word| word.1)
        .collect()
}

/// Whether the name of what a place declares, or its path, says the word.
fn names(place: &Candidate, word: &str) -> bool {
    let symbols = place
        .symbols()
        .iter()
        .map(|symbol| symbol.qualified.as_str());
    symbols
        .chain([place.path().as_str()])
        .any(|name| words_hold(name, word) || split_words(name).any(|part| alike(&part, word)))
}

fn says_alike(place: &Candidate, word: &str) -> bool {
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
