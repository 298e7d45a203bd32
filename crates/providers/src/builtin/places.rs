//! Selects the places of a report.

use firsthand_agent::registry::LineRange;

use super::place::Place;
use super::view::View;

/// The most primary places.
const MAX_PRIMARY: usize = 5;
/// The most lines to which a citation is widened. A place with more lines of its own is cited as it is.
const MAX_CITATION_LINES: u32 = 120;
/// The most places of the search in a report beside the primary ones.
const MAX_FURTHER: usize = 8;
/// The most places beside these that enumerate the same members as one of the primary places.
const MAX_SIBLINGS: usize = 6;

/// The places of a report.
pub(super) struct Places<'r> {
    /// The best places of the search, which the report cites as the links of the flow.
    pub(super) primary: Vec<Place<'r>>,
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
        let siblings = sibling_places(view, &primary);
        let known = [&primary[..], &siblings].concat();
        Places {
            further: further_places(view, &known),
            primary,
            siblings,
        }
    }

    /// All places, best first.
    pub(super) fn all(&self) -> Vec<Place<'r>> {
        [&self.primary[..], &self.siblings, &self.further].concat()
    }
}

/// The best places of the search that do not overlap.
pub(super) fn primary<'r>(view: &View<'r>) -> Vec<Place<'r>> {
    let mut places: Vec<Place<'_>> = Vec::new();
    for place in ranked(view) {
        if places.len() < MAX_PRIMARY && !places.iter().any(|other| other.overlaps(place)) {
            places.push(place);
        }
    }
    places
}

/// The places that enumerate the same members as one of the primary places, without tests and generated files.
fn sibling_places<'r>(view: &View<'r>, primary: &[Place<'r>]) -> Vec<Place<'r>> {
    let mut places: Vec<Place<'_>> = Vec::new();
    for place in view.siblings().filter(|place| !place.is_secondary()) {
        let is_known = primary.iter().any(|other| other.overlaps(place))
            || places.iter().any(|other| other.path() == place.path());
        if places.len() < MAX_SIBLINGS && !is_known {
            places.push(place);
        }
    }
    places
}

/// The next best places of the search, without tests and generated files.
fn further_places<'r>(view: &View<'r>, primary: &[Place<'r>]) -> Vec<Place<'r>> {
    let mut places: Vec<Place<'_>> = Vec::new();
    for place in ranked(view).filter(|place| !place.is_secondary()) {
        let mut others = primary.iter().chain(&places);
        if places.len() < MAX_FURTHER && !others.any(|other| other.overlaps(place)) {
            places.push(place);
        }
    }
    places
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
    let mut found = view
        .search_results()
        .filter(|other| other.path() == place.path());
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
