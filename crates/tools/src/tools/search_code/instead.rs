//! What answers in the place of arguments that mean others, and of a relation that is empty.

use firsthand_agent::ToolOutput;
use firsthand_codegraph::{Relation, SearchResult};
use firsthand_registry::escape;

use super::{Arguments, found_places};
use crate::no_use::EmptyRelation;
use crate::repo::{Call, Repo};

/// The note about a relation without a symbol.
const QUERY_NOTE: &str = "`query` was read as the `symbol` of the relation";

/// What arguments mean that are not used as they are given, with a note: words alone are a query, and without a symbol a
/// relation is one of the query, if that is a name or a text that people see.
pub(super) fn meant(given: &Arguments) -> Option<(Arguments, Option<&'static str>)> {
    let meant = |query, symbol| Arguments { query, symbol, words: None, ..given.clone() };
    match (&given.query, &given.symbol, &given.words) {
        (None, None, Some(words)) if !words.is_empty() => {
            Some((meant(Some(words.join(" ")), None), None))
        }
        (Some(query), None, _) => {
            let is_word = !query.trim().contains(char::is_whitespace);
            given.relation.filter(|relation| is_word || *relation == Relation::Texts)?;
            Some((meant(None, Some(query.clone())), Some(QUERY_NOTE)))
        }
        _ => None,
    }
}

/// The references of a symbol that has no callers in any file, if there are any: a field or a constant is not called, and a
/// function may be handed over.
pub(super) fn references(
    repo: &Repo,
    arguments: &Arguments,
    relation: &EmptyRelation<'_>,
    found: &SearchResult,
    call: &Call,
) -> Option<ToolOutput> {
    let is_use = |found: &SearchResult| !relation.is_empty(found);
    let is_asked = relation.relation == Relation::Callers && !found.stats.truncated;
    let in_tree = || relation.everywhere(repo, &call.cancel);
    if !is_asked || is_use(found) || in_tree().is_some_and(|found| is_use(&found)) {
        return None;
    }
    let references = Some((relation.symbol, Relation::References));
    let within = relation.query.within.as_deref();
    let mut output = found_places(repo, arguments, references, within, call).ok()?;
    let has_places = output.observations.iter().any(|seen| !seen.windows.is_empty());
    output.summary =
        format!("No callers of {} found, but {}", escape(relation.symbol), output.summary);
    has_places.then_some(output)
}
