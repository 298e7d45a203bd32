//! `decompose`: queries the same focus along several axes, each with its own sub-queries. An axis is a variant here.

use std::collections::BTreeMap;

use firsthand_codegraph::Relation;
use firsthand_source::{distinct, folder};

use super::MAX_REGIONS;
use super::fan_out::{FanOut, HitFilter, SubQuery, SubQueryKind};
use super::history::{commits_query, subjects};
use crate::classify::spelled_names;
use crate::hints::{Axis, Hints};
use crate::hit::{Hit, is_beside_source};
use crate::payload::Scope;
use crate::retrieve::Edge;
use crate::stage_io::StageInput;

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

impl Axis {
    /// The sub-queries of the axis.
    fn queries(self, focus: &str, input: &StageInput, hints: &Hints) -> Vec<SubQuery> {
        let candidates = &input.candidates;
        match self {
            Self::Kind => kind_queries(focus, candidates),
            Self::Relation => relation_queries(candidates, hints),
            Self::Module => module_queries(focus, candidates),
            Self::Tests => vec![SubQuery {
                only: HitFilter::Tests,
                ..SubQuery::search("tests", focus, 2 * MAX_REGIONS)
            }],
            Self::History => vec![commits_query(subjects(candidates), input, hints)],
            Self::Text => text_queries(input),
        }
    }
}

/// Runs the sub-queries of the decision's axes, one of each axis in turn, up to the scope's cap: no axis has two before
/// each has one. If there are more axes than the cap, the last ones have none. Without any sub-query, searches for the
/// focus.
pub(super) async fn decompose(fan_out: &mut FanOut, input: &StageInput, hints: &Hints) {
    let args = match input.decision.parse_decompose_args() {
        Ok(args) => args,
        Err(why) => return fan_out.degrade(why),
    };
    let mut queries_by_axis = Vec::new();
    for axis in &args.axes {
        match Axis::named(axis) {
            Ok(axis) => queries_by_axis.push(axis.queries(&args.focus, input, hints)),
            Err(_) => fan_out.degrade(format!("the axis `{axis}` does not apply to code")),
        }
    }
    let turns = queries_by_axis.iter().map(Vec::len).max().unwrap_or(0);
    let mut axes: Vec<_> = queries_by_axis.into_iter().map(Vec::into_iter).collect();
    let mut queries: Vec<SubQuery> = Vec::new();
    for _ in 0..turns {
        queries.extend(axes.iter_mut().filter_map(Iterator::next));
    }
    let max_queries = max_sub_queries(args.resolved_scope());
    fan_out.left_out = queries.len().saturating_sub(max_queries);
    queries.truncate(max_queries);
    if queries.is_empty() {
        queries.push(SubQuery::search("text", &args.focus, MAX_REGIONS));
    }
    fan_out.run_all(queries).await;
}

/// One search for each kind of declaration among the candidates.
fn kind_queries(focus: &str, candidates: &[Hit]) -> Vec<SubQuery> {
    let kinds = distinct(candidates.iter().map(Hit::kind)).into_iter();
    let query = |kind: &str| SubQuery {
        only: HitFilter::Kind(kind.to_owned()),
        ..SubQuery::search("kind", focus, 3 * MAX_REGIONS)
    };
    kinds.filter(|kind| !kind.is_empty()).map(query).collect()
}

/// Queries for the callers and the callees of the first declarations, or for the relation of the hints alone.
fn relation_queries(candidates: &[Hit], hints: &Hints) -> Vec<SubQuery> {
    let both = vec![Relation::Callers, Relation::Callees];
    let relations = hints.relation.map_or(both, |relation| vec![relation]);
    let mut queries = Vec::new();
    for (edge, _) in declarations_across_folders(candidates) {
        queries.extend(relations.iter().map(|relation| {
            let edge = Edge { relation: *relation, ..edge.clone() };
            SubQuery::new("relation", SubQueryKind::Relate(edge))
        }));
    }
    queries
}

/// The candidates outside of tests, or all if there are only tests.
pub(super) fn non_test_candidates(candidates: &[Hit]) -> impl Iterator<Item = &Hit> {
    let none_is_source = candidates.iter().all(is_beside_source);
    candidates.iter().filter(move |hit| none_is_source || !is_beside_source(hit))
}

/// The first declarations, from different folders if possible, each with an edge from it.
fn declarations_across_folders(candidates: &[Hit]) -> Vec<(Edge, &Hit)> {
    let folder_of = |hit: &'_ Hit| folder(hit.path().as_str()).to_owned();
    let (mut chosen, mut others) = (Vec::<(Edge, &Hit)>::new(), Vec::new());
    for hit in non_test_candidates(candidates) {
        let Some(edge) = Edge::from_hit(hit, Relation::Callers) else {
            continue;
        };
        if chosen.iter().any(|(other, _)| other.symbol == edge.symbol) {
            continue;
        }
        let is_folder_taken = chosen.iter().any(|(_, other)| folder_of(other) == folder_of(hit));
        let group = if is_folder_taken { &mut others } else { &mut chosen };
        group.push((edge, hit));
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
    folders.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let query = |(folder, _): (&str, usize)| SubQuery {
        within: Some(folder.to_owned()),
        ..SubQuery::search("module", focus, MAX_MODULE_REGIONS)
    };
    folders.into_iter().map(query).collect()
}

/// Text searches for the names that the topic spells and no lookup found, or for all its names if all were found.
fn text_queries(input: &StageInput) -> Vec<SubQuery> {
    let mut texts = input.classified.unfound_names();
    if texts.is_empty() {
        texts = spelled_names(&input.intent.topic);
    }
    let query = |text: String| SubQuery::new("text", SubQueryKind::Text(text));
    texts.into_iter().map(query).collect()
}
