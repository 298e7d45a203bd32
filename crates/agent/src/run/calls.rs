//! Runs the calls of a turn, and answers each exactly once.

use std::panic::AssertUnwindSafe;
use std::pin::pin;

use firsthand_registry::clip;
use firsthand_validator::{Finding, Rule};
use futures::{FutureExt as _, StreamExt as _};
use serde_json::Value;

use super::{Interrupt, Named, Run};
use crate::answer::{ERROR_CHARS, cut};
use crate::event::Event;
use crate::repair::repair;
use crate::submit::{self, AS_TEXT, SUBMIT, read_selection};
use crate::{CallContext, ExploreError, ToolCall, ToolError, ToolOutput};

type Outcome = Result<ToolOutput, ToolError>;

/// A call that a tool will run: its number in the turn, and who runs it.
type Job<'r> = (usize, &'r Named, &'r ToolCall);

impl Run<'_> {
    /// Runs the first `allowed` calls that are not a report, at most so many side by side as the
    /// budget says, and answers every pending call in its order.
    ///
    /// A report needs no time, so one that came in time is received even where the time for the
    /// other calls is up; and what these saw until then is kept.
    pub(super) async fn answer(
        &mut self,
        allowed: usize,
        refusal: &str,
    ) -> Result<(), ExploreError> {
        let pending = self.state.pending.clone();
        let (mut outcomes, jobs) = self.assign(&pending, allowed, refusal);
        let ended = self.run_jobs(&jobs, &mut outcomes).await;
        self.answered(&pending, outcomes)?;
        match ended {
            Err(Interrupt::TimeIsUp) if self.state.submitted => Ok(()),
            Err(interrupt) => self.interrupted(interrupt),
            Ok(()) => Ok(()),
        }
    }

    /// Answers what needs no tool, and says which calls a tool runs: those have no outcome yet.
    fn assign<'r>(
        &'r self,
        pending: &'r [ToolCall],
        allowed: usize,
        refusal: &str,
    ) -> (Vec<Option<Outcome>>, Vec<Job<'r>>) {
        let (mut outcomes, mut jobs, mut left) = (Vec::new(), Vec::new(), allowed);
        for (at, call) in pending.iter().enumerate() {
            let report = call.tool == SUBMIT;
            let may_run = !report && left > 0;
            left -= usize::from(may_run);
            let tool = self.tools.iter().find(|tool| tool.name == call.tool);
            outcomes.push(match tool {
                _ if report => Some(receive(call)),
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

    /// Fills in the outcomes of the jobs until all are done, one says that the run cannot go on, or
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
        let context = CallContext {
            cancel: self.inner_cancel.clone(),
            room: self.state.budgets.result_chars.min(self.state.room_left()),
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
            // Tools hear of the end before they are dropped, so that they can pass it on.
            self.inner_cancel.cancel();
            let _ = futures::poll!(work);
        }
        ended
    }

    /// Calls a tool once, unless the run is over by the time its turn comes.
    async fn call(&self, named: &Named, call: &ToolCall, context: &CallContext) -> Outcome {
        if self.interrupt().is_some() {
            return refuse(ENDED);
        }
        let (arguments, mut repairs) = match &call.arguments {
            Value::String(text) => match submit::unquoted(text) {
                Ok(arguments) => (arguments, vec![AS_TEXT.to_owned()]),
                Err(why) => return refuse(&why),
            },
            other => (other.clone(), Vec::new()),
        };
        let mut specs = self.state.tools.iter();
        let spec = specs.find(|spec| spec.name == named.name);
        let (arguments, mended) = match spec {
            Some(spec) => repair(&spec.parameters, arguments),
            None => (arguments, Vec::new()),
        };
        repairs.extend(mended);
        let called = async { named.tool.call(arguments, context).await };
        let outcome = AssertUnwindSafe(called).catch_unwind().await;
        let mut outcome = outcome.unwrap_or_else(|_| refuse("The tool failed; other tools work."));
        if let Ok(output) = &mut outcome {
            output.findings.extend(noted(&named.name, repairs));
        }
        outcome
    }

    /// Records the answers, in the order of the calls.
    fn answered(
        &mut self,
        calls: &[ToolCall],
        outcomes: Vec<Option<Outcome>>,
    ) -> Result<(), ExploreError> {
        let mut stop = None;
        for (call, outcome) in calls.iter().zip(outcomes) {
            let (output, error) = match outcome.unwrap_or_else(|| refuse(ENDED)) {
                Ok(output) => (output, None),
                Err(ToolError::Answer(text)) => (ToolOutput::default(), Some(text)),
                Err(ToolError::Stop(text)) => {
                    stop.get_or_insert(text.clone());
                    (ToolOutput::default(), Some(text))
                }
            };
            let output = cut(output, &self.state);
            let error = error.map(|text| clip(&text, ERROR_CHARS).into_owned());
            let (call, at_ms) = (call.id.clone(), self.now());
            self.record(Event::Answered {
                call,
                output,
                error,
                at_ms,
            });
        }
        stop.map_or(Ok(()), |text| Err(ExploreError::Tool(text)))
    }
}

/// The answer to a call that the end of the run came before.
const ENDED: &str = "Not finished: the run was ended.";

fn refuse(why: &str) -> Outcome {
    Err(ToolError::Answer(why.to_owned()))
}

/// Reads a report, so that the model hears of what cannot be read.
fn receive(call: &ToolCall) -> Outcome {
    let (_, repairs) = read_selection(call).map_err(ToolError::Answer)?;
    Ok(ToolOutput {
        findings: noted(SUBMIT, repairs).collect(),
        ..ToolOutput::default()
    })
}

/// What was repaired in the arguments of a call, for the report.
fn noted(tool: &str, repairs: Vec<String>) -> impl Iterator<Item = Finding> {
    let repairs = repairs.into_iter();
    repairs.map(move |what| Finding::new(Rule::ArgumentRepaired, format!("{tool}: {what}")))
}
