//! Runs the calls of a turn, and answers each exactly once.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::clip;
use firsthand_validator::{Finding, Rule};
use futures::StreamExt as _;
use serde_json::Value;

use super::{Halt, Interrupt, NamedTool, Run};
use crate::cut::{ERROR_CHARS, cut};
use crate::event::Event;
use crate::policy;
use crate::runtime::run_on;
use crate::state::Pending;
use crate::submit::{Reading, SUBMIT};
use crate::{CallContext, RepoReader, Tool, ToolCall, ToolError, ToolOutput, arguments};

/// A tool is to end so long before the run must, or a fifth of what is left: what it found until then
/// can still be reported.
const RESERVE: Duration = Duration::from_secs(2);

type Outcome = Result<ToolOutput, ToolError>;

/// A call that a tool will run: its number in the turn, and who runs it.
type Job<'r> = (usize, &'r NamedTool, &'r ToolCall);

impl Run<'_> {
    /// Runs the first `allowed` calls that are not a report, at most so many side by side as the
    /// budget says, and answers every pending call in its order.
    ///
    /// A report needs no time, so one that came in time is received even where the time for the
    /// other calls is up; and what these saw until then is kept.
    pub(super) async fn answer(&mut self, allowed: usize, refusal: &str) -> Result<(), Halt> {
        let pending = self.state.pending.clone();
        let (mut outcomes, jobs) = self.assign(&pending, allowed, refusal);
        let ended = self.run_jobs(&jobs, &mut outcomes).await;
        let stopped = self.answered(&pending, outcomes);
        // A run that was ended is that, whatever its tools made of it.
        match ended {
            Err(Interrupt::TimeIsUp) if self.state.submitted => stopped,
            Err(interrupt) => self.interrupted(interrupt),
            Ok(()) => stopped,
        }
    }

    /// Answers what needs no tool, and returns which calls a tool runs: those have no outcome yet.
    fn assign<'r>(
        &'r self,
        pending: &'r [Pending],
        allowed: usize,
        refusal: &str,
    ) -> (Vec<Option<Outcome>>, Vec<Job<'r>>) {
        let (mut outcomes, mut jobs, mut left) = (Vec::new(), Vec::new(), allowed);
        for (at, Pending { call, report }) in pending.iter().enumerate() {
            let may_run = report.is_none() && left > 0;
            left -= usize::from(may_run);
            let tool = self.tools.iter().find(|tool| tool.name == call.tool);
            outcomes.push(match tool {
                _ if report.is_some() => report.as_ref().map(received),
                None => Some(refuse(&format!(
                    "There is no such tool. There are: {}.",
                    self.names()
                ))),
                Some(_) if !may_run => Some(refuse(refusal)),
                Some(tool) => {
                    jobs.push((at, tool, call));
                    None
                }
            });
        }
        (outcomes, jobs)
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.state.tools.iter().map(|t| t.name.as_str()).collect();
        names.join(", ")
    }

    /// Fills in the outcomes of the jobs until all are done, one stops the run, or
    /// the run is ended.
    async fn run_jobs(
        &self,
        jobs: &[Job<'_>],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), Interrupt> {
        if jobs.is_empty() {
            return Ok(());
        }
        let width = match jobs.iter().any(|(_, tool, _)| tool.alone) {
            true => 1,
            false => self.state.budgets.parallel.max(1) as usize,
        };
        let left = self.time_left();
        let context = CallContext {
            cancel: self.inner_cancel.after(left - RESERVE.min(left / 5)),
            room: self.state.budgets.result_chars.min(self.state.room_left()),
            repo: RepoReader::new(
                Arc::clone(&self.parts.files),
                Arc::clone(&self.parts.policy),
            ),
        };
        let context = &context;
        // A list, not a lazy map: its closure would keep the whole run from being `Send`.
        let mut running = Vec::new();
        for &(at, tool, call) in jobs {
            running.push(async move { (at, self.call(tool, call, context).await) });
        }
        let mut running = futures::stream::iter(running).buffer_unordered(width);
        let work = async {
            while let Some((at, outcome)) = running.next().await {
                let stop = matches!(outcome, Err(ToolError::Stop(_)));
                if let Some(slot) = outcomes.get_mut(at) {
                    *slot = Some(outcome);
                }
                if stop {
                    break;
                }
            }
        };
        let mut work = pin!(work);
        let ended = self.within(work.as_mut()).await;
        if ended.is_err() {
            // Tools hear of the end; what they still answer at once counts.
            self.inner_cancel.cancel();
            let _ = futures::poll!(work);
        }
        ended
    }

    /// Calls a tool once, unless the run is over by the time its turn comes. Its signal to stop is set when the run ends, and
    /// when the model withdraws the call.
    async fn call(&self, named: &NamedTool, call: &ToolCall, context: &CallContext) -> Outcome {
        if self.interrupt().is_some() {
            return refuse(ENDED);
        }
        let mut specs = self.state.tools.iter();
        let spec = specs.find(|spec| spec.name == named.name);
        let read = match arguments::read(spec, &call.arguments) {
            Ok(read) => read,
            Err(why) => return refuse(&why),
        };
        let (tool, cancel) = (Arc::clone(&named.tool), context.cancel.child());
        let context = CallContext {
            cancel: cancel.clone(),
            ..context.clone()
        };
        let policy = Arc::clone(&self.parts.policy);
        let called = async move {
            let outcome = call_until_cancelled(&*tool, read.value, &context).await;
            policy::apply(&*policy, outcome)
        };
        let mut called = pin!(run_on(&*self.parts.runtime, called));
        let outcome = tokio::select! {
            biased;
            outcome = &mut called => outcome,
            () = self.parts.model.withdrawn(&call.id) => {
                cancel.cancel();
                called.await.map(withdrawn)
            }
        };
        match outcome.unwrap_or_else(|| refuse("The tool failed; other tools work.")) {
            Ok(mut output) => {
                output.findings.extend(noted(&named.name, read.repairs));
                output.diagnostics.extend(read.notes);
                Ok(output)
            }
            Err(ToolError::Answer(why)) if !read.notes.is_empty() => {
                refuse(&format!("{why} ({})", read.notes.join("; ")))
            }
            failed => failed,
        }
    }

    /// Records the answers, in the order of the calls.
    fn answered(&mut self, calls: &[Pending], outcomes: Vec<Option<Outcome>>) -> Result<(), Halt> {
        let mut stop = None;
        for (Pending { call, .. }, outcome) in calls.iter().zip(outcomes) {
            let (output, error) = match outcome.unwrap_or_else(|| refuse(ENDED)) {
                Ok(output) => (output, None),
                Err(ToolError::Answer(text)) => (ToolOutput::default(), Some(text)),
                Err(ToolError::Stop(text)) => {
                    stop.get_or_insert(text.clone());
                    (ToolOutput::default(), Some(text))
                }
            };
            let output = cut(output, &self.state, self.state.budgets.result_chars);
            let error = error.map(|text| clip(&text, ERROR_CHARS).into_owned());
            let (call, at_ms) = (call.id.clone(), self.now());
            self.record(Event::ToolAnswered {
                call,
                output,
                error,
                at_ms,
            });
        }
        stop.map_or(Ok(()), |text| Err(Halt::Tool(text)))
    }
}

/// The answer to a call that the end of the run came before.
pub(crate) const ENDED: &str = "Not finished: the run was ended.";

/// The answer to a call that was withdrawn before the tool had one.
const WITHDRAWN: &str = "Not finished: the call was withdrawn.";

fn withdrawn(outcome: Outcome) -> Outcome {
    match outcome {
        Err(ToolError::Answer(_)) => refuse(WITHDRAWN),
        outcome => outcome,
    }
}

fn refuse(why: &str) -> Outcome {
    Err(ToolError::Answer(why.to_owned()))
}

/// The tool's outcome. One that does not answer once it hears of the end is dropped.
async fn call_until_cancelled(tool: &dyn Tool, arguments: Value, context: &CallContext) -> Outcome {
    tokio::select! {
        biased;
        outcome = tool.call(arguments, context) => outcome,
        () = context.cancel.cancelled() => refuse(ENDED),
    }
}

/// The answer to a report: the model hears of what cannot be read.
fn received(report: &Reading) -> Outcome {
    let (_, repairs) = report
        .as_ref()
        .map_err(|why| ToolError::Answer(why.clone()))?;
    Ok(ToolOutput {
        findings: noted(SUBMIT, repairs.iter().map(|one| one.detail.clone())).collect(),
        ..ToolOutput::default()
    })
}

/// What was repaired in the arguments of a call, for the report.
fn noted(tool: &str, repairs: impl IntoIterator<Item = String>) -> impl Iterator<Item = Finding> {
    let repairs = repairs.into_iter();
    repairs.map(move |what| Finding::new(Rule::ArgumentRepaired, format!("{tool}: {what}")))
}
