//! The relation that was asked for: whether it is empty only because less than the tree was searched, and the lines with
//! the symbol's name beside those that it lists, of which it is not known whether they are such uses.

use std::collections::HashSet;

use firsthand_agent::Cancel;
use firsthand_codegraph::{Include, Query, Relation, Scope, SearchResult};
use firsthand_registry::{RepoPath, escape};
use schemars::JsonSchema;
use serde::Serialize;

use super::{NameLines, NoUse, Unused, undecided_sentence};
use crate::Toolbox;
use crate::repo::Repo;

/// Lines with a symbol's name that its relation does not list, although they may be such uses.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Undecided {
    /// The name.
    pub name: String,
    /// The lines, by what they are.
    pub lines: Vec<NameLines>,
}

impl Undecided {
    /// They as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        undecided_sentence(&escape(&self.name), " beside these", &self.lines).unwrap_or_default()
    }
}

/// The lines that are neither listed in a relation of callers or references nor ruled out. `None` if there are none; if the
/// relation is empty, of which [`no_use_of`](super::no_use_of) accounts for all lines; or if its list is not whole, which its
/// notes say.
pub(crate) fn undecided_beside(
    repo: &Repo,
    relation: &EmptyRelation<'_>,
    found: &SearchResult,
    cancel: &Cancel,
) -> Option<Undecided> {
    let lists_lines = matches!(relation.relation, Relation::Callers | Relation::References);
    if !lists_lines || found.sites.is_empty() || cancel.is_cancelled() {
        return None;
    }
    let whole = relation.everywhere(repo, cancel);
    let whole = whole.as_ref().unwrap_or(found);
    // A file that is too large to be read does not make a line of another one less certain.
    if whole.stats.truncated || whole.stats.losses.time > 0 {
        return None;
    }
    let unused = Unused::of(repo, relation, whole, cancel)?.completely(true);
    let sites = whole.sites.iter().chain(&found.sites);
    let listed: HashSet<(&RepoPath, u32)> = sites.map(|site| (&site.path, site.line)).collect();
    let within = relation.query.within.as_deref();
    let scope = within.and_then(|within| Scope::of(within, &repo.graph.files()).ok());
    let mut lines = repo.graph.lines_with_name(&unused.name, cancel);
    lines.retain(|(path, line)| {
        let is_within = scope.as_ref().is_none_or(|scope| scope.holds(path.as_str()));
        is_within && !listed.contains(&(path, *line))
    });
    let mut sorted = NoUse::of(&unused);
    sorted.sort(repo, &unused, &lines, cancel);
    (!sorted.undecided.is_empty() && !cancel.is_cancelled())
        .then_some(Undecided { name: sorted.name, lines: sorted.undecided })
}

impl Toolbox {
    /// The lines with a symbol's name that its callers or references do not list and that may be such uses; `None` if
    /// there are none, or if nothing was found.
    #[must_use]
    pub fn undecided_beside(
        &self,
        relation: &EmptyRelation<'_>,
        found: &SearchResult,
        cancel: &Cancel,
    ) -> Option<Undecided> {
        undecided_beside(&self.repo, relation, found, cancel)
    }
}

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
    pub(crate) fn is_empty(&self, found: &SearchResult) -> bool {
        let is_use = matches!(
            self.relation,
            Relation::Callers | Relation::References | Relation::Implementors
        );
        is_use && found.regions.is_empty() && found.sites.is_empty()
    }

    /// The result in the whole tree, if less of it was searched.
    pub(crate) fn everywhere(&self, repo: &Repo, cancel: &Cancel) -> Option<SearchResult> {
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
