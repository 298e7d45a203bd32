//! The coordinator: asks for the stage that follows, takes what comes in time, stands in for what does not, and
//! hands back a verified result.

mod check;
mod parts;
mod stage_output;

use std::time::Duration;

use firsthand_agent::validator::Present;
use tokio::time::{Instant, timeout_at};

use crate::answer::{Answer, Proposal, degradation};
use crate::bus::Key;
use crate::compose::compose;
use crate::log::{LOG_VERSION, LogError, Record};
use crate::run_state::{RunState, cap_reason};
use crate::stage_io::{StageInput, StageOutput};
use crate::{Caps, Degradation, MAX_RETIGHTEN_ROUNDS, Next, Payload, SearchResult, Stage, triples};

pub use parts::{Observer, Parts, Request, ResearchError, Researched};

/// The default deadline of a run.
pub const DEADLINE: Duration = Duration::from_secs(60);
/// The most time reserved for rereading the cited files; at most a tenth of the deadline.
const MAX_CHECK_TIME: Duration = Duration::from_secs(5);

/// Runs the chain to its end: within the deadline, whatever the stages do.
///
/// # Errors
/// An intent that is not valid, and a cancellation.
pub async fn run(request: Request, parts: &Parts) -> Result<Researched, ResearchError> {
    request.intent.validate()?;
    let mut run = Run::new(parts, RunState::default(), Vec::new());
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

/// Goes on with a run that broke off, after its last completed stage. The deadline counts anew.
///
/// # Errors
/// A log that is none of an unfinished run, and a cancellation.
pub async fn resume(log: Vec<Record>, parts: &Parts) -> Result<Researched, ResearchError> {
    match log.as_slice() {
        [] => return Err(LogError::NoRequest.into()),
        [.., Record::Finished { .. }] => return Err(LogError::Finished.into()),
        _ => {}
    }
    let mut chain = RunState::default();
    log.iter().for_each(|record| chain.apply(record));
    Run::new(parts, chain, log).finish().await
}

/// Makes the result of a finished run again, from its log alone: no repository, no model, no clock.
///
/// # Errors
/// A log of an unfinished run, or one that does not make the result that it states.
pub fn replay(log: &[Record]) -> Result<Researched, LogError> {
    let Some((
        Record::Finished {
            present, result, ..
        },
        before,
    )) = log.split_last()
    else {
        return Err(LogError::Unfinished);
    };
    let mut chain = RunState::default();
    before.iter().for_each(|record| chain.apply(record));
    let Answer {
        result: again,
        report,
    } = Proposal::of(&chain).verify(&chain, present);
    let same = |result: &SearchResult| serde_json::to_value(result).ok();
    if same(&again) != same(result) {
        return Err(LogError::Differs);
    }
    Ok(Researched {
        result: again,
        report,
        log: log.to_vec(),
    })
}

struct Run<'a> {
    parts: &'a Parts,
    chain: RunState,
    log: Vec<Record>,
    started: Instant,
    before_ms: u64,
    /// When the stages must end, so that the cited files can be checked.
    stages_end: Instant,
    deadline: Instant,
    /// How often each stage was requested.
    requested_rounds: [u32; Stage::ALL.len()],
}

impl<'a> Run<'a> {
    fn new(parts: &'a Parts, chain: RunState, log: Vec<Record>) -> Self {
        let started = Instant::now();
        let deadline = started + parts.deadline;
        let before_ms = log.iter().filter_map(triples::at_ms).max().unwrap_or(0);
        Self {
            parts,
            requested_rounds: Stage::ALL.map(|stage| chain.round(stage) - 1),
            chain,
            log,
            started,
            before_ms,
            stages_end: deadline - MAX_CHECK_TIME.min(parts.deadline / 10),
            deadline,
        }
    }

    fn record(&mut self, record: Record) {
        self.chain.apply(&record);
        if let Some(observer) = &self.parts.observer {
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
            let next = self.chain.next(late);
            let Some(stage) = next.stage() else { break };
            self.stage(next, stage).await?;
        }
        let (answer, present) = self.answer().await?;
        let (result, at_ms) = (Box::new(answer.result.clone()), self.at_ms());
        let triples = triples::finished(&self.chain.loop_id, &result);
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
    async fn stage(&mut self, next: Next, stage: Stage) -> Result<(), ResearchError> {
        let mut degraded = Vec::new();
        let output = match next {
            Next::Synthesize(Some(cap)) => {
                degraded.push(degradation(stage, cap_reason(cap)));
                match Instant::now() >= self.stages_end {
                    true => StageOutput::of(&compose(&self.chain.stage_input(next, stage, 0))),
                    false => self.validated_output(next, stage, &mut degraded).await?,
                }
            }
            _ => self.validated_output(next, stage, &mut degraded).await?,
        };
        self.complete(stage, output, degraded);
        Ok(())
    }

    fn complete(&mut self, stage: Stage, output: StageOutput, degraded: Vec<Degradation>) {
        let round = self.chain.round(stage);
        let at_ms = self.at_ms();
        let triples = triples::completed(&self.chain.loop_id, stage, at_ms, &output);
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
    async fn ask(
        &mut self,
        mut input: StageInput,
    ) -> Result<Result<StageOutput, String>, ResearchError> {
        self.requested_rounds[input.stage as usize] += 1;
        input.round = self.requested_rounds[input.stage as usize];
        let now = Instant::now();
        let left = self.stages_end.saturating_duration_since(now);
        // So much that something is left for the stages that follow.
        let time_limit = match input.stage {
            Stage::Synthesize => left,
            _ => left / 2,
        };
        input.left_ms = u64::try_from(time_limit.as_millis()).unwrap_or(u64::MAX);
        let key = Key::of(&input);
        let bus = &self.parts.bus;
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
            () = self.parts.cancel.cancelled() => Err(ResearchError::Cancelled),
            done = timeout_at(now + time_limit, response) => Ok(match done {
                Ok(output) => output,
                Err(_) => Err("it gave nothing in time".to_owned()),
            }),
        }
    }

    /// The verified answer; where nothing of a draft holds, that of the evidence itself.
    async fn answer(&mut self) -> Result<(Answer, Present), ResearchError> {
        let (answer, present) = self.verified_answer().await?;
        let own = compose(&self.chain.stage_input(Next::Return, Stage::Synthesize, 0));
        let no_alternative = own.claims.is_empty() || own == self.chain.draft;
        if !answer.result.claims.is_empty() || no_alternative {
            return Ok((answer, present));
        }
        let reason = "nothing of the answer held; it was composed from the evidence instead";
        let degraded = vec![degradation(Stage::Synthesize, reason)];
        self.complete(Stage::Synthesize, StageOutput::of(&own), degraded);
        self.verified_answer().await
    }

    async fn verified_answer(&self) -> Result<(Answer, Present), ResearchError> {
        let proposal = Proposal::of(&self.chain);
        let rereading = check::read_again(self.parts, proposal.cited(), self.deadline);
        let present = tokio::select! {
            biased;
            () = self.parts.cancel.cancelled() => return Err(ResearchError::Cancelled),
            present = rereading => proposal.only_seen(present),
        };
        Ok((proposal.verify(&self.chain, &present), present))
    }
}
