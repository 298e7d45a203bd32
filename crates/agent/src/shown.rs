//! What the conversation shows: whose lines stand in it, and how much of each file was shown.

use std::collections::HashMap;

use firsthand_registry::{CandidateId, Observation, Registry, RepoPath, Source, Span, Window};

/// The characters of each file that were shown.
pub(crate) type FileChars = HashMap<RepoPath, usize>;

/// What a header says of a place whose lines stand in an earlier answer.
pub(crate) const ABOVE: &str = "(shown above)";
/// The same, once the earlier answer was left out.
pub(crate) const LEFT_OUT: &str = "(left out)";

/// What was shown so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) files: FileChars,
    places: HashMap<CandidateId, Showing>,
}

/// Where a place's lines stand in the conversation.
#[derive(Clone, PartialEq, Debug)]
struct Showing {
    call: String,
    span: Span,
}

impl Shown {
    /// Whether an answer that still stands shows just these lines under this id. A place that reads
    /// otherwise than it did is not shown yet.
    pub(crate) fn holds(&self, id: CandidateId, window: &Window) -> bool {
        let known = self.places.get(&id);
        known.is_some_and(|showing| showing.span == window.span)
    }

    /// Whether the window will be shown without its lines.
    pub(crate) fn will_hold(&self, registry: &Registry, window: &Window) -> bool {
        let id = registry.id_at(window.span.path(), window.span.range());
        id.is_some_and(|id| self.holds(id, window))
    }

    /// The answer to the call shows these lines.
    pub(crate) fn show(&mut self, id: CandidateId, window: &Window, call: &str) {
        let (call, span) = (call.to_owned(), window.span.clone());
        self.places.insert(id, Showing { call, span });
    }

    /// The lines in the answer to the call no longer stand; the ids of these places.
    pub(crate) fn forget(&mut self, call: &str) -> Vec<CandidateId> {
        let gone = |showing: &Showing| showing.call == call;
        let ids = self.places.iter().filter(|(_, showing)| gone(showing));
        let ids = ids.map(|(id, _)| *id).collect();
        self.places.retain(|_, showing| !gone(showing));
        ids
    }
}

/// The window as an observation of its own.
pub(crate) fn alone(window: Window) -> Observation {
    Observation::read(Source::READ, window)
}
