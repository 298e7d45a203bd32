//! A place gains from the places that it uses, and from those that use it: where several declarations that match the
//! query meet, something is done with them.

use std::collections::{BTreeMap, HashMap};

use crate::parallel::Threads;
use crate::rank::symbols::{Candidate, RangeKind, SearchedFile};

/// The share that a place gains of the scores of the declarations that it uses, and of the places that use it.
const USE_SHARE: f64 = 0.1;
/// The factor of each further one, relative to the one before.
const NEXT_FACTOR: f64 = 0.7;
/// The share of this gain that counts for the place's file.
const FILE_SHARE: f64 = 0.5;
/// A name with more declarations is skipped, since it is ambiguous.
const MAX_DECLARATIONS: usize = 3;
/// The shortest name that counts, in bytes.
const MIN_NAME_BYTES: usize = 3;

/// Adds to each place a share of the scores of the declarations that it uses, and of the places that use it.
pub(super) fn propagate_uses(
    threads: Threads,
    candidates: &mut [Candidate],
    opened: &[SearchedFile],
) {
    let declared = declared(candidates, opened);
    let numbered: Vec<usize> = (0..candidates.len()).collect();
    let used = threads.map(
        &numbered,
        16,
        || (),
        |(), at| used(*at, candidates, opened, &declared),
    );
    let mut gains: Vec<f64> = Vec::new();
    let mut users: Vec<Vec<f64>> = vec![Vec::new(); candidates.len()];
    for (at, used) in used.into_iter().enumerate() {
        for (place, _) in &used {
            users[*place].push(candidates[at].own_score);
        }
        gains.push(discounted_sum(
            used.into_iter().map(|(_, score)| score).collect(),
        ));
    }
    for (gains, users) in gains.iter_mut().zip(users) {
        *gains += discounted_sum(users);
    }
    for (candidate, gains) in candidates.iter_mut().zip(gains) {
        let gains = USE_SHARE * gains * opened[candidate.file].factor;
        candidate.score.add("uses", gains);
        candidate.own_score += FILE_SHARE * gains;
    }
}

/// The places of the declarations of each name that is declared few times.
fn declared<'o>(
    candidates: &[Candidate],
    opened: &'o [SearchedFile],
) -> HashMap<&'o str, Vec<usize>> {
    let mut declared: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        if let RangeKind::Declaration(index) = candidate.kind {
            let name = &opened[candidate.file].file.facts.symbols[index].name;
            if name.len() >= MIN_NAME_BYTES {
                declared.entry(name).or_default().push(at);
            }
        }
    }
    declared.retain(|_, places| places.len() <= MAX_DECLARATIONS);
    declared
}

/// The places that another uses, and the score of each, divided by the number of declarations of its name.
fn used(
    at: usize,
    candidates: &[Candidate],
    opened: &[SearchedFile],
    declared: &HashMap<&str, Vec<usize>>,
) -> Vec<(usize, f64)> {
    let user = &candidates[at];
    let file = &opened[user.file].file;
    // The use of a declaration counts for a region that shows a part of it.
    let (first, last) = match user.kind {
        RangeKind::Declaration(index) => (user.start, user.end.max(file.facts.symbols[index].end)),
        RangeKind::Within(_) | RangeKind::OutsideDeclarations => (user.start, user.end),
    };
    let bytes = file.lines.bytes(first, last);
    let references = &file.facts.references;
    let from = references.partition_point(|r| (r.span.start as usize) < bytes.start);
    let inside = references[from..]
        .iter()
        .take_while(|reference| (reference.span.start as usize) < bytes.end);
    let is_elsewhere = |place: &usize| {
        let place = &candidates[*place];
        place.file != user.file || place.end < first || last < place.start
    };
    let names: BTreeMap<&str, &Vec<usize>> = inside
        .filter_map(|reference| declared.get_key_value(file.slice(&reference.span)))
        .filter(|(_, places)| places.iter().all(is_elsewhere))
        .map(|(name, places)| (*name, places))
        .collect();
    let shared = |places: &Vec<usize>| places.len() as f64;
    let each = names.values().flat_map(|places| {
        places
            .iter()
            .map(|place| (*place, candidates[*place].own_score / shared(places)))
    });
    each.collect()
}

/// The sum of the scores, best first, each discounted more than the one before.
fn discounted_sum(mut scores: Vec<f64>) -> f64 {
    scores.sort_by(|a, b| b.total_cmp(a));
    let mut part = 1.0;
    let mut discounted_sum = 0.0;
    for score in scores {
        discounted_sum += part * score.max(0.0);
        part *= NEXT_FACTOR;
    }
    discounted_sum
}
