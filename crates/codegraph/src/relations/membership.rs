//! Whether a type of the tree lacks a member of a name.

use super::targets::{self, Target};
use super::{RelationContext, SymbolQuery};
use crate::query::Relation;
use firsthand_source::identifiers;

/// Members of other types that have the name which a type lacks: their qualified names, sorted.
///
/// `None` unless the type surely lacks it, as far as the tree shows: every declaration of the type names no super type and
/// has no annotation, the name stands nowhere in it, nothing else of the tree adds it to a type of that name, and another
/// type declares it. What a language gives to all its types is not known.
pub(super) fn lacked_member(context: &RelationContext<'_>, written: &str) -> Option<Vec<String>> {
    let parts: Vec<&str> = identifiers(written).map(|(_, part)| part).collect();
    let [.., owner, member] = parts[..] else {
        return None;
    };
    let find = |name: &str| {
        let query = SymbolQuery::named(name);
        targets::find(context, &query, Relation::References).targets
    };
    let owners = find(owner);
    let is_closed =
        |target: &Target| target.symbol().is_type() && is_plain(target) && !holds(target, member);
    if owners.is_empty() || !owners.iter().all(is_closed) {
        return None;
    }
    let members = find(member);
    let is_of_owner = |target: &Target| {
        let mut scopes = target.scopes();
        scopes.any(|scope| scope == owner) || target.file.path.contains(owner)
    };
    if members.iter().any(is_of_owner) || context.skipped() > 0 || context.cancel.is_cancelled() {
        return None;
    }
    let in_types = members.iter().filter(|target| target.is_member());
    let mut instead: Vec<String> =
        in_types.map(|target| target.symbol().qualified.clone()).collect();
    instead.sort();
    instead.dedup();
    (!instead.is_empty()).then_some(instead)
}

/// Whether a declaration names no super type and has no annotation, which could give it members.
fn is_plain(target: &Target) -> bool {
    let symbol = target.symbol();
    let before = target.file.slice(&(symbol.span.start..symbol.name_span.start));
    target.heritage().next().is_none() && !before.contains(['@', '['])
}

/// Whether a name stands in the code of a declaration.
fn holds(target: &Target, name: &str) -> bool {
    let code = target.file.slice(&target.symbol().code);
    identifiers(code).any(|(_, word)| word == name)
}
