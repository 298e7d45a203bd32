//! Parses the lines of a journal: plans, events, records, and skipped tasks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::RunEvent;
use crate::metrics::Budget;
use crate::record::Record;
use crate::run::Skipped;
use crate::split::Split;
use crate::trace::{EventLine, PastTurn};

/// The name and version of the plan's line, and of a line for a task that could not be asked.
const PLAN_SCHEMA: &str = "firsthand.eval.plan/1";
const SKIP_SCHEMA: &str = "firsthand.eval.skip/1";

/// The plan of a run as the journal records it. It determines the order of the answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

#[derive(Serialize, Deserialize)]
struct SchemaLine<T> {
    schema: String,
    #[serde(flatten)]
    content: T,
}

/// The lines of a journal, by kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) recorded_plans: Vec<RecordedPlan>,
    pub(crate) records: Vec<Record>,
    pub(crate) skipped: Vec<Skipped>,
    /// The model turns of each run, including those of interrupted attempts.
    pub(crate) turns: BTreeMap<String, Vec<PastTurn>>,
    /// The number of lines that are none of these kinds.
    pub(crate) unreadable_lines: usize,
    /// The number of lines of these kinds.
    pub(crate) readable_lines: usize,
}

impl Contents {
    pub(crate) fn read(text: &str) -> Self {
        let mut contents = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match contents.parse_line(line) {
                Some(()) => contents.readable_lines += 1,
                None => contents.unreadable_lines += 1,
            }
        }
        contents
    }

    fn parse_line(&mut self, line: &str) -> Option<()> {
        if let Some(record) = Record::read(line) {
            self.records.push(record);
        } else if let Some(event) = read_event(line) {
            self.add_event(event);
        } else if let Some(recorded_plan) = read_as(PLAN_SCHEMA, line) {
            self.recorded_plans.push(recorded_plan);
        } else {
            self.skipped.push(read_as(SKIP_SCHEMA, line)?);
        }
        Some(())
    }

    fn add_event(&mut self, line: EventLine) {
        if let RunEvent::Turned {
            actor,
            request,
            turn,
            ms,
        } = line.event.event
        {
            let turns = self.turns.entry(line.run).or_default();
            turns.push(PastTurn {
                actor,
                request,
                turn,
                ms,
            });
        }
    }
}

fn read_event(line: &str) -> Option<EventLine> {
    let event: EventLine = serde_json::from_str(line).ok()?;
    event.is_current().then_some(event)
}

fn read_as<T: for<'d> Deserialize<'d>>(schema: &str, line: &str) -> Option<T> {
    let line: SchemaLine<T> = serde_json::from_str(line).ok()?;
    (line.schema == schema).then_some(line.content)
}

/// A plan as a line of the journal.
pub(crate) fn plan_line(recorded_plan: &RecordedPlan) -> impl Serialize {
    with_schema(PLAN_SCHEMA, recorded_plan.clone())
}

/// A skipped task as a line of the journal.
pub(crate) fn skip_line(skipped: &Skipped) -> impl Serialize {
    with_schema(SKIP_SCHEMA, skipped.clone())
}

fn with_schema<T>(schema: &str, content: T) -> SchemaLine<T> {
    SchemaLine {
        schema: schema.to_owned(),
        content,
    }
}
