//! Finds the implementations of a method: the members of its name in types that extend or implement its type.

use std::collections::{HashSet, VecDeque};

use super::context::RelationContext;
use super::lineage::MAX_TYPES;
use super::name::SymbolQuery;
use super::places::RelatedPlace;
use super::resolve::Resolver;
use super::targets::Target;
use crate::answer::Resolution;

/// The members that override or implement the targets.
pub(super) fn overriding(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
) -> Vec<RelatedPlace> {
    let members = |target: &&Target| {
        target.owner().is_some() && target.is_callable() && !target.symbol().is_type()
    };
    let targets: Vec<&Target> = targets.iter().filter(members).collect();
    let mut found = Vec::new();
    if targets.is_empty() {
        return found;
    }
    for file in context.parse(&context.files_with(std::slice::from_ref(&name.name))) {
        if context.cancel.is_cancelled() || context.factor(&file.path).is_none() {
            continue;
        }
        for member in Target::all(&file) {
            if member.symbol().name != name.name || !member.is_callable() {
                continue;
            }
            if let Some((target, resolution)) = overrides(context, &member, &targets) {
                found.extend(RelatedPlace::of_declaration(
                    context, member, target, resolution,
                ));
            }
        }
    }
    found
}

/// The target that a member overrides, and how that was resolved.
fn overrides<'t>(
    context: &RelationContext<'_>,
    member: &Target,
    targets: &[&'t Target],
) -> Option<(&'t Target, Resolution)> {
    let resolver = Resolver::new(context, &[]);
    let mut waiting = VecDeque::from([(member.owner()?, false)]);
    let mut seen = HashSet::new();
    while let Some((ty, is_super)) = waiting.pop_front() {
        if !seen.insert((ty.file.path.clone(), ty.symbol)) || seen.len() > MAX_TYPES {
            continue;
        }
        let of_type = |t: &&&Target| t.owner().is_some_and(|owner| owner.is(&ty));
        if let Some(target) = targets.iter().find(of_type).filter(|_| is_super) {
            let here = target.file.path == member.file.path;
            let resolution = if here {
                Resolution::Scope
            } else {
                Resolution::Import
            };
            return Some((target, resolution));
        }
        let (supers, all_known) = resolver.supers(&ty);
        // A super type that was not resolved may be the target's type by its name.
        let named = |target: &&&Target| {
            let owner = target.owner().map(|ty| ty.symbol().name.clone());
            let mut spans = ty.heritage();
            !all_known && spans.any(|span| Some(ty.file.slice(span)) == owner.as_deref())
        };
        if supers.is_empty()
            && let Some(target) = targets.iter().find(named)
        {
            return Some((target, Resolution::Name));
        }
        waiting.extend(supers.into_iter().map(|ty| (ty, true)));
    }
    None
}
