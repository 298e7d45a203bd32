//! The state of a run: a fold over its records. Only [`next`] decides the next step from it.

use firsthand_agent::RunState as Fold;
use firsthand_agent::validator::{Coverage, Present};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Request;
use crate::event::{Record, ResearchEvent};
use crate::execute::fuse;
use crate::hit::Hit;
use crate::payload::{
    self, AssessmentOutput, DecompTrace, Degradation, MAX_RETIGHTEN_ROUNDS, Payload, RouteAction,
    RouteDecision, SearchResult,
};
use crate::route::instead_of_retighten;
use crate::stage_io::{Draft, StageInput, StageOutput};
use crate::{CompletedStage, Next, Progress, Stage, next};

/// The state of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunState {
    pub(crate) request: Request,
    /// What every stage reads: the current topic and hints, and what was found so far.
    pub(crate) input: StageInput,
    pub(crate) progress: Progress,
    assessed: AssessmentOutput,
    pub(crate) draft: Draft,
    /// Names that a topic spells and no searched file contains.
    pub(crate) not_found: Vec<String>,
    trace: DecompTrace,
    pub(crate) tokens: u64,
    pub(crate) degraded: Vec<Degradation>,
    pub(crate) coverage: Coverage,
    /// Whether the last execution found nothing new.
    stalled: bool,
    /// How often each stage was completed.
    pub(super) rounds: [u32; Stage::ALL.len()],
    /// The hits of every classification and execution so far.
    pub(crate) seen: Vec<Hit>,
    /// The cited files at the end of the run, and its result.
    pub(super) finished: Option<(Present, SearchResult)>,
}

impl Fold for RunState {
    type Event = Record;

    fn apply(&mut self, record: &Record) {
        match &record.event {
            ResearchEvent::Requested { request, .. } => {
                self.request.clone_from(request);
                self.input.loop_id.clone_from(&request.loop_id);
                self.input.intent.clone_from(&request.intent);
            }
            ResearchEvent::Completed { stage, output, degraded, .. } => {
                let repeats = |new: &&Degradation| self.degraded.contains(new);
                let new: Vec<_> = degraded.iter().filter(|new| !repeats(new)).cloned().collect();
                self.degraded.extend(new);
                self.tokens = self.tokens.saturating_add(output.tokens);
                self.rounds[*stage as usize] += 1;
                self.coverage = std::mem::take(&mut self.coverage).and(output.coverage.clone());
                self.seen.extend(output.hits.iter().cloned());
                self.progress.last = Some(self.complete(*stage, output));
            }
            ResearchEvent::Finished { present, result } => {
                self.finished = Some((present.clone(), (**result).clone()));
            }
        }
    }
}

impl RunState {
    fn complete(&mut self, stage: Stage, output: &StageOutput) -> CompletedStage {
        match stage {
            Stage::Classify => self.classify(output),
            Stage::Route => self.route(output),
            Stage::Execute => self.execute(output),
            Stage::Assess => self.assess(output),
            Stage::Synthesize => {
                self.draft = decode(&output.payload);
                CompletedStage::Synthesized
            }
        }
    }

    fn classify(&mut self, output: &StageOutput) -> CompletedStage {
        if let Some(CompletedStage::Routed(_)) = self.progress.last {
            self.progress.retighten_rounds += 1;
            self.trace.retighten_rounds += 1;
        }
        self.input.classified = decode(&output.payload);
        for name in self.input.classified.absent_names() {
            if !self.not_found.contains(&name) {
                self.not_found.push(name);
            }
        }
        self.input.candidates.clone_from(&output.hits);
        CompletedStage::Classified
    }

    /// Applies a routing decision: the topic and the hints of a retighten replace those of the run. Beyond its cap, a
    /// decomposition replaces it.
    fn route(&mut self, output: &StageOutput) -> CompletedStage {
        let mut decision: RouteDecision = decode(&output.payload);
        match decision.parse_retighten_args() {
            Ok(args) if self.may_retighten() => {
                self.input.intent.topic = args.topic;
                self.input.intent.hints = args.hints;
            }
            Ok(_) => decision = instead_of_retighten(&self.input),
            Err(_) => {}
        }
        let action = decision.action.unwrap_or(RouteAction::Decompose);
        self.input.decision = decision;
        self.trace.router_action = action.to_string();
        // For a direct answer, the candidates are the evidence.
        if action == RouteAction::SynthesizeDirectly {
            let budget = self.request.intent.resolved_budget_tokens() as usize;
            let fused = fuse(self.input.candidates.clone(), budget);
            self.input.evidence = fused.evidence;
            self.coverage.losses.budget += fused.left_out;
        }
        CompletedStage::Routed(action)
    }

    fn may_retighten(&self) -> bool {
        self.progress.retighten_rounds < MAX_RETIGHTEN_ROUNDS
    }

    fn execute(&mut self, output: &StageOutput) -> CompletedStage {
        if let Some(CompletedStage::Assessed { .. }) = self.progress.last {
            self.progress.iterations += 1;
            self.input.tried.extend(self.queries());
        }
        let evidence = &self.input.evidence;
        let is_in_evidence = |hit: &Hit| {
            let mut evidence = evidence.iter();
            evidence.any(|other| (other.path(), other.lines()) == (hit.path(), hit.lines()))
        };
        let found_nothing_new = !evidence.is_empty() && output.hits.iter().all(is_in_evidence);
        self.stalled = self.progress.iterations > 0 && found_nothing_new;
        self.input.evidence.clone_from(&output.hits);
        self.trace.sub_queries.extend(output.sub_queries.iter().cloned());
        for seed in &output.seeds {
            if !self.trace.seed_entities.contains(seed) {
                self.trace.seed_entities.push(seed.clone());
            }
        }
        CompletedStage::Executed
    }

    fn assess(&mut self, output: &StageOutput) -> CompletedStage {
        self.assessed = decode(&output.payload);
        let all_tried = self.queries().iter().all(|query| self.input.tried.contains(query));
        CompletedStage::Assessed {
            sufficient: self.assessed.sufficient,
            stalled: self.progress.iterations > 0 && (self.stalled || all_tried),
        }
    }

    /// The queries of a refinement: the assessor's, or the topic if it has none.
    fn queries(&self) -> Vec<String> {
        if self.assessed.refined_queries.is_empty() {
            return vec![self.request.intent.topic.clone()];
        }
        self.assessed.refined_queries.clone()
    }

    /// The next step of the run.
    pub(super) fn next(&self, late: bool) -> Next {
        let progress = Progress { late, ..self.progress };
        next(&progress, self.request.intent.resolved_max_iterations())
    }

    /// The input of the stage that performs the next step.
    pub(super) fn stage_input(&self, next: Next, stage: Stage) -> StageInput {
        let mut input = StageInput { stage, ..self.input.clone() };
        if next == Next::Route {
            let mut routes = RouteAction::ALL.to_vec();
            routes.retain(|route| self.may_retighten() || *route != RouteAction::Retighten);
            input.routes = routes;
        }
        if next == Next::Refine {
            input.queries = self.queries();
        }
        input
    }

    /// The trace of the run; `None` if the route was to answer from the candidates.
    pub(crate) fn trace(&self) -> Option<DecompTrace> {
        let is_direct = self.input.decision.action == Some(RouteAction::SynthesizeDirectly);
        (!is_direct).then(|| self.trace.clone())
    }
}

/// Decodes a recorded payload; the default value if it cannot be decoded.
pub(super) fn decode<T: DeserializeOwned + Default>(payload: &Value) -> T {
    serde_json::from_value(payload.clone()).unwrap_or_default()
}

/// Decodes and validates a payload of a stage.
pub(super) fn decode_valid<P: Payload>(payload: &Value) -> Result<P, String> {
    let decoded: P = payload::decode(payload.clone()).map_err(|error| error.to_string())?;
    decoded.validate()?;
    Ok(decoded)
}
