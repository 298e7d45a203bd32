//! The places whose lines are in the conversation, and how many characters of each file were shown.
//!
//! A place is shown whole or by its header alone. A place that shares only some of its lines with an earlier place is
//! shown whole, although the shared lines are then in the conversation twice. Without them, the code would mostly have
//! a hole at its most relevant lines: typically they are an earlier match in the middle of a longer read. And the
//! place's lines would be spread over two answers, of which either may be compacted later. But if an earlier place has
//! nearly all of its lines, as when a search begins it a line further on, only the others are shown.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use firsthand_registry::{CandidateId, LineRange, Registry, RepoPath, Span, Window};

use crate::ShownAs;

/// The least share of a place's lines that are nearly all of them.
const MOST: (u32, u32) = (3, 4);

/// The number of shown characters of each file.
pub(crate) type FileChars = HashMap<RepoPath, usize>;

/// The places and files that were shown so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ShownPlaces {
    pub(crate) files: FileChars,
    /// The places that an answer shows whole.
    places: HashMap<CandidateId, ShownPlace>,
}

/// The lines of a place in the conversation, and the call whose answer has them.
#[derive(Clone, PartialEq, Debug)]
struct ShownPlace {
    call: String,
    span: Span,
}

impl ShownPlaces {
    /// Whether an answer that is not compacted has exactly these lines under this id. A place whose text has
    /// changed is not shown yet.
    pub(crate) fn is_shown(&self, id: CandidateId, window: &Window) -> bool {
        let shown_place = self.places.get(&id);
        shown_place.is_some_and(|shown_place| shown_place.span == window.span)
    }

    /// The lines that are in the conversation.
    pub(crate) fn spans(&self) -> impl Iterator<Item = &Span> {
        self.places.values().map(|shown_place| &shown_place.span)
    }

    /// Whether an answer that is not compacted has exactly the window's lines, under the id of the window's place.
    pub(crate) fn is_already_shown(&self, registry: &Registry, window: &Window) -> bool {
        let id = registry.id_at(window.span.path(), window.span.range());
        id.is_some_and(|id| self.is_shown(id, window))
    }

    /// The first place with all of the window's lines, and the same text, in an answer that is not
    /// compacted.
    fn enclosing_place(&self, window: &Window) -> Option<CandidateId> {
        let range = window.span.range();
        let enclosing = self
            .common_lines(window)
            .filter(|(_, lines)| *lines == range);
        enclosing.map(|(id, _)| id).min()
    }

    /// The first place with the most of the window's lines, and the same text, in an answer that is not compacted, and
    /// these lines, if they are nearly all.
    fn mostly_enclosing_place(&self, window: &Window) -> Option<(CandidateId, LineRange)> {
        let common = self
            .common_lines(window)
            .max_by_key(|(id, lines)| (lines.len(), Reverse(*id)));
        common.filter(|(_, lines)| lines.len() * MOST.1 >= window.span.range().len() * MOST.0)
    }

    /// The lines that each place has of the window, with the same text.
    fn common_lines(&self, window: &Window) -> impl Iterator<Item = (CandidateId, LineRange)> {
        let places = self.places.iter();
        places.filter_map(|(id, shown_place)| {
            let span = &shown_place.span;
            let lines = span.range().intersection(window.span.range())?;
            let is_same = span.path() == window.span.path()
                && span.narrow(lines) == window.span.narrow(lines);
            is_same.then_some((*id, lines))
        })
    }

    /// Records and returns how the answer to the call shows the place: by its header alone where its lines are in the
    /// conversation. A part of another place is shown whole where that is shorter than the note about it.
    pub(crate) fn show(&mut self, id: CandidateId, window: &Window, call: &str) -> ShownAs {
        let whole_chars = ShownAs::Whole.chars(window, id);
        let (shown, chars) = if self.is_shown(id, window) {
            (
                ShownAs::AlreadyShown,
                ShownAs::AlreadyShown.chars(window, id),
            )
        } else {
            let within = self.enclosing_place(window).map(ShownAs::ShownWithin);
            let except = || {
                let place = self.mostly_enclosing_place(window);
                place.map(|(place, lines)| ShownAs::ShownExcept(place, lines))
            };
            let within = within.or_else(except);
            let within = within.map(|within| (within, within.chars(window, id)));
            let within = within.filter(|(_, chars)| *chars < whole_chars);
            within.unwrap_or((ShownAs::Whole, whole_chars))
        };
        if shown == ShownAs::Whole {
            let (call, span) = (call.to_owned(), window.span.clone());
            self.places.insert(id, ShownPlace { call, span });
        }
        *self.files.entry(window.span.path().clone()).or_default() += chars;
        shown
    }

    /// Removes the places whose lines are in the answer to the call; returns their ids.
    pub(crate) fn remove_answer(&mut self, call: &str) -> HashSet<CandidateId> {
        let is_removed = |shown_place: &ShownPlace| shown_place.call == call;
        let ids = self
            .places
            .iter()
            .filter(|(_, shown_place)| is_removed(shown_place));
        let ids = ids.map(|(id, _)| *id).collect();
        self.places
            .retain(|_, shown_place| !is_removed(shown_place));
        ids
    }
}
