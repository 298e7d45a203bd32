//! The loop as small steps: each reads the state and either does not apply or returns an effect.
//!
//! The effect of the first step that applies is executed, its events are recorded, and the steps are tried again.
//! To add one, write its file and its row in [`STEPS`].

mod answer;
mod ask;
mod check;
mod compact;
mod find_usages;
mod fit;
mod insist;
mod judge;
mod keep_report;
mod nudge;
mod recheck;

use std::collections::BTreeMap;

use firsthand_registry::{LineRange, Receipt, ReceiptId, RepoPath, distinct};
use firsthand_validator::{Selection, StopReason, cited, cited_names, cited_receipts};

use crate::State;
use crate::event::{CheckFor, HostMessageKind};

/// What a report cites, to be checked before the report is built.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Cited {
    /// The lines of each file.
    pub(crate) ranges: BTreeMap<RepoPath, Vec<LineRange>>,
    pub(crate) receipts: BTreeMap<ReceiptId, Receipt>,
    /// The names that it cites: [`cited_names`].
    pub(crate) names: Vec<String>,
}

impl Cited {
    /// What a selection cites.
    fn by(selection: &Selection, state: &State) -> Self {
        let registry = &state.registry;
        Self {
            ranges: cited(registry, selection, state.intent()),
            receipts: cited_receipts(registry, selection),
            names: {
                let asked = state.conversation.asked_names.iter().cloned();
                distinct(cited_names(registry, selection).into_iter().chain(asked))
            },
        }
    }
}

/// An effect of a step.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Effect {
    /// Ask the model for a turn, in which it must call this tool, if any.
    Ask(Option<&'static str>),
    /// Answer the pending calls: receive reports, run the first `allowed` of the other calls, and refuse the rest with
    /// this text.
    Answer { allowed: usize, refusal: &'static str },
    /// Leave the lines of these answers out of the conversation.
    Compact(Vec<String>),
    /// Send the model a message.
    Message(HostMessageKind, String),
    /// Read these lines of files again, and make these searches again, for this report.
    Check(CheckFor, Cited),
    /// Search for the usages of what these lines declare.
    FindUsages(Vec<(RepoPath, LineRange)>),
    /// Check what the printed report of this submission has room for.
    CheckFit(usize),
    /// End the exploration.
    Stop(StopReason),
}

type Step = fn(&State) -> Option<Effect>;

/// The steps of a run that goes on, in the order in which they are tried.
const STEPS: &[Step] = &[
    answer::step,
    check::step,
    fit::step,
    find_usages::step,
    judge::step,
    compact::step,
    keep_report::step,
    insist::step,
    nudge::step,
    ask::step,
];

/// The next effect; `None` where the run is over. After the end, only the files of the report and its fit are checked again.
pub(crate) fn next(state: &State) -> Option<Effect> {
    match state.stopped {
        Some(reason) => recheck::step(state, reason).or_else(|| fit::last_check(state, reason)),
        None => STEPS.iter().find_map(|step| step(state)),
    }
}
