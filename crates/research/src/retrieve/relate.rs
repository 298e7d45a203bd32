//! Tier 0: follows the edges of the code graph.

use firsthand_codegraph::{Cancel, Relation, Resolution};
use firsthand_registry::{LineRange, Related};
use firsthand_source::secrets::redact_name;
use firsthand_tools::{declaration_label, lines_around, search_coverage, site_clusters};

use super::search::notes;
use super::{Filter, Retrieved, Retriever, decayed};
use crate::hit::Hit;
use crate::payload::Tier;

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
        let source = edge.relation.name();
        let mut hits = Vec::new();
        let only_imports = found.sites.iter().all(|site| site.is_import);
        let sites = found.sites.iter().filter(|site| only_imports || !site.is_import);
        let clusters = site_clusters(sites, MAX_LINE_GAP, u32::MAX).into_iter().take(MAX_PLACES);
        for (rank, sites) in clusters.enumerate() {
            let Some(first) = sites.first() else { continue };
            let resolution = sites.iter().map(|site| site.resolution).min();
            let score = decayed(edge.score(resolution), rank, first.is_test);
            let view = self.view(&first.path, &first.file, cancel);
            let lines = sites.iter().map(|site| site.line);
            let around = lines_around(&sites, CONTEXT_LINES).unwrap_or(LineRange::one(first.line));
            let label = first.symbol.as_ref().map(declaration_label);
            let certainty = (edge.tier(resolution), source, score);
            let hit = view.hit(around, lines, label, certainty);
            hits.extend(hit.map(|hit| edge.lead_to(hit, resolution, Some(&first.relation_of))));
        }
        let declared = found.regions.iter().filter(|_| found.sites.is_empty());
        for (rank, region) in declared.enumerate() {
            let view = self.view(&region.path, &region.file, cancel);
            let origin = region.relation_of.as_deref();
            let origin = origin.filter(|_| edge.relation != Relation::Definition);
            let score = decayed(edge.score(region.resolution), rank, false);
            let info = region.symbol.as_ref();
            let lines = info.map_or(region.range, |info| view.head(info));
            let certainty = (edge.tier(region.resolution), source, score);
            let hit = view.hit(
                lines,
                region.hits.iter().copied(),
                info.map(declaration_label),
                certainty,
            );
            hits.extend(hit.map(|hit| edge.lead_to(hit, region.resolution, origin)));
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
    /// The declarations of a name that the topic, or a model, spells.
    pub(crate) fn definition(name: &str) -> Self {
        Self {
            symbol: name.to_owned(),
            label: name.to_owned(),
            relation: Relation::Definition,
            hop: 1,
            start_certainty: (Tier::Exact, 1.0),
        }
    }

    /// A relation of a hit's declaration: the first line of its head, or else of the declaration. `None` if the hit has
    /// no symbol, or shows no declaration of its name and kind.
    pub(crate) fn from_hit(hit: &Hit, relation: Relation) -> Option<Self> {
        let declared = hit.declared().min_by_key(|declared| declared.range.len())?;
        let line = declared.head.unwrap_or(declared.range).start();
        Some(Self {
            symbol: format!("{}:{line}", hit.path()),
            label: hit.name(),
            relation,
            hop: 1,
            start_certainty: (hit.tier, hit.score),
        })
    }

    /// The hit as a place in this relation to `origin`.
    fn lead_to(&self, mut hit: Hit, resolution: Option<Resolution>, origin: Option<&str>) -> Hit {
        hit.window.related = origin.map(|origin| Related {
            relation: self.relation.name().to_owned(),
            of: if origin == self.symbol {
                self.label.clone()
            } else {
                redact_name(origin).into_owned()
            },
            resolution: resolution.map_or("", Resolution::name).to_owned(),
        });
        hit.window.distance = (self.relation != Relation::Definition).then_some(self.hop);
        hit
    }

    /// Whether the symbol is named by the topic.
    fn is_named_by_topic(&self) -> bool {
        self.hop <= 1 && self.start_certainty.0 == Tier::Exact
    }

    /// The tier of an edge: an edge that is resolved by name alone, or that starts at a ranked place, is only ranked.
    fn tier(&self, resolution: Option<Resolution>) -> Tier {
        match resolution {
            Some(resolution) if !resolution.is_certain() => {
                self.start_certainty.0.max(Tier::Ranked)
            }
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
            Some(Resolution::Name | Resolution::Text) => by_name,
        };
        self.start_certainty.1 * certainty / f64::from(self.hop.max(1))
    }
}
