//! `walk_seeds`: from a few declarations along the graph, to who uses them and to what they use.

use firsthand_codegraph::Relation;

use super::fan_out::{Ask, FanOut, Look};
use super::seeds::resolve;
use crate::classify::spelled;
use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::{CommitQuery, Edge, declared_at};
use crate::work::Work;

/// Declarations from which the walk goes on, at each hop and in each direction.
const FRONTIER: usize = 2;

/// Walks from the seeds of the decision, as many hops as the hints say.
pub(super) async fn walk(run: &mut FanOut, work: &Work, hints: &Hints) {
    let decision = work.decision.as_ref();
    let args = decision.map(|decision| decision.parse_walk_seeds_args());
    let args = match args {
        Some(Ok(args)) => args,
        Some(Err(why)) => return run.degrade(why.to_string()),
        None => return run.degrade("there is no decision"),
    };
    let seeds = resolve(run, &args.seeds, &work.candidates).await;
    run.seeds = seeds.iter().map(|seed| seed.entity.clone()).collect();
    run.hits.extend(seeds.iter().cloned());
    if hints.since.is_some() {
        history(run, &seeds, hints).await;
    }
    let spelled = spelled(&work.intent.topic);
    match hints.relation {
        Some(relation) => along(run, &seeds, &spelled, relation, hints.hops()).await,
        None => {
            along(run, &seeds, &spelled, Relation::Callers, hints.hops()).await;
            along(run, &seeds, &spelled, Relation::Callees, hints.hops()).await;
        }
    }
}

/// Follows one relation from the seeds, hop by hop. Where nothing calls what is at the start, it is no function:
/// then whatever names or implements it counts, and
/// where the topic's spelling of it stands.
async fn along(run: &mut FanOut, seeds: &[Hit], spelled: &[String], relation: Relation, hops: u32) {
    let begin = |hit: &Hit| {
        Some(Edge {
            symbol: declared_at(hit)?,
            label: hit.name(),
            relation,
            hop: 1,
            from: (hit.tier(), hit.score),
        })
    };
    let mut frontier: Vec<Edge> = seeds.iter().filter_map(begin).collect();
    let mut walked: Vec<String> = frontier.iter().map(|edge| edge.symbol.clone()).collect();
    for hop in 1..=hops {
        if frontier.is_empty() {
            break;
        }
        let looks = |relation| -> Vec<Look> {
            let edges = frontier.iter().cloned();
            let edges = edges.map(|edge| Edge { relation, ..edge });
            edges
                .map(|edge| Look::new("relation", Ask::Relate(edge)))
                .collect()
        };
        let mut found = run.all(looks(relation)).await;
        let none = found.iter().all(Vec::is_empty);
        if none && hop == 1 && relation == Relation::Callers {
            found = run.all(looks(Relation::References)).await;
            found.extend(run.all(looks(Relation::Implementors)).await);
            // Settings stand in strings and in files that nothing parses.
            let texts = spelled.iter().cloned();
            let texts = texts.map(|name| Look::new("text", Ask::Text(name)));
            run.all(texts.collect()).await;
        }
        frontier = Vec::new();
        for edge in found.iter().flatten().filter_map(begin) {
            if frontier.len() < FRONTIER && !walked.contains(&edge.symbol) {
                walked.push(edge.symbol.clone());
                // A hop lowers the score by itself.
                let (hop, from) = (hop + 1, (edge.from.0, 1.0));
                frontier.push(Edge { hop, from, ..edge });
            }
        }
    }
}

async fn history(run: &mut FanOut, seeds: &[Hit], hints: &Hints) {
    let looks = seeds.iter().map(|seed| commits_of(seed, hints)).collect();
    run.all(looks).await;
}

/// The look at the commits that touched a declaration, or, where it shows none, its file.
pub(super) fn commits_of(hit: &Hit, hints: &Hints) -> Look {
    let label = hit.label();
    let named = |d: &&firsthand_registry::Declaration| d.name == label;
    let declared = hit.window.declarations.iter().filter(named);
    let declared = declared.min_by_key(|d| d.range.len());
    let asked = CommitQuery {
        path: hit.path().clone(),
        lines: declared.map(|declared| declared.range),
        of: match label.is_empty() {
            true => hit.path().file_name().to_owned(),
            false => label.to_owned(),
        },
        since: hints.since,
    };
    Look::new("history", Ask::Commits(asked))
}
