//! Parses the lines of a journal: plans, events, records, and skipped tasks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::RunEvent;
use crate::metrics::Budget;
use crate::record::Record;
use crate::run::Skipped;
use crate::split::Split;
use crate::trace::{PastTurn, TimedEvent};

/// The plan of a run as the journal records it. It determines the order of the answers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordedPlan {
    /// The arms, in order.
    pub arms: Vec<String>,
    /// The sets in order, each with the ids of its tasks, including those of other shards.
    pub sets: Vec<(String, Vec<String>)>,
    /// How many of an answer's regions and lines count.
    pub budget: Budget,
    /// How often each question is asked.
    pub repeat: u32,
    /// How many questions are asked at a time.
    pub jobs: usize,
    /// The half of the repositories that is asked about; `None` for all.
    pub split: Option<Split>,
    /// The model of the main agent, if one works with the arms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<String>,
    /// The model that explores, if an arm needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explorer: Option<String>,
}

/// A line of a journal. Records are written as they are: they have their schema as a field.
#[derive(Serialize, Deserialize)]
#[serde(tag = "schema")]
pub(crate) enum Line {
    #[serde(rename = "firsthand.eval.plan/1")]
    Plan(RecordedPlan),
    #[serde(rename = "firsthand.eval.event/1")]
    Event {
        /// The question to the arm, as [`Key::run_id`](crate::Key::run_id) identifies it.
        run: String,
        #[serde(flatten)]
        event: TimedEvent,
    },
    #[serde(rename = "firsthand.eval.task/1")]
    Record(Box<Record>),
    #[serde(rename = "firsthand.eval.skip/1")]
    Skip(Skipped),
}

/// The lines of a journal, by kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) recorded_plans: Vec<RecordedPlan>,
    pub(crate) records: Vec<Record>,
    pub(crate) skipped: Vec<Skipped>,
    /// The model turns by the id of the run, including those of interrupted attempts.
    pub(crate) turns: BTreeMap<String, Vec<PastTurn>>,
    /// The number of lines that are none of these kinds.
    pub(crate) unreadable_lines: usize,
    /// The number of lines of these kinds.
    pub(crate) readable_lines: usize,
}

impl Contents {
    /// Reads the lines of a journal; blank lines are ignored.
    pub(crate) fn read(text: &str) -> Self {
        let mut contents = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(line) => contents.add(line),
                Err(_) => contents.unreadable_lines += 1,
            }
        }
        contents
    }

    fn add(&mut self, line: Line) {
        self.readable_lines += 1;
        match line {
            Line::Plan(plan) => self.recorded_plans.push(plan),
            Line::Record(record) => self.records.push(*record),
            Line::Skip(skipped) => self.skipped.push(skipped),
            Line::Event { run, event } => self.add_event(run, event.event),
        }
    }

    fn add_event(&mut self, run: String, event: RunEvent) {
        if let RunEvent::Turned {
            actor,
            request,
            turn,
            ms,
        } = event
        {
            self.turns.entry(run).or_default().push(PastTurn {
                actor,
                request,
                turn,
                ms,
            });
        }
    }
}
