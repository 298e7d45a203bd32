//! The third stage: runs sub-queries concurrently, and fuses their hits into one list of evidence.

mod axes;
mod decompose;
mod fan_out;
mod fuse;
mod history;
mod seeds;
mod walk;

use firsthand_agent::Cancel;
use serde_json::json;

use crate::classify::unfound_names;
use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::Retriever;
use crate::stage_io::{StageInput, StageOutput};
use crate::{ExecutionOutput, RouteAction, Tier};

pub(crate) use decompose::instead_of_retighten;
use fan_out::{FanOut, SubQuery};
pub(crate) use fuse::fuse;
pub(crate) use history::is_history_alone;

/// The most regions of a search that keeps all its hits. A search that keeps only some of them asks for a multiple.
const MAX_REGIONS: usize = 8;
/// The factor on the score of a place that contains none of the names that the topic spells and no lookup found.
const UNMATCHED_FACTOR: f64 = 0.25;
/// The most refined queries that run.
const MAX_REFINED_QUERIES: usize = 8;

/// Carries out the refined queries if there are any, otherwise the decision, and fuses the hits with the evidence so
/// far.
pub(crate) async fn execute(
    retriever: &Retriever,
    input: &StageInput,
    cancel: &Cancel,
) -> StageOutput {
    let hints = Hints::of(&input.intent.hints);
    let time_left = input.work_time();
    let mut fan_out = FanOut::new(retriever.clone(), hints.filter(), cancel.clone(), time_left);
    let action = input.decision.as_ref().and_then(|decision| decision.action);
    if !input.queries.is_empty() {
        fan_out.left_out = input.queries.len().saturating_sub(MAX_REFINED_QUERIES);
        let search = |text: &String| SubQuery::search("refine", text, MAX_REGIONS);
        fan_out
            .run_all(
                input
                    .queries
                    .iter()
                    .take(MAX_REFINED_QUERIES)
                    .map(search)
                    .collect(),
            )
            .await;
    } else {
        match action {
            Some(RouteAction::WalkSeeds) => walk::walk(&mut fan_out, input, &hints).await,
            Some(RouteAction::Decompose) => decompose::decompose(&mut fan_out, input, &hints).await,
            Some(RouteAction::SynthesizeDirectly | RouteAction::Retighten) | None => {
                fan_out.degrade("there is no route to carry out");
            }
        }
    }
    let mut hits = std::mem::take(&mut fan_out.hits);
    // The hits of a walk include its seeds. A decomposition adds its candidates: for history alone those whose history
    // was requested, otherwise all.
    if input.queries.is_empty() && action == Some(RouteAction::Decompose) {
        match is_history_alone(input) {
            true => hits.extend(history::subjects(&input.candidates).into_iter().cloned()),
            false => hits.extend(input.candidates.iter().cloned()),
        }
    }
    demote_unmatched(&mut hits, input);
    let hits = input.evidence.iter().cloned().chain(hits).collect();
    let budget = input.intent.resolved_budget_tokens() as usize;
    let fused = fuse(hits, budget);
    if fused.left_out > 0 {
        let (left_out, all) = (fused.left_out, fused.evidence.len() as u64 + fused.left_out);
        fan_out.degrade(format!(
            "{left_out} of {all} items of evidence are beyond the budget of {budget} tokens"
        ));
    }
    fan_out.coverage.losses.budget += fused.left_out;
    fan_out.coverage.losses.cap += fan_out.left_out as u64;
    let reason = fan_out.degraded.join("; ");
    let sub_queries = fan_out.trace.len();
    if fan_out.left_out > 0 {
        let row = json!({"left_out_by_scope": fan_out.left_out});
        fan_out.trace.extend(row.as_object().cloned());
    }
    let output = ExecutionOutput {
        topic: input.intent.topic.clone(),
        action: action.map_or("", RouteAction::name).to_owned(),
        evidence: fused.evidence.iter().map(Hit::evidence).collect(),
        subquery_count: i64::try_from(sub_queries).unwrap_or(i64::MAX),
        budget_tokens_used: i64::try_from(fused.tokens).unwrap_or(i64::MAX),
        degraded: !reason.is_empty() || action.is_none(),
        degraded_reason: reason,
    };
    StageOutput {
        hits: fused.evidence,
        sub_queries: fan_out.trace,
        seeds: fan_out.seeds,
        coverage: fan_out.coverage,
        ..StageOutput::of(&output)
    }
}

/// If no lookup found some of the names that the topic spells, lowers the scores of the ranked places that contain none
/// of them.
fn demote_unmatched(hits: &mut [Hit], input: &StageInput) {
    let unfound = input.classified.as_ref().map(unfound_names);
    let unfound = unfound.unwrap_or_default();
    let contains_unfound = |hit: &Hit| {
        let text = hit.text();
        unfound.iter().any(|name| text.contains(name.as_str()))
    };
    let ranked = hits.iter_mut().filter(|hit| hit.tier == Tier::Ranked);
    for hit in ranked.filter(|hit| !unfound.is_empty() && !contains_unfound(hit)) {
        hit.score *= UNMATCHED_FACTOR;
    }
}
