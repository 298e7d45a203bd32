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
use crate::submit::{ParsedSubmission, SUBMIT};
use crate::{CallContext, RepoReader, Tool, ToolCall, ToolError, ToolOutput, arguments};

/// Tools are cancelled this long before the run ends, or a fifth of the time left where that is shorter, so that their
/// results so far can still be reported.
const END_RESERVE: Duration = Duration::from_secs(2);

type Outcome = Result<ToolOutput, ToolError>;

/// A call to run: its position in the turn, its tool, and the call.
type Job<'r> = (usize, &'r NamedTool, &'r ToolCall);

impl Run<'_> {
    /// Runs the first `allowed` calls that are not a report, in parallel up to the budget, and answers every pending
    /// call, in the order of the calls. `refusal` is the answer to the calls that do not run.
    ///
    /// A report needs no time, so it is received even where the other calls time out; their results so far
    /// are recorded.
    pub(super) async fn answer(&mut self, allowed: usize, refusal: &str) -> Result<(), Halt> {
        let pending = self.log.state.pending.clone();
        let (mut outcomes, jobs) = self.assign(&pending, allowed, refusal);
        let run_result = self.run_jobs(&jobs, &mut outcomes).await;
        let record_result = self.record_answers(&pending, outcomes);
        // An interrupt takes precedence over the tools' outcomes, unless the time ran out and a report was submitted.
        match run_result {
            Err(Interrupt::TimedOut) if self.log.state.submitted => record_result,
            Err(interrupt) => self.handle_interrupt(interrupt),
            Ok(()) => record_result,
        }
    }

    /// The outcomes of the calls that are answered without a tool (reports, unknown tools, calls beyond `allowed`), and
    /// the jobs for all other calls, whose outcomes are `None`.
    fn assign<'r>(
        &'r self,
        pending: &'r [Pending],
        allowed: usize,
        refusal: &str,
    ) -> (Vec<Option<Outcome>>, Vec<Job<'r>>) {
        let (mut outcomes, mut jobs, mut calls_left) = (Vec::new(), Vec::new(), allowed);
        for (at, Pending { call, report }) in pending.iter().enumerate() {
            let may_run = report.is_none() && calls_left > 0;
            calls_left -= usize::from(may_run);
            let tool = self.tools.iter().find(|tool| tool.name == call.tool);
            outcomes.push(match tool {
                _ if report.is_some() => report.as_ref().map(submission_outcome),
                None => Some(error_answer(&format!(
                    "There is no such tool. There are: {}.",
                    self.tool_names()
                ))),
                Some(_) if !may_run => Some(error_answer(refusal)),
                Some(tool) => {
                    jobs.push((at, tool, call));
                    None
                }
            });
        }
        (outcomes, jobs)
    }

    fn tool_names(&self) -> String {
        let names: Vec<&str> = self
            .log
            .state
            .tools
            .iter()
            .map(|t| t.name.as_str())
            .collect();
        names.join(", ")
    }

    /// Runs the jobs and fills in their outcomes, until all are done, one stops the run, or
    /// the run is interrupted.
    async fn run_jobs(
        &self,
        jobs: &[Job<'_>],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), Interrupt> {
        if jobs.is_empty() {
            return Ok(());
        }
        let width = match jobs.iter().any(|(_, tool, _)| tool.exclusive) {
            true => 1,
            false => self.log.state.budgets.parallel.max(1) as usize,
        };
        let time_left = self.time_left();
        let context = CallContext {
            cancel: self
                .inner_cancel
                .after(time_left - END_RESERVE.min(time_left / 5)),
            room: self
                .log
                .state
                .budgets
                .result_chars
                .min(self.log.state.room_left()),
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
        let result = self.until_interrupted(work.as_mut()).await;
        if result.is_err() {
            // Tools are cancelled. The answers of those that return at once still count.
            self.inner_cancel.cancel();
            let _ = futures::poll!(work);
        }
        result
    }

    /// Calls a tool once, unless the run is interrupted before. The tool is cancelled when the run ends, and
    /// when the model withdraws the call.
    async fn call(&self, named: &NamedTool, call: &ToolCall, context: &CallContext) -> Outcome {
        if self.pending_interrupt().is_some() {
            return error_answer(INTERRUPTED);
        }
        let mut specs = self.log.state.tools.iter();
        let spec = specs.find(|spec| spec.name == named.name);
        let parsed = match arguments::parse(spec, &call.arguments) {
            Ok(parsed) => parsed,
            Err(why) => return error_answer(&why),
        };
        let (tool, cancel) = (Arc::clone(&named.tool), context.cancel.child());
        let context = CallContext {
            cancel: cancel.clone(),
            ..context.clone()
        };
        let policy = Arc::clone(&self.parts.policy);
        let called = async move {
            let outcome = call_until_cancelled(&*tool, parsed.value, &context).await;
            policy::apply(&*policy, outcome)
        };
        let mut called = pin!(run_on(&*self.parts.runtime, called));
        let outcome = tokio::select! {
            biased;
            outcome = &mut called => outcome,
            () = self.parts.model.withdrawn(&call.id) => {
                cancel.cancel();
                called.await.map(as_withdrawn)
            }
        };
        match outcome.unwrap_or_else(|| error_answer("The tool failed; other tools work.")) {
            Ok(mut output) => {
                output
                    .findings
                    .extend(repair_findings(&named.name, parsed.repairs));
                output.diagnostics.extend(parsed.notes);
                Ok(output)
            }
            Err(ToolError::Answer(why)) if !parsed.notes.is_empty() => {
                error_answer(&format!("{why} ({})", parsed.notes.join("; ")))
            }
            failed => failed,
        }
    }

    /// Records the answers, in the order of the calls.
    fn record_answers(
        &mut self,
        calls: &[Pending],
        outcomes: Vec<Option<Outcome>>,
    ) -> Result<(), Halt> {
        let mut stop = None;
        for (Pending { call, .. }, outcome) in calls.iter().zip(outcomes) {
            let (output, error) = match outcome.unwrap_or_else(|| error_answer(INTERRUPTED)) {
                Ok(output) => (output, None),
                Err(ToolError::Answer(text)) => (ToolOutput::default(), Some(text)),
                Err(ToolError::Stop(text)) => {
                    stop.get_or_insert(text.clone());
                    (ToolOutput::default(), Some(text))
                }
            };
            let output = cut(output, &self.log.state, self.log.state.budgets.result_chars);
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

/// The answer to a call that the end of the run interrupted. Transcripts hold it, and a resumed run finds the calls to
/// repeat by it, so the text must not change.
pub(crate) const INTERRUPTED: &str = "Not finished: the run was ended.";

/// The answer to a call that was withdrawn before its tool answered.
const WITHDRAWN: &str = "Not finished: the call was withdrawn.";

/// The outcome of a call that was withdrawn: a result that the tool returns all the same still counts.
fn as_withdrawn(outcome: Outcome) -> Outcome {
    match outcome {
        Err(ToolError::Answer(_)) => error_answer(WITHDRAWN),
        outcome => outcome,
    }
}

fn error_answer(why: &str) -> Outcome {
    Err(ToolError::Answer(why.to_owned()))
}

/// The tool's outcome; a tool that does not answer at once when it is cancelled is dropped.
async fn call_until_cancelled(tool: &dyn Tool, arguments: Value, context: &CallContext) -> Outcome {
    tokio::select! {
        biased;
        outcome = tool.call(arguments, context) => outcome,
        () = context.cancel.cancelled() => error_answer(INTERRUPTED),
    }
}

/// The answer to a report: an error where it cannot be parsed.
fn submission_outcome(report: &ParsedSubmission) -> Outcome {
    let (_, repairs) = report
        .as_ref()
        .map_err(|why| ToolError::Answer(why.clone()))?;
    Ok(ToolOutput {
        findings: repair_findings(SUBMIT, repairs.iter().map(|repair| repair.detail.clone()))
            .collect(),
        ..ToolOutput::default()
    })
}

/// The findings for the repaired arguments of a call.
fn repair_findings(
    tool: &str,
    repairs: impl IntoIterator<Item = String>,
) -> impl Iterator<Item = Finding> {
    let repairs = repairs.into_iter();
    repairs.map(move |repair| Finding::new(Rule::ArgumentRepaired, format!("{tool}: {repair}")))
}
