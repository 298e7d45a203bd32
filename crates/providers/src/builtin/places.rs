//! Selects the places of a report: observed places with their symbols, as it cites them.

use std::ops::Deref;

use firsthand_agent::registry::{Candidate, Declaration, LineRange, Related, Symbol};

use super::view::{BY_NAME, CALLERS, SIBLINGS, View};

/// The most primary places.
const MAX_PRIMARY: usize = 5;
/// The most lines to which a citation is widened. A place with more lines of its own is cited as it is.
const MAX_CITATION_LINES: u32 = 120;
/// The most places of the search in a report beside the primary ones.
const MAX_FURTHER: usize = 8;
/// The most lines that call what the question spells, and of these the most that may mean another declaration.
const MAX_CALLERS: usize = 6;
const MAX_BY_NAME: usize = 3;
/// The most places beside these that enumerate the same members as one of the primary places.
const MAX_SIBLINGS: usize = 6;

/// The places of a report.
pub(super) struct Places<'r> {
    /// The best places of the search, which the report cites as the links of the flow.
    pub(super) primary: Vec<Place<'r>>,
    /// Lines that call what the question spells as code does.
    pub(super) callers: Vec<Place<'r>>,
    /// Places that enumerate the same members as one of the primary places, one of a file: they change together, so a
    /// report about a change cites them as read targets.
    pub(super) siblings: Vec<Place<'r>>,
    /// The next best places of the search, which the report cites as read targets. A read target takes a third of the
    /// characters of a flow link.
    pub(super) further: Vec<Place<'r>>,
}

impl<'r> Places<'r> {
    /// Adds the further places to these primary ones.
    pub(super) fn with_primary(view: &View<'r>, primary: Vec<Place<'r>>) -> Places<'r> {
        let is_in_same_file = |one: Place<'_>, other: Place<'_>| one.path() == other.path();
        let callers =
            chosen(certain_first(view), MAX_CALLERS, &primary, Place::is_in_declaration_of);
        let known = [&primary[..], &callers].concat();
        let siblings = view.related(SIBLINGS).filter(|place| !place.is_secondary());
        let siblings = chosen(siblings, MAX_SIBLINGS, &known, is_in_same_file);
        let known = [known, siblings.clone()].concat();
        let further = ranked(view).filter(|place| !place.is_secondary());
        let further = chosen(further, MAX_FURTHER, &known, Place::overlaps);
        Places { primary, callers, siblings, further }
    }

    /// All places, best first.
    pub(super) fn all(&self) -> Vec<Place<'r>> {
        [&self.primary[..], &self.callers, &self.siblings, &self.further].concat()
    }
}

/// The best places of the search that do not overlap.
pub(super) fn primary<'r>(view: &View<'r>) -> Vec<Place<'r>> {
    chosen(ranked(view), MAX_PRIMARY, &[], Place::overlaps)
}

/// The lines that call what the question spells; at most a few of those that may mean another declaration of the name.
fn certain_first<'r>(view: &View<'r>) -> impl Iterator<Item = Place<'r>> {
    let is_by_name = |place: &Place<'r>| {
        let mut calls = place.candidate.related().iter().filter(|one| one.relation == CALLERS);
        calls.all(|call| call.resolution == BY_NAME)
    };
    let callers = || view.related(CALLERS).filter(|place| !place.is_secondary());
    let by_name = callers().filter(is_by_name).take(MAX_BY_NAME);
    callers().filter(move |place| !is_by_name(place)).chain(by_name)
}

/// The first places, without those that are one with a place before them or overlap a known one.
fn chosen<'r>(
    places: impl Iterator<Item = Place<'r>>,
    most: usize,
    known: &[Place<'r>],
    is_one: impl Fn(Place<'r>, Place<'r>) -> bool,
) -> Vec<Place<'r>> {
    let mut chosen: Vec<Place<'_>> = Vec::new();
    for place in places {
        let is_known = known.iter().any(|other| other.overlaps(place));
        if chosen.len() < most && !is_known && !chosen.iter().any(|other| is_one(*other, place)) {
            chosen.push(place);
        }
    }
    chosen
}

/// The places of the search, best first: those that the question names, then the others as wide as they were observed,
/// tests and generated files last.
fn ranked<'r>(view: &View<'r>) -> impl Iterator<Item = Place<'r>> {
    let is_named = |place: &Place<'r>| !view.named_lines(*place).is_empty();
    let named = view.search_results().filter(is_named);
    let others = || view.search_results().filter(move |place| !is_named(place));
    let found = move || others().map(|place| widened(view, place));
    let source = found().filter(|place| !place.is_secondary());
    let secondary = found().filter(|place| place.is_secondary());
    named.chain(source).chain(secondary)
}

/// A place as wide as it was observed, unless another place of the search is only partly inside it, or the question
/// names a line of another one inside it.
fn widened<'r>(view: &View<'r>, place: Place<'r>) -> Place<'r> {
    let wide = view.widest(place);
    let mut others = view.search_results();
    let overlaps_named =
        others.any(|other| wide.overlaps(other) && !view.named_lines(other).is_empty());
    match wide.range() {
        Some(lines) if overlaps_named || !contains_whole_places(view, wide, lines) => place,
        _ => wide,
    }
}

/// Whether these lines of the place's file contain every place of the search that they overlap.
fn contains_whole_places(view: &View<'_>, place: Place<'_>, lines: LineRange) -> bool {
    let mut found = view.search_results().filter(|other| other.path() == place.path());
    found.all(|other| {
        let range = other.range();
        range.is_some_and(|range| !lines.overlaps(range) || lines.covers(range))
    })
}

/// The ranges of lines that the report will cite, best first, each with its best place: the place with its declaration, if
/// that is short enough. A place inside another one is not cited itself.
pub(super) fn citations<'r>(view: &View<'r>) -> Vec<(Place<'r>, LineRange)> {
    let first = Places::with_primary(view, primary(view)).all();
    let others = ranked(view).filter(|place| !place.is_secondary());
    let mut citations: Vec<(Place<'_>, LineRange)> = Vec::new();
    for place in first.into_iter().chain(others) {
        let Some(lines) = place.lines_with_declaration(MAX_CITATION_LINES) else {
            continue;
        };
        let is_one_with = |(other, cited): &&mut (Place<'_>, LineRange)| {
            let mut both = [*other, place].into_iter();
            other.path() == place.path()
                && (cited.covers(lines) || lines.covers(*cited))
                && both.all(|place| view.named_lines(place).is_empty())
        };
        if let Some((_, cited)) = citations.iter_mut().find(is_one_with) {
            *cited = cited.hull(lines);
        } else if citations.len() < MAX_PRIMARY + MAX_FURTHER {
            citations.push((place, lines));
        }
    }
    citations
}

/// An observed place, and the symbol that the search found there. A wider place that replaces it keeps the symbol.
#[derive(Clone, Copy)]
pub(super) struct Place<'r> {
    pub(super) candidate: &'r Candidate,
    pub(super) symbol: Option<&'r Symbol>,
    /// Whether the search found it only by guessed words.
    pub(super) guessed: bool,
    /// The line that the report quotes from it, once it is chosen.
    pub(super) quoted: Option<u32>,
    /// How it relates to a text that the question says, if the search found it by that.
    pub(super) link: Option<Link<'r>>,
}

/// The link by which the search found a place: from a text that people see to its key, and to what uses that.
#[derive(Clone, Copy)]
pub(super) struct Link<'r> {
    pub(super) related: &'r Related,
    /// Whether the place uses what the question leads to, which is another place.
    pub(super) is_user: bool,
}

impl<'r> Place<'r> {
    pub(super) fn of(candidate: &'r Candidate) -> Self {
        let symbol = candidate.symbols().first();
        let mut related = candidate.related().iter();
        let link = related.find(|related| ![CALLERS, SIBLINGS].contains(&&*related.relation));
        Self {
            candidate,
            symbol,
            guessed: candidate.is_guessed(),
            quoted: None,
            link: link.map(|related| Link { related, is_user: candidate.distance() != Some(0) }),
        }
    }

    /// The declaration of the place's symbol. `None` without a symbol, or if not exactly one declaration of the place
    /// has its name and kind.
    pub(super) fn declaration(self) -> Option<&'r Declaration> {
        let symbol = self.symbol?;
        let declared = self.candidate.declarations().iter();
        let mut named = declared.filter(|d| d.name == symbol.name && d.kind == symbol.kind);
        named.next().filter(|_| named.next().is_none())
    }

    /// Whether the place is a test, or its file is generated.
    pub(super) fn is_secondary(self) -> bool {
        let traits = self.traits();
        let is_test = self.declaration().is_some_and(|declared| declared.is_test);
        traits.test || traits.generated || is_test
    }

    /// Whether two places share lines. A place without lines is all of its file.
    pub(super) fn overlaps(self, other: Place<'_>) -> bool {
        let lines = self.range().zip(other.range());
        self.path() == other.path() && lines.is_none_or(|(a, b)| a.overlaps(b))
    }

    /// Whether two places share lines, or are parts of one declaration.
    fn is_in_declaration_of(self, other: Place<'_>) -> bool {
        let same = self.symbol.is_some() && self.symbol == other.symbol;
        self.overlaps(other) || (same && self.path() == other.path())
    }

    /// The hull of the place's lines and those of its declaration, if it has at most `max_lines` lines; otherwise
    /// `max_lines` lines of the hull around the place. The place's own lines if these are `max_lines` or more, or if it
    /// overlaps no declaration of its own. `None` for a place without lines.
    pub(super) fn lines_with_declaration(self, max_lines: u32) -> Option<LineRange> {
        let range = self.range()?;
        let Some(declared) = self.declaration().map(|declared| declared.range) else {
            return Some(range);
        };
        if !declared.overlaps(range) || range.len() >= max_lines {
            return Some(range);
        }
        let hull_range = declared.hull(range);
        if hull_range.len() <= max_lines {
            return Some(hull_range);
        }
        let before = (max_lines - range.len()) / 2;
        let start = hull_range.start().max(range.start().saturating_sub(before));
        LineRange::new(start, hull_range.end().min(start + max_lines - 1))
    }
}

impl Deref for Place<'_> {
    type Target = Candidate;

    fn deref(&self) -> &Candidate {
        self.candidate
    }
}
