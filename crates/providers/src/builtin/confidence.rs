//! The confidence of a report: the probability that its places answer the question, estimated from the
//! evidence by a logistic regression.

use firsthand_agent::registry::{TokenCount, split_words};
use firsthand_agent::validator::Confidence;

use super::label::label;
use super::places::Place;
use super::view::View;
use super::weights::{INTERCEPT, WEIGHTS};
use super::word_weight::{PlaceWords, coverage, line_coverage, shares_prefix};

/// Named features of the evidence, each from 0 to 1.
pub(super) type Features = [(&'static str, f64); 9];

/// The lowest probability at which a report can claim `medium`.
const MIN_MEDIUM_PROBABILITY: f64 = 0.8;
/// The lowest probability at which the first places can be the answer, without further reading.
const MIN_ANSWER_PROBABILITY: f64 = 0.9;
/// The lowest coverage of the question by all places together; below it the confidence is low.
const MIN_COVERAGE: f64 = 0.2;
/// A word counts as a code word if at least one in this many of its occurrences is in code.
const MAX_OCCURRENCES_PER_CODE_USE: u32 = 2;
/// The weight from which a word counts as a heavy one.
const MIN_HEAVY_WEIGHT: f64 = 0.5;
/// The most heavy words that are counted.
const MAX_HEAVY_WORDS: usize = 20;
/// The number of words whose mean weight is a feature.
const HEAVIEST_WORDS: usize = 3;
/// A place is tied with the best if it covers at least this share of what the best covers.
const MIN_TIE_SHARE: f64 = 0.8;

/// How sure a report can be of its places.
pub(super) struct Estimate {
    /// The confidence that it can claim.
    pub(super) confidence: Confidence,
    /// Whether its first places are likely enough to be the answer to a question for a place.
    pub(super) is_answer: bool,
}

/// Estimates the confidence in places, which are ordered best first: `medium` if the evidence makes it likely enough
/// that they are right, and most identifiers of the question occur in the repository.
pub(super) fn estimate(view: &View<'_>, places: &[Place<'_>]) -> Estimate {
    // What covers little of the question is no reason for confidence, and its absence would be none for a skip.
    let covers_little = coverage(view, places) < MIN_COVERAGE;
    // A guess must not confirm itself: the question has to lead to the first place, too.
    let is_guess = places.first().is_some_and(|place| place.guessed);
    let probability = if covers_little
        || is_guess
        || lacks_user_of_text(view, places)
        || has_absent_identifiers(view)
    {
        0.0
    } else {
        probability(&features(view, places))
    };
    let confidence =
        if probability >= MIN_MEDIUM_PROBABILITY { Confidence::Medium } else { Confidence::Low };
    Estimate { confidence, is_answer: probability >= MIN_ANSWER_PROBABILITY }
}

/// Whether the question has a text that people see, and no place shows the code that uses it.
fn lacks_user_of_text(view: &View<'_>, places: &[Place<'_>]) -> bool {
    let is_user = |place: &Place<'_>| place.link.is_some_and(|link| link.is_user);
    let mut links = view.search_results().filter_map(|place| place.link);
    links.any(|link| !link.is_user) && !places.iter().any(is_user)
}

/// The probability that the logistic regression computes from the features.
fn probability(features: &Features) -> f64 {
    let weight = |name| WEIGHTS.iter().find(|weight| weight.0 == name);
    let terms =
        features.iter().map(|(name, value)| weight(*name).map_or(0.0, |weight| weight.1 * value));
    1.0 / (1.0 + (-(INTERCEPT + terms.sum::<f64>())).exp())
}

/// The features of the evidence for the places, which are ordered best first.
pub(super) fn features(view: &View<'_>, places: &[Place<'_>]) -> Features {
    let mut words: Vec<(&str, f64)> = view.words.weighted().collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1));
    let share = |count: usize, total: usize| count as f64 / total.max(1) as f64;
    let place_words: Vec<PlaceWords> = places.iter().map(|place| PlaceWords::of(place)).collect();
    let is_missing = |word: &str| {
        is_absent(view, word) && !place_words.iter().any(|words| words.has_similar(word))
    };
    let absent = words.iter().filter(|word| is_missing(word.0)).count();
    let heavy = words.iter().filter(|word| word.1 >= MIN_HEAVY_WEIGHT).count();
    let heaviest: f64 = words.iter().take(HEAVIEST_WORDS).map(|word| word.1).sum();
    let first = places.first();
    let covered = places.iter().map(|place| coverage(view, &[*place]));
    let same_file = |place: &&Place<'_>| first.is_some_and(|first| first.path() == place.path());
    [
        ("line", first.map_or(0.0, |place| line_coverage(view, place))),
        ("named", first.map_or(0.0, |place| share_of_name(view, *place))),
        ("places", covered.sum::<f64>() / places.len().max(1) as f64),
        ("ties", share_of_ties(view)),
        ("absent", share(absent, words.len())),
        ("heaviest", heaviest / HEAVIEST_WORDS as f64),
        ("heavy_words", share(heavy.min(MAX_HEAVY_WORDS), MAX_HEAVY_WORDS)),
        ("common", words.first().map_or(0.0, |word| commonness(view, word.0))),
        ("same_file", share(places.iter().filter(same_file).count(), places.len())),
    ]
}

/// The share of the parts of a place's name that are words of the question, or similar to one.
fn share_of_name(view: &View<'_>, place: Place<'_>) -> f64 {
    let Some(label) = label(place) else {
        return 0.0;
    };
    let parts: Vec<String> = split_words(&label.declaration.name).collect();
    let is_in_question = |part: &&String| {
        let mut words = view.words.iter();
        words.any(|word| *part == word || shares_prefix(part, word))
    };
    parts.iter().filter(is_in_question).count() as f64 / parts.len().max(1) as f64
}

/// The share of the search's places that cover nearly as much of the question as the best one does.
fn share_of_ties(view: &View<'_>) -> f64 {
    let covered: Vec<f64> = view.search_results().map(|place| coverage(view, &[place])).collect();
    let best = covered.iter().copied().fold(0.0, f64::max);
    let ties = covered.iter().filter(|share| **share >= MIN_TIE_SHARE * best);
    ties.count() as f64 / covered.len().max(1) as f64
}

/// How many of the searched files contain a word, on a logarithmic scale: 0 for one file, 1 for all.
fn commonness(view: &View<'_>, word: &str) -> f64 {
    let Some(count) = view.registry.count_of(word) else {
        return 0.0;
    };
    let (files, searched_files) = (count.files.max(1), count.of_files.max(2));
    (f64::from(files).ln() / f64::from(searched_files).ln()).min(1.0)
}

/// Whether the word was counted, and occurs in no file.
fn is_absent(view: &View<'_>, word: &str) -> bool {
    let count = view.registry.count_of(word);
    count.is_some_and(|count| count.files == 0)
}

/// Whether at least half of the question's identifiers of several words occur in no searched file. A long report of a
/// bug also has names of its author's own code.
fn has_absent_identifiers(view: &View<'_>) -> bool {
    let identifiers = || {
        let words = view.words.own().map(|(word, _)| word);
        words.filter(|word| word.contains('_'))
    };
    let absent = identifiers().filter(|word| is_absent(view, word)).count();
    absent > 0 && absent * 2 >= identifiers().count()
}

/// Whether a word is used in code often enough. The other words are mostly function words of sentences, in the
/// repository as well as in the question.
fn is_code_word(count: &TokenCount) -> bool {
    let is_number = count.token.starts_with(|c: char| c.is_ascii_digit());
    !is_number
        && count.files > 0
        && count.in_code * MAX_OCCURRENCES_PER_CODE_USE >= count.occurrences
}

/// The heaviest code words of the question, heaviest first, that neither the places nor their paths contain, not even in a similar form.
pub(super) fn missing_words<'v>(view: &'v View<'_>, places: &[Place<'_>]) -> Vec<&'v str> {
    let words: Vec<(&str, f64)> = view.words.own().collect();
    let is_code = |word: &&str| view.registry.count_of(word).is_some_and(is_code_word);
    let places: Vec<PlaceWords> = places.iter().map(|place| PlaceWords::of(place)).collect();
    let is_in_a_place = |word: &str| {
        let mut places = places.iter();
        places.any(|place| place.has(word) || place.has_similar(word))
    };
    let heaviest_words = heaviest_words(&words).into_iter().filter(is_code);
    heaviest_words.filter(|word| !is_in_a_place(word)).collect()
}

/// The words with at least half the weight of the heaviest one, heaviest first.
pub(super) fn heaviest_words<'s>(words: &[(&'s str, f64)]) -> Vec<&'s str> {
    let max_weight = words.iter().map(|word| word.1).fold(0.0, f64::max);
    let heavy = words.iter().filter(|word| word.1 >= max_weight / 2.0);
    let mut heaviest_words: Vec<&(&str, f64)> = heavy.collect();
    heaviest_words.sort_by(|a, b| b.1.total_cmp(&a.1));
    heaviest_words.into_iter().map(|word| word.0).collect()
}

#[cfg(test)]
mod tests {
    use firsthand_agent::registry::Registry;
    use firsthand_agent::validator::Intent;
    use firsthand_agent::{ModelRequest, Notices, Task};

    use super::*;

    /// The names of the features, in their order.
    fn feature_names() -> [&'static str; 9] {
        let task = Task::new("where is a row locked", Intent::Explain, "");
        let registry = Registry::new();
        let request = ModelRequest {
            task: &task,
            system: "",
            messages: &[],
            registry: &registry,
            tools: &[],
            must_call: None,
            steps_left: 1,
            time_left: None,
            notices: Notices::default(),
        };
        features(&View::of(&request), &[]).map(|(name, _)| name)
    }

    fn probability_of(values: [f64; 9]) -> f64 {
        let names = feature_names();
        probability(&std::array::from_fn(|at| (names[at], values[at])))
    }

    #[test]
    fn every_feature_has_its_weight() {
        let mut weights: Vec<&str> = WEIGHTS.iter().map(|(name, _)| *name).collect();
        let mut features = feature_names().to_vec();
        weights.sort_unstable();
        features.sort_unstable();
        assert_eq!(weights, features);
    }

    #[test]
    fn evidence_raises_the_probability_and_absent_words_lower_it() {
        let weak = probability_of([0.2, 0.0, 0.2, 0.8, 0.0, 0.3, 0.2, 0.3, 0.2]);
        let strong = probability_of([0.9, 1.0, 0.8, 0.1, 0.0, 0.6, 0.2, 0.3, 0.6]);
        let absent = probability_of([0.9, 1.0, 0.8, 0.1, 0.5, 0.6, 0.2, 0.3, 0.6]);
        assert!(weak < 0.5 && strong > MIN_MEDIUM_PROBABILITY && absent < strong);
    }
}
