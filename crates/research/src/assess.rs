//! The fourth stage without a model: checks whether the evidence contains the words of the topic.

use std::collections::BTreeSet;

use firsthand_registry::slight_words;
use firsthand_source::{identifiers, sentence_openers, split_words};

use crate::execute::is_history_alone;
use crate::hit::Hit;
use crate::payload::{AssessmentOutput, RouteAction, Tier};
use crate::retrieve::{TEXT_SOURCE, Word};
use crate::stage_io::StageInput;

/// The most topic words that the evidence must contain.
const MAX_WORDS: usize = 6;
/// The least information of a counted word, relative to the most informative one.
const MIN_RELATIVE_INFORMATION: f64 = 0.5;

/// Assesses the evidence. It is sufficient if it contains each informative word of the topic, or no new query is left;
/// the evidence of a walk, and of a query for history alone, is sufficient if it reached a place, whatever the words.
/// Empty evidence is never sufficient.
pub(crate) fn assess(input: &StageInput) -> AssessmentOutput {
    let is_walk = input.decision.action == Some(RouteAction::WalkSeeds);
    let follows_places = is_walk || is_history_alone(input);
    let reached = follows_places && input.evidence.iter().any(is_reached_by_walk);
    let mut missing_words = informative_words(&input.classified.words());
    // A short word that asks, such as `how`, is in no place that answers.
    let topic = &input.intent.topic;
    let (openers, slight) = (sentence_openers(topic), slight_words(topic));
    missing_words.retain(|word| !(openers.contains(word) && slight.contains(word)));
    if reached {
        missing_words.clear();
    }
    let word_count = missing_words.len();
    let evidence_words: BTreeSet<String> = input.evidence.iter().flat_map(words_in).collect();
    missing_words.retain(|word| !evidence_words.contains(word));
    let found_count = word_count - missing_words.len();
    let query = missing_words.join(" ");
    let has_new_query = !query.is_empty() && !input.tried.contains(&query);
    let rationale = if reached {
        "what was named leads to what it concerns".to_owned()
    } else {
        format!("{found_count} of {word_count} telling words stand in the evidence")
    };
    AssessmentOutput {
        topic: input.intent.topic.clone(),
        sufficient: !input.evidence.is_empty() && !has_new_query,
        refined_queries: has_new_query.then_some(query).into_iter().collect(),
        rationale: rationale.into(),
        confidence: match word_count {
            _ if input.evidence.is_empty() => 0.0,
            0 => 1.0,
            _ => found_count as f64 / word_count as f64,
        },
        evidence_count: input.evidence_count(),
        ..AssessmentOutput::default()
    }
}

/// Whether a walk reached the place: by the graph, or by the spelling of a seed.
fn is_reached_by_walk(hit: &Hit) -> bool {
    let spelled = || hit.sources.iter().any(|source| source == TEXT_SOURCE);
    hit.window.related.is_some() || (hit.tier == Tier::Ranked && spelled())
}

/// At most [`MAX_WORDS`] words of the topic that occur in the repository's code, the most informative first; words with
/// less than [`MIN_RELATIVE_INFORMATION`] of the greatest information are left out.
fn informative_words(words: &[Word]) -> Vec<String> {
    let in_code = || words.iter().filter(|word| word.in_code > 0);
    let max_information = in_code().map(|word| word.information).fold(0.0, f64::max);
    let min_information = max_information * MIN_RELATIVE_INFORMATION;
    let informative = in_code().filter(|word| word.information >= min_information);
    informative.take(MAX_WORDS).map(|word| word.word.clone()).collect()
}

/// The words of a hit's entity id and observed lines, and the whole identifiers without underscores, all in lower case.
fn words_in(hit: &Hit) -> Vec<String> {
    let text = format!("{} {}", hit.entity, hit.text());
    let identifiers = identifiers(&text).map(|(_, name)| name.to_lowercase().replace('_', ""));
    split_words(&text).chain(identifiers).collect()
}
