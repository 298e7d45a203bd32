//! An observed place and its id.

use serde::Serialize;

use crate::{
    CandidateId, Declaration, Evidence, LineRange, PathClass, Related, RepoPath, Source, Symbol,
    Window,
};

/// A tool that observed a place, and how often.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Provenance {
    /// The tool and its weight.
    pub source: Source,
    /// How many times it observed the place.
    pub times: u32,
}

/// An observed place: a path, and a line range where text was observed. Only
/// [`Registry::observe`](crate::Registry::observe) creates one.
///
/// ```compile_fail
/// // A place cannot be invented: the fields are private and there is no constructor.
/// use firsthand_registry::{Candidate, RepoPath};
/// let path = RepoPath::new("src/ghost.rs").unwrap();
/// let ghost = Candidate { path, ..todo!() };
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    pub(crate) id: CandidateId,
    pub(crate) path: RepoPath,
    pub(crate) traits: PathClass,
    pub(crate) provenance: Vec<Provenance>,
    pub(crate) observed: Option<ObservedState>,
}

/// The text of a place and its metadata.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ObservedState {
    pub(crate) range: LineRange,
    pub(crate) file_lines: Option<u32>,
    pub(crate) evidence: Evidence,
    pub(crate) hits: Vec<u32>,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) related: Vec<Related>,
    pub(crate) distance: Option<u32>,
    pub(crate) guessed: bool,
}

impl ObservedState {
    pub(crate) fn of(window: Window) -> Self {
        let Window {
            span,
            hits,
            symbol,
            declarations,
            related,
            distance,
            row: _,
            guessed,
            focus: _,
        } = window;
        let mut observed = Self {
            range: span.range(),
            file_lines: span.file_lines(),
            evidence: Evidence::of(&span),
            hits,
            symbols: symbol.into_iter().collect(),
            declarations,
            related: related.into_iter().collect(),
            distance,
            guessed,
        };
        observed.normalize();
        observed
    }

    /// Merges a later observation of the same lines, without duplicates. If their text has changed, what was known of the
    /// older text is left out.
    pub(crate) fn merge(&mut self, newer: Self) {
        let is_changed = self.evidence.differs(&newer.evidence);
        self.evidence.merge(&newer.evidence);
        if is_changed {
            let evidence = std::mem::take(&mut self.evidence);
            *self = Self { evidence, ..newer };
            return;
        }
        self.file_lines = newer.file_lines.or(self.file_lines);
        self.hits.extend(newer.hits);
        extend_new(&mut self.symbols, newer.symbols);
        extend_new(&mut self.declarations, newer.declarations);
        extend_new(&mut self.related, newer.related);
        self.distance = match (self.distance, newer.distance) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.guessed |= newer.guessed;
        self.normalize();
    }

    /// Restores the invariants: hits inside the range, sorted and unique; overlapping declarations, outermost first.
    fn normalize(&mut self) {
        let range = self.range;
        self.hits.retain(|&line| range.contains(line));
        self.hits.sort_unstable();
        self.hits.dedup();
        self.declarations.retain(|d| d.range.overlaps(range));
        self.declarations.sort_by_key(|d| (d.range.start(), std::cmp::Reverse(d.range.end())));
    }
}

fn extend_new<T: PartialEq>(list: &mut Vec<T>, more: Vec<T>) {
    for item in more {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}

impl Candidate {
    /// The id, assigned when it was first observed.
    #[must_use]
    pub fn id(&self) -> CandidateId {
        self.id
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// The observed lines; `None` for a place known from a listing only.
    #[must_use]
    pub fn range(&self) -> Option<LineRange> {
        self.observed.as_ref().map(|s| s.range)
    }

    /// The observed text; `None` for a place known from a listing only.
    #[must_use]
    pub fn evidence(&self) -> Option<&Evidence> {
        self.observed.as_ref().map(|s| &s.evidence)
    }

    /// How many lines the whole file had when it was last observed, where that is known.
    #[must_use]
    pub fn file_lines(&self) -> Option<u32> {
        self.observed.as_ref().and_then(|s| s.file_lines)
    }

    /// The hit lines (1-based), ascending: the matches for which the place was shown.
    #[must_use]
    pub fn hits(&self) -> &[u32] {
        self.observed.as_ref().map_or(&[], |s| &s.hits)
    }

    /// Whether a search ranked it by words that the caller guessed, and not by the question.
    #[must_use]
    pub fn is_guessed(&self) -> bool {
        self.observed.as_ref().is_some_and(|s| s.guessed)
    }

    /// The symbols for which the place was shown.
    #[must_use]
    pub fn symbols(&self) -> &[Symbol] {
        self.observed.as_ref().map_or(&[], |s| &s.symbols)
    }

    /// Declarations in or around it, outermost first.
    #[must_use]
    pub fn declarations(&self) -> &[Declaration] {
        self.observed.as_ref().map_or(&[], |s| &s.declarations)
    }

    /// The graph edges that led here.
    #[must_use]
    pub fn related(&self) -> &[Related] {
        self.observed.as_ref().map_or(&[], |s| &s.related)
    }

    /// The fewest steps in the code graph from the queried symbol.
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        self.observed.as_ref().and_then(|s| s.distance)
    }

    /// The class of the path: test, support, generated, docs.
    #[must_use]
    pub fn traits(&self) -> PathClass {
        self.traits
    }

    /// The tools that observed it, in order of first observation.
    #[must_use]
    pub fn provenance(&self) -> &[Provenance] {
        &self.provenance
    }
}
