//! Tier 0: follows the edges of the code graph.

use firsthand_codegraph::{Cancel, Relation, Resolution, Site};
use firsthand_registry::{LineRange, Related};
use firsthand_source::secrets::redact_name;
use firsthand_tools::{declaration_label, search_coverage};

use super::file_view::Reason;
use super::search::notes;
use super::{Filter, RANK_DECAY, Retrieved, Retriever, TEST_FACTOR};
use crate::Tier;
use crate::hit::Hit;

/// The most places of one relation that are read.
const MAX_PLACES: usize = 40;
/// The most files with the name that are parsed, for a symbol that the topic does not name: such symbols often have
/// common names.
const MAX_PARSED_FILES: usize = 24;
/// The context lines around a site.
const CONTEXT_LINES: u32 = 1;
/// Sites of one declaration within this distance are one hit.
const MAX_LINE_GAP: u32 = 3;

/// A relation to follow from a symbol.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// A name, a qualified name, or `path:line`.
    pub(crate) symbol: String,
    /// Its name, for messages, if `symbol` is `path:line`.
    pub(crate) label: String,
    pub(crate) relation: Relation,
    /// The number of edges from the requested symbol, from 1.
    pub(crate) hop: u32,
    /// The tier and score of the symbol itself: an edge is at most as certain as its start.
    pub(crate) start_certainty: (Tier, f64),
}

impl Retriever {
    /// Finds the places in a relation to a symbol. A reference is shown by its lines, a declaration by its head.
    pub(crate) fn relate(&self, edge: &Edge, filter: &Filter, cancel: &Cancel) -> Retrieved {
        let graph = self.toolbox.graph();
        let mut query = filter.query("", MAX_PLACES);
        if !edge.is_named_by_topic() {
            query.max_parsed = MAX_PARSED_FILES;
        }
        let found = graph.relate(&edge.symbol, edge.relation, &query, cancel);
        let views = self.views(cancel);
        let source = edge.relation.name();
        let reason = |rank: usize,
                      resolution: Option<Resolution>,
                      origin: Option<&str>,
                      test: bool| Reason {
            tier: edge.tier(resolution),
            source,
            score: edge.score(resolution) / (1.0 + RANK_DECAY * rank as f64)
                * if test { TEST_FACTOR } else { 1.0 },
            related: origin.map(|origin| Related {
                relation: source.to_owned(),
                of: match origin == edge.symbol {
                    true => edge.label.clone(),
                    false => redact_name(origin).into_owned(),
                },
                resolution: resolution.map_or("", Resolution::name).to_owned(),
            }),
            distance: (edge.relation != Relation::Definition).then_some(edge.hop),
        };
        let mut hits = Vec::new();
        for (rank, sites) in clusters(&found.sites)
            .into_iter()
            .take(MAX_PLACES)
            .enumerate()
        {
            let Some(first) = sites.first() else { continue };
            let resolution = sites.iter().map(|site| site.resolution).min();
            let reason = reason(rank, resolution, Some(&first.relation_of), first.is_test);
            let view = views.of(&first.path, &first.file);
            let lines = sites.iter().map(|site| site.line);
            let label = first.symbol.as_ref().map(declaration_label);
            hits.extend(view.hit(lines_around(&sites), lines, label, reason));
        }
        let declared = found.regions.iter().filter(|_| found.sites.is_empty());
        for (rank, region) in declared.enumerate() {
            let view = views.of(&region.path, &region.file);
            let origin = region.relation_of.as_deref();
            let origin = origin.filter(|_| edge.relation != Relation::Definition);
            let reason = reason(rank, region.resolution, origin, false);
            let lines = region
                .symbol
                .as_ref()
                .map_or(region.range, |info| view.head(info));
            let label = region.symbol.as_ref().map(declaration_label);
            hits.extend(view.hit(lines, region.hits.iter().copied(), label, reason));
        }
        Retrieved {
            hits,
            notes: notes(&found),
            coverage: search_coverage(&found),
            ..Retrieved::default()
        }
    }
}

impl Edge {
    /// Whether the symbol is named by the topic.
    fn is_named_by_topic(&self) -> bool {
        self.hop <= 1 && self.start_certainty.0 == Tier::Exact
    }

    /// The tier of an edge: an edge that is resolved by name alone, or that starts at a ranked place, is only ranked.
    fn tier(&self, resolution: Option<Resolution>) -> Tier {
        match resolution {
            Some(Resolution::Name) => self.start_certainty.0.max(Tier::Ranked),
            _ => self.start_certainty.0,
        }
    }

    fn score(&self, resolution: Option<Resolution>) -> f64 {
        // A reference by name likely means the symbol; a name inside of the symbol may be declared anywhere.
        let by_name = match self.relation {
            Relation::Callees => 0.4,
            _ => 0.9,
        };
        let certainty = match resolution {
            None | Some(Resolution::Import) => 1.0,
            Some(Resolution::Scope) => 0.95,
            Some(Resolution::Name) => by_name,
        };
        self.start_certainty.1 * certainty / f64::from(self.hop.max(1))
    }
}

/// Groups neighbouring sites of one declaration. Imports are used only if there are no other sites.
fn clusters(sites: &[Site]) -> Vec<Vec<&Site>> {
    let only_imports = sites.iter().all(|site| site.is_import);
    let mut clusters: Vec<Vec<&Site>> = Vec::new();
    for site in sites.iter().filter(|site| only_imports || !site.is_import) {
        let joins = |cluster: &Vec<&Site>| {
            cluster.last().is_some_and(|last| {
                last.path == site.path
                    && last.symbol == site.symbol
                    && (last.line..=last.line + MAX_LINE_GAP).contains(&site.line)
            })
        };
        match clusters.last_mut() {
            Some(cluster) if joins(cluster) => cluster.push(site),
            _ => clusters.push(vec![site]),
        }
    }
    clusters
}

/// The lines of the sites with context lines, within their declaration.
fn lines_around(sites: &[&Site]) -> LineRange {
    let lines = sites.iter().map(|site| LineRange::one(site.line));
    let all = lines.reduce(LineRange::hull).unwrap_or(LineRange::one(1));
    let wide = LineRange::new(
        all.start().saturating_sub(CONTEXT_LINES).max(1),
        all.end() + CONTEXT_LINES,
    );
    let inside = sites.first().and_then(|site| site.symbol.as_ref());
    let clipped = wide.and_then(|wide| match inside {
        Some(symbol) => wide.intersection(symbol.range),
        None => Some(wide),
    });
    clipped.unwrap_or(all)
}

/// The place of a hit's declaration as `path:line`, the form that [`Edge::symbol`] takes: the first line of its head,
/// or else of the declaration. `None` if the hit has no symbol, or shows no declaration of its name and kind.
pub(crate) fn declared_at(hit: &Hit) -> Option<String> {
    let symbol = hit.window.symbol.as_ref()?;
    let named =
        |d: &&firsthand_registry::Declaration| d.name == symbol.name && d.kind == symbol.kind;
    let declared = hit.window.declarations.iter().filter(named);
    let declared = declared.min_by_key(|d| d.range.len())?;
    let line = declared
        .head
        .map_or(declared.range.start(), LineRange::start);
    Some(format!("{}:{line}", hit.path()))
}
