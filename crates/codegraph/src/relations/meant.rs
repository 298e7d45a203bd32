//! Which of the declarations with a name a query means.

use super::{SymbolQuery, Target};
use std::collections::HashSet;

/// Keeps those of the declarations that fit a query, with these qualifiers, which it means most likely.
pub(super) fn keep_meant(targets: &mut Vec<Target>, name: &SymbolQuery, qualifiers: &[String]) {
    prefer_declarations(targets);
    prefer_spelling(targets, name);
    prefer_arity(targets, name.arity);
    prefer_containers(targets, qualifiers);
    let member_queried = qualifiers.last().is_some_and(|last| *last == name.name);
    prefer_types(targets, member_queried);
}

/// Of several spellings of a name, such as `#name` and `name`, the one that was asked for is meant.
fn prefer_spelling(targets: &mut Vec<Target>, name: &SymbolQuery) {
    for spelling in [&name.signed, &name.name] {
        let is_spelled = |target: &Target| target.symbol().name == *spelling;
        if targets.iter().any(is_spelled) {
            targets.retain(is_spelled);
            return;
        }
    }
}

/// Qualifiers that are the scopes of some targets are no parts of the paths of others: `a::go`, not `b::go` in `a.cpp`.
fn prefer_containers(targets: &mut Vec<Target>, qualifiers: &[String]) {
    let in_scopes = |target: &Target| {
        let wanted = qualifiers.iter().rev();
        let both = wanted.zip(target.scopes());
        both.take_while(|(wanted, scope)| wanted == scope).count()
    };
    let most = targets.iter().map(in_scopes).max();
    targets.retain(|target| Some(in_scopes(target)) == most);
}

/// Of functions that differ by how many arguments they take, those that were asked for are meant.
fn prefer_arity(targets: &mut Vec<Target>, arity: Option<u8>) {
    let takes = |target: &Target| {
        let parameters = target.symbol().parameters.as_ref().zip(arity);
        parameters.is_some_and(|(parameters, arity)| parameters.contains(&arity))
    };
    if targets.iter().any(takes) {
        targets.retain(takes);
    }
}

/// Variables that only name what they import are no declarations, if there are others.
fn prefer_declarations(targets: &mut Vec<Target>) {
    let binds_import = |target: &Target| {
        let (facts, symbol) = (&target.file.facts, target.symbol());
        let mut imports = facts.imports.iter();
        imports.any(|import| {
            let is_there = import.at.contains(&symbol.name_span.start);
            is_there && import.local == symbol.name && !import.source.is_empty()
        })
    };
    if !targets.iter().all(binds_import) {
        targets.retain(|target| !binds_import(target));
    }
}

/// If a type has a member of its own name, a constructor, the type is meant; the member is meant if it was queried as
/// such: `A.A` (`member_queried`).
fn prefer_types(targets: &mut Vec<Target>, member_queried: bool) {
    let own = |target: &Target| target.container() == Some(target.symbol().name.as_str());
    if member_queried && targets.iter().any(own) {
        targets.retain(own);
        return;
    }
    let types = targets.iter().filter(|target| target.symbol().is_type());
    let types: HashSet<(String, usize)> =
        types.map(|target| (target.file.path.clone(), target.symbol)).collect();
    targets.retain(|target| {
        if own(target) && !target.symbol().is_type() && !types.is_empty() {
            return false;
        }
        let mut around = target.file.facts.containers(target.symbol);
        !around.any(|at| types.contains(&(target.file.path.clone(), at)))
    });
}
