//! The types below a type, and what they inherit from others: a member that a type gets from a trait or a super class
//! implements the interface that only the type itself names.

use super::declared_type::DeclaredType;
use super::lineage::Lineage;
use super::lineage::walk_types;
use crate::facts::Language;
use crate::relations::{Resolver, Target};
use crate::text::memo::remembered;
use std::sync::Arc;

/// The most files with the name of a type in which types below it are looked for.
const MAX_FILES: usize = 60;
/// The most declarations of a name that are asked for what they inherit.
pub(crate) const MAX_TYPES: usize = 8;

impl Resolver<'_> {
    /// The lineages of the types that name a type among their super types, and, where types are known by their names, of
    /// those below them.
    pub(crate) fn heirs(&self, above: &Target) -> Arc<Vec<Lineage>> {
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
    pub(crate) fn is_inherited_below(&self, target: &Target, types: &[DeclaredType]) -> bool {
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
pub(crate) fn first_inherited<'t>(
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
