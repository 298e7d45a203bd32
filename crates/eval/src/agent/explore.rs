//! The main agent's `explore_code` tool: the measured arm makes the report.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use firsthand::agent::{CallContext, ToolError, ToolOutput, ToolSpec};
use firsthand::{Cancel, Intent, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::arm::{Arm, ArmContext, ArmError, ArmQuestion};
use crate::arm_process::ArmRunner;
use crate::event::{ReportOutcome, RunEvent};
use crate::found::Found;
use crate::model::ModelSource;
use crate::report::Report;
use crate::trace::Trace;

/// The name of the tool.
pub(super) const EXPLORE_TOOL: &str = "explore_code";

/// A tool that asks an arm. It owns its data, because it runs on another thread.
pub(super) struct ExploreTool {
    job: ExploreJob,
    outcome: Arc<Mutex<Option<ReportOutcome>>>,
}

#[derive(Clone)]
struct ExploreJob {
    arm: Arm,
    program: PathBuf,
    root: PathBuf,
    intent: Intent,
    id: String,
    trace: Arc<Trace>,
    explorer: Option<ModelSource>,
    timeout: Duration,
    cancel: Cancel,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The question, in full sentences or names.
    query: String,
}

impl ExploreTool {
    pub(super) fn new(
        arm: &Arm,
        runner: ArmRunner<'_>,
        question: &ArmQuestion<'_>,
        context: &ArmContext<'_>,
        outcome: &Arc<Mutex<Option<ReportOutcome>>>,
    ) -> Self {
        Self {
            job: ExploreJob {
                arm: arm.clone(),
                program: runner.program.to_owned(),
                root: question.root.to_owned(),
                intent: question.intent,
                id: context.id.to_owned(),
                trace: Arc::clone(context.trace),
                explorer: context.explorer.cloned(),
                timeout: context.timeout,
                cancel: context.cancel.clone(),
            },
            outcome: Arc::clone(outcome),
        }
    }
}

impl ExploreJob {
    /// Makes the report on a question, and records its event if the arm has recorded none.
    fn explore(&self, query: &str) -> Result<ReportOutcome, ArmError> {
        let mut file = tempfile::NamedTempFile::new().map_err(ArmError::failed)?;
        file.write_all(query.as_bytes()).map_err(ArmError::failed)?;
        let question = ArmQuestion {
            root: &self.root,
            query,
            intent: self.intent,
            query_file: file.path(),
        };
        let context = ArmContext {
            id: &self.id,
            trace: &self.trace,
            explorer: self.explorer.as_ref(),
            timeout: self.timeout,
            cancel: &self.cancel,
        };
        let runner = ArmRunner {
            program: &self.program,
        };
        let (events_before, start) = (self.trace.events().len(), Instant::now());
        let (found, _) = runner.find(&self.arm, &question, &context);
        let found = found?;
        let recorded = self.trace.events().into_iter().skip(events_before).rev();
        let recorded = recorded
            .map(|timed| timed.event)
            .find_map(|event| match event {
                RunEvent::Reported { outcome } => Some(outcome),
                _ => None,
            });
        Ok(match recorded {
            Some(outcome) => outcome,
            None => self.record_unrecorded(found, start.elapsed()),
        })
    }

    /// Records a report for an arm that recorded none, and returns it: the arm's own report, or else a list of its
    /// places.
    fn record_unrecorded(&self, found: Found, elapsed: Duration) -> ReportOutcome {
        let mut report = match found.report {
            Some(report) => report,
            None => Report::listing(&found.regions, &found.files),
        };
        report.usage.elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let outcome = ReportOutcome {
            confidence: found
                .self_assessment
                .map(|assessment| assessment.confidence),
            cited: found.regions,
            report,
            findings: std::collections::BTreeMap::new(),
        };
        self.trace.record(RunEvent::Reported {
            outcome: outcome.clone(),
        });
        outcome
    }
}

#[async_trait]
impl Tool for ExploreTool {
    fn spec(&self) -> ToolSpec {
        firsthand::tools::spec::<Arguments>(
            EXPLORE_TOOL,
            "Explores the repository for a question, and reports the places where its answer stands. For questions \
             that one exact search does not answer.",
        )
    }

    async fn call(&self, arguments: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let arguments: Arguments = firsthand::tools::parse(arguments)?;
        let job = self.job.clone();
        let exploring = tokio::task::spawn_blocking(move || job.explore(&arguments.query));
        let explored = exploring
            .await
            .map_err(|why| ToolError::Answer(why.to_string()))?;
        let outcome = explored.map_err(|why| ToolError::Answer(why.to_string()))?;
        let summary = outcome.report.text.clone();
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        Ok(ToolOutput {
            summary,
            ..ToolOutput::default()
        })
    }
}
