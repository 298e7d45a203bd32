//! Which places a report has.

use firsthand_agent::registry::{Candidate, Declaration, LineRange, Related};

use super::confidence::name_matches;
use super::label::{Label, label};
use super::quoted_line::{contains_call, quote};
use super::view::View;
use super::word_weight::word_weight;

/// Places of a report.
pub(super) const PRIMARY: usize = 5;
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
pub(super) const FURTHER: usize = 7;
/// The most places that the flow describes. A place that is only named takes a third of the characters.
const IN_FLOW: usize = 5;

/// The places of a report.
pub(super) struct Places<'r> {
    /// Those that the search ranks highest.
    pub(super) primary: Vec<&'r Candidate>,
    /// The next best of the search.
    pub(super) further: Vec<&'r Candidate>,
    /// What the first one calls, or what uses it.
    pub(super) neighbours: Vec<&'r Candidate>,
}

impl<'r> Places<'r> {
    /// The primary places, and what a report names beside them.
    pub(super) fn beside(view: &View<'r>, primary: Vec<&'r Candidate>) -> Places<'r> {
        let further = further(view, &primary);
        let neighbours = neighbours(view, &primary, &further);
        Places {
            primary,
            further,
            neighbours,
        }
    }

    /// All of them, best first: a further place of the search is right more often than a neighbour is.
    pub(super) fn all(&self) -> Vec<&'r Candidate> {
        [&self.primary[..], &self.further, &self.neighbours].concat()
    }

    /// Those that the flow describes.
    pub(super) fn in_flow(&self) -> Vec<&'r Candidate> {
        let mut all = self.all();
        all.truncate(IN_FLOW);
        all
    }

    /// The others, which are only named.
    pub(super) fn named(&self) -> Vec<&'r Candidate> {
        let all = self.all().into_iter();
        all.skip(IN_FLOW).collect()
    }
}

/// The places that the search ranks highest, as much of each as was seen; tests and generated files after the
/// others.
pub(super) fn primary<'r>(view: &View<'r>) -> Vec<&'r Candidate> {
    let mut places: Vec<&Candidate> = Vec::new();
    for place in in_order(view) {
        if places.len() < PRIMARY && !places.iter().any(|kept| same(kept, place)) {
            places.push(place);
        }
    }
    places
}

/// What the first place calls, or what uses it, best first: those whose names say most of the question, that are
/// called where a place says most of it, or that alone use one of them, as far as it is known which declaration is
/// meant.
fn neighbours<'r>(
    view: &View<'r>,
    places: &[&'r Candidate],
    further: &[&'r Candidate],
) -> Vec<&'r Candidate> {
    let words = view.tokens.iter().map(|word| word_weight(view, word));
    let heaviest = words.fold(0.0, f64::max);
    let quotes = places.iter().filter_map(|place| quote(view, place));
    let quotes: Vec<String> = quotes.collect();
    let called = |place: &Candidate| {
        let name = label(place).map(|label| &label.declaration.name);
        let by_name = |edge: &Related| edge.resolution == BY_NAME;
        let meant = !place.related().iter().all(by_name);
        meant && name.is_some_and(|name| quotes.iter().any(|quote| contains_call(quote, name)))
    };
    let mut found: Vec<(f64, &Candidate)> = Vec::new();
    for place in view
        .related()
        .filter(|place| is_known(place) && !is_secondary(place) && label(place).is_some())
    {
        let counts = |holds: bool, worth: f64| if holds { worth * heaviest } else { 0.0 };
        let worth = named(view, place)
            + counts(is_only_user(view, place), ALONE)
            + counts(called(place), CALLED);
        let place = view.widest(place);
        let cited = places.iter().chain(further);
        let mut others = cited.chain(found.iter().map(|(_, place)| place));
        if worth >= SAID * heaviest && others.all(|other| !of_one(other, place)) {
            found.push((worth, place));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(NEIGHBOURS);
    found.into_iter().map(|(_, place)| place).collect()
}

/// Whether two places share lines, or one shares lines with the declaration that the other is of.
fn of_one(a: &Candidate, b: &Candidate) -> bool {
    let declared = label(b).zip(a.range());
    let shares = |(label, range): (Label<'_>, LineRange)| label.declaration.range.overlaps(range);
    same(a, b) || (a.path() == b.path() && declared.is_some_and(shares))
}

/// Whether it is known which declaration an edge means. A callee of which only the name is known is the only declaration
/// of that name.
fn is_known(place: &Candidate) -> bool {
    let mut edges = place.related().iter();
    edges.any(|edge| edge.resolution != BY_NAME || edge.relation != USERS)
}

/// Whether a place is the only one beside tests that uses a declaration.
fn is_only_user(view: &View<'_>, place: &Candidate) -> bool {
    place.related().iter().any(|edge| {
        let uses = |other: &&Candidate| other.related().contains(edge) && !is_secondary(other);
        edge.relation == USERS && view.related().filter(uses).count() == 1
    })
}

/// What the words of the question weigh that the name of a place's declaration says.
fn named(view: &View<'_>, place: &Candidate) -> f64 {
    let Some(label) = label(place) else {
        return 0.0;
    };
    let name = &label.declaration.name;
    let said = view.tokens.iter().filter(|word| name_matches(name, word));
    said.map(|word| word_weight(view, word)).sum()
}

/// The next best places of the search.
fn further<'r>(view: &View<'r>, shown: &[&'r Candidate]) -> Vec<&'r Candidate> {
    let mut places: Vec<&Candidate> = Vec::new();
    for place in in_order(view).filter(|place| !is_secondary(place)) {
        let mut others = shown.iter().chain(&places);
        if places.len() < FURTHER && !others.any(|kept| same(kept, place)) {
            places.push(place);
        }
    }
    places
}

fn in_order<'r>(view: &View<'r>) -> impl Iterator<Item = &'r Candidate> {
    let found = || view.found().map(|place| widened(view, place));
    let source = found().filter(|place| !is_secondary(place));
    source.chain(found().filter(|place| is_secondary(place)))
}

/// As much of a place as was seen, as long as no other place of the search is a part of that only.
fn widened<'r>(view: &View<'r>, place: &'r Candidate) -> &'r Candidate {
    let wide = view.widest(place);
    let covers = |other: &Candidate| {
        let lines = wide.range().zip(other.range());
        lines.is_none_or(|(wide, other)| wide.covers(other))
    };
    let mut found = view.found();
    match found.all(|other| !same(wide, other) || covers(other)) {
        true => wide,
        false => place,
    }
}

/// Whether a place is a test, or its file is generated.
pub(super) fn is_secondary(place: &Candidate) -> bool {
    let traits = place.traits();
    let is_test = declaration(place).is_some_and(|declaration| declaration.is_test);
    traits.test || traits.generated || is_test
}

/// Whether two places share lines.
fn same(a: &Candidate, b: &Candidate) -> bool {
    let overlap = a.range().zip(b.range()).is_none_or(|(a, b)| a.overlaps(b));
    a.path() == b.path() && overlap
}

/// The declaration that a place was shown for, where only one can be meant.
pub(super) fn declaration(place: &Candidate) -> Option<&Declaration> {
    let symbol = place.symbols().first()?;
    let mut named = place
        .declarations()
        .iter()
        .filter(|d| d.name == symbol.name && d.kind == symbol.kind);
    named.next().filter(|_| named.next().is_none())
}
