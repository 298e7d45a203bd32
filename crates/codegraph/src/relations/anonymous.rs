//! Members of types without a name: what a bare name, `this.name` or `super.name` in the body of such a type means.

use super::{Decided, Occurrence, Resolver, Spot, Target, resolved};
use crate::answer::Resolution;
use crate::facts::{Anonymous, Facts, ParsedFile};
use crate::relations::rules::is_callable;

impl Resolver<'_> {
    /// Resolves a bare name in the bodies of types without a name, the innermost first; `None` if none of them is known
    /// to have it.
    pub(super) fn bare_in_anonymous(&self, name: &Occurrence<'_>) -> Option<Decided> {
        let mut at = name.at();
        loop {
            let around = name.file.facts.anonymous_around(at)?;
            if let Some(found) = self.member_of_anonymous(name, around, false) {
                return Some(found);
            }
            at = around.body.start.checked_sub(1)?;
        }
    }

    /// Resolves a name as a member of a type without a name, or with `super_only` of its super types; `None` if they are
    /// not known to have it.
    pub(super) fn member_of_anonymous(
        &self,
        name: &Occurrence<'_>,
        ty: &Anonymous,
        super_only: bool,
    ) -> Option<Decided> {
        let (file, text) = (name.file, name.text);
        if !super_only {
            let own = self.members_of_anonymous(file, ty, text);
            let is_own =
                |target: &Target| target.file.path == file.path && own.contains(&target.symbol);
            if let Some(target) = self.find(is_own) {
                return Some(Decided(resolved(Resolution::Scope, target)));
            }
            if !own.is_empty() {
                return Some(Decided(None));
            }
        }
        let mut supers = ty.supers.iter();
        supers.find_map(|span| {
            let written = file.slice(span);
            let types = self.declared_type(Spot::new(file, span.start), written)?;
            self.member_of_types(file, &types, text, super_only)
        })
    }

    /// The declarations of a name that are members of a type without a name.
    fn members_of_anonymous(&self, file: &ParsedFile, ty: &Anonymous, name: &str) -> Vec<usize> {
        let symbols = file.facts.symbols.iter().enumerate();
        let named = symbols.filter(|(at, symbol)| {
            let around = file.facts.container(symbol);
            let is_direct = around.is_none_or(|around| around.span.start < ty.body.start);
            let is_there = ty.body.contains(&symbol.name_span.start) && is_direct;
            symbol.name == name && is_there && (!self.is_call || is_callable(file, *at))
        });
        let nested = |symbol: u32| file.facts.anonymous_around(symbol) != Some(ty);
        named.filter(|(_, symbol)| !nested(symbol.name_span.start)).map(|(at, _)| at).collect()
    }
}

impl Facts {
    /// Whether the name at byte `name` is that of a member of a type without a name, outside of which byte `at` is.
    pub(super) fn is_in_other_anonymous(&self, name: u32, at: u32) -> bool {
        let mut bodies = self.anonymous.iter().map(|one| &one.body);
        bodies.any(|body| body.contains(&name) && !body.contains(&at))
    }
}
