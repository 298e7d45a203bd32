//! Which places a report has.

use firsthand_agent::registry::{Candidate, Declaration};

use super::view::View;
use super::weigh::weight;

/// Places of a report.
const PRIMARY: usize = 5;
/// A place that weighs less than this part of the heaviest one says next to nothing of the question.
const WORTH: f64 = 0.15;
/// Further places, in files of which the report shows none.
const FURTHER: usize = 3;

/// The places that the search ranks highest, as much of each as was seen; tests and generated files after the
/// others.
pub(super) fn primary<'r>(view: &View<'r>) -> Vec<&'r Candidate> {
    let mut places: Vec<&Candidate> = Vec::new();
    let heaviest = in_order(view)
        .map(|place| weight(view, place))
        .fold(0.0, f64::max);
    let heavy = |place: &&Candidate| weight(view, place) >= WORTH * heaviest;
    for place in in_order(view).filter(heavy) {
        if places.len() < PRIMARY && !places.iter().any(|kept| same(kept, place)) {
            places.push(place);
        }
    }
    places
}

/// Places of the search in other files, best first.
pub(super) fn further<'r>(view: &View<'r>, primary: &[&'r Candidate]) -> Vec<&'r Candidate> {
    let mut places: Vec<&Candidate> = Vec::new();
    for place in in_order(view).filter(|place| !aside(place)) {
        let mut shown = primary.iter().chain(&places);
        if places.len() < FURTHER && shown.all(|kept| kept.path() != place.path()) {
            places.push(place);
        }
    }
    places
}

/// Places that stand in relation to those of the report, as far as they are no part of it.
pub(super) fn related<'r>(view: &View<'r>, shown: &[&'r Candidate]) -> Vec<&'r Candidate> {
    let mut places: Vec<&Candidate> = Vec::new();
    for place in view.related() {
        let mut others = shown.iter().chain(&places);
        if places.len() < FURTHER && others.all(|kept| !same(kept, place)) {
            places.push(place);
        }
    }
    places
}

fn in_order<'r>(view: &View<'r>) -> impl Iterator<Item = &'r Candidate> {
    let found = || view.found().map(|place| view.widest(place));
    let source = found().filter(|place| !aside(place));
    source.chain(found().filter(|place| aside(place)))
}

pub(super) fn aside(place: &Candidate) -> bool {
    let traits = place.traits();
    traits.test || traits.generated
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
