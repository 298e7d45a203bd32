//! Places, links and targets of a report. Only the validator makes places.

use std::hash::{Hash, Hasher};

use firsthand_anchors::Anchor;
use firsthand_registry::{Candidate, CandidateId, LineRange, RepoPath};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Quote;

/// A place that was observed and still stood when the report was built: a path and, where lines were
/// seen, a range. Only the validator makes one. Two places are equal if they have the same path and lines.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Place {
    path: RepoPath,
    start: Option<u32>,
    end: Option<u32>,
    /// What finds its lines again after a change.
    #[serde(skip_serializing_if = "Option::is_none")]
    anchor: Option<Anchor>,
    /// The candidate that was cited.
    #[serde(skip)]
    id: CandidateId,
}

impl Place {
    /// All that was observed of a candidate.
    pub(crate) fn of(candidate: &Candidate) -> Self {
        let range = candidate.range();
        Self {
            path: candidate.path().clone(),
            start: range.map(LineRange::start),
            end: range.map(LineRange::end),
            anchor: None,
            id: candidate.id(),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// The lines; `None` for a path known from a listing only.
    #[must_use]
    pub fn range(&self) -> Option<LineRange> {
        LineRange::new(self.start?, self.end?)
    }

    /// The id of the candidate that was cited.
    #[must_use]
    pub fn id(&self) -> CandidateId {
        self.id
    }

    /// What finds its lines again after a change; `None` for a place without lines.
    #[must_use]
    pub fn anchor(&self) -> Option<&Anchor> {
        self.anchor.as_ref()
    }

    /// Records what finds its lines again.
    pub(crate) fn set_anchor(&mut self, anchor: Anchor) {
        self.anchor = Some(anchor);
    }

    /// Shows these lines instead; all of them were observed.
    pub(crate) fn show(&mut self, lines: LineRange) {
        (self.start, self.end) = (Some(lines.start()), Some(lines.end()));
    }

    /// Whether both are in one file and share lines, or one of them has no lines. A report lists only one of them.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.path == other.path
            && match (self.range(), other.range()) {
                (Some(a), Some(b)) => a.overlaps(b),
                _ => true,
            }
    }

    fn position(&self) -> (&RepoPath, Option<u32>, Option<u32>) {
        (&self.path, self.start, self.end)
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.position() == other.position()
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position().hash(state);
    }
}

/// One step of the explanation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Link {
    /// The cited place; always with lines.
    #[serde(flatten)]
    pub place: Place,
    /// The part it plays: the model's words, empty where withheld.
    pub role: String,
    /// What happens there: the model's words, empty where withheld.
    pub fact: String,
    /// The source's text that supports the fact.
    pub quote: Quote,
    /// Its position in the selection, from 1.
    #[serde(skip)]
    pub(crate) number: usize,
}

impl Link {
    /// Its position in the selection, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }
}

/// A place to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Target {
    /// The place to read; always with lines.
    #[serde(flatten)]
    pub place: Place,
    /// The purpose of reading it: the model's words, empty where withheld.
    pub purpose: String,
    /// Whether the caller cannot go on without it.
    pub required: bool,
}
