//! The result of asking one arm one question: a line of the journal.

use serde::{Deserialize, Serialize};

use crate::absence::Absence;
use crate::arm::ArmError;
use crate::arm_process::Cost;
use crate::effort::{AgentEffort, ExplorationEffort, agent_effort, exploration_effort};
use crate::event::RunEvent;
use crate::found::{Found, Region};
use crate::journal::Line;
use crate::metrics::{
    Budget, FileMetrics, LineMetrics, MatchLevel, Ndcg, context_efficiency, file_metrics,
    line_metrics, match_level, ndcg,
};
use crate::self_assessment::SelfAssessment;
use crate::task::{Gold, Task};
use crate::trace::TimedEvent;

/// The most regions kept in a record: all that a report can cite.
const MAX_REGIONS: usize = 15;

/// Identifies an answer: the question, the arm, and the models.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Key {
    /// The arm.
    pub arm: String,
    /// The version of the build.
    pub version: String,
    /// Whether the arm ran in the measuring process.
    pub in_process: bool,
    /// The set.
    pub set: String,
    /// The task.
    pub id: String,
    /// The task's commit.
    pub base: String,
    /// The number of the repetition, from 1.
    pub repeat: u32,
    /// The model of the main agent; `None` if the arm was asked directly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<String>,
    /// The model that explored, if the arm needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explorer: Option<String>,
}

impl Key {
    /// The run's id in a journal: a short hash.
    #[must_use]
    pub fn run_id(&self) -> String {
        let key = serde_json::to_string(self).unwrap_or_default();
        blake3::hash(key.as_bytes()).to_hex()[..16].to_owned()
    }

    /// The label in tables: the arm, and the models of the main agent and of the explorer if there are any. Answers
    /// with the same label are summed up together.
    #[must_use]
    pub fn label(&self) -> String {
        let label = match &self.main {
            Some(main) => format!("{main} with {}", self.arm),
            None => self.arm.clone(),
        };
        match &self.explorer {
            Some(explorer) => format!("{label} (explorer: {explorer})"),
            None => label,
        }
    }
}

/// The result of one question to one arm, with its metrics.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// `firsthand.eval.task/1`; read as the tag of a [`Line`].
    #[serde(skip_deserializing, default = "schema")]
    schema: &'static str,
    /// The question and the arm.
    #[serde(flatten)]
    pub key: Key,
    /// The task's repository.
    pub repo: String,
    /// The extension of the first gold file.
    pub extension: String,
    /// The language that the task names; empty if it names none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// Whether the task's change only inserts lines.
    pub insert_only: bool,
    /// File metrics; `null` if the gold has no file.
    pub file_metrics: Option<FileMetrics>,
    /// NDCG@10; `null` if the task has no target.
    #[serde(default)]
    pub ndcg: Option<Ndcg>,
    /// Line metrics; `null` if the gold has no lines.
    pub line_metrics: Option<LineMetrics>,
    /// Context efficiency; `null` if the set names no optional places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_efficiency: Option<f64>,
    /// The match level; `null` if the gold has no lines.
    pub reach: Option<MatchLevel>,
    /// What the answer states about itself, if anything.
    #[serde(default, rename = "claim", skip_serializing_if = "Option::is_none")]
    pub self_assessment: Option<SelfAssessment>,
    /// Which absent words the answer names, if the task is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// Wall time in milliseconds, of the separate process or of the call in this one.
    pub ms: f64,
    /// The greatest resident set of the process in KiB, if it is known.
    pub peak_kib: Option<u64>,
    /// Why there is no answer. The metrics are then those of an empty answer.
    pub error: Option<String>,
    /// The files that were found, at most 20.
    pub files: Vec<String>,
    /// The regions that were found, at most 15.
    pub regions: Vec<Region>,
    /// The question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query: String,
    /// The gold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gold: Vec<Gold>,
    /// The text of the last report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub report: String,
    /// The main agent's answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// The effort of the explorations, if there were any.
    #[serde(default, rename = "exploring", skip_serializing_if = "Option::is_none")]
    pub exploration_effort: Option<ExplorationEffort>,
    /// The effort of the main agent, if there was one.
    #[serde(default, rename = "working", skip_serializing_if = "Option::is_none")]
    pub agent_effort: Option<AgentEffort>,
}

impl Record {
    pub(crate) fn new(
        key: Key,
        task: &Task,
        budget: Budget,
        found: Result<Found, ArmError>,
        cost: Cost,
        events: &[TimedEvent],
    ) -> Self {
        let error = found.as_ref().err().map(ToString::to_string);
        let mut found = found.unwrap_or_default();
        let file_metrics = file_metrics(&task.gold, &found.files);
        let line_metrics = line_metrics(&task.gold, &found.regions, budget);
        let match_level = match_level(&task.gold, &found, budget);
        let context_efficiency = match task.optional.is_empty() {
            true => None,
            false => context_efficiency(&task.gold, &task.optional, &found.regions, budget),
        };
        let ndcg = ndcg(&task.gold, &found);
        let agent_effort = agent_effort(events);
        let answer = found.report.take().map(|report| report.text);
        found.files.truncate(20);
        found.regions.truncate(MAX_REGIONS);
        Self {
            schema: schema(),
            key,
            repo: task.repo.clone(),
            extension: task.extension().to_owned(),
            language: task.meta.language.clone().unwrap_or_default(),
            insert_only: task.meta.insert_only,
            file_metrics,
            ndcg,
            line_metrics,
            context_efficiency,
            reach: match_level,
            absence: Absence::of(task, found.self_assessment.as_ref()),
            self_assessment: found.self_assessment,
            ms: cost.elapsed.as_secs_f64() * 1000.0,
            peak_kib: cost.peak_kib,
            error,
            files: found.files,
            regions: found.regions,
            query: task.query.clone(),
            gold: task.gold.clone(),
            report: last_report(events),
            answer: answer
                .filter(|_| agent_effort.is_some())
                .unwrap_or_default(),
            exploration_effort: exploration_effort(events),
            agent_effort,
        }
    }

    /// Parses a line of a journal; `None` if it is not a record.
    pub(crate) fn read(line: &str) -> Option<Self> {
        match serde_json::from_str(line).ok()? {
            Line::Record(record) => Some(*record),
            _ => None,
        }
    }
}

fn schema() -> &'static str {
    "firsthand.eval.task/1"
}

/// The text of the last report; empty if there is none.
fn last_report(events: &[TimedEvent]) -> String {
    let mut texts = events.iter().filter_map(|timed| match &timed.event {
        RunEvent::Reported { outcome } => Some(&outcome.report.text),
        _ => None,
    });
    texts.next_back().cloned().unwrap_or_default()
}
