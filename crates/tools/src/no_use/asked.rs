//! The relation that was asked for, and whether it is empty only because less than the tree was searched.

use firsthand_agent::Cancel;
use firsthand_codegraph::{Include, Query, Relation, SearchResult};

use crate::repo::Repo;

/// A relation of a symbol that was looked up.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EmptyRelation<'a> {
    /// The symbol as it was asked for.
    pub symbol: &'a str,
    /// The relation.
    pub relation: Relation,
    /// Where it was looked up.
    pub query: &'a Query,
}

impl<'a> EmptyRelation<'a> {
    /// A relation of a symbol.
    #[must_use]
    pub fn new(symbol: &'a str, relation: Relation, query: &'a Query) -> Self {
        Self { symbol, relation, query }
    }

    /// Whether the result has no use, in a relation that lists uses.
    pub(super) fn is_empty(&self, found: &SearchResult) -> bool {
        let is_use = matches!(
            self.relation,
            Relation::Callers | Relation::References | Relation::Implementors
        );
        is_use && found.regions.is_empty() && found.sites.is_empty()
    }

    /// The result in the whole tree, if less of it was searched.
    pub(super) fn everywhere(&self, repo: &Repo, cancel: &Cancel) -> Option<SearchResult> {
        let is_limited = self.query.no_tests || self.query.within.is_some();
        let graph = &repo.graph;
        is_limited.then(|| graph.relate(self.symbol, self.relation, &everywhere(), cancel))
    }
}

/// A query without limits of where.
pub(super) fn everywhere() -> Query {
    Query {
        include: Include { tests: true, generated: true, docs: true },
        near_names: false,
        ..Query::default()
    }
}
