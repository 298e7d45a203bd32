//! What a stage gave, made sure of: a payload that is not valid, a count that is not true, or nothing at all does
//! not reach the state of the run.

use serde_json::Value;

use super::{ResearchError, Run};
use crate::answer::degradation;
use crate::chain::checked;
use crate::compose::compose;
use crate::execute::fuse;
use crate::hit::Hit;
use crate::route::route;
use crate::work::{Draft, Output, Work};
use crate::{
    AssessmentOutput, ClassifierOutput, Degradation, ExecutionOutput, Next, RouteAction,
    RouteDecision, Stage,
};

/// How often a router is asked that answers with what is no decision.
const ROUTE_TRIES: u32 = 2;

type Taken = Result<Output, String>;

impl Run<'_> {
    /// The output of a stage, or what stands in for it; what is not as it should be goes into `degraded`.
    pub(super) async fn take(
        &mut self,
        next: Next,
        stage: Stage,
        degraded: &mut Vec<Degradation>,
    ) -> Result<Output, ResearchError> {
        let work = self.chain.work(next, stage, 0);
        let tries = if stage == Stage::Route {
            ROUTE_TRIES
        } else {
            1
        };
        let (mut spent, mut why) = (0_u64, String::new());
        for _ in 0..tries {
            let output = self.ask(work.clone()).await?;
            let tokens = output.as_ref().map_or(0, |output| output.tokens);
            spent = spent.saturating_add(tokens);
            match output.and_then(|output| made_sure(&work, output)) {
                Ok(output) => {
                    degraded.extend(said(stage, &output));
                    return Ok(Output {
                        tokens: spent,
                        ..output
                    });
                }
                Err(fault) => why = fault,
            }
        }
        degraded.push(degradation(stage, why.clone()));
        let output = stand_in(&work, &why);
        Ok(Output {
            tokens: spent,
            ..output
        })
    }
}

/// The output with a valid payload and true counts.
fn made_sure(work: &Work, output: Output) -> Taken {
    match work.stage {
        Stage::Classify => classified(work, output),
        Stage::Route => routed(output),
        Stage::Execute => executed(work, output),
        Stage::Assess => assessed(work, output),
        Stage::Synthesize => drafted(output),
    }
}

fn classified(work: &Work, mut output: Output) -> Taken {
    let mut payload: ClassifierOutput = checked(&output.payload)?;
    payload.topic.clone_from(&work.intent.topic);
    // What is shown by position is what was seen.
    payload.candidates = output.hits.iter().map(Hit::candidate).collect();
    output.payload = Output::of(&payload).payload;
    Ok(output)
}

fn routed(mut output: Output) -> Taken {
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
    output.payload = Output::of(&decision).payload;
    Ok(output)
}

fn executed(work: &Work, mut output: Output) -> Taken {
    let mut payload: ExecutionOutput = checked(&output.payload)?;
    let budget = work.intent.resolved_budget_tokens() as usize;
    let (hits, used) = fuse(std::mem::take(&mut output.hits), budget);
    payload.topic.clone_from(&work.intent.topic);
    payload.evidence = hits.iter().map(Hit::evidence).collect();
    payload.budget_tokens_used = i64::try_from(used).unwrap_or(i64::MAX);
    let ran = output
        .sub_queries
        .iter()
        .filter(|row| row.contains_key("query"));
    payload.subquery_count = i64::try_from(ran.count()).unwrap_or(i64::MAX);
    output.hits = hits;
    output.payload = Output::of(&payload).payload;
    Ok(output)
}

fn assessed(work: &Work, mut output: Output) -> Taken {
    let mut payload: AssessmentOutput = checked(&output.payload)?;
    payload.topic.clone_from(&work.intent.topic);
    payload.evidence_count = i64::try_from(work.evidence.len()).unwrap_or(i64::MAX);
    // What came before can lower a confidence, never raise it.
    let before = work.classified.as_ref().filter(|before| before.degraded);
    let most = before.map_or(1.0, |before| before.confidence);
    payload.confidence = payload.confidence.min(most);
    output.payload = Output::of(&payload).payload;
    Ok(output)
}

fn drafted(mut output: Output) -> Taken {
    let draft = output.payload.is_object();
    let draft: Option<Draft> = draft
        .then(|| serde_json::from_value(output.payload.clone()).ok())
        .flatten();
    let draft = draft.ok_or_else(|| "it is no answer".to_owned())?;
    output.payload = Output::of(&draft).payload;
    Ok(output)
}

/// What stands in for a stage that gave nothing.
fn stand_in(work: &Work, why: &str) -> Output {
    let (topic, degraded_reason) = (work.intent.topic.clone(), why.to_owned());
    match work.stage {
        Stage::Classify => Output::of(&ClassifierOutput {
            topic,
            degraded: true,
            degraded_reason,
            ..ClassifierOutput::default()
        }),
        Stage::Route => Output::of(&route(work)),
        Stage::Execute => {
            let output = ExecutionOutput {
                topic,
                degraded: true,
                degraded_reason,
                evidence: work.evidence.iter().map(Hit::evidence).collect(),
                ..ExecutionOutput::default()
            };
            Output {
                hits: work.evidence.clone(),
                ..Output::of(&output)
            }
        }
        Stage::Assess => Output::of(&AssessmentOutput {
            topic,
            evidence_count: i64::try_from(work.evidence.len()).unwrap_or(i64::MAX),
            degraded: true,
            degraded_reason,
            ..AssessmentOutput::default()
        }),
        Stage::Synthesize => Output::of(&compose(work)),
    }
}

/// What an output itself says is not as it should be, and what is odd about it.
fn said(stage: Stage, output: &Output) -> Vec<Degradation> {
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
