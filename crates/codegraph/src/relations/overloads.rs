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
        let is_function = |target: &Target| target.symbol().parameters.is_some();
        let has_rival = |target: &Target| {
            let mut others = named(&target.file, &target.symbol().name);
            is_function(target)
                && others.any(|other| {
                    let is_beside = other.container() == target.container() && is_function(&other);
                    let is_alike = other.symbol().container == target.symbol().container
                        && other.own() == target.own();
                    let is_other = is_beside && (is_alike || !takes(target));
                    is_other && takes(&other) && !self.targets.iter().any(|own| own.is(&other))
                })
        };
        let Some(at) = found.target else {
            let mut targets = self.targets.iter();
            let is_other = targets.all(|target| !takes(target) && has_rival(target));
            return (!is_other).then_some(found);
        };
        match (has_rival(&self.targets[at]), takes(&self.targets[at])) {
            (false, _) => Some(found),
            (true, true) => Some(ResolvedRef { resolution: Resolution::Name, ..found }),
            (true, false) => None,
        }
    }
}
