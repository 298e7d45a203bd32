//! Fuses lists of hits into one list of evidence: each place once, with all its sources; sorted by tier; within the
//! budget.

use std::cmp::Ordering;

use crate::Tier;
use crate::hit::Hit;

/// Fuses hits into evidence of at most `budget` tokens; also returns its tokens. A hit that does not fit is skipped, and
/// later ones are tried.
///
/// A place is an entity with a range of lines. Of two ranges of one entity, one inside the other, the wider
/// stays. The result has the most certain tier of both, and the score in that tier.
pub(crate) fn fuse(hits: Vec<Hit>, budget: usize) -> (Vec<Hit>, usize) {
    let mut places: Vec<Hit> = Vec::new();
    for hit in hits {
        match places.iter_mut().find(|known| same_place(known, &hit)) {
            Some(known) => merge(known, hit),
            None => places.push(hit),
        }
    }
    places.sort_by(order);
    let mut used = 0;
    places.retain(|hit| {
        let tokens = hit.tokens();
        let fits = used + tokens <= budget;
        used += if fits { tokens } else { 0 };
        fits
    });
    (places, used)
}

fn same_place(one: &Hit, other: &Hit) -> bool {
    let nested = one.lines().covers(other.lines()) || other.lines().covers(one.lines());
    one.path() == other.path() && one.entity == other.entity && nested
}

/// Merges another hit on the same place: keeps the wider window, the more certain tier, and all sources.
fn merge(known: &mut Hit, other: Hit) {
    let mut sources = std::mem::take(&mut known.sources);
    for source in &other.sources {
        if !sources.contains(source) {
            sources.push(source.clone());
        }
    }
    let surer = (known.tier, -known.score) <= (other.tier, -other.score);
    let (tier, score) = match surer {
        true => (known.tier, known.score),
        false => (other.tier, other.score),
    };
    let named = is_named(known) || is_named(&other);
    let wider = other.lines().len() > known.lines().len();
    let (mut kept, lesser) = match wider {
        true => (other, known.clone()),
        false => (known.clone(), other),
    };
    match (&kept.window.related, lesser.window.related) {
        // A requested declaration keeps distance 0 even if it refers to itself.
        (None, Some(_)) if named => {}
        (Some(_), _) if named => {
            kept.window.related = None;
            kept.window.distance = lesser.window.distance;
        }
        // The lines with the relation are those to cite.
        (None, Some(related)) => {
            kept.window.related = Some(related);
            kept.window.distance = lesser.window.distance;
            kept.window.hits = lesser.window.hits;
        }
        (None, None) => {
            kept.window.hits.extend(lesser.window.hits);
            kept.window.hits.sort_unstable();
            kept.window.hits.dedup();
        }
        (Some(_), _) => {}
    }
    *known = Hit {
        sources,
        tier,
        score,
        ..kept
    };
}

/// Whether a hit is a declaration that the topic names.
fn is_named(hit: &Hit) -> bool {
    hit.tier == Tier::Exact && hit.window.related.is_none()
}

/// The number of graph edges from the requested symbol.
fn distance(hit: &Hit) -> u32 {
    hit.window.distance.unwrap_or(0)
}

/// The order of the evidence: by tier, score and distance; commits newest first; ties by place.
fn order(a: &Hit, b: &Hit) -> Ordering {
    (a.tier.cmp(&b.tier))
        .then(b.score.total_cmp(&a.score))
        .then_with(|| distance(a).cmp(&distance(b)))
        .then_with(|| b.date.cmp(&a.date))
        .then_with(|| a.path().cmp(b.path()))
        .then(a.lines().start().cmp(&b.lines().start()))
        .then(a.lines().end().cmp(&b.lines().end()))
        .then_with(|| a.entity.cmp(&b.entity))
}
