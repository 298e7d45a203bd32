//! The second stage without a model: chooses the next action by the candidates. It does not interpret the topic's
//! words.

use std::collections::BTreeSet;

use serde_json::json;

use firsthand_source::split_words;

use crate::classify::{absent_names, is_exact, unfound_names, words_of};
use crate::hints::Hints;
use crate::stage_io::StageInput;
use crate::{
    Candidate, ClassifierOutput, DecomposeArgs, Prose, RetightenArgs, RouteAction, RouteDecision,
    Scope, SeedRef, SeedRefType, WalkSeedsArgs,
};

/// The most entities that a walk starts from.
pub(crate) const MAX_SEEDS: usize = 3;
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
    let empty = ClassifierOutput::default();
    let classified = input.classified.as_ref().unwrap_or(&empty);
    let hints = Hints::of(&input.intent.hints);
    let exact = exact_positions(classified);
    let may_retighten = input.routes.contains(&RouteAction::Retighten);
    let hints_request_more = !hints.axes.is_empty() || hints.relation.is_some();
    if let Some(args) =
        retighten_args(input, classified, &hints).filter(|_| may_retighten && exact.is_empty())
    {
        return decision(
            RouteAction::Retighten,
            &args,
            "no candidate bears what the topic is about",
        );
    }
    if hints.axes.is_empty() && are_few(&exact, classified) {
        let seed = |index: usize| SeedRef {
            reference: index.to_string(),
            ref_type: SeedRefType::CandidateIndex.name().to_owned(),
        };
        let seeds = exact.iter().map(|index| seed(*index)).collect();
        let args = WalkSeedsArgs { seeds };
        return decision(
            RouteAction::WalkSeeds,
            &args,
            "the topic names few entities",
        );
    }
    let few_candidates =
        !classified.candidates.is_empty() && classified.candidates.len() <= MAX_DIRECT_CANDIDATES;
    if few_candidates && !hints_request_more && unfound_names(classified).is_empty() {
        let why = "there is nothing else to look at";
        return decision(RouteAction::SynthesizeDirectly, &json!({}), why);
    }
    let why = "the candidates are many, or none is named";
    decision(
        RouteAction::Decompose,
        &decompose_args(input, classified, &hints),
        why,
    )
}

fn decision(action: RouteAction, args: &impl serde::Serialize, why: &str) -> RouteDecision {
    RouteDecision::new(action, args, Prose::from(why))
}

/// The position of the first candidate of each entity that the topic names.
fn exact_positions(classified: &ClassifierOutput) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let candidates = classified.candidates.iter().enumerate();
    let named = candidates.filter(|(_, candidate)| is_exact(candidate));
    let first = named.filter(|(_, candidate)| seen.insert(candidate.entity_id.clone()));
    first.map(|(index, _)| index).collect()
}

/// Whether there are named entities, and few enough to walk from: at most [`MAX_SEEDS`], or [`MAX_SAME_NAME_SEEDS`] of
/// one name.
fn are_few(exact: &[usize], classified: &ClassifierOutput) -> bool {
    let labels = exact
        .iter()
        .map(|index| &classified.candidates[*index].label);
    let names: BTreeSet<&String> = labels.collect();
    let max_seeds = if names.len() == 1 {
        MAX_SAME_NAME_SEEDS
    } else {
        MAX_SEEDS
    };
    (1..=max_seeds).contains(&exact.len())
}

/// A changed topic for another classification: the parts of a spelled name that no file contains; or the topic without
/// words that do not occur in code, if the id of no candidate has any of its words; or the topic without the caller's
/// filters, if there is no candidate. `None` in all other cases, and if neither the topic nor the filters would change.
fn retighten_args(
    input: &StageInput,
    classified: &ClassifierOutput,
    hints: &Hints,
) -> Option<RetightenArgs> {
    let (topic, raw_hints) = (&input.intent.topic, &input.intent.hints);
    if classified.candidates.is_empty() {
        let wider = Hints::without_filters(raw_hints);
        let (topic, hints) = (topic.clone(), hints.restricts_search().then_some(wider)?);
        return Some(RetightenArgs { topic, hints });
    }
    // A spelled name that no file contains is searched by its parts, to find similar names.
    let absent = absent_names(classified).join(" ");
    if !absent.is_empty() {
        let parts: Vec<String> = split_words(&absent).take(MAX_TOPIC_WORDS).collect();
        let (topic, hints) = (parts.join(" "), raw_hints.clone());
        let differs = !topic.is_empty() && topic != input.intent.topic;
        return differs.then_some(RetightenArgs { topic, hints });
    }
    // A spelled name that only occurs as text is found by the text axis.
    if !unfound_names(classified).is_empty() {
        return None;
    }
    let mut words = words_of(classified);
    words.retain(|word| word.in_code > 0);
    // Words are counted without underscores.
    let names_word = |candidate: &Candidate| {
        let id = candidate.entity_id.to_lowercase().replace('_', "");
        words.iter().any(|word| id.contains(&word.word))
    };
    if classified
        .candidates
        .iter()
        .take(MAX_CHECKED_CANDIDATES)
        .any(names_word)
    {
        return None;
    }
    words.truncate(MAX_TOPIC_WORDS);
    let topic_words: Vec<&str> = words.iter().map(|word| word.word.as_str()).collect();
    let (topic, hints) = (topic_words.join(" "), raw_hints.clone());
    let differs = !topic.is_empty() && topic != input.intent.topic;
    differs.then_some(RetightenArgs { topic, hints })
}

/// The decomposition of these candidates: along the caller's axes, or the default ones.
pub(crate) fn decompose_args(
    input: &StageInput,
    classified: &ClassifierOutput,
    hints: &Hints,
) -> DecomposeArgs {
    let mut axes = hints.axes.clone();
    if axes.is_empty() {
        axes = ["relation", "module", "tests"].map(str::to_owned).into();
        let named = classified.candidates.iter().any(is_exact);
        if named || !unfound_names(classified).is_empty() {
            axes.insert(0, "text".to_owned());
        }
    }
    let path = |candidate: &Candidate| {
        let path = candidate.entity_id.split('#').next();
        path.unwrap_or_default().to_owned()
    };
    let files: BTreeSet<String> = classified.candidates.iter().map(path).collect();
    let default_scope = match files.len() {
        0..=1 => Scope::Narrow,
        _ => Scope::Medium,
    };
    DecomposeArgs {
        axes,
        focus: input.intent.topic.clone(),
        scope: hints.scope.unwrap_or(default_scope).name().to_owned(),
    }
}
