//! Selects the places of a report.

use firsthand_agent::registry::{Candidate, LineRange, Related};

use super::confidence::name_matches;
use super::label::{Label, label};
use super::place::Place;
use super::quoted_line::{contains_call, quote};
use super::view::View;
use super::word_weight::word_weight;

/// The number of primary places.
pub(super) const PRIMARY_PLACES: usize = 5;
/// The most lines of a place: a longer one is cut.
const MAX_LINES: u32 = 120;
/// The relation to the places that use a declaration.
const REFERENCES: &str = "references";
/// The most places of a report that the first one calls, or that use it.
const MAX_NEIGHBOURS: usize = 4;
/// The least worth of a neighbour, in units of the weight of the question's heaviest word; and its gains if it alone
/// uses a declaration, and if a quoted line calls it.
const MIN_NEIGHBOUR_WORTH: f64 = 0.5;
const ONLY_USER_WORTH: f64 = 0.5;
const CALLED_WORTH: f64 = 0.75;
/// The resolution of an edge of which only the name is known.
const BY_NAME: &str = "name";
/// The most further places of the search in a report: with the required one, the most read targets.
pub(super) const MAX_FURTHER: usize = 8;
/// The most places in the flow. A read target takes a third of the characters of a flow link.
const MAX_IN_FLOW: usize = 5;

/// The places of a report.
pub(super) struct Places<'r> {
    /// The best places of the search.
    pub(super) primary: Vec<Place<'r>>,
    /// The next best places of the search.
    pub(super) further: Vec<Place<'r>>,
    /// Places that the first one calls, or that use it.
    pub(super) neighbours: Vec<Place<'r>>,
}

impl<'r> Places<'r> {
    /// Selects the other places of a report, beside the primary ones.
    pub(super) fn beside(view: &View<'r>, primary: Vec<Place<'r>>) -> Places<'r> {
        let further = further(view, &primary);
        let neighbours = neighbours(view, &primary, &further);
        Places {
            primary,
            further,
            neighbours,
        }
    }

    /// All places, best first: a further place of the search is right more often than a neighbour is.
    pub(super) fn all(&self) -> Vec<Place<'r>> {
        [&self.primary[..], &self.further, &self.neighbours].concat()
    }

    /// The places in the flow.
    pub(super) fn in_flow(&self) -> Vec<Place<'r>> {
        let mut all = self.all();
        all.truncate(MAX_IN_FLOW);
        all
    }

    /// The other places, which are read targets.
    pub(super) fn named(&self) -> Vec<Place<'r>> {
        let all = self.all().into_iter();
        all.skip(MAX_IN_FLOW).collect()
    }
}

/// The best places of the search, each as wide as it was observed; tests and generated files come last.
pub(super) fn primary<'r>(view: &View<'r>) -> Vec<Place<'r>> {
    let mut places: Vec<Place<'_>> = Vec::new();
    for place in in_order(view) {
        if places.len() < PRIMARY_PLACES && !places.iter().any(|kept| kept.overlaps(place)) {
            places.push(place);
        }
    }
    places
}

/// The places that the first place calls, or that use it, best first: those whose names contain most of the question,
/// that a quoted line calls, or that alone use one of its declarations, if it is known which declaration is meant.
fn neighbours<'r>(view: &View<'r>, places: &[Place<'r>], further: &[Place<'r>]) -> Vec<Place<'r>> {
    let words = view.tokens.iter().map(|word| word_weight(view, word));
    let heaviest = words.fold(0.0, f64::max);
    let quotes = places.iter().filter_map(|place| quote(view, *place));
    let quotes: Vec<String> = quotes.collect();
    let called = |place: Place<'_>| {
        let name = label(place).map(|label| &label.declaration.name);
        let by_name = |edge: &Related| edge.resolution == BY_NAME;
        let meant = !place.related().iter().all(by_name);
        meant && name.is_some_and(|name| quotes.iter().any(|quote| contains_call(quote, name)))
    };
    let mut found: Vec<(f64, Place<'_>)> = Vec::new();
    for place in view
        .related()
        .filter(|place| is_known(place) && !place.is_secondary() && label(*place).is_some())
    {
        let counts = |holds: bool, worth: f64| if holds { worth * heaviest } else { 0.0 };
        let worth = named(view, place)
            + counts(is_only_user(view, place), ONLY_USER_WORTH)
            + counts(called(place), CALLED_WORTH);
        let place = view.widest(place);
        let cited = places.iter().chain(further);
        let mut others = cited.chain(found.iter().map(|(_, place)| place));
        if worth >= MIN_NEIGHBOUR_WORTH * heaviest && others.all(|other| !of_one(*other, place)) {
            found.push((worth, place));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(MAX_NEIGHBOURS);
    found.into_iter().map(|(_, place)| place).collect()
}

/// Whether two places share lines, or one shares lines with the other's declaration.
fn of_one(a: Place<'_>, b: Place<'_>) -> bool {
    let declared = label(b).zip(a.range());
    let shares = |(label, range): (Label<'_>, LineRange)| label.declaration.range.overlaps(range);
    a.overlaps(b) || (a.path() == b.path() && declared.is_some_and(shares))
}

/// Whether it is known which declaration an edge means. If only the name of a callee is known, it must be the only
/// declaration with that name.
fn is_known(place: &Candidate) -> bool {
    let mut edges = place.related().iter();
    edges.any(|edge| edge.resolution != BY_NAME || edge.relation != REFERENCES)
}

/// Whether a place is the only one, except for tests, that uses a declaration.
fn is_only_user(view: &View<'_>, place: Place<'_>) -> bool {
    place.related().iter().any(|edge| {
        let uses = |other: &Place<'_>| other.related().contains(edge) && !other.is_secondary();
        edge.relation == REFERENCES && view.related().filter(uses).count() == 1
    })
}

/// The weight of the question's words in the name of a place's declaration.
fn named(view: &View<'_>, place: Place<'_>) -> f64 {
    let Some(label) = label(place) else {
        return 0.0;
    };
    let name = &label.declaration.name;
    let said = view.tokens.iter().filter(|word| name_matches(name, word));
    said.map(|word| word_weight(view, word)).sum()
}

/// The next best places of the search.
fn further<'r>(view: &View<'r>, shown: &[Place<'r>]) -> Vec<Place<'r>> {
    let mut places: Vec<Place<'_>> = Vec::new();
    for place in in_order(view).filter(|place| !place.is_secondary()) {
        let mut others = shown.iter().chain(&places);
        if places.len() < MAX_FURTHER && !others.any(|kept| kept.overlaps(place)) {
            places.push(place);
        }
    }
    places
}

fn in_order<'r>(view: &View<'r>) -> impl Iterator<Item = Place<'r>> {
    let found = || view.found().map(|place| widened(view, place));
    let source = found().filter(|place| !place.is_secondary());
    source.chain(found().filter(|place| place.is_secondary()))
}

/// A place as wide as it was observed, unless another place of the search is only partly inside it.
fn widened<'r>(view: &View<'r>, place: Place<'r>) -> Place<'r> {
    let wide = view.widest(place);
    match wide.range() {
        Some(lines) if !holds_whole_places(view, wide, lines) => place,
        _ => wide,
    }
}

/// Whether each place of the search that overlaps these lines of a place's file is inside them.
fn holds_whole_places(view: &View<'_>, of: Place<'_>, lines: LineRange) -> bool {
    let mut found = view.found().filter(|other| other.path() == of.path());
    found.all(|other| {
        let range = other.range();
        range.is_some_and(|range| !lines.overlaps(range) || lines.covers(range))
    })
}

/// The lines that the report will cite, best first, each with the first place in them: the declaration of a place if it
/// is short enough, and the other places of the search that fit into one citation with it.
pub(super) fn citations<'r>(view: &View<'r>) -> Vec<(Place<'r>, LineRange)> {
    let first = Places::beside(view, primary(view)).all();
    let others = in_order(view).filter(|place| !place.is_secondary());
    let mut citations: Vec<(Place<'_>, LineRange)> = Vec::new();
    for place in first.into_iter().chain(others) {
        let Some(lines) = place.whole(MAX_LINES) else {
            continue;
        };
        let fits = |(other, cited): &&mut (Place<'_>, LineRange)| {
            let hull = cited.hull(lines);
            other.path() == place.path()
                && hull.len() <= MAX_LINES
                && (hull == *cited || holds_whole_places(view, *other, hull))
        };
        if let Some((_, cited)) = citations.iter_mut().find(fits) {
            *cited = cited.hull(lines);
        } else if citations.len() < PRIMARY_PLACES + MAX_FURTHER {
            citations.push((place, lines));
        }
    }
    citations
}
