#![allow(clippy::all, clippy::disallowed_methods)]
//! How sure a report may be: what one place holds of the question, and what no place does.

use firsthand_agent::registry::{Candidate, split_words};
use firsthand_agent::validator::Confidence;

use super::view::View;
use super::weigh::{covered, rarity, words_hold};

/// One place that holds at least this much of the question is a likely one.
const LIKELY: f64 = 0.75;
/// Letters that two words must begin with alike.
const COMMON: usize = 4;
/// Least part of both words that they begin with alike: seven tenths.
const LEAST: (usize, usize) = (7, 10);

/// `medium` where every word of the question stands in this repository, or is said alike by a found place,
/// and one place, whose name or path says one of the question's weightiest words, holds most of it.
pub(super) fn confidence(view: &View<'_>, places: &[&Candidate]) -> Confidence {
    let heavy = heaviest(view);
    if let Some(path) = std::env::var_os("FH_FEATURES") {
        let one: Vec<f64> = places.iter().map(|p| covered(view, &[p])).collect();
        let best = one.iter().copied().fold(0.0, f64::max);
        let first = one.first().copied().unwrap_or(0.0);
        let other = places.iter().zip(&one).filter(|(p, _)| p.path() != places[0].path()).map(|(_, c)| *c).fold(0.0, f64::max);
        let infos: Vec<f64> = view.tokens.iter().map(|w| rarity(view, w)).collect();
        let sum: f64 = infos.iter().sum();
        let namedw = |p: &Candidate| view.tokens.iter().zip(&infos).filter(|(w, _)| names(p, w)).map(|(_, i)| i).sum::<f64>() / sum.max(1e-9);
        let symw = |p: &Candidate| { let words: Vec<String> = p.symbols().iter().flat_map(|s| split_words(&s.name).collect::<Vec<_>>()).collect();
            let said = words.iter().filter(|w| view.tokens.iter().any(|t| t == w.as_str() || alike(t, w))).count(); if words.is_empty() { 0.0 } else { said as f64 / words.len() as f64 } };
        let absent = view.tokens.iter().filter(|w| view.registry.count_of(w).is_some_and(|c| c.files == 0)).count() as f64;
        let found: Vec<_> = view.found().take(5).collect();
        let same_file = found.iter().filter(|c| c.path() == places[0].path()).count() as f64;
        let same_dir = { let d = |c: &Candidate| c.path().as_str().rsplit_once('/').map(|x| x.0.to_owned()); found.iter().filter(|c| d(c) == d(places[0])).count() as f64 };
        let exact = view.tokens.iter().filter(|w| w.contains('_') || w.chars().count() > 3).any(|w| places.iter().any(|p| p.symbols().iter().any(|s| s.name.to_lowercase() == *w))) as u8 as f64;
        let nexact = view.tokens.iter().filter(|w| places[0].symbols().iter().any(|s| s.name.to_lowercase() == **w)).count() as f64;
        let heaviest_held = heavy.iter().filter(|w| super::weigh::holds(places[0], w)).count() as f64 / heavy.len().max(1) as f64;
        let files = view.registry.count_of(view.tokens.iter().next().unwrap_or("")).map_or(0, |c| c.of_files) as f64;
        let nwords = view.tokens.len() as f64;
        let top_hits = places[0].hits().len() as f64;
        let lines = places[0].range().map_or(0, |r| r.len()) as f64;
        let row = [best, first, other, covered(view, places), namedw(places[0]), places.iter().map(|p| namedw(p)).fold(0.0, f64::max), symw(places[0]), absent, absent / nwords, nwords.ln(), same_file, same_dir, exact, nexact, heaviest_held, (1.0 + files).ln(), (1.0 + top_hits).ln(), (1.0 + lines).ln(), infos.iter().copied().fold(0.0, f64::max), sum / nwords, lacks_a_word(view, places) as u8 as f64];
        let _ = std::fs::write(path, format!("{row:?}"));
    }
    let likely = |place: &&Candidate| {
        covered(view, &[place]) >= LIKELY && heavy.iter().any(|word| names(place, word))
    };
    match places.iter().any(likely) && !lacks_a_word(view, places) {
        true => Confidence::Medium,
        false => Confidence::Low,
    }
}

/// Whether a word of the question stands in no searched file, and no found place says it alike. A word too short
/// to be said alike does not count, unless it is an identifier of several words.
fn lacks_a_word(view: &View<'_>, places: &[&Candidate]) -> bool {
    let nowhere = |word: &&str| {
        let count = view.registry.count_of(word);
        count.is_some_and(|count| count.files == 0)
    };
    let said = |word: &str| places.iter().any(|place| says_alike(place, word));
    let mut words = view.tokens.iter().filter(nowhere);
    words.any(|word| word.contains('_') || (word.chars().count() >= COMMON && !said(word)))
}

/// The words of the question by how much they say here, weightiest first; those at least half as heavy as
/// the first.
fn heaviest<'s>(view: &'s View<'_>) -> Vec<&'s str> {
    let mut words: Vec<(f64, &str)> = view
        .tokens
        .iter()
        .map(|word| (rarity(view, word), word))
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
