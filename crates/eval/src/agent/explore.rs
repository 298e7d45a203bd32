//! The main agent's `explore_code` tool: the measured arm makes the report.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use firsthand::agent::{CallContext, ToolError, ToolOutput, ToolSpec};
use firsthand::{Intent, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::arm::{Arm, ArmContext, ArmQuestion};
use crate::found::Found;
use crate::report::Report;
use crate::trace::RunEvent;

/// The name of the tool.
pub(super) const EXPLORE_TOOL: &str = "explore_code";

/// A tool that asks an arm. It owns its data, because it runs on another thread.
#[derive(Clone)]
pub(super) struct ExploreTool {
    pub(super) arm: Arm,
    pub(super) root: PathBuf,
    pub(super) intent: Intent,
    pub(super) context: ArmContext,
    /// The last answer, with its report.
    pub(super) answer: Arc<Mutex<Option<Found>>>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The question, in full sentences or names.
    query: String,
}

impl ExploreTool {
    /// Asks the arm, and returns the text of its report. The report of an arm that makes none lists its places.
    fn explore(&self, query: &str) -> Result<String, ToolError> {
        let question = ArmQuestion {
            root: &self.root,
            query,
            intent: self.intent,
        };
        let (found, cost) = self.arm.ask(&question, &self.context);
        let mut found = found.map_err(|why| ToolError::Answer(why.to_string()))?;
        if found.report.is_none() {
            let mut report = Report::listing(&found.regions, &found.files);
            report.usage.elapsed_ms = u64::try_from(cost.elapsed.as_millis()).unwrap_or(u64::MAX);
            found.report = Some(report);
            self.context.trace.record(RunEvent::Reported(found.clone()));
        }
        let text = found.report.as_ref().map(|report| report.text.clone());
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        Ok(text.unwrap_or_default())
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
        let tool = self.clone();
        let exploring = tokio::task::spawn_blocking(move || tool.explore(&arguments.query));
        let explored = exploring.await;
        Ok(ToolOutput {
            summary: explored.map_err(|why| ToolError::Answer(why.to_string()))??,
            ..ToolOutput::default()
        })
    }
}
