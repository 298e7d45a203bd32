//! What leads to places and search terms besides the words of the question: the caller's guesses, and the model's prose.

use std::collections::BTreeSet;

use firsthand_registry::{Candidate, QueryTokens, Registry};
use firsthand_source::{identifiers, split_words};

use super::{MAX_FILE_SHARE, MIN_ASKED_WORDS, file_share, is_of_code};
use crate::RunFacts;
use crate::quote::{find_quote, is_slight};

/// A shorter line, or a shorter text in backticks, says too little of which place is meant.
const MIN_QUOTED_CHARS: usize = 16;
/// The most places that prose leads to.
const MAX_QUOTED: usize = 3;

/// The observed places of which the prose has a whole line, or a part of one in backticks, each with that line; the longest
/// first. A text that stands on several lines leads to none.
pub(super) fn quoted_places<'r>(
    registry: &'r Registry,
    prose: &[String],
) -> Vec<(&'r Candidate, u32)> {
    let mut quoted: Vec<(usize, &Candidate, u32)> = Vec::new();
    for text in prose.iter().flat_map(|prose| quoted_texts(registry, prose)) {
        let mut found = registry.iter().filter_map(|place| {
            let quote = find_quote(place.evidence()?, text, place.hits()).ok()?;
            Some((place, quote.line))
        });
        let Some((first, line)) = found.next() else {
            continue;
        };
        let is_one = found.all(|(other, at)| (other.path(), at) == (first.path(), line));
        if is_one && !quoted.iter().any(|(_, place, at)| (place.id(), *at) == (first.id(), line)) {
            quoted.push((text.len(), first, line));
        }
    }
    quoted.sort_by_key(|(chars, ..)| std::cmp::Reverse(*chars));
    quoted.truncate(MAX_QUOTED);
    quoted.into_iter().map(|(_, place, line)| (place, line)).collect()
}

/// The texts in a prose that may quote a line: those in backticks, and the observed lines that stand in it.
fn quoted_texts<'t>(registry: &'t Registry, prose: &'t str) -> BTreeSet<&'t str> {
    let in_backticks = prose.split('`').skip(1).step_by(2).map(str::trim);
    let evidence = registry.iter().filter_map(Candidate::evidence);
    let lines = evidence.flat_map(|evidence| {
        let lines = evidence.lines().filter(|(number, _)| !evidence.is_masked(*number));
        lines.map(|(_, line)| line.trim())
    });
    let says_enough = |text: &&str| text.chars().count() >= MIN_QUOTED_CHARS && !is_slight(text);
    let lines = lines.filter(says_enough).filter(|line| prose.contains(*line));
    in_backticks.filter(says_enough).chain(lines).collect()
}

/// The caller's guesses that stand in an observed place and in few files, then the names in these places that hold several
/// words of the guesses and of the question, those with most of them first.
pub(super) fn seen_terms(
    registry: &Registry,
    places: &[&Candidate],
    facts: &RunFacts,
    max_chars: usize,
) -> Vec<String> {
    let is_seen = |word: &&String| {
        let folded = word.to_lowercase();
        let count = registry.count_of(&folded);
        let is_rare =
            count.is_none_or(|count| file_share(count) <= MAX_FILE_SHARE && is_of_code(count));
        let stands = |place: &Candidate| {
            let text =
                place.evidence().is_some_and(|seen| seen.text().to_lowercase().contains(&folded));
            text || place.path().as_str().to_lowercase().contains(&folded)
        };
        is_rare && word.chars().count() <= max_chars && registry.iter().any(stands)
    };
    let guessed = facts.words.iter().filter(is_seen).cloned();
    let asked = QueryTokens::of(&format!("{} {}", facts.query, facts.words.join(" ")));
    let is_asked = |word: &String| {
        let count = registry.count_of(word);
        asked.iter().any(|token| token == word)
            && count.is_none_or(|count| count.files > 0 && is_of_code(count))
    };
    let mut names: Vec<(usize, &str)> = Vec::new();
    for name in places.iter().flat_map(|place| seen_names(place)) {
        let words: BTreeSet<String> = split_words(name).map(|word| word.to_lowercase()).collect();
        let asked_words = words.iter().filter(|word| is_asked(word)).count();
        let is_term = asked_words >= MIN_ASKED_WORDS && name.chars().count() <= max_chars;
        if is_term && !names.iter().any(|(_, other)| *other == name) {
            names.push((asked_words, name));
        }
    }
    names.sort_by_key(|(words, _)| std::cmp::Reverse(*words));
    guessed.chain(names.into_iter().map(|(_, name)| name.to_owned())).collect()
}

/// The names of what a place declares, and those on its hits.
fn seen_names(place: &Candidate) -> Vec<&str> {
    let declared = place.declarations().iter().map(|declared| &*declared.name);
    let symbols = place.symbols().iter().map(|symbol| &*symbol.name);
    let lines = place.hits().iter().filter_map(|hit| {
        let evidence = place.evidence()?;
        evidence.line(*hit).filter(|_| !evidence.is_masked(*hit))
    });
    let on_lines = lines.flat_map(|line| identifiers(line).map(|(_, name)| name));
    let names: Vec<&str> = declared.chain(symbols).chain(on_lines).collect();
    names
}
