//! Which places a report has.

use firsthand_agent::registry::{Candidate, LineRange, Related};

use super::confidence::name_matches;
use super::label::{Label, label};
use super::place::Place;
use super::quoted_line::{contains_call, quote};
use super::view::View;
use super::word_weight::word_weight;

/// Places of a report.
pub(super) const PRIMARY: usize = 5;
/// The most lines of a place: a longer one is cut.
const MAX_LINES: u32 = 120;
/// The relation to what uses a declaration.
const USERS: &str = "references";
/// Most places that a report names since the first one calls them, or they use it.
const NEIGHBOURS: usize = 4;
/// What a neighbour's name has to say, in units of the heaviest word of the question; and what it counts for that
/// nothing else uses what it uses, and that a quoted line calls it.
const SAID: f64 = 0.5;
const ALONE: f64 = 0.5;
const CALLED: f64 = 0.75;
/// How an edge is resolved of which only the name is known.
const BY_NAME: &str = "name";
/// The most further places of the search that a report names: with the required one, as many as it can have to read.
pub(super) const FURTHER: usize = 8;
/// The most places that the flow describes. A place that is only named takes a third of the characters.
const IN_FLOW: usize = 5;

/// The places of a report.
pub(super) struct Places<'r> {
    /// Those that the search ranks highest.
    pub(super) primary: Vec<Place<'r>>,
    /// The next best of the search.
    pub(super) further: Vec<Place<'r>>,
    /// What the first one calls, or what uses it.
    pub(super) neighbours: Vec<Place<'r>>,
}

impl<'r> Places<'r> {
    /// The primary places, and what a report names beside them.
    pub(super) fn beside(view: &View<'r>, primary: Vec<Place<'r>>) -> Places<'r> {
        let further = further(view, &primary);
        let neighbours = neighbours(view, &primary, &further);
        Places {
            primary,
            further,
            neighbours,
        }
    }

    /// All of them, best first: a further place of the search is right more often than a neighbour is.
    pub(super) fn all(&self) -> Vec<Place<'r>> {
        [&self.primary[..], &self.further, &self.neighbours].concat()
    }

    /// Those that the flow describes.
    pub(super) fn in_flow(&self) -> Vec<Place<'r>> {
        let mut all = self.all();
        all.truncate(IN_FLOW);
        all
    }

    /// The others, which are only named.
    pub(super) fn named(&self) -> Vec<Place<'r>> {
        let all = self.all().into_iter();
        all.skip(IN_FLOW).collect()
    }
}

/// The places that the search ranks highest, as much of each as was seen; tests and generated files after the
/// others.
pub(super) fn primary<'r>(view: &View<'r>) -> Vec<Place<'r>> {
    let mut places: Vec<Place<'_>> = Vec::new();
    for place in in_order(view) {
        if places.len() < PRIMARY && !places.iter().any(|kept| kept.overlaps(place)) {
            places.push(place);
        }
    }
    places
}

/// What the first place calls, or what uses it, best first: those whose names say most of the question, that are
/// called where a place says most of it, or that alone use one of them, as far as it is known which declaration is
/// meant.
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
            + counts(is_only_user(view, place), ALONE)
            + counts(called(place), CALLED);
        let place = view.widest(place);
        let cited = places.iter().chain(further);
        let mut others = cited.chain(found.iter().map(|(_, place)| place));
        if worth >= SAID * heaviest && others.all(|other| !of_one(*other, place)) {
            found.push((worth, place));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(NEIGHBOURS);
    found.into_iter().map(|(_, place)| place).collect()
}

/// Whether two places share lines, or one shares lines with the declaration that the other is of.
fn of_one(a: Place<'_>, b: Place<'_>) -> bool {
    let declared = label(b).zip(a.range());
    let shares = |(label, range): (Label<'_>, LineRange)| label.declaration.range.overlaps(range);
    a.overlaps(b) || (a.path() == b.path() && declared.is_some_and(shares))
}

/// Whether it is known which declaration an edge means. A callee of which only the name is known is the only declaration
/// of that name.
fn is_known(place: &Candidate) -> bool {
    let mut edges = place.related().iter();
    edges.any(|edge| edge.resolution != BY_NAME || edge.relation != USERS)
}

/// Whether a place is the only one beside tests that uses a declaration.
fn is_only_user(view: &View<'_>, place: Place<'_>) -> bool {
    place.related().iter().any(|edge| {
        let uses = |other: &Place<'_>| other.related().contains(edge) && !other.is_secondary();
        edge.relation == USERS && view.related().filter(uses).count() == 1
    })
}

/// What the words of the question weigh that the name of a place's declaration says.
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
        if places.len() < FURTHER && !others.any(|kept| kept.overlaps(place)) {
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

/// As much of a place as was seen, as long as no other place of the search is a part of that only.
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

/// The lines that the report will cite, best first, each with the first place in them: its declaration, where that is
/// short enough, and the other places of the search that fit into one citation with it.
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
        } else if citations.len() < PRIMARY + FURTHER {
            citations.push((place, lines));
        }
    }
    citations
}
