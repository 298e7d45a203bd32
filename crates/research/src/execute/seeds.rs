//! Resolves a router's references to declarations.

use firsthand_codegraph::Relation;

use super::fan_out::{FanOut, SubQuery, SubQueryKind};
use crate::entity::{is_suffix, name_of};
use crate::hit::Hit;
use crate::retrieve::Edge;
use crate::{SeedRef, SeedRefType, Tier};

/// The most entities that one ambiguous reference resolves to.
const MAX_MATCHES: usize = 3;
/// The most entities listed in the degradation for an ambiguous reference.
const MAX_LISTED_MATCHES: usize = 6;

/// Resolves references to hits, each entity once, in the order of the references. Unresolved and ambiguous references
/// are reported as degradations.
pub(super) async fn resolve(
    fan_out: &mut FanOut,
    seeds: &[SeedRef],
    candidates: &[Hit],
) -> Vec<Hit> {
    let mut resolved: Vec<Hit> = Vec::new();
    for seed in seeds {
        let found = match seed.ref_type.parse() {
            Ok(SeedRefType::CandidateIndex) => by_index(&seed.reference, candidates),
            Ok(SeedRefType::PartialId) => match by_partial_id(&seed.reference, candidates) {
                found if found.is_empty() => by_name(fan_out, &seed.reference).await,
                found => found,
            },
            Ok(SeedRefType::Name) => by_name(fan_out, &seed.reference).await,
            Err(_) => Vec::new(),
        };
        report_unclear(fan_out, seed, &found);
        for hit in found.into_iter().take(MAX_MATCHES) {
            if !resolved.iter().any(|other| other.entity == hit.entity) {
                resolved.push(hit);
            }
        }
    }
    resolved
}

fn by_index(index: &str, candidates: &[Hit]) -> Vec<Hit> {
    let index: Option<usize> = index.trim().parse().ok();
    let hit = index.and_then(|index| candidates.get(index));
    hit.cloned().into_iter().collect()
}

fn by_partial_id(partial: &str, candidates: &[Hit]) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    for hit in candidates
        .iter()
        .filter(|hit| is_suffix(&hit.entity, partial.trim()))
    {
        if !found.iter().any(|other| other.entity == hit.entity) {
            found.push(hit.clone());
        }
    }
    found
}

/// The declarations with that name; if the ids of some end with the reference, only these.
async fn by_name(fan_out: &mut FanOut, reference: &str) -> Vec<Hit> {
    let reference = reference.trim();
    let edge = Edge {
        symbol: name_of(reference).to_owned(),
        label: name_of(reference).to_owned(),
        relation: Relation::Definition,
        hop: 1,
        start_certainty: (Tier::Exact, 1.0),
    };
    let query = SubQuery::new("seed", SubQueryKind::Relate(edge));
    let found = fan_out.run_all(vec![query]).await.into_iter().flatten();
    let found: Vec<Hit> = found.filter(|hit| hit.window.symbol.is_some()).collect();
    let exact = by_partial_id(reference, &found);
    match exact.is_empty() {
        true => found,
        false => exact,
    }
}

/// Adds a degradation if a reference is unresolved or ambiguous.
fn report_unclear(fan_out: &mut FanOut, seed: &SeedRef, found: &[Hit]) {
    let (reference, ref_type) = (&seed.reference, &seed.ref_type);
    match found {
        [] => fan_out.degrade(format!(
            "the seed `{reference}` ({ref_type}) means nothing here"
        )),
        [_] => {}
        several => {
            let entities = several
                .iter()
                .take(MAX_LISTED_MATCHES)
                .map(|hit| hit.entity.as_str());
            let entities = entities.collect::<Vec<_>>().join(", ");
            fan_out.degrade(format!("the seed `{reference}` is ambiguous: {entities}"));
        }
    }
}
