//! The result of asking one arm one question: a line of the journal.

use serde::{Deserialize, Serialize};

use crate::arm::ArmError;
use crate::found::{Found, Region, SelfAssessment};
use crate::metrics::Metrics;
use crate::process::Cost;
use crate::split::Split;
use crate::task::{Gold, Task};
use crate::trace::RunEvent;

/// The most files and regions kept in a record; a report cites no more regions.
const MAX_FILES: usize = 20;
const MAX_REGIONS: usize = 15;

/// Identifies an answer: the question, the arm, and the models.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Key {
    /// The arm.
    pub arm: String,
    /// The version of the build.
    pub version: String,
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
    /// The question and the arm.
    #[serde(flatten)]
    pub key: Key,
    /// [`Key::label`].
    pub label: String,
    /// The task's repository.
    pub repo: String,
    /// The half that the repository belongs to.
    pub half: Split,
    /// The intent that was explored with.
    pub intent: String,
    /// The language that the task names, or else the extension of the first gold file.
    pub language: String,
    /// The kind that the task names; empty if it names none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Whether the task's change only inserts lines.
    #[serde(default)]
    pub insert_only: bool,
    /// Whether nothing in the repository answers the question.
    #[serde(default)]
    pub absent: bool,
    /// The metrics; those of an empty answer if there is none.
    pub metrics: Metrics,
    /// What the answer states about itself, if anything.
    #[serde(default, rename = "claim", skip_serializing_if = "Option::is_none")]
    pub self_assessment: Option<SelfAssessment>,
    /// Why there is no answer.
    #[serde(default)]
    pub error: Option<String>,
    /// The files that were found, at most 20.
    pub files: Vec<String>,
    /// The regions that were found, at most 15.
    pub regions: Vec<Region>,
    /// The question.
    pub query: String,
    /// The gold.
    pub gold: Vec<Gold>,
    /// The text of the last report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub report: String,
    /// The main agent's answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer: String,
}

impl Record {
    pub(crate) fn new(
        key: Key,
        task: &Task,
        found: Result<Found, ArmError>,
        cost: Cost,
        events: &[RunEvent],
    ) -> Self {
        let error = found.as_ref().err().map(ToString::to_string);
        let mut found = found.unwrap_or_default();
        let mut metrics = Metrics::of(task, &found);
        metrics.add_run(cost, events);
        // An answer of a main agent is a report of its own.
        let answer = key.main.is_some().then(|| found.report.take()).flatten();
        found.files.truncate(MAX_FILES);
        found.regions.truncate(MAX_REGIONS);
        Self {
            label: key.label(),
            key,
            repo: task.repo.clone(),
            half: Split::of(&task.repo),
            intent: task.purpose().to_string(),
            language: task.language(),
            kind: task.meta.kind.clone().unwrap_or_default(),
            insert_only: task.meta.insert_only,
            absent: task.absent,
            metrics,
            self_assessment: found.self_assessment,
            error,
            files: found.files,
            regions: found.regions,
            query: task.query.clone(),
            gold: task.gold.clone(),
            report: last_report(events),
            answer: answer.map_or_else(String::new, |answer| answer.text),
        }
    }
}

/// The text of the last report; empty if there is none.
fn last_report(events: &[RunEvent]) -> String {
    let mut texts = events.iter().filter_map(|event| match event {
        RunEvent::Reported(found) => Some(&found.report.as_ref()?.text),
        _ => None,
    });
    texts.next_back().cloned().unwrap_or_default()
}
