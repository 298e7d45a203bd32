//! The second stage without a model: chooses the next action by the candidates. It does not interpret the topic's
//! words.

use std::collections::BTreeSet;

use firsthand_source::split_words;
use serde_json::json;

use crate::hints::Hints;
use crate::hit::Hit;
use crate::payload::{
    DecomposeArgs, RetightenArgs, RouteAction, RouteDecision, Scope, SeedRef, SeedRefType, Tier,
    WalkSeedsArgs,
};
use crate::stage_io::StageInput;

/// The most entities that a walk starts from.
const MAX_SEEDS: usize = 3;
/// The most entities that a walk starts from if all have the same name.
const MAX_SAME_NAME_SEEDS: usize = 6;
/// The most candidates that answer the topic directly.
const MAX_DIRECT_CANDIDATES: usize = 2;
/// The most words of a tightened topic.
const MAX_TOPIC_WORDS: usize = 6;
/// The number of first candidates whose ids are checked for the topic's words.
const MAX_CHECKED_CANDIDATES: usize = 10;

/// The decision for these candidates.
pub(crate) fn route(input: &StageInput) -> RouteDecision {
    let hints = Hints::of(&input.intent.hints);
    let exact = exact_positions(&input.candidates);
    if exact.is_empty()
        && input.routes.contains(&RouteAction::Retighten)
        && let Some(args) = retighten_args(input)
    {
        let why = "no candidate bears what the topic is about";
        return RouteDecision::new(RouteAction::Retighten, &args, why);
    }
    if hints.axes.is_empty() && are_few(&exact, &input.candidates) {
        let seed = |index: usize| SeedRef {
            reference: index.to_string(),
            ref_type: SeedRefType::CandidateIndex.to_string(),
        };
        let seeds = exact.into_iter().map(seed).collect();
        let (args, why) = (WalkSeedsArgs { seeds }, "the topic names few entities");
        return RouteDecision::new(RouteAction::WalkSeeds, &args, why);
    }
    let hints_request_more = !hints.axes.is_empty() || hints.relation.is_some();
    if (1..=MAX_DIRECT_CANDIDATES).contains(&input.candidates.len())
        && !hints_request_more
        && input.classified.unfound_names().is_empty()
    {
        let why = "there is nothing else to look at";
        return RouteDecision::new(RouteAction::SynthesizeDirectly, &json!({}), why);
    }
    decomposition(input, "the candidates are many, or none is named")
}

/// The position of the first candidate of each entity that the topic names.
fn exact_positions(candidates: &[Hit]) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let named = candidates.iter().enumerate();
    let named = named.filter(|(_, hit)| hit.tier == Tier::Exact && seen.insert(&hit.entity));
    named.map(|(index, _)| index).collect()
}

/// Whether there are named entities, and few enough to walk from: at most [`MAX_SEEDS`], or [`MAX_SAME_NAME_SEEDS`] of
/// one name.
fn are_few(exact: &[usize], candidates: &[Hit]) -> bool {
    let labels = exact.iter().map(|index| candidates[*index].label());
    let max_seeds =
        if labels.collect::<BTreeSet<_>>().len() == 1 { MAX_SAME_NAME_SEEDS } else { MAX_SEEDS };
    (1..=max_seeds).contains(&exact.len())
}

/// A changed topic for another classification: the parts of a spelled name that no file contains; or the topic without
/// words that do not occur in code, if the id of no candidate has any of its words; or the topic without the caller's
/// filters, if there is no candidate. `None` in all other cases, and if neither the topic nor the filters would change.
fn retighten_args(input: &StageInput) -> Option<RetightenArgs> {
    let (topic, hints) = (&input.intent.topic, &input.intent.hints);
    if input.candidates.is_empty() {
        return Some(RetightenArgs { topic: topic.clone(), hints: Hints::without_filters(hints)? });
    }
    // A spelled name that no file contains is searched by its parts, to find similar names.
    let absent = input.classified.absent_names().join(" ");
    let mut words: Vec<String> = split_words(&absent).collect();
    if absent.is_empty() {
        // A spelled name that only occurs as text is found by the text axis.
        if !input.classified.unfound_names().is_empty() {
            return None;
        }
        let in_code = input.classified.words().into_iter().filter(|word| word.in_code > 0);
        words = in_code.map(|word| word.word).collect();
        let mut checked = input.candidates.iter().take(MAX_CHECKED_CANDIDATES);
        if checked.any(|hit| contains_any(&hit.entity, &words)) {
            return None;
        }
    }
    words.truncate(MAX_TOPIC_WORDS);
    let (tightened, hints) = (words.join(" "), hints.clone());
    let differs = !tightened.is_empty() && tightened != *topic;
    differs.then_some(RetightenArgs { topic: tightened, hints })
}

/// Whether an id contains one of the words, which are counted without underscores.
fn contains_any(id: &str, words: &[String]) -> bool {
    let id = id.to_lowercase().replace('_', "");
    words.iter().any(|word| id.contains(word.as_str()))
}

/// The decomposition of these candidates: along the caller's axes, or the default ones.
fn decomposition(input: &StageInput, why: &str) -> RouteDecision {
    let hints = Hints::of(&input.intent.hints);
    let candidates = &input.candidates;
    let mut axes = hints.axes;
    if axes.is_empty() {
        axes = ["relation", "module", "tests"].map(str::to_owned).into();
        let named = candidates.iter().any(|hit| hit.tier == Tier::Exact);
        if named || !input.classified.unfound_names().is_empty() {
            axes.insert(0, "text".to_owned());
        }
    }
    let files: BTreeSet<&str> = candidates.iter().map(|hit| hit.path().as_str()).collect();
    let default_scope = if files.len() <= 1 { Scope::Narrow } else { Scope::Medium };
    let args = DecomposeArgs {
        axes,
        focus: input.intent.topic.clone(),
        scope: hints.scope.unwrap_or(default_scope).to_string(),
    };
    RouteDecision::new(RouteAction::Decompose, &args, why)
}

/// A decomposition, in place of a further classification (`retighten`) beyond its cap.
pub(crate) fn instead_of_retighten(input: &StageInput) -> RouteDecision {
    decomposition(input, "the topic was classified often enough")
}
