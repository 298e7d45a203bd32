//! The places whose lines are in the conversation, and how many characters of each file were shown.
//!
//! A place is shown whole or by its header alone. A place that shares lines with an earlier place is shown without them,
//! with a note that says where they stand, if that saves at least a quarter of it: a smaller hole costs the reader more than
//! its lines. If the answer with them is compacted, the place is no longer in the conversation.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use firsthand_registry::{CandidateId, LineRange, Registry, RepoPath, Span, Window, line_chars};

use crate::ShownAs;

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
    window: Window,
    /// The place under which some of its lines are shown.
    rest: Option<CandidateId>,
}

impl ShownPlace {
    /// Whether what the window is shown for in these lines is in it.
    fn has_focus(&self, window: &Window, lines: LineRange) -> bool {
        let mut focus = window.focus.iter().filter(|(line, _)| lines.contains(*line));
        let as_long = line_chars(window) <= line_chars(&self.window);
        focus.all(|at| as_long && self.window.focus.contains(at))
    }
}

impl ShownPlaces {
    /// Whether an answer that is not compacted has exactly these lines under this id. A place whose text has
    /// changed is not shown yet.
    pub(crate) fn is_shown(&self, id: CandidateId, window: &Window) -> bool {
        let shown_place = self.places.get(&id);
        shown_place.is_some_and(|shown_place| {
            shown_place.window.span == window.span
                && shown_place.has_focus(window, window.span.range())
        })
    }

    /// The lines that are in the conversation.
    pub(crate) fn spans(&self) -> impl Iterator<Item = &Span> {
        self.places.values().map(|shown_place| &shown_place.window.span)
    }

    /// Whether an answer that is not compacted has exactly the window's lines, under the id of the window's place.
    pub(crate) fn is_already_shown(&self, registry: &Registry, window: &Window) -> bool {
        let id = registry.id_at(window.span.path(), window.span.range());
        id.is_some_and(|id| self.is_shown(id, window))
    }

    /// The first place with the most of the window's lines, and the same text, in an answer that is not compacted; and
    /// these lines.
    fn overlapping_place(&self, window: &Window) -> Option<(CandidateId, LineRange)> {
        let shared = self.places.iter().filter_map(|(id, shown_place)| {
            let span = &shown_place.window.span;
            let lines = span.range().intersection(window.span.range())?;
            let is_same = span.path() == window.span.path()
                && span.narrow(lines) == window.span.narrow(lines)
                && shown_place.has_focus(window, lines);
            is_same.then_some((*id, lines))
        });
        shared.max_by_key(|(id, lines)| (lines.len(), Reverse(*id)))
    }

    /// Records and returns how the answer to the call shows the place: by its header alone where its lines are in the
    /// conversation, and without those that are. It is shown whole where that saves little.
    pub(crate) fn show(&mut self, id: CandidateId, window: &Window, call: &str) -> ShownAs {
        let whole_chars = ShownAs::Whole.chars(window, id);
        let (shown, chars) = if self.is_shown(id, window) {
            (ShownAs::AlreadyShown, ShownAs::AlreadyShown.chars(window, id))
        } else {
            let shared = self.overlapping_place(window);
            let shared = shared.and_then(|(place, lines)| {
                let (shown, most) = if lines == window.span.range() {
                    (ShownAs::ShownWithin(place), whole_chars)
                } else {
                    (ShownAs::ShownInPart(place, lines), whole_chars * 3 / 4)
                };
                let chars = shown.chars(window, id);
                (chars < most).then_some((shown, chars))
            });
            shared.unwrap_or((ShownAs::Whole, whole_chars))
        };
        let rest = if let ShownAs::ShownInPart(place, _) = shown { Some(place) } else { None };
        if shown == ShownAs::Whole || rest.is_some() {
            let (call, window) = (call.to_owned(), window.clone());
            self.places.insert(id, ShownPlace { call, window, rest });
        }
        *self.files.entry(window.span.path().clone()).or_default() += chars;
        shown
    }

    /// Removes the places of whose lines some are in the answer to the call; returns their ids.
    pub(crate) fn remove_answer(&mut self, call: &str) -> HashSet<CandidateId> {
        let mut removed = HashSet::new();
        let is_removed = |place: &ShownPlace, removed: &HashSet<CandidateId>| {
            place.call == call || place.rest.is_some_and(|rest| removed.contains(&rest))
        };
        while let Some(id) =
            self.places.iter().find(|it| is_removed(it.1, &removed)).map(|it| *it.0)
        {
            self.places.remove(&id);
            removed.insert(id);
        }
        removed
    }
}
