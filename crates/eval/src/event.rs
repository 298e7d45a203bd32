//! The events of a run (one task to one arm, once). Each is appended to the journal as it happens.

use firsthand::agent::ModelTurn;
use serde::{Deserialize, Serialize};

use crate::found::Found;
use crate::record::Key;

/// The role of a model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The main agent: works on the task, and may request an exploration.
    Main,
    /// The model of an exploration.
    Explorer,
}

/// A tool call of the main agent in relation to its report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// A search or listing that is neither limited to a cited file nor for a term that the report names; or another
    /// exploration.
    Broad,
    /// A search in a cited file, or for a term that the report names.
    Targeted,
    /// A read that shows lines of a read target, or of a cited place if the report names no read target.
    Inside,
    /// A read of other lines.
    Outside,
}

/// A turn that a model took.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TakenTurn {
    /// Which model.
    pub actor: Actor,
    /// The hash of the request. A resumed run reuses the turn for the same request.
    pub request: String,
    /// Its turn.
    pub turn: ModelTurn,
    /// Milliseconds that it took.
    pub ms: u64,
}

/// Something that happened in a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RunEvent {
    /// The run starts. Earlier events with the same id belong to an interrupted attempt.
    Started {
        /// The question and the arm.
        key: Key,
        /// The tools of the main agent; empty without one.
        tools: Vec<String>,
    },
    /// A model took a turn.
    Turned(TakenTurn),
    /// An attempt to get a model's turn failed and was retried.
    Retried {
        /// Which model.
        actor: Actor,
        /// What went wrong.
        error: String,
    },
    /// A model's turn failed after all attempts, or its output cannot be used.
    Failed {
        /// Which model.
        actor: Actor,
        /// Why.
        error: String,
    },
    /// A tool call was executed.
    Called {
        /// By which model.
        actor: Actor,
        /// The tool.
        tool: String,
        /// The kind of the call; `None` for a call of an explorer, for one that no report precedes, and for a tool that
        /// has no kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CallKind>,
        /// Characters of the result: of its places and of its summary.
        chars: u64,
        /// Places that were not observed before.
        new_places: u32,
        /// Places that were observed before.
        known_places: u32,
        /// The error that was returned instead of a result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// The explorer submitted a selection.
    Submitted {
        /// The number of its links or roles: statements that each need a place.
        links: u32,
    },
    /// A malformed output of a model was repaired.
    Repaired {
        /// The repair.
        detail: String,
    },
    /// A model that stopped without its final call was reminded of it.
    Nudged {
        /// Which model.
        actor: Actor,
    },
    /// The explorer was asked about a gap in its selection, or another pass followed.
    Continued {
        /// The gap.
        gap: String,
    },
    /// An exploration ended with a report.
    Reported(Found),
    /// The main agent answered.
    Answered {
        /// The number of places in the answer.
        places: u32,
        /// Characters of its text.
        chars: u64,
    },
}
