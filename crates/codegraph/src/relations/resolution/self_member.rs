//! Resolves a name of the enclosing type: `self.name`, `this.name`, `super.name`.

use super::declared_member::outside_head;
use crate::answer::Resolution;
use crate::facts::languages::Namespaces;
use crate::relations::{Decided, Occurrence, Resolver, Rule, Target, named};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

impl Resolver<'_> {
    /// The rules for a name of the enclosing type: `self.name`, `this.name`, or, with `super_only`, `super.name`; otherwise
    /// whether it may mean a target.
    pub(super) fn self_member(&self, name: &Occurrence<'_>, super_only: bool) -> Rule<bool> {
        let (file, text, at) = (name.file, name.text, name.at());
        let symbols = &file.facts.symbols;
        if let Some(around) = file.facts.anonymous_around(at) {
            Decided::rule(self.member_of_anonymous(name, around, super_only))?;
            return Continue(true);
        }
        // Outside of every declaration there is no enclosing type.
        if file.facts.enclosing(at).is_none() {
            return Break(None);
        }
        if !super_only && let Some(found) = self.assigned_beside(name) {
            return Break(Some(found));
        }
        let around = || file.facts.around(outside_head(name).at);
        let is_type = |at: &usize| symbols[*at].is_type() && symbols[*at].kind != "variant";
        // Where there are no types, a function belongs to the table before its name.
        let has_types = file.language().declared_types;
        let function = around().find(|at| !has_types && symbols[*at].is_function());
        let function = function.map(|symbol| Target { file: Arc::clone(file), symbol });
        let ty = around().find(is_type).map(|symbol| Target { file: Arc::clone(file), symbol });
        let own = ty.as_ref().map(|ty| ty.symbol().name.as_str());
        let own = own.or_else(|| function.as_ref().and_then(Target::container));
        let holder = ty.clone().or_else(|| function.as_ref()?.enclosing());
        // A full name says which of the types with one name it is.
        let has_full_names = file.language().namespaces != Namespaces::None;
        let is_other_type = |t: &Target| {
            let both = t.enclosing().zip(holder.as_ref());
            has_full_names && both.is_some_and(|(of, own)| of.full_name() != own.full_name())
        };
        let of_type = |t: &Target| own.is_some() && t.container() == own && !is_other_type(t);
        let is_here = |t: &Target| of_type(t) && t.file.path == file.path;
        self.means(Resolution::Scope, |t| !super_only && is_here(t))?;
        Decided::rule(self.own_member(name, super_only))?;
        if super_only && self.targets.iter().all(is_here) {
            return Break(None);
        }
        self.means(Resolution::Name, |t| !super_only && of_type(t))?;
        let is_other = |member: Target| own.is_some() && member.container() == own;
        let other = !super_only && named(file, text).any(is_other);
        Continue(!other && !self.excludes_dotted(file, ""))
    }
}
