//! Finds a recorded place in a file's present text, and decides what became of it.

mod changed;
mod wanted;

use std::cell::OnceCell;

use firsthand_source::{LineRange, count, wire_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::anchor::Anchor;
use crate::file::FileText;
use crate::named::is_named;
use crate::{Declarations, Declared};
pub use wanted::Wanted;

wire_names! {
    /// What became of a place; in order, from best to worst.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum PlaceState {
        /// It stands where it was, byte for byte.
        Unchanged => "unchanged",
        /// It stands elsewhere, byte for byte, and only there.
        Moved => "moved",
        /// Its declaration or its neighbours are there, and its own lines differ.
        Changed => "changed",
        /// Several places are equal to it, and nothing tells which it is.
        Ambiguous => "ambiguous",
        /// Nothing of it is found.
        Gone => "gone",
    }
}

impl PlaceState {
    /// Whether what was recorded no longer stands as it was.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self > Self::Moved
    }
}

/// What became of a place, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found {
    /// Its state.
    pub state: PlaceState,
    /// Its present lines; of an ambiguous place, every place that equals it; of a changed one, where its rest stands.
    pub at: Vec<LineRange>,
    /// What differs, in a few words; empty where nothing does.
    pub why: String,
}

impl Found {
    /// A result of a comparison.
    #[must_use]
    pub fn new(state: PlaceState, at: Vec<LineRange>, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { state, at, why }
    }

    /// A place that is gone.
    #[must_use]
    pub fn gone(why: impl Into<String>) -> Self {
        Self::new(PlaceState::Gone, Vec::new(), why)
    }

    /// The place at `lines`, which was at `cited`.
    pub(crate) fn standing(cited: LineRange, lines: LineRange) -> Self {
        if cited == lines {
            Self::new(PlaceState::Unchanged, vec![lines], "")
        } else {
            Self::new(PlaceState::Moved, vec![lines], format!("it is at {lines} now"))
        }
    }

    /// The state of a place that is not in its own file and stands byte for byte in `copies` places of other files, and
    /// why; `None` if it stands in none.
    #[must_use]
    pub fn elsewhere(copies: usize) -> Option<(PlaceState, String)> {
        match copies {
            0 => None,
            1 => Some((PlaceState::Moved, "it is in another file now".to_owned())),
            several => {
                let places = count(several, "place", "places");
                Some((PlaceState::Ambiguous, format!("{places} of other files are equal to it")))
            }
        }
    }

    pub(crate) fn ambiguous(at: Vec<LineRange>) -> Self {
        let why = format!("{} are equal to it", count(at.len(), "place", "places"));
        Self::new(PlaceState::Ambiguous, at, why)
    }
}

/// Compares a place with its file's present text.
#[must_use]
pub fn find(wanted: &Wanted<'_>, now: &FileText, declarations: &dyn Declarations) -> Found {
    let search = Search { wanted, now, declarations, declared: OnceCell::new() };
    search.standing().unwrap_or_else(|| search.changed())
}

struct Search<'a> {
    wanted: &'a Wanted<'a>,
    now: &'a FileText,
    declarations: &'a dyn Declarations,
    declared: OnceCell<Vec<Declared>>,
}

impl Search<'_> {
    /// The declarations that have the recorded name and kind.
    fn namesakes(&self) -> &[Declared] {
        self.declared.get_or_init(|| {
            let Some(name) = self.wanted.anchor.and_then(Anchor::declaration) else {
                return Vec::new();
            };
            let all = self.declarations.of(self.now.path(), self.now.bytes());
            is_named(&all, name)
        })
    }

    /// The place if it stands somewhere, byte for byte, and it is known to be the same.
    fn standing(&self) -> Option<Found> {
        let cited = self.wanted.cited;
        let mut exact = self.wanted.exact(self.now);
        exact.retain(|&lines| !self.is_elsewhere_by_name(lines));
        match exact.as_slice() {
            [] => None,
            &[one] if one == cited || self.is_surely(one) => Some(Found::standing(cited, one)),
            [_] => None,
            several => Some(self.choose(several)),
        }
    }

    /// Whether the recorded declaration is in this file, and these lines are neither in it nor beside the recorded ones.
    fn is_elsewhere_by_name(&self, lines: LineRange) -> bool {
        let namesakes = self.namesakes();
        !namesakes.is_empty() && !self.is_in_namesake(lines) && self.neighbours(lines) < 2
    }

    fn is_in_namesake(&self, lines: LineRange) -> bool {
        let mut namesakes = self.namesakes().iter();
        namesakes.any(|declared| declared.range.overlaps(lines))
    }

    /// Whether these lines are as far below the beginning of the recorded declaration as the place was, or name it.
    fn is_where_it_was_in_namesake(&self, lines: LineRange) -> bool {
        let name = self.wanted.anchor.and_then(Anchor::declaration);
        let above = name.and_then(|name| name.above);
        self.namesakes().iter().any(|declared| {
            let now_above = lines.start().checked_sub(declared.range.start());
            lines.contains(declared.line) || (above.is_some() && above == now_above)
        })
    }

    /// Whether the only equal lines are surely the recorded ones: others could have stood in the file, too.
    fn is_surely(&self, lines: LineRange) -> bool {
        let Some(anchor) = self.wanted.anchor else {
            return true;
        };
        let neighbours = self.neighbours(lines);
        let says = self.now.informative_lines(lines) + neighbours;
        if says > 0 && self.is_where_it_was_in_namesake(lines) {
            return true;
        }
        match (anchor.copies, self.is_in_namesake(lines)) {
            (Some(1), true) => says >= 1,
            (Some(1), false) => says >= 3 || says - neighbours >= 2,
            (None, true) => says >= 2,
            (None, false) => says >= 3,
            (Some(_), _) => self.are_telling(neighbours),
        }
    }

    /// The one of several equal places that is in the recorded declaration or beside the recorded lines; else all.
    fn choose(&self, equal: &[LineRange]) -> Found {
        let cited = self.wanted.cited;
        let in_namesake = equal.iter().copied().filter(|&lines| self.is_in_namesake(lines));
        let mut left: Vec<LineRange> = in_namesake.collect();
        if left.is_empty() {
            left = equal.to_vec();
        }
        let most = left.iter().map(|&lines| self.neighbours(lines)).max();
        let most = most.filter(|&most| self.are_telling(most)).unwrap_or_default();
        left.retain(|&lines| self.neighbours(lines) >= most);
        match left.as_slice() {
            &[one] if one == cited || self.is_surely(one) || most > 0 => {
                Found::standing(cited, one)
            }
            _ if left.contains(&cited) && self.stands_as_it_did(cited) => {
                Found::standing(cited, cited)
            }
            // One of them is meant rather than the others, but not surely.
            [_] => Found::ambiguous(equal.to_vec()),
            _ => Found::ambiguous(left),
        }
    }

    /// Whether all recorded lines beside the place, if any are recorded, stand beside these lines.
    fn stands_as_it_did(&self, lines: LineRange) -> bool {
        let anchor = self.wanted.anchor;
        anchor.is_none_or(|anchor| anchor.is_between_its_neighbours(self.now, lines))
    }

    /// How many of the recorded lines beside the place stand beside these lines.
    fn neighbours(&self, lines: LineRange) -> usize {
        let anchor = self.wanted.anchor;
        anchor.map_or(0, |anchor| anchor.neighbours(self.now, lines))
    }

    /// Whether so many lines beside a place tell it from its copies: more than stood beside one of them when it was
    /// recorded.
    fn are_telling(&self, neighbours: usize) -> bool {
        let alike = self.wanted.anchor.and_then(|anchor| anchor.alike);
        neighbours >= 2 && alike.is_none_or(|alike| neighbours > alike as usize)
    }
}

#[cfg(test)]
mod tests;
