//! Validates the output of a stage: an invalid payload, a wrong count, or a missing output does not reach the state of
//! the run.

use firsthand_source::Losses;

use super::state::{decode, decode_valid};
use super::{ResearchError, Run};
use crate::compose::composed_output;
use crate::execute::fused_output;
use crate::hit::Hit;
use crate::payload::{
    self, AssessmentOutput, ClassifierOutput, Degradation, ExecutionOutput, RouteAction,
    RouteDecision,
};
use crate::route::route;
use crate::stage_io::{Draft, StageInput, StageOutput};
use crate::{Next, Stage};

/// The most attempts to get a valid decision from a router.
const MAX_ROUTE_ATTEMPTS: u32 = 2;

/// The fault of a stage that exceeded its time limit.
pub(super) const LATE: &str = "it gave nothing in time";

impl Run<'_> {
    /// The validated output of a stage, or its fallback; problems are added to `degraded`.
    pub(super) async fn validated_output(
        &mut self,
        next: Next,
        stage: Stage,
        degraded: &mut Vec<Degradation>,
    ) -> Result<StageOutput, ResearchError> {
        let input = self.log.state.stage_input(next, stage);
        let attempts = if stage == Stage::Route { MAX_ROUTE_ATTEMPTS } else { 1 };
        let (mut tokens, mut why) = (0_u64, String::new());
        for _ in 0..attempts {
            let output = self.request_stage(input.clone()).await?;
            tokens = tokens.saturating_add(output.as_ref().map_or(0, |output| output.tokens));
            match output.and_then(|output| validate(&input, output)) {
                Ok(output) => {
                    degraded.extend(reported_degradations(stage, &output));
                    return Ok(StageOutput { tokens, ..output });
                }
                Err(fault) => why = fault,
            }
        }
        degraded.push(Degradation::new(stage, why.as_str()));
        let mut output = fallback(&input, &why);
        output.coverage.losses = output.coverage.losses.and(losses_of_fault(&input, &why));
        Ok(StageOutput { tokens, ..output })
    }
}

/// Validates the payload, and replaces its counts with the actual ones.
fn validate(input: &StageInput, output: StageOutput) -> Result<StageOutput, String> {
    let topic = input.intent.topic.clone();
    Ok(match input.stage {
        Stage::Classify => {
            let payload: ClassifierOutput = decode_valid(&output.payload)?;
            // The candidates that are shown by position must be those of the hits.
            let candidates = output.hits.iter().map(Hit::candidate).collect();
            output.with_payload(&ClassifierOutput { topic, candidates, ..payload })
        }
        Stage::Route => {
            let decision: RouteDecision = decode_valid(&output.payload)?;
            match decision.action {
                Some(RouteAction::Retighten) => drop(decision.parse_retighten_args()?),
                Some(RouteAction::WalkSeeds) => drop(decision.parse_walk_seeds_args()?),
                Some(RouteAction::Decompose) => drop(decision.parse_decompose_args()?),
                Some(RouteAction::SynthesizeDirectly) | None => {}
            }
            output.with_payload(&decision)
        }
        Stage::Execute => {
            let payload: ExecutionOutput = decode_valid(&output.payload)?;
            fused_output(input, ExecutionOutput { topic, ..payload }, output)
        }
        Stage::Assess => {
            let mut payload: AssessmentOutput = decode_valid(&output.payload)?;
            payload.topic = topic;
            payload.evidence_count = input.evidence_count();
            // The confidence of a degraded classification is the upper limit.
            if input.classified.degraded {
                payload.confidence = payload.confidence.min(input.classified.confidence);
            }
            output.with_payload(&payload)
        }
        Stage::Synthesize => {
            let draft: Result<Draft, _> = payload::decode(output.payload.clone());
            output.with_payload(&draft.map_err(|_| "it is no answer")?)
        }
    })
}

/// What a failed stage did not search; nothing for a stage that only decides.
fn losses_of_fault(input: &StageInput, why: &str) -> Losses {
    let searches = matches!(input.stage, Stage::Classify | Stage::Execute);
    let is_late = why == LATE;
    Losses {
        time: u64::from(searches && is_late),
        unreadable: u64::from(searches && !is_late),
        ..Losses::default()
    }
}

/// The output that replaces that of a failed stage.
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
            let output = StageOutput { hits: input.evidence.clone(), ..StageOutput::default() };
            output.with_payload(&ExecutionOutput {
                topic,
                degraded: true,
                degraded_reason,
                evidence: input.evidence.iter().map(Hit::evidence).collect(),
                ..ExecutionOutput::default()
            })
        }
        Stage::Assess => StageOutput::of(&AssessmentOutput {
            topic,
            evidence_count: input.evidence_count(),
            degraded: true,
            degraded_reason,
            ..AssessmentOutput::default()
        }),
        Stage::Synthesize => composed_output(input),
    }
}

/// The degradations that an output itself reports, and the warnings about it.
fn reported_degradations(stage: Stage, output: &StageOutput) -> Vec<Degradation> {
    let of_payload = output.payload["degraded_reason"].as_str();
    let mut reasons = vec![of_payload.unwrap_or_default(), &output.degraded_reason];
    if stage == Stage::Assess {
        reasons.extend(decode::<AssessmentOutput>(&output.payload).warnings());
    }
    let reasons = reasons.into_iter().filter(|reason| !reason.is_empty());
    reasons.map(|reason| Degradation::new(stage, reason)).collect()
}
