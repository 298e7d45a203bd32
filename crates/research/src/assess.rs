//! The fourth stage without a model: whether the evidence holds the words that the topic is about.

use std::collections::BTreeSet;

use firsthand_source::split_words;

use crate::classify::words_of;
use crate::execute::is_history_alone;
use crate::hit::Hit;
use crate::retrieve::{TEXT, Word};
use crate::stage_io::StageInput;
use crate::{AssessmentOutput, Prose, RouteAction, Tier};

/// Words that are asked for: the most informative ones.
const WORDS: usize = 6;
/// A word counts if it tells at least this part of what the most telling one does.
const WORTH: f64 = 0.5;

/// Judges the evidence: enough where each telling word of the topic stands in it, or nothing is left to ask; of
/// a walk, and of a look at history alone, where it led somewhere, whatever the words.
pub(crate) fn assess(input: &StageInput) -> AssessmentOutput {
    let words = input.classified.as_ref().map(words_of).unwrap_or_default();
    let action = input.decision.as_ref().and_then(|decision| decision.action);
    let follows = action == Some(RouteAction::WalkSeeds) || is_history_alone(input);
    let led = follows && input.evidence.iter().any(is_led_to);
    let telling = if led { Vec::new() } else { telling(&words) };
    let held: BTreeSet<String> = input.evidence.iter().flat_map(words_in).collect();
    let open: Vec<&str> = telling
        .iter()
        .copied()
        .filter(|word| !held.contains(*word))
        .collect();
    let query = open.join(" ");
    let new = !query.is_empty() && !input.tried.contains(&query);
    let (seen, all) = (telling.len() - open.len(), telling.len());
    let nothing = input.evidence.is_empty();
    AssessmentOutput {
        topic: input.intent.topic.clone(),
        sufficient: !nothing && !new,
        refined_queries: new.then_some(query).into_iter().collect(),
        rationale: match led {
            true => Prose::from("what was named leads to what it concerns"),
            false => Prose::from(format!(
                "{seen} of {all} telling words stand in the evidence"
            )),
        },
        confidence: match (all, nothing) {
            (_, true) => 0.0,
            (0, _) => 1.0,
            _ => seen as f64 / all as f64,
        },
        evidence_count: i64::try_from(input.evidence.len()).unwrap_or(i64::MAX),
        degraded: false,
        degraded_reason: String::new(),
    }
}

/// Whether a walk came to a place: by the graph, or by the spelling of what it started from.
fn is_led_to(hit: &Hit) -> bool {
    let spelled = || hit.sources().iter().any(|source| source == TEXT);
    hit.window.related.is_some() || (hit.tier() == Tier::Ranked && spelled())
}

/// The words that say what the topic is about: those of the repository's code, the most informative first.
fn telling(words: &[Word]) -> Vec<&str> {
    let coded = || words.iter().filter(|word| word.in_code > 0);
    let most = coded().map(|word| word.information).fold(0.0, f64::max);
    let worth = coded().filter(|word| word.information >= most * WORTH);
    worth.take(WORDS).map(|word| word.word.as_str()).collect()
}

/// The words of what was seen, whole identifiers too.
fn words_in(hit: &Hit) -> Vec<String> {
    let text = format!("{} {}", hit.entity(), hit.text());
    let whole = firsthand_source::identifiers(&text).map(|(_, name)| name.to_lowercase());
    let whole: Vec<String> = whole.map(|name| name.replace('_', "")).collect();
    split_words(&text).chain(whole).collect()
}
