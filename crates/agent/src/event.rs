//! The events of a run, in order. The state of a run and its report are functions of its events.

use std::fmt;

use firsthand_registry::TokenCount;
use firsthand_validator::{Fit, Present, StopReason, Tokens};
use serde::{Deserialize, Serialize};

use crate::transcript::RunEvent;
use crate::{Budgets, ModelTurn, Task, ToolOutcome, ToolOutput, ToolSpec};

/// The version of the transcript's form.
pub const TRANSCRIPT_VERSION: u32 = 2;

/// An event of a run. Every reading of a clock and of the disk is recorded in one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
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
        /// Whether the first report is answered with the usages of what it cites.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        usages: bool,
        /// Whether it is checked what the printed report has room for.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fit: bool,
    },
    /// A request to the model began.
    ModelRequested {
        /// The tool that it had to call, if any.
        must_call: Option<String>,
        /// Whether the request repeats one whose required call did not come; then it counts as no further step.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        repeated: bool,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// An attempt to get the model's turn failed. It is recorded when the turn is over, with the time of the failure.
    AttemptFailed {
        /// The error, and the next attempt.
        notice: Notice,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The model returned a turn.
    ModelAnswered {
        /// Its turn; the ids of its calls are distinct.
        turn: ModelTurn,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The model returned an error.
    ModelFailed {
        /// Why.
        error: String,
        /// Whether the conversation exceeded the model's context.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        too_long: bool,
        /// Whether the agent that drives the run made no call in time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        idle: bool,
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
    ToolAnswered {
        /// The call's id.
        call: String,
        /// How the call ended.
        outcome: ToolOutcome,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The host sent the model a message.
    HostMessage {
        /// What kind of message it was.
        kind: HostMessageKind,
        /// The message.
        text: String,
    },
    /// The usages of what the first report cites were searched for.
    UsagesFound {
        /// The usages, cut to what is shown; empty where there are none.
        output: ToolOutput,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The cited files were read again.
    FilesChecked {
        /// The report that cites them.
        report: CheckFor,
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
    /// It was checked what the printed report of a submission has room for.
    FitChecked {
        /// The number of the submission, from 0.
        submission: usize,
        /// What it loses.
        fit: Fit,
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
    CacheHit {
        /// The present question.
        task: Task,
        /// Milliseconds since the start. The report's elapsed time counts from here.
        at_ms: u64,
    },
    /// A report cache had no usable entry.
    CacheMiss {
        /// Why.
        reason: CacheMissReason,
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
        self.at_ms()
    }
}

impl Event {
    /// Milliseconds since the run's start, of events that have a time.
    #[must_use]
    pub fn at_ms(&self) -> Option<u64> {
        match self {
            Self::Started { .. }
            | Self::HostMessage { .. }
            | Self::FitChecked { .. }
            | Self::CacheMiss { .. } => None,
            Self::ModelRequested { at_ms, .. }
            | Self::AttemptFailed { at_ms, .. }
            | Self::ModelAnswered { at_ms, .. }
            | Self::ModelFailed { at_ms, .. }
            | Self::Compacted { at_ms, .. }
            | Self::ToolAnswered { at_ms, .. }
            | Self::UsagesFound { at_ms, .. }
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
#[non_exhaustive]
pub enum CacheMissReason {
    /// There is no valid entry for this question.
    NoEntry,
    /// A file that the cached report cites has changed.
    Changed,
}

/// The kind of a host's message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HostMessageKind {
    /// The model stopped without submitting.
    Nudge,
    /// The report had a critical gap, or was a skip without a complete search.
    Gap,
    /// The model had to call `submit_report`, and sent no valid report.
    Insistence,
    /// There are usages of what the first report cites, and no message about a gap shows them.
    Usages,
    /// The printed report would lose a part of what was submitted, or other wording would prevent that it is lowered.
    Fit,
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

/// A failed attempt to get the model's turn, and the next attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Notice {
    /// The error.
    pub error: String,
    /// Milliseconds until the next attempt; `None` after the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
    /// The number of the failed attempt, from 1.
    pub attempt: u32,
    /// The most attempts for errors of this kind.
    pub max_attempts: u32,
    /// The tokens that the failed attempt used, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
}

impl Notice {
    /// The notice that attempt number `attempt`, from 1, of `max_attempts` failed; no other one follows.
    #[must_use]
    pub fn new(error: impl Into<String>, attempt: u32, max_attempts: u32) -> Self {
        Self { error: error.into(), wait_ms: None, attempt, max_attempts, tokens: None }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { error, max_attempts, .. } = self;
        match self.wait_ms {
            None => write!(f, "{error}"),
            Some(ms) => {
                let (tenths, next) = (ms.div_ceil(100), self.attempt + 1);
                let (seconds, tenth) = (tenths / 10, tenths % 10);
                write!(f, "try {next} of {max_attempts} in {seconds}.{tenth} s: {error}")
            }
        }
    }
}
