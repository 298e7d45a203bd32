//! The third stage: runs sub-queries concurrently, and fuses their hits into one list of evidence.

mod decompose;
mod fan_out;
mod fuse;
mod history;
mod walk;

use firsthand_agent::Cancel;
use serde_json::json;
use tokio::time::Instant;

use crate::hints::Hints;
use crate::hit::Hit;
use crate::payload::{ExecutionOutput, RouteAction, Tier};
use crate::retrieve::Retriever;
use crate::stage_io::{StageInput, StageOutput, wire_count};

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
    let mut fan_out = FanOut {
        retriever: retriever.clone(),
        filter: hints.filter.clone(),
        cancel: cancel.clone(),
        deadline: Instant::now() + input.work_time(),
        output: StageOutput::default(),
        left_out: 0,
        degraded: Vec::new(),
    };
    let action = input.decision.action;
    if input.queries.is_empty() {
        match action {
            Some(RouteAction::WalkSeeds) => walk::walk(&mut fan_out, input, &hints).await,
            Some(RouteAction::Decompose) => decompose::decompose(&mut fan_out, input, &hints).await,
            Some(RouteAction::SynthesizeDirectly | RouteAction::Retighten) | None => {
                fan_out.degrade("there is no route to carry out");
            }
        }
    } else {
        fan_out.left_out = input.queries.len().saturating_sub(MAX_REFINED_QUERIES);
        let queries = input.queries.iter().take(MAX_REFINED_QUERIES);
        let search = |text: &String| SubQuery::search("refine", text, MAX_REGIONS);
        fan_out.run_all(queries.map(search).collect()).await;
    }
    let mut output = fan_out.output;
    // The hits of a walk include its seeds. A decomposition adds its candidates: for history alone those whose history
    // was requested, otherwise all.
    if input.queries.is_empty() && action == Some(RouteAction::Decompose) {
        if is_history_alone(input) {
            output.hits.extend(history::subjects(&input.candidates).into_iter().cloned());
        } else {
            output.hits.extend(input.candidates.iter().cloned());
        }
    }
    demote_unmatched(&mut output.hits, &input.classified.unfound_names());
    output.hits.splice(..0, input.evidence.iter().cloned());
    output.coverage.losses.cap += fan_out.left_out as u64;
    if fan_out.left_out > 0 {
        let row = json!({"left_out_by_scope": fan_out.left_out});
        output.sub_queries.extend(row.as_object().cloned());
    }
    let payload = ExecutionOutput {
        topic: input.intent.topic.clone(),
        action: action.map_or("", RouteAction::name).to_owned(),
        degraded: action.is_none(),
        degraded_reason: fan_out.degraded.join("; "),
        ..ExecutionOutput::default()
    };
    fused_output(input, payload, output)
}

/// The output of the stage with its hits fused within the budget, and with the counts of what it has.
pub(crate) fn fused_output(
    input: &StageInput,
    mut payload: ExecutionOutput,
    mut output: StageOutput,
) -> StageOutput {
    let budget = input.intent.resolved_budget_tokens() as usize;
    let fused = fuse(std::mem::take(&mut output.hits), budget);
    if fused.left_out > 0 {
        let (left_out, all) = (fused.left_out, fused.evidence.len() as u64 + fused.left_out);
        if !payload.degraded_reason.is_empty() {
            payload.degraded_reason += "; ";
        }
        payload.degraded_reason += &format!(
            "{left_out} of {all} items of evidence are beyond the budget of {budget} tokens"
        );
        output.coverage.losses.budget += left_out;
    }
    payload.degraded |= !payload.degraded_reason.is_empty();
    payload.evidence = fused.evidence.iter().map(Hit::evidence).collect();
    payload.budget_tokens_used = wire_count(fused.tokens);
    let queries = output.sub_queries.iter().filter(|row| row.contains_key("query"));
    payload.subquery_count = wire_count(queries.count());
    output.hits = fused.evidence;
    output.with_payload(&payload)
}

/// If no lookup found some of the names that the topic spells, lowers the scores of the ranked places that contain none
/// of them.
fn demote_unmatched(hits: &mut [Hit], unfound: &[String]) {
    for hit in hits.iter_mut().filter(|hit| hit.tier == Tier::Ranked) {
        let text = hit.text();
        if !unfound.is_empty() && !unfound.iter().any(|name| text.contains(name.as_str())) {
            hit.score *= UNMATCHED_FACTOR;
        }
    }
}
