//! The coordinator: requests one stage after the other, replaces late or invalid outputs by fallbacks, and returns a
//! verified result.

mod check;
mod stage_output;
mod types;

use std::time::Duration;

use firsthand_agent::validator::Present;
use stage_output::LATE;
use tokio::time::{Instant, timeout_at};

use crate::answer::{Answer, Proposal, degradation};
use crate::bus::Key;
use crate::compose::{compose, composed_output};
use crate::log::{LOG_VERSION, LogError, Record};
use crate::run_state::{RunState, cap_reason};
use crate::stage_io::{StageInput, StageOutput};
use crate::{
    Cap, Caps, Degradation, MAX_RETIGHTEN_ROUNDS, Next, Payload, SearchResult, Stage, triples,
};

pub use types::{Observer, Request, ResearchError, Researched, RunDependencies};

/// The default deadline of a run.
pub const DEADLINE: Duration = Duration::from_secs(60);
/// The most time reserved for rereading the cited files; at most a tenth of the deadline.
const MAX_CHECK_TIME: Duration = Duration::from_secs(5);

/// Runs the chain to its end, within the deadline, whatever the stages do.
///
/// # Errors
/// The intent is not valid, or the caller cancelled.
pub async fn run(request: Request, deps: &RunDependencies) -> Result<Researched, ResearchError> {
    request.intent.validate()?;
    let mut run = Run::new(deps, RunState::default(), Vec::new());
    let caps = Caps {
        iterations: request.intent.resolved_max_iterations(),
        retighten_rounds: MAX_RETIGHTEN_ROUNDS,
    };
    run.record(Record::Requested {
        version: LOG_VERSION,
        triples: triples::requested(&request),
        loop_id: request.loop_id,
        root: request.root,
        model: request.model,
        intent: request.intent,
        caps,
    });
    run.finish().await
}

/// Resumes an interrupted run after its last completed stage, with a new deadline.
///
/// # Errors
/// The log is not that of an unfinished run, or the caller cancelled.
pub async fn resume(log: Vec<Record>, deps: &RunDependencies) -> Result<Researched, ResearchError> {
    match log.as_slice() {
        [] => return Err(LogError::NoRequest.into()),
        [.., Record::Finished { .. }] => return Err(LogError::Finished.into()),
        _ => {}
    }
    let mut state = RunState::default();
    log.iter().for_each(|record| state.apply(record));
    Run::new(deps, state, log).finish().await
}

/// Recomputes the result of a finished run from its log alone, without repository, model or clock.
///
/// # Errors
/// The log is of an unfinished run, or the recomputed result differs from the recorded one.
pub fn replay(log: &[Record]) -> Result<Researched, LogError> {
    let Some((
        Record::Finished {
            present, result, ..
        },
        earlier_records,
    )) = log.split_last()
    else {
        return Err(LogError::Unfinished);
    };
    let mut state = RunState::default();
    earlier_records
        .iter()
        .for_each(|record| state.apply(record));
    let Answer {
        result: recomputed,
        report,
    } = Proposal::of(&state).verify(&state, present);
    let to_json = |result: &SearchResult| serde_json::to_value(result).ok();
    if to_json(&recomputed) != to_json(result) {
        return Err(LogError::Differs);
    }
    Ok(Researched {
        result: recomputed,
        report,
        log: log.to_vec(),
    })
}

struct Run<'a> {
    deps: &'a RunDependencies,
    state: RunState,
    log: Vec<Record>,
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
    fn new(deps: &'a RunDependencies, state: RunState, log: Vec<Record>) -> Self {
        let started = Instant::now();
        let deadline = started + deps.deadline;
        let before_ms = log.iter().filter_map(triples::at_ms).max().unwrap_or(0);
        Self {
            deps,
            requested_rounds: Stage::ALL.map(|stage| state.round(stage) - 1),
            state,
            log,
            started,
            before_ms,
            stages_end: deadline - MAX_CHECK_TIME.min(deps.deadline / 10),
            deadline,
        }
    }

    fn record(&mut self, record: Record) {
        self.state.apply(&record);
        if let Some(observer) = &self.deps.observer {
            observer.record(&record);
        }
        self.log.push(record);
    }

    fn at_ms(&self) -> u64 {
        let passed = u64::try_from(self.started.elapsed().as_millis());
        self.before_ms.saturating_add(passed.unwrap_or(u64::MAX))
    }

    async fn finish(mut self) -> Result<Researched, ResearchError> {
        loop {
            let late = Instant::now() >= self.stages_end;
            let next = self.state.next(late);
            let Some(stage) = next.stage() else { break };
            self.run_stage(next, stage).await?;
        }
        let (answer, present) = self.answer().await?;
        let (result, at_ms) = (Box::new(answer.result.clone()), self.at_ms());
        let triples = triples::finished(&self.state.loop_id, &result);
        self.record(Record::Finished {
            present,
            result,
            at_ms,
            triples,
        });
        Ok(Researched {
            result: answer.result,
            report: answer.report,
            log: self.log,
        })
    }

    /// Runs a stage, and records its output.
    async fn run_stage(&mut self, next: Next, stage: Stage) -> Result<(), ResearchError> {
        let mut degraded = Vec::new();
        let mut output = match next {
            Next::Synthesize(Some(cap)) => {
                degraded.push(degradation(stage, cap_reason(cap)));
                match Instant::now() >= self.stages_end {
                    true => composed_output(&self.state.stage_input(next, stage, 0)),
                    false => self.validated_output(next, stage, &mut degraded).await?,
                }
            }
            _ => self.validated_output(next, stage, &mut degraded).await?,
        };
        if next == Next::Synthesize(Some(Cap::Deadline)) {
            output.coverage.losses.time += 1;
        }
        self.complete(stage, output, degraded);
        Ok(())
    }

    fn complete(&mut self, stage: Stage, output: StageOutput, degraded: Vec<Degradation>) {
        let round = self.state.round(stage);
        let at_ms = self.at_ms();
        let triples = triples::completed(&self.state.loop_id, stage, at_ms, &output);
        self.record(Record::Completed {
            stage,
            round,
            output,
            degraded,
            at_ms,
            triples,
        });
    }

    /// Requests the output of a stage; an error message if the stage fails or exceeds its time limit.
    async fn request_stage(
        &mut self,
        mut input: StageInput,
    ) -> Result<Result<StageOutput, String>, ResearchError> {
        self.requested_rounds[input.stage as usize] += 1;
        input.round = self.requested_rounds[input.stage as usize];
        let now = Instant::now();
        let time_left = self.stages_end.saturating_duration_since(now);
        // Leaves time for the remaining stages.
        let time_limit = match input.stage {
            Stage::Synthesize => time_left,
            _ => time_left / 2,
        };
        input.left_ms = u64::try_from(time_limit.as_millis()).unwrap_or(u64::MAX);
        let key = Key::of(&input);
        let bus = &self.deps.bus;
        let response = async {
            bus.request(input)
                .await
                .map_err(|error| error.to_string())?;
            let output = bus
                .completed(&key)
                .await
                .map_err(|error| error.to_string())?;
            output.map_err(|error| error.to_string())
        };
        tokio::select! {
            biased;
            () = self.deps.cancel.cancelled() => Err(ResearchError::Cancelled),
            done = timeout_at(now + time_limit, response) => Ok(match done {
                Ok(output) => output,
                Err(_) => Err(LATE.to_owned()),
            }),
        }
    }

    /// The verified answer; if nothing in the draft can be verified, an answer composed from the evidence.
    async fn answer(&mut self) -> Result<(Answer, Present), ResearchError> {
        let (answer, present) = self.verified_answer().await?;
        let input = self.state.stage_input(Next::Return, Stage::Synthesize, 0);
        let (composed, _) = compose(&input);
        let no_alternative = composed.claims.is_empty() || composed == self.state.draft;
        if !answer.result.claims.is_empty() || no_alternative {
            return Ok((answer, present));
        }
        let reason = "nothing of the answer held; it was composed from the evidence instead";
        let degraded = vec![degradation(Stage::Synthesize, reason)];
        self.complete(Stage::Synthesize, composed_output(&input), degraded);
        self.verified_answer().await
    }

    async fn verified_answer(&self) -> Result<(Answer, Present), ResearchError> {
        let proposal = Proposal::of(&self.state);
        let rereading = check::reread(self.deps, proposal.cited(), self.deadline);
        let present = tokio::select! {
            biased;
            () = self.deps.cancel.cancelled() => return Err(ResearchError::Cancelled),
            present = rereading => proposal.only_seen(present),
        };
        Ok((proposal.verify(&self.state, &present), present))
    }
}
