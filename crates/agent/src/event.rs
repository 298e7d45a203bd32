//! What happened in a run, in order. The transcript is the whole truth about a run: its state, and
//! its report, are functions of it.

use firsthand_registry::TokenCount;
use firsthand_validator::{Present, StopReason};
use serde::{Deserialize, Serialize};

use crate::{Budgets, ModelTurn, Notice, Task, ToolOutput, ToolSpec};

/// The version of the transcript's form.
pub const TRANSCRIPT_VERSION: u32 = 1;

/// The latest rules by which a report is made. A transcript names those of its time and replays by them: 0 keeps the
/// surest of several reports and spells search terms in lower case, 1 keeps the one that reports more and spells
/// them as the question does, 2 takes no search term from a word that only opens a sentence of the question.
pub const RULES: u32 = 2;

fn is_first(rules: &u32) -> bool {
    *rules == 0
}

/// Something that happened. Every reading of a clock and of the disk is in here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The run began.
    Started {
        /// The form's version: [`TRANSCRIPT_VERSION`].
        version: u32,
        /// What it is about.
        task: Task,
        /// The model's name.
        model: String,
        /// The limits.
        budgets: Budgets,
        /// The policy that the model was given.
        system: String,
        /// The tools that it was given.
        tools: Vec<ToolSpec>,
        /// Whether the first report is met with who uses what it cites.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        related: bool,
        /// By which rules the report is made of what is recorded: [`RULES`], or fewer of them where an earlier
        /// version recorded it.
        #[serde(default, skip_serializing_if = "is_first")]
        rules: u32,
    },
    /// The model was about to be asked.
    #[serde(rename = "asked")]
    ModelAsked {
        /// The tool that it had to call, if any.
        must_call: Option<String>,
        /// Whether it is asked once more for what it did not do when it had to: that is no step more.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// A try to get the model's answer failed. It is recorded when the turn is over, with the time at
    /// which it happened.
    #[serde(rename = "tried")]
    TryFailed {
        /// What went wrong, and what followed.
        notice: Notice,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The model answered.
    #[serde(rename = "turned")]
    ModelAnswered {
        /// Its turn; the ids of its calls are distinct.
        turn: ModelTurn,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The model gave no answer.
    #[serde(rename = "failed")]
    ModelFailed {
        /// Why.
        error: String,
        /// Whether it was that the conversation is longer than the model can read.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        too_long: bool,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The conversation was too long: the lines of old answers were left out of it. What was seen
    /// stays observed.
    Compacted {
        /// The calls whose answers now name their places only.
        answers: Vec<String>,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// A tool call was answered.
    #[serde(rename = "answered")]
    ToolAnswered {
        /// The call's id.
        call: String,
        /// What the tool saw, cut to what was shown.
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
    /// It was asked who uses what the first report cites.
    #[serde(rename = "related")]
    UsersFound {
        /// What was found, cut to what is shown; empty where there is nothing.
        output: ToolOutput,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The disk was looked at again.
    #[serde(rename = "checked")]
    FilesChecked {
        /// For which report.
        of: CheckFor,
        /// What stands there.
        present: Present,
        /// How common the words of the question are that no tool had counted.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counts: Vec<TokenCount>,
        /// The words of the question that stand in no file.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<String>,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The exploration ended; what follows only concerns the report.
    Stopped {
        /// Why.
        reason: StopReason,
        /// Milliseconds since the start.
        at_ms: u64,
    },
    /// The run goes on after it broke off or ended: nothing of the end counts any more.
    Resumed {
        /// The repository's root, as the caller who resumes names it.
        root: String,
        /// The model's name from here on.
        model: String,
        /// The limits from here on. They count over the whole run, but for the wall time, which is
        /// that of this part alone.
        budgets: Budgets,
        /// The calls that the end came before: they are run again, and their answers so far are void.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unfinished: Vec<String>,
        /// Milliseconds since the start, the time between two parts left out.
        at_ms: u64,
    },
    /// The run was found in a report cache: its report is looked at again before it is given.
    #[serde(rename = "recalled")]
    CacheHit {
        /// The question as it was asked this time.
        task: Task,
        /// Milliseconds since the start. What the report took counts from here.
        at_ms: u64,
    },
    /// A report cache was asked, and this run has to answer itself.
    #[serde(rename = "missed")]
    CacheMiss {
        /// Why.
        why: CacheMissReason,
    },
}

impl Event {
    /// Milliseconds since the run's start, of events that have a time.
    #[must_use]
    pub fn at_ms(&self) -> Option<u64> {
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
    /// Nothing that can be read is kept of this question.
    Nothing,
    /// A file that the kept report cites is not as it was.
    Changed,
}

/// Why the host spoke.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostMessageKind {
    /// The model stopped without submitting.
    Nudge,
    /// The report had a critical gap.
    Gap,
    /// The model had to call `submit_report`, and no report came that can be read.
    Insistence,
    /// The first report came in: who uses what it cites.
    Related,
}

/// What the disk was looked at for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckFor {
    /// The selection that was submitted as number `n`, from 0.
    Submission(usize),
    /// The fallback.
    Fallback,
}
