//! Notes about relations that are not read of a language.

use super::targets::Target;
use crate::query::Relation;

/// A note that the language of the targets has no facts for a relation.
pub(super) fn unread(relation: Relation, targets: &[Target]) -> Option<String> {
    let (capture, what) = match relation {
        Relation::Definition | Relation::References => return None,
        Relation::Callers | Relation::Callees => ("call", "calls"),
        Relation::Implementors => ("heritage", "super types"),
    };
    let languages = targets.iter().filter_map(|target| target.file.language);
    let mut lacking = languages.filter(|language| {
        let patterns = language.patterns();
        patterns.is_some_and(|patterns| !patterns.captures.iter().any(|name| name == capture))
    });
    let name = lacking.next()?.name;
    Some(format!(
        "{what} are not read in {name}: {relation} cannot be found"
    ))
}
