//! `walk_seeds`: walks the graph from a few declarations to their users and to what they use.

use firsthand_codegraph::Relation;

use super::fan_out::{FanOut, SubQuery, SubQueryKind};
use super::history::commits_query;
use super::seeds::resolve;
use crate::classify::spelled_names;
use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::{Edge, declared_at};
use crate::stage_io::StageInput;

/// The most declarations from which the walk continues after each hop, in each direction.
const MAX_FRONTIER: usize = 2;

/// Walks from the seeds of the decision along the relation of the hints, or else to callers and to callees.
pub(super) async fn walk(fan_out: &mut FanOut, input: &StageInput, hints: &Hints) {
    let decision = input.decision.as_ref();
    let args = decision.map(|decision| decision.parse_walk_seeds_args());
    let args = match args {
        Some(Ok(args)) => args,
        Some(Err(why)) => return fan_out.degrade(why.to_string()),
        None => return fan_out.degrade("there is no decision"),
    };
    let seeds = resolve(fan_out, &args.seeds, &input.candidates).await;
    fan_out.seeds = seeds.iter().map(|seed| seed.entity.clone()).collect();
    fan_out.hits.extend(seeds.iter().cloned());
    if hints.since.is_some() {
        fan_out
            .run_all(vec![commits_query(&seeds, input, hints)])
            .await;
    }
    let spelled = spelled_names(&input.intent.topic);
    match hints.relation {
        Some(relation) => follow_relation(fan_out, &seeds, &spelled, relation, hints.hops()).await,
        None => {
            follow_relation(fan_out, &seeds, &spelled, Relation::Callers, hints.hops()).await;
            follow_relation(fan_out, &seeds, &spelled, Relation::Callees, hints.hops()).await;
        }
    }
}

/// Follows one relation from the seeds, hop by hop. If nothing calls the seeds, they may not be functions or have no
/// declaration: then their references and implementations are followed, and the spelled names are searched as text.
async fn follow_relation(
    fan_out: &mut FanOut,
    seeds: &[Hit],
    spelled: &[String],
    relation: Relation,
    hops: u32,
) {
    let edge_from = |hit: &Hit| {
        Some(Edge {
            symbol: declared_at(hit)?,
            label: hit.name(),
            relation,
            hop: 1,
            start_certainty: (hit.tier(), hit.score),
        })
    };
    let mut frontier: Vec<Edge> = seeds.iter().filter_map(edge_from).collect();
    let mut walked_symbols: Vec<String> = frontier.iter().map(|edge| edge.symbol.clone()).collect();
    for hop in 1..=hops {
        if frontier.is_empty() && hop > 1 {
            break;
        }
        let queries = |relation| -> Vec<SubQuery> {
            let edges = frontier.iter().cloned();
            let edges = edges.map(|edge| Edge { relation, ..edge });
            edges
                .map(|edge| SubQuery::new("relation", SubQueryKind::Relate(edge)))
                .collect()
        };
        let mut found = fan_out.run_all(queries(relation)).await;
        let found_nothing = found.iter().all(Vec::is_empty);
        if found_nothing && hop == 1 && relation == Relation::Callers {
            found = fan_out.run_all(queries(Relation::References)).await;
            found.extend(fan_out.run_all(queries(Relation::Implementors)).await);
            // Settings occur in strings and in files that are not parsed.
            let texts = spelled.iter().cloned();
            let texts = texts.map(|name| SubQuery::new("text", SubQueryKind::Text(name)));
            fan_out.run_all(texts.collect()).await;
        }
        frontier = Vec::new();
        for edge in found.iter().flatten().filter_map(edge_from) {
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
}
