//! What a place gains from what it uses, and from what uses it: where several declarations that fit the query come
//! together, something is done with them.

use std::collections::{BTreeMap, HashMap};

use crate::parallel::Threads;
use crate::rank::symbols::{Candidate, OpenedFile, RangeKind};

/// What a place gains of what the declarations are worth that it uses, and of the places that use it.
const USES: f64 = 0.1;
/// What the next best of them is worth beside the one before.
const NEXT: f64 = 0.7;
/// The part of it that counts for the place's file.
const FILE: f64 = 0.5;
/// Most declarations of a name that still say which one is meant.
const DECLARED: usize = 3;
/// Bytes of the shortest name that counts.
const SHORTEST: usize = 3;

/// Adds to each place a part of what the declarations are worth that it uses, and of the places that use it.
pub(super) fn propagate_uses(
    threads: Threads,
    candidates: &mut [Candidate],
    opened: &[OpenedFile],
) {
    let declared = declared(candidates, opened);
    let numbered: Vec<usize> = (0..candidates.len()).collect();
    let used = threads.map(
        &numbered,
        16,
        || (),
        |(), at| used(*at, candidates, opened, &declared),
    );
    let mut lent: Vec<f64> = Vec::new();
    let mut users: Vec<Vec<f64>> = vec![Vec::new(); candidates.len()];
    for (at, used) in used.into_iter().enumerate() {
        for (place, _) in &used {
            users[*place].push(candidates[at].own);
        }
        lent.push(sum(used.into_iter().map(|(_, worth)| worth).collect()));
    }
    for (lent, users) in lent.iter_mut().zip(users) {
        *lent += sum(users);
    }
    for (candidate, lent) in candidates.iter_mut().zip(lent) {
        let lent = USES * lent * opened[candidate.file].factor;
        candidate.score.add("uses", lent);
        candidate.own += FILE * lent;
    }
}

/// The places of the declarations of each name that few declare.
fn declared<'o>(
    candidates: &[Candidate],
    opened: &'o [OpenedFile],
) -> HashMap<&'o str, Vec<usize>> {
    let mut declared: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        if let RangeKind::Declaration(index) = candidate.shape {
            let name = &opened[candidate.file].file.facts.symbols[index].name;
            if name.len() >= SHORTEST {
                declared.entry(name).or_default().push(at);
            }
        }
    }
    declared.retain(|_, places| places.len() <= DECLARED);
    declared
}

/// The places that another uses, and what each is worth, shared among the declarations of its name.
fn used(
    at: usize,
    candidates: &[Candidate],
    opened: &[OpenedFile],
    declared: &HashMap<&str, Vec<usize>>,
) -> Vec<(usize, f64)> {
    let user = &candidates[at];
    let file = &opened[user.file].file;
    // A declaration of which a part is shown uses what all of it does.
    let (first, last) = match user.shape {
        RangeKind::Declaration(index) => (user.start, user.end.max(file.facts.symbols[index].end)),
        RangeKind::Within(_) | RangeKind::Loose => (user.start, user.end),
    };
    let bytes = file.lines.bytes(first, last);
    let references = &file.facts.references;
    let from = references.partition_point(|r| (r.span.start as usize) < bytes.start);
    let inside = references[from..]
        .iter()
        .take_while(|reference| (reference.span.start as usize) < bytes.end);
    let apart = |place: &usize| {
        let place = &candidates[*place];
        place.file != user.file || place.end < first || last < place.start
    };
    let names: BTreeMap<&str, &Vec<usize>> = inside
        .filter_map(|reference| declared.get_key_value(file.slice(&reference.span)))
        .filter(|(_, places)| places.iter().all(apart))
        .map(|(name, places)| (*name, places))
        .collect();
    let shared = |places: &Vec<usize>| places.len() as f64;
    let each = names.values().flat_map(|places| {
        places
            .iter()
            .map(|place| (*place, candidates[*place].own / shared(places)))
    });
    each.collect()
}

/// The best whole, each further one less.
fn sum(mut worths: Vec<f64>) -> f64 {
    worths.sort_by(|a, b| b.total_cmp(a));
    let mut part = 1.0;
    let mut sum = 0.0;
    for worth in worths {
        sum += part * worth.max(0.0);
        part *= NEXT;
    }
    sum
}
