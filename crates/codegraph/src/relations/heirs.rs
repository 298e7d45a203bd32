//! The types below a type, and what they inherit from others: a member that a type gets from a trait or a super class
//! implements the interface that only the type itself names.

use super::declared::{DeclaredType, Lineage};
use super::lineage::walk_types;
use super::{RelationContext, Resolver, SymbolQuery, Target, targets};
use crate::facts::Language;
use crate::query::Relation;
use crate::text::memo::remembered;
use std::sync::Arc;

/// The most files with the name of a type in which types below it are looked for.
const MAX_FILES: usize = 60;
/// The most declarations of a name that are asked for what they inherit.
const MAX_TYPES: usize = 8;

impl Resolver<'_> {
    /// The lineages of the types that name a type among their super types, and, where types are known by their names, of
    /// those below them.
    pub(super) fn heirs(&self, above: &Target) -> Arc<Vec<Lineage>> {
        remembered(&self.context.types.heirs, above.key(), |_| {
            let mut found = Vec::new();
            walk_types([above.clone()], Target::key, |ty| {
                let below = self.direct_heirs(&ty);
                found.extend(below.iter().map(|ty| self.lineage(vec![DeclaredType::at(ty)])));
                if ty.file.language().declared_types { below } else { Vec::new() }
            });
            Arc::new(found)
        })
    }

    fn direct_heirs(&self, above: &Target) -> Vec<Target> {
        let (context, name) = (self.context, above.symbol().name.as_str());
        let by_modules = !above.file.language().declared_types;
        let files = context.files_with(&[name.to_owned()]);
        let alike = |path: &str| {
            let language = context.language_of(path);
            let shares = |own: &&Language| own.shares_names(above.file.language());
            language.filter(shares).is_some_and(|own| by_modules || own.may_declare_types())
        };
        let files = files.iter().filter(|file| alike(&file.path)).take(MAX_FILES);
        let files = files.filter_map(|file| context.open(&file.path));
        let files = files.filter(|file| by_modules || file.language().declared_types);
        let types = files.flat_map(|file| Target::all(&file).collect::<Vec<_>>());
        let is_below = |ty: &Target| {
            let mut heritage = ty.heritage();
            ty.symbol().is_type()
                && !ty.is(above)
                && heritage.any(|span| ty.file.slice(span) == name)
                && self.supers(ty).iter().any(|own| own.is(above))
        };
        types.filter(is_below).collect()
    }

    /// Whether a type below one of `types` has a target as its own member, which it inherits from elsewhere.
    pub(super) fn is_inherited_below(&self, target: &Target, types: &[DeclaredType]) -> bool {
        let name = target.symbol().name.as_str();
        if target.owner().is_none() {
            return false;
        }
        let parts = types.iter().flat_map(|ty| &ty.parts);
        let parts =
            parts.filter(|part| part.symbol().is_type() && part.file.language().declared_types);
        parts.take(MAX_TYPES).any(|part| {
            let above = self.lineage(vec![DeclaredType::at(part)]);
            self.heirs(part).iter().any(|lineage| {
                let mut others = lineage.types.iter().filter(|ty| !is_of(Some(&above), ty));
                let nearest = others.find(|ty| {
                    let mut own = ty.parts.iter().flat_map(|part| Target::all(&part.file));
                    ty.owns(target)
                        || own.any(|member| member.symbol().name == name && ty.owns(&member))
                });
                nearest.is_some_and(|ty| ty.owns(target))
            })
        })
    }
}

/// The first declaration of those that a lineage has outside of the types that `above` is or has above it.
pub(super) fn first_inherited<'t>(
    lineage: &Lineage,
    above: Option<&Lineage>,
    declared: &'t [Target],
) -> Option<&'t Target> {
    let mut types = lineage.types.iter().filter(|ty| !is_of(above, ty));
    types.find_map(|ty| declared.iter().find(|member| ty.owns(member)))
}

fn is_of(lineage: Option<&Lineage>, ty: &DeclaredType) -> bool {
    lineage.is_some_and(|lineage| lineage.types.iter().any(|own| own.may_be(ty)))
}

/// Those of the declarations that a type of this name inherits, from the nearest type that declares one.
pub(super) fn inherited_by(
    context: &RelationContext<'_>,
    owner: &SymbolQuery,
    declared: &[Target],
) -> Option<Vec<Target>> {
    let types = targets::find(context, owner, Relation::Definition).targets;
    let types: Vec<Target> =
        types.into_iter().filter(|ty| ty.symbol().is_type()).take(MAX_TYPES).collect();
    let resolver = Resolver::new(context, &[]);
    let mut found = context.with_types(|| {
        let lineages = types.iter().map(|ty| resolver.lineage(vec![DeclaredType::at(ty)]));
        let found = lineages.filter_map(|lineage| {
            first_inherited(&lineage, None, declared).map(|first| {
                let owner = first.owner();
                let is_beside = |other: &&Target| match (&owner, other.owner()) {
                    (Some(own), Some(other)) => own.is(&other),
                    _ => other.is(first),
                };
                declared.iter().filter(is_beside).cloned().collect::<Vec<_>>()
            })
        });
        found.flatten().collect::<Vec<Target>>()
    });
    found.sort_by_key(Target::key);
    found.dedup_by(|one, other| one.is(other));
    (!found.is_empty()).then_some(found)
}
