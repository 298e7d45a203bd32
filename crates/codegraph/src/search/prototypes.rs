//! Ranks the definition of a function before its prototypes, as in C.

use std::collections::{HashMap, HashSet};

use crate::facts::Symbol;
use crate::search::rank::passages::{Candidate, RangeKind, SearchedFile};

/// The factor of a prototype whose definition is a candidate, too.
const PROTOTYPE_FACTOR: f64 = 0.5;

/// Gives each definition at least the score of its best prototype, and lowers the prototypes.
pub(super) fn definitions_over_prototypes(candidates: &mut [Candidate], opened: &[SearchedFile]) {
    let mut best_prototypes: HashMap<&str, f64> = HashMap::new();
    for candidate in &*candidates {
        if let Some(symbol) =
            declaration_of(candidate, opened).filter(|symbol| symbol.is_prototype())
        {
            let best = best_prototypes.entry(&symbol.name).or_default();
            *best = best.max(candidate.total);
        }
    }
    if best_prototypes.is_empty() {
        return;
    }
    let mut defined: HashSet<&str> = HashSet::new();
    for candidate in &mut *candidates {
        let symbol = declaration_of(candidate, opened).filter(|symbol| symbol.is_function());
        let Some((symbol, best)) =
            symbol.and_then(|s| Some((s, best_prototypes.get(s.name.as_str())?)))
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
        let symbol = declaration_of(candidate, opened).filter(|symbol| symbol.is_prototype());
        if symbol.is_some_and(|symbol| defined.contains(symbol.name.as_str())) {
            candidate.score.lower("penalty", PROTOTYPE_FACTOR);
            candidate.total = candidate.score.total();
        }
    }
}

/// The declaration that a candidate is, if it is one.
fn declaration_of<'o>(candidate: &Candidate, opened: &'o [SearchedFile]) -> Option<&'o Symbol> {
    match candidate.kind {
        RangeKind::Declaration(index) => Some(&opened[candidate.file].file.facts.symbols[index]),
        RangeKind::Within(_) | RangeKind::OutsideDeclarations => None,
    }
}
