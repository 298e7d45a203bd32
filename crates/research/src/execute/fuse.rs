//! Fuses lists of hits into one list of evidence: each place once, with all its sources; sorted by tier; within the
//! budget.

use std::cmp::Ordering;

use firsthand_source::distinct;

use crate::hit::Hit;
use crate::payload::Tier;

/// The evidence of a list of hits.
pub(crate) struct Fused {
    pub(crate) evidence: Vec<Hit>,
    /// The tokens of the evidence.
    pub(crate) tokens: usize,
    /// The number of places that did not fit the budget.
    pub(crate) left_out: u64,
}

/// Fuses hits into evidence of at most `budget` tokens. A hit that does not fit is skipped, and later ones are tried.
///
/// A place is an entity with a range of lines. Of two ranges of one entity, one inside the other, the wider
/// stays. The result has the most certain tier of both, and the score in that tier.
pub(crate) fn fuse(hits: Vec<Hit>, budget: usize) -> Fused {
    let mut places: Vec<Hit> = Vec::new();
    for hit in hits {
        match places.iter_mut().find(|place| is_same_place(place, &hit)) {
            Some(place) => merge(place, hit),
            None => places.push(hit),
        }
    }
    places.sort_by(order);
    let (mut used, all) = (0, places.len());
    places.retain(|hit| {
        let tokens = hit.tokens();
        let fits = used + tokens <= budget;
        used += if fits { tokens } else { 0 };
        fits
    });
    Fused { left_out: (all - places.len()) as u64, evidence: places, tokens: used }
}

/// Whether both are hits on one entity, and the lines of one are inside those of the other.
fn is_same_place(a: &Hit, b: &Hit) -> bool {
    let nested = a.lines().covers(b.lines()) || b.lines().covers(a.lines());
    a.path() == b.path() && a.entity == b.entity && nested
}

/// Merges another hit on the same place: keeps the wider window, the more certain tier, and all sources.
fn merge(place: &mut Hit, other: Hit) {
    let sources = std::mem::take(&mut place.sources);
    let sources = distinct(sources.into_iter().chain(other.sources.iter().cloned()));
    let is_more_certain = (place.tier, -place.score) <= (other.tier, -other.score);
    let certain = if is_more_certain { &*place } else { &other };
    let (tier, score) = (certain.tier, certain.score);
    let named = is_named(place) || is_named(&other);
    let (mut wider, mut narrower) = (place.clone(), other);
    if narrower.lines().len() > wider.lines().len() {
        std::mem::swap(&mut wider, &mut narrower);
    }
    match (&wider.window.related, narrower.window.related) {
        // A requested declaration keeps distance 0 even if it refers to itself.
        (None, Some(_)) if named => {}
        (Some(_), _) if named => {
            wider.window.related = None;
            wider.window.distance = narrower.window.distance;
        }
        // The lines with the relation are those to cite.
        (None, Some(related)) => {
            wider.window.related = Some(related);
            wider.window.distance = narrower.window.distance;
            wider.window.hits = narrower.window.hits;
        }
        (None, None) => {
            wider.window.hits.extend(narrower.window.hits);
            wider.window.hits.sort_unstable();
            wider.window.hits.dedup();
        }
        (Some(_), _) => {}
    }
    *place = Hit { sources, tier, score, ..wider };
}

/// Whether a hit is a declaration that the topic names.
fn is_named(hit: &Hit) -> bool {
    hit.tier == Tier::Exact && hit.window.related.is_none()
}

/// The order of the evidence: by tier, score and distance; commits newest first; ties by place.
fn order(a: &Hit, b: &Hit) -> Ordering {
    (a.tier.cmp(&b.tier))
        .then(b.score.total_cmp(&a.score))
        // A hit that no relation led to is at distance 0.
        .then(a.window.distance.unwrap_or(0).cmp(&b.window.distance.unwrap_or(0)))
        .then_with(|| b.date.cmp(&a.date))
        .then_with(|| a.path().cmp(b.path()))
        .then(a.lines().start().cmp(&b.lines().start()))
        .then(a.lines().end().cmp(&b.lines().end()))
        .then_with(|| a.entity.cmp(&b.entity))
}
