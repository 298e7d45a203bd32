//! The events of a run, in order. The state of a run and its report are functions of its events.

use firsthand_registry::TokenCount;
use firsthand_validator::{Present, StopReason};
use serde::{Deserialize, Serialize};

use crate::transcript::RunEvent;
use crate::{Budgets, ModelTurn, Notice, Task, ToolOutput, ToolSpec};

/// The version of the transcript's form.
pub const TRANSCRIPT_VERSION: u32 = 1;

/// The version of the rules that build a report. A transcript records its version and replays by it: 0 selects the
/// report with the highest merit and spells search terms in lower case, 1 prefers a report that extends the others and
/// spells terms as the question does, 2 drops terms from words that only open a sentence of the question.
pub const RULES_VERSION: u32 = 2;

fn is_zero(rules: &u32) -> bool {
    *rules == 0
}

/// An event of a run. Every reading of a clock and of the disk is recorded in one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The run began.
    Started {
        /// The transcript's version: [`TRANSCRIPT_VERSION`].
        version: u32,
        /// The question.
        task: Task,
        /// The model's name.
        model: String,
        /// The limits.
        budgets: Budgets,
        /// The system prompt.
        system: String,
        /// The tools that the model may call.
        tools: Vec<ToolSpec>,
        /// Whether the first report is answered with the users of what it cites.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        related: bool,
        /// The version of the rules that build the report: at most [`RULES_VERSION`].
        #[serde(default, skip_serializing_if = "is_zero")]
        rules: u32,
    },
    /// A request to the model began.
    #[serde(rename = "asked")]
    ModelAsked {
        /// The tool that it had to call, if any.
        must_call: Option<String>,
        /// Whether the request repeats one whose required call did not come; then it counts as no further step.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// An attempt to get the model's turn failed. It is recorded when the turn is over, with the time of the failure.
    #[serde(rename = "tried")]
    TryFailed {
        /// The error, and the next attempt.
        notice: Notice,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The model returned a turn.
    #[serde(rename = "turned")]
    ModelAnswered {
        /// Its turn; the ids of its calls are distinct.
        turn: ModelTurn,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The model returned an error.
    #[serde(rename = "failed")]
    ModelFailed {
        /// Why.
        error: String,
        /// Whether the conversation exceeded the model's context.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        too_long: bool,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The conversation was too long, and the lines of old answers were removed from it. The registry
    /// is unchanged.
    Compacted {
        /// The calls whose answers now have only the headers of their places.
        answers: Vec<String>,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// A tool call was answered.
    #[serde(rename = "answered")]
    ToolAnswered {
        /// The call's id.
        call: String,
        /// The tool's output, cut to what was shown.
        output: ToolOutput,
        /// The error that the model read instead of a result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The host sent the model a message.
    #[serde(rename = "said")]
    HostMessage {
        /// What kind of message it was.
        why: HostMessageKind,
        /// The message.
        text: String,
    },
    /// The users of what the first report cites were searched for.
    #[serde(rename = "related")]
    UsersFound {
        /// The users, cut to what is shown; empty where there are none.
        output: ToolOutput,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The cited files were read again.
    #[serde(rename = "checked")]
    FilesChecked {
        /// The report that cites them.
        of: CheckFor,
        /// Their present state.
        present: Present,
        /// The counts of the question's words that no tool had counted.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counts: Vec<TokenCount>,
        /// The words of the question that occur in no file.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<String>,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The exploration ended; only checks of the report follow.
    Stopped {
        /// Why.
        reason: StopReason,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The run continues after an interruption or its end; the end is cleared from the state.
    Resumed {
        /// The repository's root, as the caller who resumes names it.
        root: String,
        /// The model's name from here on.
        model: String,
        /// The limits from here on. They count over the whole run, but for the wall time, which is
        /// that of this part alone.
        budgets: Budgets,
        /// The calls that the end interrupted: they run again, and their recorded answers are dropped.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unfinished: Vec<String>,
        /// Milliseconds since the start, the time between two parts left out.
        at_ms: u64,
    },
    /// The run was found in a report cache; its cited files are checked again before its report is returned.
    #[serde(rename = "recalled")]
    CacheHit {
        /// The present question.
        task: Task,
        /// Milliseconds since the start. The report's elapsed time counts from here.
        at_ms: u64,
    },
    /// A report cache had no usable entry.
    #[serde(rename = "missed")]
    CacheMiss {
        /// Why.
        why: CacheMissReason,
    },
}

impl RunEvent for Event {
    const VERSION: u32 = TRANSCRIPT_VERSION;

    fn started_version(&self) -> Option<u32> {
        match self {
            Self::Started { version, .. } => Some(*version),
            _ => None,
        }
    }

    fn at_ms(&self) -> Option<u64> {
        match self {
            Self::Started { .. } | Self::HostMessage { .. } | Self::CacheMiss { .. } => None,
            Self::ModelAsked { at_ms, .. }
            | Self::TryFailed { at_ms, .. }
            | Self::ModelAnswered { at_ms, .. }
            | Self::ModelFailed { at_ms, .. }
            | Self::Compacted { at_ms, .. }
            | Self::ToolAnswered { at_ms, .. }
            | Self::UsersFound { at_ms, .. }
            | Self::FilesChecked { at_ms, .. }
            | Self::Stopped { at_ms, .. }
            | Self::Resumed { at_ms, .. }
            | Self::CacheHit { at_ms, .. } => Some(*at_ms),
        }
    }
}

/// Why a report cache had no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheMissReason {
    /// There is no valid entry for this question.
    Nothing,
    /// A file that the cached report cites has changed.
    Changed,
}

/// The kind of a host's message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostMessageKind {
    /// The model stopped without submitting.
    Nudge,
    /// The report had a critical gap, or was a skip without a complete search.
    Gap,
    /// The model had to call `submit_report`, and sent no valid report.
    Insistence,
    /// There are users of what the first report cites, and no message about a gap shows them.
    Related,
}

/// The report for which files were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckFor {
    /// The selection that was submitted as number `n`, from 0.
    Submission(usize),
    /// The fallback.
    Fallback,
}
