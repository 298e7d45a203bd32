//! Tells apart the functions of one name in one type, or in a type and its super types, by how many arguments they take and by
//! the types of these.

use crate::answer::Resolution;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::lineage::Lineage;
use crate::relations::written::type_text::type_of_parameter;
use crate::relations::{Occurrence, ResolvedRef, Resolver, Target, named};
use crate::text::brackets::parameters;

impl Resolver<'_> {
    /// What a call means for which `found` was found: of the functions of one type, one that takes as many arguments.
    pub(crate) fn by_arguments(
        &self,
        name: &Occurrence<'_>,
        found: ResolvedRef,
    ) -> Option<ResolvedRef> {
        // An import means all of them.
        if name.file.facts.is_import(name.at()) {
            return Some(found);
        }
        let found = self.of_extension(name, found)?;
        let takes = |target: &Target| target.symbol().takes(name.reference.arguments);
        let has_rival = |target: &Target| {
            let mut others = named(&target.file, &target.symbol().name);
            others.any(|other| takes(&other) && self.is_rival(target, &other, takes(target)))
        };
        let meant = found.target.map_or(self.targets, |at| &self.targets[at..=at]);
        if meant.iter().all(|target| !takes(target) && has_rival(target)) {
            return None;
        }
        let is_open = found.target.is_some() && has_rival(&meant[0]);
        let by_name = ResolvedRef { resolution: Resolution::Name, ..found };
        Some(if is_open { by_name } else { found })
    }

    /// Whether another function than the targets may be meant in place of one: with `alike`, which takes as many arguments,
    /// only one of the same part of the type.
    fn is_rival(&self, target: &Target, other: &Target, alike: bool) -> bool {
        let (one, two) = (target.symbol(), other.symbol());
        let is_beside = one.container == two.container && target.own() == other.own();
        one.parameters.is_some()
            && two.parameters.is_some()
            && target.container() == other.container()
            && (is_beside || !alike)
            && !self.targets.iter().any(|own| own.is(other))
    }

    /// The types of a lineage, other than that at `depth` with a target, which have a function of its name that takes as many
    /// arguments as the call has, and neither overrides the target nor is overridden by it.
    pub(super) fn overloads_beside(
        &self,
        lineage: &Lineage,
        depth: usize,
        target: usize,
        text: &str,
    ) -> Vec<usize> {
        let target = &self.targets[target];
        let is_rival = |other: &Target| {
            other.symbol().is_function()
                && other.symbol().takes(self.written)
                && !self.targets.iter().any(|own| own.is(other))
                && !overrides(target, other)
        };
        let others = lineage.types.iter().enumerate().filter(|(at, _)| *at != depth);
        let rivals = others.filter(|(_, ty)| self.members_of_type(ty, text).iter().any(is_rival));
        rivals.map(|(at, _)| at).collect()
    }

    /// Whether a type has a function that overrides a target, or something else of its name.
    pub(super) fn has_overriding(&self, ty: &DeclaredType, target: usize, text: &str) -> bool {
        let target = &self.targets[target];
        self.members_of_type(ty, text)
            .iter()
            .any(|other| !other.symbol().is_function() || overrides(target, other))
    }
}

/// Whether two functions of one name, of a type and of one of its super types, take the same: one overrides the other. It is
/// assumed where the source does not say it.
fn overrides(one: &Target, other: &Target) -> bool {
    if one.symbol().parameters != other.symbol().parameters {
        return false;
    }
    let is_parameter = |name: &str| name.len() <= 2;
    let alike =
        |(one, other): (&String, &String)| one == other || is_parameter(one) || is_parameter(other);
    match (one.parameter_types(), other.parameter_types()) {
        (Some(one), Some(other)) => one.len() == other.len() && one.iter().zip(&other).all(alike),
        _ => true,
    }
}

impl Target {
    /// The names of the types of its parameters, as they are written, without what they hold.
    pub(crate) fn parameter_types(&self) -> Option<Vec<String>> {
        let symbol = self.symbol();
        let rest = self.file.slice(&(symbol.name_span.end..symbol.code.end));
        Some(parameters(rest)?.map(type_of_parameter).collect())
    }
}
