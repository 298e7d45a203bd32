//! Runs the calls of a turn, and answers each exactly once.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::clip;
use firsthand_validator::{Finding, Repair, Rule};
use futures::StreamExt as _;

use super::{Halt, Interrupt, NamedTool, Run};
use crate::cut::{ERROR_CHARS, cut};
use crate::event::Event;
use crate::policy;
use crate::runtime::run_on;
use crate::state::Pending;
use crate::submit::{ParsedSubmission, SUBMIT};
use crate::{
    CallContext, Cancel, RepoReader, ToolCall, ToolError, ToolOutcome, ToolOutput, arguments,
};

/// Tools are cancelled this long before the run ends, or a fifth of the time left where that is shorter, so that their
/// results so far can still be reported.
const END_RESERVE: Duration = Duration::from_secs(2);

/// How a call ended, or the reason for which its tool stops the run.
type CallResult = Result<ToolOutcome, String>;

/// A call to run: its position in the turn, its tool, and the call.
type Job<'r> = (usize, &'r NamedTool, &'r ToolCall);

impl Run<'_> {
    /// Runs the first `allowed` calls that are not a report, in parallel up to the budget, and answers every pending
    /// call, in the order of the calls. `refusal` is the answer to the calls that do not run.
    ///
    /// A report needs no time, so it is received even where the other calls time out; their results so far
    /// are recorded.
    pub(super) async fn answer(&mut self, allowed: usize, refusal: &str) -> Result<(), Halt> {
        let pending = self.log.state.turn.pending.clone();
        let (mut results, jobs) = self.assign(&pending, allowed, refusal);
        let run_result = self.run_jobs(&jobs, &mut results).await;
        let record_result = self.record_answers(&pending, results);
        // An interrupt takes precedence over the tools' outcomes, unless the time ran out and a report was submitted.
        match run_result {
            Err(Interrupt::TimedOut) if self.log.state.turn.submitted => record_result,
            Err(interrupt) => self.handle_interrupt(interrupt),
            Ok(()) => record_result,
        }
    }

    /// The results of the calls that are answered without a tool (reports, unknown tools, calls beyond `allowed`), and
    /// the jobs for all other calls, whose results are `None`.
    fn assign<'r>(
        &'r self,
        pending: &'r [Pending],
        allowed: usize,
        refusal: &str,
    ) -> (Vec<Option<CallResult>>, Vec<Job<'r>>) {
        let (mut results, mut jobs, mut calls_left) = (Vec::new(), Vec::new(), allowed);
        for (at, Pending { call, report }) in pending.iter().enumerate() {
            let may_run = report.is_none() && calls_left > 0;
            calls_left -= usize::from(may_run);
            let tool = self.tools.iter().find(|tool| tool.name == call.tool);
            results.push(match (report, tool) {
                (Some(report), _) => Some(Ok(submission_outcome(report))),
                (None, None) => Some(Ok(ToolOutcome::Error(format!(
                    "There is no such tool. There are: {}.",
                    self.tool_names()
                )))),
                (None, Some(_)) if !may_run => Some(Ok(ToolOutcome::Error(refusal.to_owned()))),
                (None, Some(tool)) => {
                    jobs.push((at, tool, call));
                    None
                }
            });
        }
        (results, jobs)
    }

    fn tool_names(&self) -> String {
        let names: Vec<&str> = self.log.state.setup.tools.iter().map(|t| t.name.as_str()).collect();
        names.join(", ")
    }

    /// Runs the jobs and fills in their results, until all are done, one stops the run, or
    /// the run is interrupted.
    async fn run_jobs(
        &self,
        jobs: &[Job<'_>],
        results: &mut [Option<CallResult>],
    ) -> Result<(), Interrupt> {
        if jobs.is_empty() {
            return Ok(());
        }
        let width = if jobs.iter().any(|(_, tool, _)| tool.exclusive) {
            1
        } else {
            self.log.state.setup.budgets.parallel.max(1) as usize
        };
        let time_left = self.time_left();
        let reserve = END_RESERVE.min(time_left / 5);
        let room = self.log.state.setup.budgets.result_chars.min(self.log.state.room_left());
        let context = &self.call_context(self.inner_cancel.after(time_left - reserve), room);
        // A list, not a lazy map: its closure would keep the whole run from being `Send`.
        let mut running = Vec::new();
        for &(at, tool, call) in jobs {
            running.push(async move { (at, self.call(tool, call, context).await) });
        }
        let mut running = futures::stream::iter(running).buffer_unordered(width);
        let work = async {
            while let Some((at, result)) = running.next().await {
                let stops_run = result.is_err();
                if let Some(slot) = results.get_mut(at) {
                    *slot = Some(result);
                }
                if stops_run {
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

    /// The context of a call with this cancellation signal and this many characters.
    pub(super) fn call_context(&self, cancel: Cancel, room: usize) -> CallContext {
        let (files, policy) = (&self.parts.files, &self.parts.policy);
        CallContext::new(cancel, room, RepoReader::new(Arc::clone(files), Arc::clone(policy)))
    }

    /// Calls a tool once, unless the run is interrupted before. The tool is cancelled when the run ends, and
    /// when the model withdraws the call; if it does not answer at once then, it is dropped.
    async fn call(&self, named: &NamedTool, call: &ToolCall, context: &CallContext) -> CallResult {
        if self.pending_interrupt().is_some() {
            return Ok(ToolOutcome::Interrupted);
        }
        let mut specs = self.log.state.setup.tools.iter();
        let spec = specs.find(|spec| spec.name == named.name);
        let mut parsed = match arguments::parse(spec, &call.arguments) {
            Ok(parsed) => parsed,
            Err(why) => return Ok(ToolOutcome::Error(why)),
        };
        parsed.resolve_id(spec, self.log.state.registry());
        let (tool, policy) = (Arc::clone(&named.tool), Arc::clone(&self.parts.policy));
        let context = CallContext { cancel: context.cancel.child(), ..context.clone() };
        let cancel = context.cancel.clone();
        let called = async move {
            let returned = tokio::select! {
                biased;
                returned = tool.call(parsed.value, &context) => returned,
                () = context.cancel.cancelled() => return None,
            };
            Some(policy::apply(&*policy, returned))
        };
        let mut called = pin!(run_on(&*self.parts.runtime, called));
        let (returned, is_withdrawn) = tokio::select! {
            biased;
            returned = &mut called => (returned, false),
            () = call.withdrawn.cancelled() => {
                cancel.cancel();
                (called.await, true)
            }
        };
        let Some(returned) = returned else {
            let text = "The tool failed; other tools work.";
            return Ok(ToolOutcome::Error(text.to_owned()));
        };
        match returned {
            Some(Ok(mut output)) => {
                let repairs = repair_findings(&named.name, &parsed.repairs);
                output.findings.extend(repairs);
                output.diagnostics.extend(parsed.notes);
                Ok(ToolOutcome::Output(output))
            }
            Some(Err(ToolError::Stop(why))) => Err(why),
            // An output that the tool returns all the same counts.
            _ if is_withdrawn => Ok(ToolOutcome::Withdrawn),
            None => Ok(ToolOutcome::Interrupted),
            Some(Err(ToolError::Answer(why))) if parsed.notes.is_empty() => {
                Ok(ToolOutcome::Error(why))
            }
            Some(Err(ToolError::Answer(why))) => {
                let notes = parsed.notes.join("; ");
                Ok(ToolOutcome::Error(format!("{why} ({notes})")))
            }
        }
    }

    /// Records the answers, in the order of the calls.
    fn record_answers(
        &mut self,
        calls: &[Pending],
        results: Vec<Option<CallResult>>,
    ) -> Result<(), Halt> {
        let mut stop = None;
        for (Pending { call, .. }, result) in calls.iter().zip(results) {
            let outcome = match result.unwrap_or(Ok(ToolOutcome::Interrupted)) {
                Ok(outcome) => outcome,
                Err(why) => {
                    stop.get_or_insert(why.clone());
                    ToolOutcome::Error(why)
                }
            };
            let outcome = match outcome {
                ToolOutcome::Output(output) => {
                    let max_chars = self.log.state.setup.budgets.result_chars;
                    ToolOutcome::Output(cut(output, &self.log.state, max_chars))
                }
                ToolOutcome::Error(text) => {
                    ToolOutcome::Error(clip(&text, ERROR_CHARS).into_owned())
                }
                unfinished => unfinished,
            };
            let (call, at_ms) = (call.id.clone(), self.now());
            self.record(Event::ToolAnswered { call, outcome, at_ms });
        }
        stop.map_or(Ok(()), |why| Err(Halt::Tool(why)))
    }
}

/// The outcome of a report: an error where it cannot be parsed.
fn submission_outcome(report: &ParsedSubmission) -> ToolOutcome {
    match report {
        Ok((_, repairs)) => ToolOutcome::Output(ToolOutput {
            diagnostics: (repairs.iter())
                // What stands for a value that cannot be read is named beside what it lowers.
                .filter(|repair| repair.is_guess() && !repair.is_most_cautious())
                .map(Repair::to_string)
                .collect(),
            findings: repair_findings(SUBMIT, repairs).collect(),
            ..ToolOutput::default()
        }),
        Err(why) => ToolOutcome::Error(why.clone()),
    }
}

/// The findings for the repaired arguments of a call.
fn repair_findings(tool: &str, repairs: &[Repair]) -> impl Iterator<Item = Finding> {
    repairs
        .iter()
        .map(move |repair| format!("{tool}: {repair}"))
        .map(|detail| Finding::new(Rule::ArgumentRepaired, detail))
}
