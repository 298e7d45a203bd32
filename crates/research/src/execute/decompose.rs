//! `decompose`: queries the same focus along several axes, each with its own sub-queries.

use std::collections::BTreeMap;

use firsthand_codegraph::Relation;
use firsthand_source::{distinct, folder};

use super::MAX_REGIONS;
use super::axes::Axis;
use super::fan_out::{FanOut, HitFilter, SubQuery, SubQueryKind};
use super::history::history_query;
use crate::classify::{spelled_names, unfound_names};
use crate::hints::Hints;
use crate::hit::{Hit, is_test};
use crate::retrieve::{Edge, declared_at};
use crate::stage_io::StageInput;
use crate::{DecomposeArgs, RouteAction, RouteDecision, Scope};

/// The most regions of a search within one folder.
const MAX_MODULE_REGIONS: usize = 4;
/// The most declarations whose relations are followed.
const MAX_RELATED_DECLARATIONS: usize = 2;

/// The most sub-queries of a scope.
fn max_sub_queries(scope: Scope) -> usize {
    match scope {
        Scope::Narrow => 3,
        Scope::Medium => 8,
        Scope::Broad => 20,
    }
}

/// Runs the sub-queries of the decision's axes, one of each axis in turn, up to the scope's cap: no axis has two before
/// each has one. If there are more axes than the cap, the last ones have none. Without any sub-query, searches for the
/// focus.
pub(super) async fn decompose(fan_out: &mut FanOut, input: &StageInput, hints: &Hints) {
    let args = match input
        .decision
        .as_ref()
        .map(RouteDecision::parse_decompose_args)
    {
        Some(Ok(args)) => args,
        Some(Err(why)) => return fan_out.degrade(why.to_string()),
        None => return fan_out.degrade("there is no decision"),
    };
    let mut queries_by_axis = Vec::new();
    for axis in &args.axes {
        match axis_queries(axis, &args, input, hints) {
            Some(queries) => queries_by_axis.push(queries.into_iter()),
            None => fan_out.degrade(format!("the axis `{axis}` does not apply to code")),
        }
    }
    let mut queries: Vec<SubQuery> = Vec::new();
    loop {
        let round: Vec<SubQuery> = queries_by_axis
            .iter_mut()
            .filter_map(Iterator::next)
            .collect();
        if round.is_empty() {
            break;
        }
        queries.extend(round);
    }
    let scope = args.resolved_scope();
    if queries.len() > max_sub_queries(scope) {
        fan_out.left_out = queries.len() - max_sub_queries(scope);
        queries.truncate(max_sub_queries(scope));
    }
    if queries.is_empty() {
        queries.push(SubQuery::search("text", &args.focus, MAX_REGIONS));
    }
    fan_out.run_all(queries).await;
}

/// The sub-queries of an axis; `None` if no axis of code has this name.
fn axis_queries(
    axis: &str,
    args: &DecomposeArgs,
    input: &StageInput,
    hints: &Hints,
) -> Option<Vec<SubQuery>> {
    let candidates = &input.candidates;
    Some(match Axis::named(axis)? {
        Axis::Kind => kind_queries(&args.focus, candidates),
        Axis::Relation => relation_queries(candidates, hints),
        Axis::Module => module_queries(&args.focus, candidates),
        Axis::Tests => test_queries(&args.focus),
        Axis::History => vec![history_query(input, hints)],
        Axis::Text => text_queries(input),
    })
}

/// One search for each kind of declaration among the candidates.
fn kind_queries(focus: &str, candidates: &[Hit]) -> Vec<SubQuery> {
    let kinds = distinct(candidates.iter().map(Hit::kind));
    let query = |kind: &str| SubQuery {
        only: HitFilter::Kind(kind.to_owned()),
        ..SubQuery::search("kind", focus, 3 * MAX_REGIONS)
    };
    let kinds = kinds.into_iter().filter(|kind| !kind.is_empty());
    kinds.map(query).collect()
}

/// Queries for the callers and the callees of the first declarations, or for the relation of the hints alone.
fn relation_queries(candidates: &[Hit], hints: &Hints) -> Vec<SubQuery> {
    let both = [Relation::Callers, Relation::Callees];
    let relations = hints
        .relation
        .map_or(both.to_vec(), |relation| vec![relation]);
    let mut queries = Vec::new();
    for (symbol, hit) in declarations_across_folders(candidates) {
        for relation in &relations {
            let edge = Edge {
                symbol: symbol.clone(),
                label: hit.name(),
                relation: *relation,
                hop: 1,
                start_certainty: (hit.tier(), hit.score),
            };
            queries.push(SubQuery::new("relation", SubQueryKind::Relate(edge)));
        }
    }
    queries
}

/// The candidates outside of tests, or all if there are only tests.
fn non_test_candidates(candidates: &[Hit]) -> impl Iterator<Item = &Hit> {
    let only_tests = candidates.iter().all(is_test);
    candidates
        .iter()
        .filter(move |hit| only_tests || !is_test(hit))
}

/// The first declarations, from different folders if possible, each with its place as [`Edge::symbol`] takes it.
fn declarations_across_folders(candidates: &[Hit]) -> Vec<(String, &Hit)> {
    let declared = |hit| Some((declared_at(hit)?, hit));
    let (mut chosen, mut others) = (Vec::<(String, &Hit)>::new(), Vec::new());
    for (symbol, hit) in non_test_candidates(candidates).filter_map(declared) {
        if chosen.iter().any(|(other, _)| *other == symbol) {
            continue;
        }
        match chosen
            .iter()
            .any(|(_, other)| folder(other.path().as_str()) == folder(hit.path().as_str()))
        {
            true => others.push((symbol, hit)),
            false => chosen.push((symbol, hit)),
        }
    }
    chosen.extend(others);
    chosen.truncate(MAX_RELATED_DECLARATIONS);
    chosen
}

/// A search in each folder below the root that directly contains candidates outside of tests, or in tests if there are
/// only those; the folders with the most candidates first.
fn module_queries(focus: &str, candidates: &[Hit]) -> Vec<SubQuery> {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for hit in non_test_candidates(candidates) {
        if let Some((folder, _)) = hit.path().as_str().rsplit_once('/') {
            *folders.entry(folder).or_default() += 1;
        }
    }
    let mut folders: Vec<(&str, usize)> = folders.into_iter().collect();
    folders.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let query = |(folder, _): &(&str, usize)| SubQuery {
        within: Some((*folder).to_owned()),
        ..SubQuery::search("module", focus, MAX_MODULE_REGIONS)
    };
    folders.iter().map(query).collect()
}

fn test_queries(focus: &str) -> Vec<SubQuery> {
    vec![SubQuery {
        only: HitFilter::Tests,
        ..SubQuery::search("tests", focus, 2 * MAX_REGIONS)
    }]
}

/// Text searches for the names that the topic spells and no lookup found, or for all its names if all were found.
fn text_queries(input: &StageInput) -> Vec<SubQuery> {
    let unfound = input.classified.as_ref().map(unfound_names);
    let texts = unfound.filter(|names| !names.is_empty());
    let texts = texts.unwrap_or_else(|| spelled_names(&input.intent.topic));
    let query = |text: String| SubQuery::new("text", SubQueryKind::Text(text));
    texts.into_iter().map(query).collect()
}

/// A decomposition, in place of a further classification (`retighten`) beyond its cap.
pub(crate) fn instead_of_retighten(input: &StageInput) -> RouteDecision {
    let hints = Hints::of(&input.intent.hints);
    let empty = Default::default();
    let classified = input.classified.as_ref().unwrap_or(&empty);
    let args = crate::route::decompose_args(input, classified, &hints);
    RouteDecision::new(
        RouteAction::Decompose,
        &args,
        "the topic was classified often enough".into(),
    )
}
