//! Tells apart the functions of one name in one type by how many arguments they take.

use super::expression_type::named;
use super::{Occurrence, ResolvedRef, Resolver, Target};
use crate::answer::Resolution;

impl Resolver<'_> {
    /// What a call means for which `found` was found: of the functions of one type, one that takes as many arguments.
    pub(super) fn by_arguments(
        &self,
        name: &Occurrence<'_>,
        found: ResolvedRef,
    ) -> Option<ResolvedRef> {
        // An import means all of them.
        if name.file.facts.is_import(name.at()) {
            return Some(found);
        }
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
}
