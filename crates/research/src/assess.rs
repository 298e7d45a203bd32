//! The fourth stage without a model: checks whether the evidence contains the words of the topic.

use std::collections::BTreeSet;

use firsthand_source::split_words;

use crate::classify::words_of;
use crate::execute::is_history_alone;
use crate::hit::Hit;
use crate::retrieve::{TEXT_SOURCE, Word};
use crate::stage_io::StageInput;
use crate::{AssessmentOutput, Prose, RouteAction, Tier};

/// The most topic words that the evidence must contain.
const MAX_WORDS: usize = 6;
/// The least information of a counted word, relative to the most informative one.
const MIN_RELATIVE_INFORMATION: f64 = 0.5;

/// Assesses the evidence. It is sufficient if it contains each informative word of the topic, or no new query is left;
/// the evidence of a walk, and of a query for history alone, is sufficient if it reached a place, whatever the words.
/// Empty evidence is never sufficient.
pub(crate) fn assess(input: &StageInput) -> AssessmentOutput {
    let words = input.classified.as_ref().map(words_of).unwrap_or_default();
    let action = input.decision.as_ref().and_then(|decision| decision.action);
    let follows_places = action == Some(RouteAction::WalkSeeds) || is_history_alone(input);
    let reached = follows_places && input.evidence.iter().any(is_reached_by_walk);
    let informative = if reached {
        Vec::new()
    } else {
        informative_words(&words)
    };
    let evidence_words: BTreeSet<String> = input.evidence.iter().flat_map(words_in).collect();
    let missing_words: Vec<&str> = informative
        .iter()
        .copied()
        .filter(|word| !evidence_words.contains(*word))
        .collect();
    let query = missing_words.join(" ");
    let has_new_query = !query.is_empty() && !input.tried.contains(&query);
    let (found_count, word_count) = (informative.len() - missing_words.len(), informative.len());
    let no_evidence = input.evidence.is_empty();
    AssessmentOutput {
        topic: input.intent.topic.clone(),
        sufficient: !no_evidence && !has_new_query,
        refined_queries: has_new_query.then_some(query).into_iter().collect(),
        rationale: match reached {
            true => Prose::from("what was named leads to what it concerns"),
            false => Prose::from(format!(
                "{found_count} of {word_count} telling words stand in the evidence"
            )),
        },
        confidence: match (word_count, no_evidence) {
            (_, true) => 0.0,
            (0, _) => 1.0,
            _ => found_count as f64 / word_count as f64,
        },
        evidence_count: i64::try_from(input.evidence.len()).unwrap_or(i64::MAX),
        degraded: false,
        degraded_reason: String::new(),
    }
}

/// Whether a walk reached the place: by the graph, or by the spelling of a seed.
fn is_reached_by_walk(hit: &Hit) -> bool {
    let spelled = || hit.sources().iter().any(|source| source == TEXT_SOURCE);
    hit.window.related.is_some() || (hit.tier() == Tier::Ranked && spelled())
}

/// At most [`MAX_WORDS`] words of the topic that occur in the repository's code, the most informative first; words with
/// less than [`MIN_RELATIVE_INFORMATION`] of the greatest information are left out.
fn informative_words(words: &[Word]) -> Vec<&str> {
    let in_code = || words.iter().filter(|word| word.in_code > 0);
    let max_information = in_code().map(|word| word.information).fold(0.0, f64::max);
    let informative =
        in_code().filter(|word| word.information >= max_information * MIN_RELATIVE_INFORMATION);
    informative
        .take(MAX_WORDS)
        .map(|word| word.word.as_str())
        .collect()
}

/// The words of a hit's entity id and observed lines, and the whole identifiers without underscores, all in lower case.
fn words_in(hit: &Hit) -> Vec<String> {
    let text = format!("{} {}", hit.entity(), hit.text());
    let identifiers = firsthand_source::identifiers(&text).map(|(_, name)| name.to_lowercase());
    let identifiers: Vec<String> = identifiers.map(|name| name.replace('_', "")).collect();
    split_words(&text).chain(identifiers).collect()
}
