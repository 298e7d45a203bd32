//! What the conversation shows: whose lines stand in it, and how much of each file was shown.
//!
//! A place is shown whole or by its header alone. One that only shares some lines with an earlier place
//! is shown whole: mostly the shared lines are an earlier match in the middle of a longer read, so that
//! the code would have a hole where it matters; and its lines would stand in two answers, of which
//! either may be left out of the conversation later.

use std::collections::{HashMap, HashSet};

use firsthand_registry::{CandidateId, Registry, RepoPath, Span, Window};

use crate::ShownAs;

/// The characters of each file that were shown.
pub(crate) type FileChars = HashMap<RepoPath, usize>;

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

    /// The lines that stand in the conversation.
    pub(crate) fn spans(&self) -> impl Iterator<Item = &Span> {
        self.places.values().map(|showing| &showing.span)
    }

    /// Whether the window will be shown without its lines.
    pub(crate) fn will_hold(&self, registry: &Registry, window: &Window) -> bool {
        let id = registry.id_at(window.span.path(), window.span.range());
        id.is_some_and(|id| self.holds(id, window))
    }

    /// The first place that has all of the window's lines in an answer that still stands, as they
    /// read here.
    fn around(&self, window: &Window) -> Option<CandidateId> {
        let range = window.span.range();
        let holds = |span: &Span| {
            span.path() == window.span.path()
                && span.range().covers(range)
                && span.narrow(range).as_ref() == Some(&window.span)
        };
        let places = self.places.iter();
        let holding = places.filter(|(_, showing)| holds(&showing.span));
        holding.map(|(id, _)| *id).min()
    }

    /// How the answer to the call shows the place: by its header alone where its lines stand in the
    /// conversation. The first lines of a place that is part of another are shown where they are
    /// shorter than the note about it.
    pub(crate) fn show(&mut self, id: CandidateId, window: &Window, call: &str) -> ShownAs {
        let whole = ShownAs::Whole.chars(window, id);
        let (shown, chars) = if self.holds(id, window) {
            (
                ShownAs::AlreadyShown,
                ShownAs::AlreadyShown.chars(window, id),
            )
        } else {
            let within = self.around(window).map(ShownAs::ShownWithin);
            let within = within.map(|within| (within, within.chars(window, id)));
            let within = within.filter(|(_, chars)| *chars < whole);
            within.unwrap_or((ShownAs::Whole, whole))
        };
        if shown == ShownAs::Whole {
            let (call, span) = (call.to_owned(), window.span.clone());
            self.places.insert(id, Showing { call, span });
        }
        *self.files.entry(window.span.path().clone()).or_default() += chars;
        shown
    }

    /// The lines in the answer to the call no longer stand; the ids of these places.
    pub(crate) fn forget(&mut self, call: &str) -> HashSet<CandidateId> {
        let gone = |showing: &Showing| showing.call == call;
        let ids = self.places.iter().filter(|(_, showing)| gone(showing));
        let ids = ids.map(|(id, _)| *id).collect();
        self.places.retain(|_, showing| !gone(showing));
        ids
    }
}
