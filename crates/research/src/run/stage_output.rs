//! Validates the output of a stage: an invalid payload, a wrong count, or a missing output does not reach the state of
//! the run.

use firsthand_source::Losses;
use serde_json::Value;

use super::{ResearchError, Run};
use crate::answer::degradation;
use crate::compose::composed_output;
use crate::execute::fuse;
use crate::hit::Hit;
use crate::route::route;
use crate::run_state::decode_valid;
use crate::stage_io::{Draft, StageInput, StageOutput};
use crate::{
    AssessmentOutput, ClassifierOutput, Degradation, ExecutionOutput, Next, RouteAction,
    RouteDecision, Stage,
};

/// The most attempts to get a valid decision from a router.
const MAX_ROUTE_ATTEMPTS: u32 = 2;

/// The fault of a stage that exceeded its time limit.
pub(super) const LATE: &str = "it gave nothing in time";

type ValidationResult = Result<StageOutput, String>;

impl Run<'_> {
    /// The validated output of a stage, or its fallback; problems are added to `degraded`.
    pub(super) async fn validated_output(
        &mut self,
        next: Next,
        stage: Stage,
        degraded: &mut Vec<Degradation>,
    ) -> Result<StageOutput, ResearchError> {
        let input = self.state.stage_input(next, stage, 0);
        let attempts = if stage == Stage::Route {
            MAX_ROUTE_ATTEMPTS
        } else {
            1
        };
        let (mut spent_tokens, mut why) = (0_u64, String::new());
        for _ in 0..attempts {
            let output = self.request_stage(input.clone()).await?;
            let tokens = output.as_ref().map_or(0, |output| output.tokens);
            spent_tokens = spent_tokens.saturating_add(tokens);
            match output.and_then(|output| validate(&input, output)) {
                Ok(output) => {
                    degraded.extend(reported_degradations(stage, &output));
                    return Ok(StageOutput {
                        tokens: spent_tokens,
                        ..output
                    });
                }
                Err(fault) => why = fault,
            }
        }
        degraded.push(degradation(stage, why.clone()));
        let mut output = fallback(&input, &why);
        output.coverage.losses = output.coverage.losses.and(losses_of_fault(&input, &why));
        Ok(StageOutput {
            tokens: spent_tokens,
            ..output
        })
    }
}

/// Validates the payload, and replaces its counts with the actual ones.
fn validate(input: &StageInput, output: StageOutput) -> ValidationResult {
    match input.stage {
        Stage::Classify => validate_classification(input, output),
        Stage::Route => validate_route(output),
        Stage::Execute => validate_execution(input, output),
        Stage::Assess => validate_assessment(input, output),
        Stage::Synthesize => validate_draft(output),
    }
}

fn validate_classification(input: &StageInput, mut output: StageOutput) -> ValidationResult {
    let mut payload: ClassifierOutput = decode_valid(&output.payload)?;
    payload.topic.clone_from(&input.intent.topic);
    // The candidates that are shown by position must be those of the hits.
    payload.candidates = output.hits.iter().map(Hit::candidate).collect();
    output.payload = StageOutput::of(&payload).payload;
    Ok(output)
}

fn validate_route(mut output: StageOutput) -> ValidationResult {
    let decision: RouteDecision = decode_valid(&output.payload)?;
    let args_error = match decision.action {
        Some(RouteAction::Retighten) => decision.parse_retighten_args().err(),
        Some(RouteAction::WalkSeeds) => decision.parse_walk_seeds_args().err(),
        Some(RouteAction::Decompose) => decision.parse_decompose_args().err(),
        Some(RouteAction::SynthesizeDirectly) | None => None,
    };
    if let Some(fault) = args_error {
        return Err(fault.to_string());
    }
    output.payload = StageOutput::of(&decision).payload;
    Ok(output)
}

fn validate_execution(input: &StageInput, mut output: StageOutput) -> ValidationResult {
    let mut payload: ExecutionOutput = decode_valid(&output.payload)?;
    let budget = input.intent.resolved_budget_tokens() as usize;
    let fused = fuse(std::mem::take(&mut output.hits), budget);
    output.coverage.losses.budget += fused.left_out;
    payload.topic.clone_from(&input.intent.topic);
    payload.evidence = fused.evidence.iter().map(Hit::evidence).collect();
    payload.budget_tokens_used = i64::try_from(fused.tokens).unwrap_or(i64::MAX);
    let ran = output
        .sub_queries
        .iter()
        .filter(|row| row.contains_key("query"));
    payload.subquery_count = i64::try_from(ran.count()).unwrap_or(i64::MAX);
    output.hits = fused.evidence;
    output.payload = StageOutput::of(&payload).payload;
    Ok(output)
}

fn validate_assessment(input: &StageInput, mut output: StageOutput) -> ValidationResult {
    let mut payload: AssessmentOutput = decode_valid(&output.payload)?;
    payload.topic.clone_from(&input.intent.topic);
    payload.evidence_count = i64::try_from(input.evidence.len()).unwrap_or(i64::MAX);
    // The confidence of a degraded classification is the upper limit.
    let degraded = input.classified.as_ref().filter(|output| output.degraded);
    let max_confidence = degraded.map_or(1.0, |output| output.confidence);
    payload.confidence = payload.confidence.min(max_confidence);
    output.payload = StageOutput::of(&payload).payload;
    Ok(output)
}

fn validate_draft(mut output: StageOutput) -> ValidationResult {
    let is_object = output.payload.is_object();
    let draft: Option<Draft> = is_object
        .then(|| serde_json::from_value(output.payload.clone()).ok())
        .flatten();
    let draft = draft.ok_or_else(|| "it is no answer".to_owned())?;
    output.payload = StageOutput::of(&draft).payload;
    Ok(output)
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
        Stage::Synthesize => composed_output(input),
    }
}

/// The degradations that an output itself reports, and the warnings about it.
fn reported_degradations(stage: Stage, output: &StageOutput) -> Vec<Degradation> {
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
