//! The loop as small steps: each looks at the state and either does not apply or returns what to do.
//!
//! The first that applies is carried out, its events are recorded, and the steps are asked again.
//! To add one, write its file and its row in [`STEPS`].

mod answer;
mod ask;
mod check;
mod compact;
mod insist;
mod judge;
mod nudge;
mod relate;
mod settle;
mod stands;

use std::collections::BTreeMap;

use firsthand_registry::{LineRange, RepoPath};
use firsthand_validator::StopReason;

use crate::State;
use crate::event::{CheckFor, HostMessageKind};

/// What to do next.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Effect {
    /// Ask the model for a turn.
    Ask { must_call: Option<&'static str> },
    /// Answer the pending calls: run the first `run` of them, refuse the rest for this reason.
    Answer { run: usize, refusal: &'static str },
    /// Leave the lines of these answers out of the conversation.
    Compact { answers: Vec<String> },
    /// Send the model a message.
    Message { why: HostMessageKind, text: String },
    /// Look at these files again.
    Check {
        of: CheckFor,
        wanted: BTreeMap<RepoPath, Vec<LineRange>>,
    },
    /// Ask who uses these lines.
    FindUsers { cited: Vec<(RepoPath, LineRange)> },
    /// End the exploration.
    Stop { reason: StopReason },
}

type Step = fn(&State) -> Option<Effect>;

/// The steps, in the order in which they are asked.
const STEPS: &[Step] = &[
    settle::step,
    answer::step,
    check::step,
    relate::step,
    judge::step,
    compact::step,
    stands::step,
    insist::step,
    nudge::step,
    ask::step,
];

/// What to do next; `None` where the run is over.
pub(crate) fn next(state: &State) -> Option<Effect> {
    STEPS.iter().find_map(|step| step(state))
}
