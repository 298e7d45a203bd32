//! A prototype announces what another file defines: the definition takes its place.

use std::collections::{HashMap, HashSet};

use crate::facts::Symbol;
use crate::rank::symbols::{Candidate, OpenedFile, RangeKind};

/// What is left of the score of a prototype whose definition is shown in its place.
const ANNOUNCED: f64 = 0.5;

/// Gives each definition at least what its best prototype is worth, and lowers the prototypes.
pub(super) fn definitions_over_prototypes(candidates: &mut [Candidate], opened: &[OpenedFile]) {
    let mut announced: HashMap<&str, f64> = HashMap::new();
    for candidate in &*candidates {
        if let Some(symbol) = declared(candidate, opened).filter(|symbol| symbol.is_prototype()) {
            let best = announced.entry(&symbol.name).or_default();
            *best = best.max(candidate.total);
        }
    }
    if announced.is_empty() {
        return;
    }
    let mut defined: HashSet<&str> = HashSet::new();
    for candidate in &mut *candidates {
        let symbol = declared(candidate, opened).filter(|symbol| symbol.is_function());
        let Some((symbol, best)) = symbol.and_then(|s| Some((s, announced.get(s.name.as_str())?)))
        else {
            continue;
        };
        defined.insert(&symbol.name);
        candidate
            .score
            .add("announced", (best - candidate.total).max(0.0));
        candidate.total = candidate.score.total();
    }
    for candidate in &mut *candidates {
        let symbol = declared(candidate, opened).filter(|symbol| symbol.is_prototype());
        if symbol.is_some_and(|symbol| defined.contains(symbol.name.as_str())) {
            candidate.score.lower("penalty", ANNOUNCED);
            candidate.total = candidate.score.total();
        }
    }
}

fn declared<'o>(candidate: &Candidate, opened: &'o [OpenedFile]) -> Option<&'o Symbol> {
    match candidate.shape {
        RangeKind::Declaration(index) => Some(&opened[candidate.file].file.facts.symbols[index]),
        RangeKind::Within(_) | RangeKind::Loose => None,
    }
}
