//! The groups of a state's fields.

use firsthand_registry::{HandedOut, Registry};
use firsthand_validator::{Coverage, Finding, Fit, Present, Selection, Stats, Verdict};

use super::shown::ShownPlaces;
use crate::event::{CheckFor, HostMessageKind};
use crate::submit::{ParsedSubmission, SUBMIT, parse_selection};
use crate::{Answer, Budgets, Message, Task, ToolCall, ToolSpec};

/// A selection that the model submitted, and its verdict.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Submission {
    pub(crate) selection: Selection,
    /// The ids that the model knew.
    pub(crate) handed_out: HandedOut,
    /// How its values were read that could not be read as they were given.
    pub(crate) unread: Vec<String>,
    /// Whether it was truncated: the selection has only its complete parts.
    pub(crate) cut: bool,
    /// The verdict, with the present files that it is based on; `None` until they were checked.
    pub(crate) validated: Option<(Verdict, Present)>,
    /// What its printed report loses; `None` until that was checked.
    pub(crate) fit: Option<Fit>,
    /// The links that its printed report has no room for, by their positions in the selection from 1.
    pub(crate) cut_links: Vec<usize>,
    /// Whether it revises a report in which the host had found no gap.
    pub(crate) is_revision: bool,
}

/// A call that has no answer yet.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pending {
    pub(crate) call: ToolCall,
    /// The report that it submits, where it is a call of [`SUBMIT`].
    pub(crate) report: Option<ParsedSubmission>,
}

impl Pending {
    /// A call after the places of the `registry` were observed.
    pub(super) fn of(call: &ToolCall, registry: &Registry) -> Self {
        let parse = || {
            let (selection, mut repairs) = parse_selection(call)?;
            let (selection, by_quote) = selection.with_known_ids(registry);
            repairs.extend(by_quote);
            Ok((selection, repairs))
        };
        Self { report: (call.tool == SUBMIT).then(parse), call: call.clone() }
    }
}

/// What the run was started, resumed, or found in a cache with.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Setup {
    pub(crate) task: Option<Task>,
    pub(crate) system: String,
    pub(crate) tools: Vec<ToolSpec>,
    pub(crate) budgets: Budgets,
    /// Whether the first report is answered with the usages of what it cites.
    pub(crate) wants_usages: bool,
    /// Whether it is checked what the printed report has room for.
    pub(crate) checks_fit: bool,
    /// When the run was found in a report cache, in milliseconds: elapsed time counts from here.
    pub(crate) cache_hit_ms: u64,
}

/// What the model has read so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Conversation {
    pub(crate) messages: Vec<Message>,
    pub(crate) shown: ShownPlaces,
    /// The names for whose lines its reports ask, those of the first one first.
    pub(crate) asked_names: Vec<String>,
    /// How many consecutive answers, up to the last one, had no new place.
    pub(crate) answers_without_new_places: u32,
    /// The host's last message since the last answer to a call, if any.
    pub(crate) last_host_message: Option<HostMessageKind>,
    /// The usages of what the first report cites, once they were searched for.
    pub(crate) usages: Option<Answer>,
    /// Whether the host has sent a message since they were found.
    pub(crate) usages_shown: bool,
    /// The submissions about which the host has sent a message on what their printed reports lose.
    pub(crate) fit_named: Vec<usize>,
    /// The submissions of which a message of the host named what they lose in print and what lowers them.
    pub(crate) losses_named: Vec<usize>,
}

/// The last request to the model, and its turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Turn {
    /// Whether the request required a report.
    pub(crate) forced: bool,
    /// The ids that the model knew when it made its turn.
    pub(crate) handed_out: HandedOut,
    /// Whether the request repeated a required one.
    pub(crate) is_repeated: bool,
    /// The turn's calls, unrepaired; the conversation has the repaired ones.
    pub(crate) calls: Vec<ToolCall>,
    pub(crate) pending: Vec<Pending>,
    /// Whether the turn had a valid report.
    pub(crate) submitted: bool,
    /// How many consecutive turns had to be a report and brought no valid one.
    pub(crate) turns_without_report: u32,
    /// The message of the model's last error, until the conversation is compacted or the run is resumed.
    pub(crate) failure: Option<String>,
    /// Whether the failure was a too long conversation.
    pub(crate) too_long: bool,
    /// Whether the failure was that no call came in time.
    pub(crate) idle: bool,
}

/// What the report states of the run, beside its selection.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) coverage: Coverage,
    pub(crate) findings: Vec<Finding>,
    pub(crate) stats: Stats,
}

/// The checks of cited files.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Checks {
    /// The last check, unless events other than the end of the run followed it.
    pub(crate) last: Option<CheckFor>,
    /// The checks since the run stopped.
    pub(crate) after_stop: Vec<CheckFor>,
    /// The submission whose fit was checked last, unless events other than the end of the run followed.
    pub(crate) last_fit: Option<usize>,
    /// The submissions whose fit was checked since the run stopped.
    pub(crate) fits: Vec<usize>,
    /// The present files that the fallback is based on; `None` until they were checked.
    pub(crate) fallback: Option<Present>,
}
