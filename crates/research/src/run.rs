//! The coordinator: requests one stage after the other, replaces late or invalid outputs by fallbacks, and returns a
//! verified result.

mod stage_output;
mod state;

use std::sync::Arc;
use std::time::Duration;

use firsthand_agent::validator::{Present, VerifiedReport};
use firsthand_agent::{Cancel, FileSource, RunLog, TranscriptError, check_start};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

use crate::answer::{Answer, Proposal};
use crate::bus::{Key, LocalBus, StageBus};
use crate::compose::{compose, composed_output};
use crate::event::{Record, ResearchEvent, TRANSCRIPT_VERSION};
use crate::hints::Hints;
use crate::payload::{self, Degradation, Invalid, Payload as _, SearchResult};
use crate::stage_io::{StageInput, StageOutput};
use crate::{Cap, Next, RepoStages, Stage};

use stage_output::LATE;
pub(crate) use state::RunState;

/// The default deadline of a run.
pub const DEADLINE: Duration = Duration::from_secs(60);
/// The most time reserved for rereading the cited files; at most a tenth of the deadline.
const MAX_CHECK_TIME: Duration = Duration::from_secs(5);

/// The outcome of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Researched {
    /// The result in its wire format.
    pub result: SearchResult,
    /// The places and quotes of its claims, as they were verified.
    pub report: VerifiedReport,
    /// The events of the run; [`replay`] makes the same result of them.
    pub transcript: Vec<Record>,
}

/// Why a run has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResearchError {
    /// The intent is not valid.
    #[error("the intent is not valid: {0}")]
    Intent(#[from] Invalid),
    /// A hint has a value that cannot be read.
    #[error("{0}")]
    Hint(String),
    /// The caller cancelled.
    #[error("the research was cancelled")]
    Cancelled,
    /// The transcript cannot be used for this.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
}

/// Receives each record of a run as it is written.
pub type Observer = Arc<dyn Fn(&Record) + Send + Sync>;

/// The dependencies of a run.
#[derive(Clone)]
pub struct RunDependencies {
    /// Carries stages to the workers that run them.
    pub bus: Arc<dyn StageBus>,
    /// Reads the present content of cited files and commit messages.
    pub files: Arc<dyn FileSource>,
    /// The time limit of the run.
    pub deadline: Duration,
    /// Cancels the run.
    pub cancel: Cancel,
    /// Receives every record.
    pub observer: Option<Observer>,
}

impl RunDependencies {
    /// Runs the stages in this process, within [`DEADLINE`].
    #[must_use]
    pub fn local(stages: RepoStages, cancel: Cancel) -> Self {
        let files = Arc::new(stages);
        let bus = Arc::new(LocalBus::new(files.clone(), cancel.clone()));
        Self { bus, files, deadline: DEADLINE, cancel, observer: None }
    }
}

/// A request for a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// The run's id, used in its keys and triples.
    pub loop_id: String,
    /// The id of the run that requested this one; empty if the caller is not a run.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub parent: String,
    /// The repository, as the caller names it.
    pub root: String,
    /// The model that decides; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// What to find out.
    pub intent: payload::Intent,
}

impl Request {
    /// Makes a request without parent, repository name and model.
    #[must_use]
    pub fn new(loop_id: impl Into<String>, intent: payload::Intent) -> Self {
        Self { intent, loop_id: loop_id.into(), ..Self::default() }
    }
}

/// Runs the chain to its end, within the deadline, whatever the stages do.
///
/// # Errors
/// The intent is not valid, or the caller cancelled.
pub async fn run(request: Request, deps: &RunDependencies) -> Result<Researched, ResearchError> {
    request.intent.validate()?;
    if let Some(why) = Hints::of(&request.intent.hints).invalid.into_iter().next() {
        return Err(ResearchError::Hint(why));
    }
    let mut run = Run::new(deps, RunLog::default());
    let (version, loop_id) = (TRANSCRIPT_VERSION, request.loop_id.clone());
    run.record(&loop_id, ResearchEvent::Requested { version, request });
    run.finish().await
}

/// Resumes an interrupted run after its last completed stage, with a new deadline.
///
/// # Errors
/// The transcript is not that of an unfinished run, or the caller cancelled.
pub async fn resume(
    transcript: Vec<Record>,
    deps: &RunDependencies,
) -> Result<Researched, ResearchError> {
    check_start(&transcript)?;
    let run = Run::new(deps, RunLog::of(transcript));
    if run.log.state.finished.is_some() {
        return Err(TranscriptError::Finished.into());
    }
    run.finish().await
}

/// Recomputes the result of a finished run from its transcript alone, without repository, model or clock.
///
/// # Errors
/// The transcript is of an unfinished run, or the recomputed result differs from the recorded one.
pub fn replay(transcript: &[Record]) -> Result<Researched, TranscriptError> {
    check_start(transcript)?;
    let RunLog { state, events, .. } = RunLog::<RunState>::of(transcript.to_vec());
    let (present, recorded) = state.finished.as_ref().ok_or(TranscriptError::Unfinished)?;
    let Answer { result, report } = Proposal::of(&state).verify(&state, present);
    if serde_json::to_value(&result).ok() != serde_json::to_value(recorded).ok() {
        return Err(TranscriptError::Differs);
    }
    Ok(Researched { result, report, transcript: events })
}

struct Run<'a> {
    deps: &'a RunDependencies,
    log: RunLog<RunState>,
    started: Instant,
    /// The milliseconds that a resumed run took before.
    before_ms: u64,
    /// When the stages must end, so that the cited files can be checked.
    stages_end: Instant,
    deadline: Instant,
    /// How often each stage was requested.
    requested_rounds: [u32; Stage::ALL.len()],
}

impl<'a> Run<'a> {
    fn new(deps: &'a RunDependencies, log: RunLog<RunState>) -> Self {
        let started = Instant::now();
        let deadline = started + deps.deadline;
        Self {
            deps,
            requested_rounds: log.state.rounds,
            before_ms: log.last_ms(),
            log,
            started,
            stages_end: deadline - MAX_CHECK_TIME.min(deps.deadline / 10),
            deadline,
        }
    }

    fn record(&mut self, loop_id: &str, event: ResearchEvent) {
        let passed = u64::try_from(self.started.elapsed().as_millis());
        let at_ms = self.before_ms.saturating_add(passed.unwrap_or(u64::MAX));
        let record = Record::new(loop_id, event, at_ms);
        self.log.record(record, |record, _| {
            if let Some(observer) = &self.deps.observer {
                observer(record);
            }
        });
    }

    async fn finish(mut self) -> Result<Researched, ResearchError> {
        loop {
            let late = Instant::now() >= self.stages_end;
            let next = self.log.state.next(late);
            let Some(stage) = next.stage() else { break };
            self.run_stage(next, stage).await?;
        }
        let (Answer { result, report }, present) = self.answer().await?;
        let finished = ResearchEvent::Finished { present, result: Box::new(result.clone()) };
        let loop_id = self.log.state.request.loop_id.clone();
        self.record(&loop_id, finished);
        Ok(Researched { result, report, transcript: self.log.events })
    }

    /// Runs a stage, and records its output.
    async fn run_stage(&mut self, next: Next, stage: Stage) -> Result<(), ResearchError> {
        let mut degraded = Vec::new();
        if let Next::Synthesize(Some(cap)) = next {
            degraded.push(Degradation::new(stage, cap.reason()));
        }
        let is_capped = !degraded.is_empty();
        let mut output = if is_capped && Instant::now() >= self.stages_end {
            composed_output(&self.log.state.stage_input(next, stage))
        } else {
            self.validated_output(next, stage, &mut degraded).await?
        };
        if next == Next::Synthesize(Some(Cap::Deadline)) {
            output.coverage.losses.time += 1;
        }
        self.complete(stage, output, degraded);
        Ok(())
    }

    fn complete(&mut self, stage: Stage, output: StageOutput, degraded: Vec<Degradation>) {
        let round = self.log.state.rounds[stage as usize] + 1;
        let completed = ResearchEvent::Completed { stage, round, output, degraded };
        let loop_id = self.log.state.request.loop_id.clone();
        self.record(&loop_id, completed);
    }

    /// Requests the output of a stage; an error message if the stage fails or exceeds its time limit.
    async fn request_stage(
        &mut self,
        mut input: StageInput,
    ) -> Result<Result<StageOutput, String>, ResearchError> {
        self.requested_rounds[input.stage as usize] += 1;
        input.round = self.requested_rounds[input.stage as usize];
        let now = Instant::now();
        let mut time_limit = self.stages_end.saturating_duration_since(now);
        if input.stage != Stage::Synthesize {
            // Leaves time for the remaining stages.
            time_limit /= 2;
        }
        input.left_ms = u64::try_from(time_limit.as_millis()).unwrap_or(u64::MAX);
        let key = Key::of(&input);
        let response = async {
            self.deps.bus.request(input).await?;
            self.deps.bus.completed(&key).await
        };
        tokio::select! {
            biased;
            () = self.deps.cancel.cancelled() => Err(ResearchError::Cancelled),
            done = timeout_at(now + time_limit, response) => Ok(match done {
                Ok(Ok(output)) => output.map_err(|error| error.to_string()),
                Ok(Err(error)) => Err(error.to_string()),
                Err(_) => Err(LATE.to_owned()),
            }),
        }
    }

    /// The verified answer; if nothing in the draft can be verified, an answer composed from the evidence.
    async fn answer(&mut self) -> Result<(Answer, Present), ResearchError> {
        let (answer, present) = self.verified_answer().await?;
        let input = self.log.state.stage_input(Next::Return, Stage::Synthesize);
        let (composed, _) = compose(&input);
        let no_alternative = composed.claims.is_empty() || composed == self.log.state.draft;
        if !answer.result.claims.is_empty() || no_alternative {
            return Ok((answer, present));
        }
        let reason = "nothing of the answer held; it was composed from the evidence instead";
        let degraded = vec![Degradation::new(Stage::Synthesize, reason)];
        self.complete(Stage::Synthesize, composed_output(&input), degraded);
        self.verified_answer().await
    }

    async fn verified_answer(&self) -> Result<(Answer, Present), ResearchError> {
        let proposal = Proposal::of(&self.log.state);
        let present = tokio::select! {
            biased;
            () = self.deps.cancel.cancelled() => return Err(ResearchError::Cancelled),
            present = proposal.reread(&self.deps.files, self.deadline) => present,
        };
        Ok((proposal.verify(&self.log.state, &present), present))
    }
}
