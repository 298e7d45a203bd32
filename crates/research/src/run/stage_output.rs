//! What a stage gave, made sure of: a payload that is not valid, a count that is not true, or nothing at all does
//! not reach the state of the run.

use serde_json::Value;

use super::{ResearchError, Run};
use crate::answer::degradation;
use crate::compose::compose;
use crate::execute::fuse;
use crate::hit::Hit;
use crate::route::route;
use crate::run_state::checked;
use crate::stage_io::{Draft, StageInput, StageOutput};
use crate::{
    AssessmentOutput, ClassifierOutput, Degradation, ExecutionOutput, Next, RouteAction,
    RouteDecision, Stage,
};

/// How often a router is asked that answers with what is no decision.
const ROUTE_TRIES: u32 = 2;

type Validated = Result<StageOutput, String>;

impl Run<'_> {
    /// The output of a stage, or what stands in for it; what is not as it should be goes into `degraded`.
    pub(super) async fn take(
        &mut self,
        next: Next,
        stage: Stage,
        degraded: &mut Vec<Degradation>,
    ) -> Result<StageOutput, ResearchError> {
        let input = self.chain.stage_input(next, stage, 0);
        let tries = if stage == Stage::Route {
            ROUTE_TRIES
        } else {
            1
        };
        let (mut spent, mut why) = (0_u64, String::new());
        for _ in 0..tries {
            let output = self.ask(input.clone()).await?;
            let tokens = output.as_ref().map_or(0, |output| output.tokens);
            spent = spent.saturating_add(tokens);
            match output.and_then(|output| validated(&input, output)) {
                Ok(output) => {
                    degraded.extend(said(stage, &output));
                    return Ok(StageOutput {
                        tokens: spent,
                        ..output
                    });
                }
                Err(fault) => why = fault,
            }
        }
        degraded.push(degradation(stage, why.clone()));
        let output = fallback(&input, &why);
        Ok(StageOutput {
            tokens: spent,
            ..output
        })
    }
}

/// The output with a valid payload and true counts.
fn validated(input: &StageInput, output: StageOutput) -> Validated {
    match input.stage {
        Stage::Classify => classified(input, output),
        Stage::Route => routed(output),
        Stage::Execute => executed(input, output),
        Stage::Assess => assessed(input, output),
        Stage::Synthesize => drafted(output),
    }
}

fn classified(input: &StageInput, mut output: StageOutput) -> Validated {
    let mut payload: ClassifierOutput = checked(&output.payload)?;
    payload.topic.clone_from(&input.intent.topic);
    // What is shown by position is what was seen.
    payload.candidates = output.hits.iter().map(Hit::candidate).collect();
    output.payload = StageOutput::of(&payload).payload;
    Ok(output)
}

fn routed(mut output: StageOutput) -> Validated {
    let decision: RouteDecision = checked(&output.payload)?;
    let args = match decision.action {
        Some(RouteAction::Retighten) => decision.parse_retighten_args().err(),
        Some(RouteAction::WalkSeeds) => decision.parse_walk_seeds_args().err(),
        Some(RouteAction::Decompose) => decision.parse_decompose_args().err(),
        Some(RouteAction::SynthesizeDirectly) | None => None,
    };
    if let Some(fault) = args {
        return Err(fault.to_string());
    }
    output.payload = StageOutput::of(&decision).payload;
    Ok(output)
}

fn executed(input: &StageInput, mut output: StageOutput) -> Validated {
    let mut payload: ExecutionOutput = checked(&output.payload)?;
    let budget = input.intent.resolved_budget_tokens() as usize;
    let (hits, used) = fuse(std::mem::take(&mut output.hits), budget);
    payload.topic.clone_from(&input.intent.topic);
    payload.evidence = hits.iter().map(Hit::evidence).collect();
    payload.budget_tokens_used = i64::try_from(used).unwrap_or(i64::MAX);
    let ran = output
        .sub_queries
        .iter()
        .filter(|row| row.contains_key("query"));
    payload.subquery_count = i64::try_from(ran.count()).unwrap_or(i64::MAX);
    output.hits = hits;
    output.payload = StageOutput::of(&payload).payload;
    Ok(output)
}

fn assessed(input: &StageInput, mut output: StageOutput) -> Validated {
    let mut payload: AssessmentOutput = checked(&output.payload)?;
    payload.topic.clone_from(&input.intent.topic);
    payload.evidence_count = i64::try_from(input.evidence.len()).unwrap_or(i64::MAX);
    // What came before can lower a confidence, never raise it.
    let before = input.classified.as_ref().filter(|before| before.degraded);
    let most = before.map_or(1.0, |before| before.confidence);
    payload.confidence = payload.confidence.min(most);
    output.payload = StageOutput::of(&payload).payload;
    Ok(output)
}

fn drafted(mut output: StageOutput) -> Validated {
    let draft = output.payload.is_object();
    let draft: Option<Draft> = draft
        .then(|| serde_json::from_value(output.payload.clone()).ok())
        .flatten();
    let draft = draft.ok_or_else(|| "it is no answer".to_owned())?;
    output.payload = StageOutput::of(&draft).payload;
    Ok(output)
}

/// What stands in for a stage that gave nothing.
fn fallback(input: &StageInput, why: &str) -> StageOutput {
    let (topic, degraded_reason) = (input.intent.topic.clone(), why.to_owned());
    match input.stage {
        Stage::Classify => StageOutput::of(&ClassifierOutput {
            topic,
            degraded: true,
            degraded_reason,
            ..ClassifierOutput::default()
        }),
        Stage::Route => StageOutput::of(&route(input)),
        Stage::Execute => {
            let output = ExecutionOutput {
                topic,
                degraded: true,
                degraded_reason,
                evidence: input.evidence.iter().map(Hit::evidence).collect(),
                ..ExecutionOutput::default()
            };
            StageOutput {
                hits: input.evidence.clone(),
                ..StageOutput::of(&output)
            }
        }
        Stage::Assess => StageOutput::of(&AssessmentOutput {
            topic,
            evidence_count: i64::try_from(input.evidence.len()).unwrap_or(i64::MAX),
            degraded: true,
            degraded_reason,
            ..AssessmentOutput::default()
        }),
        Stage::Synthesize => StageOutput::of(&compose(input)),
    }
}

/// What an output itself says is not as it should be, and what is odd about it.
fn said(stage: Stage, output: &StageOutput) -> Vec<Degradation> {
    let reason = output
        .payload
        .get("degraded_reason")
        .and_then(Value::as_str);
    let reasons = reason.into_iter().chain([output.degraded_reason.as_str()]);
    let mut reasons: Vec<String> = reasons.map(str::to_owned).collect();
    if stage == Stage::Assess {
        let payload: AssessmentOutput =
            serde_json::from_value(output.payload.clone()).unwrap_or_default();
        reasons.extend(payload.warnings().into_iter().map(str::to_owned));
    }
    reasons.retain(|reason| !reason.is_empty());
    reasons
        .into_iter()
        .map(|reason| degradation(stage, reason))
        .collect()
}
