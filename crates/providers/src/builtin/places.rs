//! Which places a report has.

use firsthand_agent::registry::{Candidate, Declaration, LineRange};

use super::confidence::says;
use super::label::{Label, label};
use super::view::View;
use super::weigh::{rarity, weight};

/// Places of a report.
const PRIMARY: usize = 5;
/// A place that weighs less than this part of the heaviest one says next to nothing of the question.
const WORTH: f64 = 0.15;
/// Places of the search that stay, whatever is related to them; another one goes if it weighs less than this part of the
/// heaviest.
const SURE: usize = 4;
const LIGHT: f64 = 0.5;
/// The relation to what uses a declaration.
const USERS: &str = "references";
/// Most places that stand in the report since they call others, or are called.
const NEIGHBOURS: usize = 2;
/// What a neighbour's name has to say, in units of the heaviest word of the question; and what it counts for that
/// nothing else uses what it uses.
const SAID: f64 = 0.5;
const ALONE: f64 = 0.5;
/// How an edge is resolved of which only the name is known.
const BY_NAME: &str = "name";
/// Further places, in files of which the report shows none.
const FURTHER: usize = 2;

/// The places that the search ranks highest, as much of each as was seen; tests and generated files after the
/// others. What the first ones call, or what uses them, takes the place of the last ones that say little.
pub(super) fn primary<'r>(view: &View<'r>) -> Vec<&'r Candidate> {
    let mut places = ranked(view);
    let heaviest = heaviest(view, &places);
    for neighbour in neighbours(view, &places) {
        let light = |place: &&Candidate| weight(view, place) < LIGHT * heaviest;
        if places.len() == PRIMARY {
            let Some(at) = places.iter().skip(SURE).rposition(light) else {
                break;
            };
            places.remove(SURE + at);
        }
        places.push(neighbour);
    }
    places
}

/// What is related to the first places, and is none of those of the report.
pub(super) fn related<'r>(view: &View<'r>, shown: &[&'r Candidate]) -> Vec<&'r Candidate> {
    let mut places = neighbours(view, &ranked(view));
    places.retain(|place| shown.iter().all(|kept| !same(kept, place)));
    places
}

fn heaviest(view: &View<'_>, places: &[&Candidate]) -> f64 {
    let weights = places.iter().map(|place| weight(view, place));
    weights.fold(0.0, f64::max)
}

fn ranked<'r>(view: &View<'r>) -> Vec<&'r Candidate> {
    let mut places: Vec<&Candidate> = Vec::new();
    let found: Vec<&Candidate> = in_order(view).collect();
    let heaviest = heaviest(view, &found);
    let heavy = |place: &&Candidate| weight(view, place) >= WORTH * heaviest;
    for place in found.into_iter().filter(heavy) {
        if places.len() < PRIMARY && !places.iter().any(|kept| same(kept, place)) {
            places.push(place);
        }
    }
    places
}

/// The places in relation to the first ones whose names say most of the question, or that alone use one of them, as far
/// as it is known which declaration is meant.
fn neighbours<'r>(view: &View<'r>, places: &[&'r Candidate]) -> Vec<&'r Candidate> {
    let words = view.tokens.iter().map(|word| rarity(view, word));
    let heaviest = words.fold(0.0, f64::max);
    let mut found: Vec<(f64, &Candidate)> = Vec::new();
    for place in view
        .related()
        .filter(|place| is_known(place) && !aside(place))
    {
        let alone = f64::from(u8::from(is_only_user(view, place)));
        let worth = named(view, place) + ALONE * alone * heaviest;
        let place = view.widest(place);
        let mut others = places.iter().chain(found.iter().map(|(_, place)| place));
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
        let uses = |other: &&Candidate| other.related().contains(edge) && !aside(other);
        edge.relation == USERS && view.related().filter(uses).count() == 1
    })
}

/// What the words of the question weigh that the name of a place's declaration says.
fn named(view: &View<'_>, place: &Candidate) -> f64 {
    let Some(label) = label(place) else {
        return 0.0;
    };
    let name = &label.declaration.name;
    let said = view.tokens.iter().filter(|word| says(name, word));
    said.map(|word| rarity(view, word)).sum()
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
