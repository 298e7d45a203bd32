//! What happens in a run: one task to one arm, once. The journal has a line for each event, as it happens.

use std::collections::BTreeMap;

use firsthand::agent::ModelTurn;
use serde::{Deserialize, Serialize};

use crate::found::Region;
use crate::record::Key;
use crate::report::Report;

/// Who takes a model's turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The main agent: it works on the task, and may ask for an exploration.
    Main,
    /// The model of an exploration.
    Explorer,
    /// The model that judges answers.
    Judge,
}

/// What a call of the main agent is, seen from the report that it has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// A search or listing that is not confined to a cited file, nor for a term that the report names; another
    /// exploration.
    Broad,
    /// A search in a cited file, or for a term that the report names.
    Targeted,
    /// A read that shows lines of a read target (of a cited place, where the report names no target).
    Inside,
    /// A read of other lines.
    Outside,
}

/// Something that happened in a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RunEvent {
    /// The run begins. What stands before it under the same id belongs to an attempt that broke off.
    Started {
        /// Which question to which arm.
        key: Key,
        /// The tools of the agent that answers; empty where no agent does.
        tools: Vec<String>,
    },
    /// A model took a turn.
    Turned {
        /// Which model.
        actor: Actor,
        /// The hash of what it was asked: a resumed run takes the turn from here where it asks the same again.
        request: String,
        /// Its turn.
        turn: ModelTurn,
        /// Milliseconds that it took.
        ms: u64,
    },
    /// A try to get a model's turn failed, and another followed.
    Retried {
        /// Which model.
        actor: Actor,
        /// What went wrong.
        error: String,
    },
    /// A model gave no turn.
    Failed {
        /// Which model.
        actor: Actor,
        /// Why.
        error: String,
    },
    /// A tool was called and answered.
    Called {
        /// By which model.
        actor: Actor,
        /// In its how manieth turn, from 1.
        step: u32,
        /// The tool.
        tool: String,
        /// What the call is, where the caller has a report.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CallKind>,
        /// Characters of the places that it showed.
        chars: u64,
        /// Places that were not observed before.
        new_places: u32,
        /// Places that were.
        known_places: u32,
        /// What was answered instead of a result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// The explorer submitted a selection.
    Submitted {
        /// Its links or roles: statements that each need a place.
        links: u32,
    },
    /// Something that a model wrote was read another way than it stands.
    Repaired {
        /// What.
        detail: String,
    },
    /// A model that stopped without its last call was reminded of it.
    Nudged {
        /// Which model.
        actor: Actor,
    },
    /// The explorer was asked about a gap in its selection, or another pass followed.
    Continued {
        /// Which gap.
        gap: String,
    },
    /// An exploration ended.
    Reported {
        /// How sure it is, and what it cites.
        #[serde(flatten)]
        outcome: ReportOutcome,
    },
    /// The main agent answered.
    Answered {
        /// The places that it names.
        places: u32,
        /// Characters of its text.
        chars: u64,
    },
}

/// How an exploration ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReportOutcome {
    /// The level of confidence; none where the arm states none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<firsthand::Confidence>,
    /// Every place with lines that it cites.
    pub cited: Vec<Region>,
    /// What was reported, without the text.
    #[serde(flatten)]
    pub report: Report,
    /// What was dropped, clamped or lowered, by rule.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub findings: BTreeMap<String, u32>,
}
