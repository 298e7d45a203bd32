//! `walk_seeds`: walks the graph from a few declarations to their users and to what they use.

use firsthand_codegraph::Relation;

use super::fan_out::{FanOut, SubQuery, SubQueryKind};
use super::history::commits_query;
use crate::classify::spelled_names;
use crate::hints::Hints;
use crate::hit::{Hit, is_suffix, is_test, name_of};
use crate::payload::{SeedRef, SeedRefType};
use crate::retrieve::Edge;
use crate::stage_io::StageInput;

/// The most declarations from which the walk continues after each hop, in each direction.
const MAX_FRONTIER: usize = 2;
/// The most entities that one ambiguous reference resolves to.
const MAX_MATCHES: usize = 3;
/// The most entities listed in the degradation for an ambiguous reference.
const MAX_LISTED_MATCHES: usize = 6;

/// Walks from the seeds of the decision along the relation of the hints, or else to callers and to callees.
pub(super) async fn walk(fan_out: &mut FanOut, input: &StageInput, hints: &Hints) {
    let args = match input.decision.parse_walk_seeds_args() {
        Ok(args) => args,
        Err(why) => return fan_out.degrade(why),
    };
    let seeds = resolve(fan_out, &args.seeds, &input.candidates).await;
    fan_out.output.seeds = seeds.iter().map(|seed| seed.entity.clone()).collect();
    fan_out.output.hits.extend(seeds.iter().cloned());
    if hints.since.is_some() {
        let query = commits_query(&seeds, input, hints);
        fan_out.run_all(vec![query]).await;
    }
    let spelled = spelled_names(&input.intent.topic);
    let hops = hints.hops();
    if let Some(relation) = hints.relation {
        follow_relation(fan_out, &seeds, &spelled, relation, hops).await;
        return;
    }
    // No words say which direction is meant. What code is used by leads to what a change of it affects; what that code's
    // callees use again is far from both, unless nothing uses the code: then what it does is all that there is.
    let is_used = follow_relation(fan_out, &seeds, &spelled, Relation::Callers, hops).await;
    let hops = if is_used && !hints.names_hops() { 1 } else { hops };
    follow_relation(fan_out, &seeds, &spelled, Relation::Callees, hops).await;
}

/// Follows one relation from the seeds, hop by hop. If nothing calls the seeds, they may not be functions or have no
/// declaration: then their references and implementations are followed, and the spelled names are searched as text.
/// Returns whether the first hop found a place outside of tests.
async fn follow_relation(
    fan_out: &mut FanOut,
    seeds: &[Hit],
    spelled: &[String],
    relation: Relation,
    hops: u32,
) -> bool {
    let mut leads_on = false;
    let edges = seeds.iter().filter_map(|hit| Edge::from_hit(hit, relation));
    let mut frontier: Vec<Edge> = edges.collect();
    let mut walked_symbols: Vec<String> = frontier.iter().map(|edge| edge.symbol.clone()).collect();
    for hop in 1..=hops {
        if frontier.is_empty() && hop > 1 {
            break;
        }
        let queries = |relation: Relation| -> Vec<SubQuery> {
            let edges = frontier.iter().cloned();
            let edges = edges.map(|edge| SubQueryKind::Relate(Edge { relation, ..edge }));
            edges.map(|edge| SubQuery::new("relation", edge)).collect()
        };
        let mut found = fan_out.run_all(queries(relation)).await;
        let found_nothing = found.iter().all(Vec::is_empty);
        if found_nothing && hop == 1 && relation == Relation::Callers {
            found = fan_out.run_all(queries(Relation::References)).await;
            found.extend(fan_out.run_all(queries(Relation::Implementors)).await);
            // Settings occur in strings and in files that are not parsed.
            let texts = spelled.iter().cloned().map(SubQueryKind::Text);
            fan_out.run_all(texts.map(|text| SubQuery::new("text", text)).collect()).await;
        }
        if hop == 1 {
            leads_on = found.iter().flatten().any(|hit| !is_test(hit));
        }
        frontier.clear();
        for edge in found.iter().flatten().filter_map(|hit| Edge::from_hit(hit, relation)) {
            if frontier.len() < MAX_FRONTIER && !walked_symbols.contains(&edge.symbol) {
                walked_symbols.push(edge.symbol.clone());
                // Each hop lowers the score.
                frontier.push(Edge {
                    hop: hop + 1,
                    start_certainty: (edge.start_certainty.0, 1.0),
                    ..edge
                });
            }
        }
    }
    leads_on
}

/// Resolves a router's references to hits, each entity once, in the order of the references. Unresolved and ambiguous
/// references are reported as degradations.
async fn resolve(fan_out: &mut FanOut, seeds: &[SeedRef], candidates: &[Hit]) -> Vec<Hit> {
    let mut resolved: Vec<Hit> = Vec::new();
    for seed in seeds {
        let reference = seed.reference.trim();
        let mut found = match seed.ref_type.parse() {
            Ok(SeedRefType::CandidateIndex) => {
                let index = reference.parse::<usize>().ok();
                index.and_then(|index| candidates.get(index)).cloned().into_iter().collect()
            }
            Ok(SeedRefType::PartialId) => by_partial_id(reference, candidates),
            Ok(SeedRefType::Name) | Err(_) => Vec::new(),
        };
        let is_index = seed.ref_type == SeedRefType::CandidateIndex.name();
        if found.is_empty() && !is_index {
            found = by_name(fan_out, reference).await;
        }
        report_unclear(fan_out, seed, &found);
        found.truncate(MAX_MATCHES);
        extend_distinct(&mut resolved, found);
    }
    resolved
}

/// Adds the hits on further entities.
fn extend_distinct(hits: &mut Vec<Hit>, more: impl IntoIterator<Item = Hit>) {
    for hit in more {
        if hits.iter().all(|other| other.entity != hit.entity) {
            hits.push(hit);
        }
    }
}

fn by_partial_id(partial: &str, candidates: &[Hit]) -> Vec<Hit> {
    let mut found = Vec::new();
    let matching = candidates.iter().filter(|hit| is_suffix(&hit.entity, partial));
    extend_distinct(&mut found, matching.cloned());
    found
}

/// The declarations with that name; if the ids of some end with the reference, only these.
async fn by_name(fan_out: &mut FanOut, reference: &str) -> Vec<Hit> {
    let edge = SubQueryKind::Relate(Edge::definition(name_of(reference)));
    let mut found = fan_out.run_all(vec![SubQuery::new("seed", edge)]).await.concat();
    found.retain(|hit| hit.window.symbol.is_some());
    let exact = by_partial_id(reference, &found);
    if exact.is_empty() { found } else { exact }
}

/// Adds a degradation if a reference is unresolved or ambiguous.
fn report_unclear(fan_out: &mut FanOut, seed: &SeedRef, found: &[Hit]) {
    let (reference, ref_type) = (&seed.reference, &seed.ref_type);
    match found {
        [] => fan_out.degrade(format!("the seed `{reference}` ({ref_type}) means nothing here")),
        [_] => {}
        several => {
            let entities = several.iter().take(MAX_LISTED_MATCHES);
            let entities: Vec<&str> = entities.map(|hit| hit.entity.as_str()).collect();
            let entities = entities.join(", ");
            fan_out.degrade(format!("the seed `{reference}` is ambiguous: {entities}"));
        }
    }
}
