//! The state of a run: a fold over its records. Only [`next`] decides the next step from it.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::classify::{absent_names, undeclared_of};
use crate::execute::instead_of_retighten;
use crate::hit::Hit;
use crate::log::Record;
use crate::stage_io::{Draft, StageInput, StageOutput};
use crate::{
    AssessmentOutput, Cap, Caps, ClassifierOutput, CompletedStage, DecompTrace, Degradation,
    Intent, Next, Payload, Progress, RouteAction, RouteDecision, Stage, next,
};
use firsthand_agent::validator::Coverage;

/// The state of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunState {
    pub(crate) loop_id: String,
    pub(crate) root: String,
    pub(crate) model: String,
    /// The requested intent.
    pub(crate) requested: Intent,
    /// The current topic and hints, refined after a retighten.
    pub(crate) intent: Intent,
    pub(crate) caps: Caps,
    pub(crate) progress: Progress,
    pub(crate) classified: Option<ClassifierOutput>,
    pub(crate) candidates: Vec<Hit>,
    pub(crate) decision: Option<RouteDecision>,
    pub(crate) evidence: Vec<Hit>,
    pub(crate) assessed: Option<AssessmentOutput>,
    pub(crate) draft: Draft,
    /// Names that a topic spells and no searched file contains.
    pub(crate) not_found: Vec<String>,
    /// The queries of earlier refinements.
    pub(crate) tried: Vec<String>,
    pub(crate) trace: DecompTrace,
    pub(crate) tokens: u64,
    pub(crate) degraded: Vec<Degradation>,
    pub(crate) coverage: Coverage,
    /// Whether the last execution found nothing new.
    stalled: bool,
    rounds: [u32; Stage::ALL.len()],
    /// The hits of every classification and execution so far.
    pub(crate) seen: Vec<Hit>,
}

impl RunState {
    pub(crate) fn apply(&mut self, record: &Record) {
        match record {
            Record::Requested {
                loop_id,
                root,
                model,
                intent,
                caps,
                ..
            } => {
                self.loop_id.clone_from(loop_id);
                self.root.clone_from(root);
                self.model.clone_from(model);
                self.requested.clone_from(intent);
                self.intent.clone_from(intent);
                self.caps = *caps;
            }
            Record::Completed {
                stage,
                output,
                degraded,
                ..
            } => {
                self.degraded.extend(degraded.iter().cloned());
                self.tokens = self.tokens.saturating_add(output.tokens);
                self.rounds[*stage as usize] += 1;
                let coverage = std::mem::take(&mut self.coverage);
                self.coverage = coverage.and(output.coverage.clone());
                self.seen.extend(output.hits.iter().cloned());
                self.complete(*stage, output);
            }
            Record::Finished { .. } => {}
        }
    }

    fn complete(&mut self, stage: Stage, output: &StageOutput) {
        let completed = match stage {
            Stage::Classify => self.classify(output),
            Stage::Route => self.route(output),
            Stage::Execute => self.execute(output),
            Stage::Assess => self.assess(output),
            Stage::Synthesize => {
                self.draft = decode_payload(&output.payload);
                CompletedStage::Synthesized
            }
        };
        self.progress.last = Some(completed);
    }

    fn classify(&mut self, output: &StageOutput) -> CompletedStage {
        if let Some(CompletedStage::Routed(_)) = self.progress.last {
            self.progress.retighten_rounds += 1;
            self.trace.retighten_rounds += 1;
        }
        let classified: ClassifierOutput = decode_payload(&output.payload);
        for name in absent_names(&classified) {
            if !self.not_found.contains(&name) {
                self.not_found.push(name);
            }
        }
        self.classified = Some(classified);
        self.candidates.clone_from(&output.hits);
        CompletedStage::Classified
    }

    /// Applies a routing decision: the topic and the hints of a retighten replace those of the run.
    fn route(&mut self, output: &StageOutput) -> CompletedStage {
        let decision: RouteDecision = decode_payload(&output.payload);
        let action = decision.action.unwrap_or(RouteAction::Decompose);
        if let Ok(args) = decision.parse_retighten_args() {
            let is_capped = self.progress.retighten_rounds >= self.caps.retighten_rounds;
            if !is_capped {
                self.intent.topic = args.topic;
                self.intent.hints = args.hints;
            }
        }
        self.trace.router_action = action.name().to_owned();
        self.decision = Some(decision);
        // For a direct answer, the candidates are the evidence.
        if action == RouteAction::SynthesizeDirectly {
            let budget = self.requested.resolved_budget_tokens() as usize;
            let fused = crate::execute::fuse(self.candidates.clone(), budget);
            self.evidence = fused.evidence;
            self.coverage.losses.budget += fused.left_out;
        }
        CompletedStage::Routed(action)
    }

    fn execute(&mut self, output: &StageOutput) -> CompletedStage {
        if let Some(CompletedStage::Assessed { .. }) = self.progress.last {
            self.progress.iterations += 1;
            self.tried.extend(self.queries());
        }
        let had_evidence = !self.evidence.is_empty();
        let is_in_evidence = |hit: &Hit| {
            let place = |other: &Hit| (other.path().clone(), other.lines());
            self.evidence.iter().any(|other| place(other) == place(hit))
        };
        let found_nothing_new = had_evidence && output.hits.iter().all(is_in_evidence);
        self.stalled = self.progress.iterations > 0 && found_nothing_new;
        self.evidence.clone_from(&output.hits);
        self.trace
            .sub_queries
            .extend(output.sub_queries.iter().cloned());
        for seed in &output.seeds {
            if !self.trace.seed_entities.contains(seed) {
                self.trace.seed_entities.push(seed.clone());
            }
        }
        CompletedStage::Executed
    }

    fn assess(&mut self, output: &StageOutput) -> CompletedStage {
        let assessed: AssessmentOutput = decode_payload(&output.payload);
        let sufficient = assessed.sufficient;
        self.assessed = Some(assessed);
        let all_tried = self
            .queries()
            .iter()
            .all(|query| self.tried.contains(query));
        let stalled = self.progress.iterations > 0 && (self.stalled || all_tried);
        CompletedStage::Assessed {
            sufficient,
            stalled,
        }
    }

    /// The queries of a refinement: the assessor's, or the topic if it has none.
    pub(crate) fn queries(&self) -> Vec<String> {
        let assessed = self.assessed.as_ref();
        let queries = assessed.map(|assessed| assessed.refined_queries.clone());
        let queries = queries.unwrap_or_default();
        match queries.is_empty() {
            true => vec![self.requested.topic.clone()],
            false => queries,
        }
    }

    /// The next step of the run.
    pub(crate) fn next(&self, late: bool) -> Next {
        let progress = Progress {
            late,
            ..self.progress
        };
        next(&progress, self.caps)
    }

    /// The input of the stage that performs the next step.
    pub(crate) fn stage_input(&self, next: Next, stage: Stage, left_ms: u64) -> StageInput {
        let mut input = StageInput {
            loop_id: self.loop_id.clone(),
            stage,
            round: self.round(stage),
            intent: self.intent.clone(),
            classified: self.classified.clone(),
            routes: Vec::new(),
            decision: self.decision.clone(),
            queries: Vec::new(),
            tried: self.tried.clone(),
            candidates: self.candidates.clone(),
            evidence: self.evidence.clone(),
            left_ms,
        };
        match next {
            Next::Route => {
                let can_retighten = self.progress.retighten_rounds < self.caps.retighten_rounds;
                let routes = RouteAction::ALL.into_iter();
                input.routes = routes
                    .filter(|route| can_retighten || *route != RouteAction::Retighten)
                    .collect();
            }
            Next::Refine => input.queries = self.queries(),
            Next::Execute(action) => {
                let decided = input.decision.as_ref().and_then(|decision| decision.action);
                if decided != Some(action) {
                    input.decision = Some(instead_of_retighten(&input));
                }
            }
            _ => {}
        }
        input
    }

    /// The number of the next round of a stage, from 1.
    pub(crate) fn round(&self, stage: Stage) -> u32 {
        self.rounds[stage as usize] + 1
    }

    /// Whether the route was to answer from the candidates.
    pub(crate) fn is_direct(&self) -> bool {
        matches!(
            self.decision.as_ref().and_then(|decision| decision.action),
            Some(RouteAction::SynthesizeDirectly)
        )
    }

    /// The trace of the run as the result reports it; `None` if it answered from the candidates.
    pub(crate) fn trace(&self) -> Option<DecompTrace> {
        let mut trace = self.trace.clone();
        let executed = self.rounds[Stage::Execute as usize] > 0;
        if executed && trace.router_action == RouteAction::Retighten.name() {
            RouteAction::Decompose
                .name()
                .clone_into(&mut trace.router_action);
        }
        (!self.is_direct()).then_some(trace)
    }

    /// The names that the topic spells and nothing declares.
    pub(crate) fn undeclared(&self) -> Vec<String> {
        self.classified
            .as_ref()
            .map(undeclared_of)
            .unwrap_or_default()
    }
}

/// Decodes a recorded payload; the default value if it cannot be decoded.
fn decode_payload<T: DeserializeOwned + Default>(payload: &Value) -> T {
    serde_json::from_value(payload.clone()).unwrap_or_default()
}

/// Decodes and validates a payload of a stage.
pub(crate) fn decode_valid<P: Payload>(payload: &Value) -> Result<P, String> {
    if !payload.is_object() {
        return Err("it is no object".to_owned());
    }
    let decoded: P = serde_json::from_value(payload.clone()).map_err(|error| error.to_string())?;
    decoded.validate().map_err(|fault| fault.to_string())?;
    Ok(decoded)
}

/// The degradation reason for a reached cap.
pub(crate) fn cap_reason(cap: Cap) -> &'static str {
    match cap {
        Cap::Iterations => "the refinements are spent and the evidence is not judged sufficient",
        Cap::Stalled => "refining brings nothing new and the evidence is not judged sufficient",
        Cap::Deadline => "the time was up before the evidence was complete",
    }
}
