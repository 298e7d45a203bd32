//! What a bare name can mean in its file, and what it cannot mean in languages where the body of a type names its members
//! without a value before them: members of types that are not around it, and, where a member has the name, a type.

use super::declared_member::outside_head;
use crate::answer::Resolution;
use crate::facts::{Own, Span};
use crate::relations::types::locate::declared_around;
use crate::relations::{Decided, Occurrence, Resolver, Spot, Target, resolved};

impl Resolver<'_> {
    /// Whether a bare name at byte `at` can mean a target in the same file.
    pub(super) fn sees(&self, Spot { file, at, .. }: Spot<'_>, target: &Target) -> bool {
        let implicit_self = file.language().implicit_self;
        let part = target.symbol().kind == "method" && !implicit_self;
        if file.facts.is_in_other_anonymous(target.symbol().name_span.start, at) {
            return false;
        }
        let container = target.symbol().container.filter(|_| !file.is_outer(target.symbol()));
        let around = container.map(|container| &file.facts.symbols[container as usize]);
        // A method that is defined apart from its type, as in C++, is not in the scope around it, and a member of an object
        // not either.
        let is_scope = around.is_none_or(|around| around.kind == "namespace");
        if is_scope && target.symbol().kind == "method" && target.container().is_some() {
            return false;
        }
        let Some((container, around)) = container.zip(around) else {
            return !part && !target.is_assigned();
        };
        if part || (around.is_type() && !implicit_self) {
            // A function without a name is no part of the body.
            let mut bound = file.facts.bindings.iter().filter(|bound| bound.parameter);
            let is_nested = |within: &Span| within.start > around.body && within.contains(&at);
            return file.language().class_body_scope
                && file.facts.scope(at) == Some(container as usize)
                && !bound.any(|bound| bound.within.as_ref().is_some_and(is_nested));
        }
        // A bare call is one on the innermost value alone.
        let is_inner = || file.facts.type_around(at) == Some(container as usize);
        let is_call =
            around.is_type() && target.symbol().is_function() && file.language().bare_calls;
        // The attributes before a type are not in its body.
        let is_inside = around.span.contains(&at)
            && (!around.is_type() || !implicit_self || at >= around.name_span.start);
        is_inside && (!is_call || is_inner())
    }

    /// Whether a bare name cannot mean the targets, which are functions of types that neither the types around the name are
    /// nor their super types.
    pub(crate) fn are_of_other_types(&self, name: &Occurrence<'_>) -> bool {
        let (file, language, facts) = (name.file, name.file.language(), &name.file.facts);
        let is_checked = language.overloads && language.implicit_self;
        let follows = self.is_followed_by(name, b".") && !name.reference.call;
        let is_member = |target: &Target| {
            let symbol = target.symbol();
            let is_own = !symbol.is_type()
                && symbol.kind != "variant"
                && !target.file.is_constructor(symbol);
            is_own
                && (symbol.is_function() || follows)
                && target.owner().is_some_and(|around| around.symbol().kind != "extension")
        };
        // A lambda may be run for another value, and a type without a name may have any super type.
        let is_open = || {
            let part = facts.self_part(0, name.at());
            matches!(part, Some((_, Own::Any | Own::Other)))
                || facts.anonymous_around(name.at()).is_some()
        };
        // A member without its type before it, as `.a` of Swift.
        let is_implicit = || file.text[..name.at() as usize].ends_with(b".");
        if !is_checked
            || is_implicit()
            || !self.targets.iter().all(is_member)
            || is_open()
            || facts.is_import(name.at())
            // The key of an attribute is a member of its type.
            || self.is_followed_by(name, b"=:")
        {
            return false;
        }
        let around = self.enclosing_types(outside_head(name));
        let is_own = |target: &Target| {
            file.path == target.file.path
                && facts.around(name.at()).any(|at| target.symbol().container == Some(at as u32))
        };
        around.into_iter().all(|own| {
            let lineage = self.lineage(vec![own]);
            let has_target = self
                .targets
                .iter()
                .any(|target| is_own(target) || lineage.types.iter().any(|ty| ty.owns(target)));
            !has_target && !lineage.unknown.iter().any(|name| self.may_be_of_tree(name))
        })
    }

    /// Whether a bare name, which is not called, cannot mean the targets, which are functions: where functions are no values.
    pub(super) fn are_no_values(&self, name: &Occurrence<'_>) -> bool {
        let language = name.file.language();
        let is_apart = language.overloads && (language.nominal_types || language.functions_apart);
        let before = name.file.text[..name.at() as usize].trim_ascii_end();
        is_apart
            && !name.reference.call
            && !name.file.facts.is_import(name.at())
            && !before.ends_with(b"::")
            && !self.is_followed_by(name, b"=")
            && self.targets.iter().all(|target| target.symbol().is_function())
    }

    /// Whether a bare name is all of an argument of a call, so that it is a value where types are none.
    pub(super) fn is_argument(&self, name: &Occurrence<'_>) -> bool {
        let (file, language) = (name.file, name.file.language());
        let are_apart =
            language.overloads && language.implicit_self && language.object_values.is_empty();
        let before = file.text[..name.at() as usize].trim_ascii_end();
        let Some(callee) = before.strip_suffix(b"(").filter(|_| are_apart) else {
            return false;
        };
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = callee.iter().rev().take_while(|byte| is_name(byte)).count();
        let called = file.facts.reference_at((callee.len() - length) as u32);
        length > 0 && called.is_some_and(|called| called.call) && self.is_followed_by(name, b"),")
    }

    /// Resolves a bare name that is that of a constant in a scope around it where all have constants, as in Ruby: the
    /// innermost one is meant.
    pub(super) fn nearest_constant(&self, name: &Occurrence<'_>) -> Option<Decided> {
        let is_constant = |target: &Target| target.symbol().kind == "constant";
        let has_constants = name.file.language().modules_lend;
        if !has_constants || !self.targets.iter().all(is_constant) {
            return None;
        }
        let mut nearest = declared_around(name.spot(), name.text);
        nearest.retain(|near| is_constant(near) && near.symbol().container.is_some());
        let first = nearest.first()?;
        let found = self.find(|target| target.is(first));
        Some(Decided(found.and_then(|target| resolved(Resolution::Scope, target))))
    }

    /// Whether the tree may declare a type of a name.
    fn may_be_of_tree(&self, name: &str) -> bool {
        let known = self.context.types_named(name, self.of_expression);
        known.is_none_or(|known| !known.is_empty())
    }

    /// Whether a name is followed by one of these signs; a `=` is one that gives a value.
    fn is_followed_by(&self, name: &Occurrence<'_>, signs: &[u8]) -> bool {
        let rest = name.file.text[name.reference.span.end as usize..].trim_ascii_start();
        let is_equal = rest.first() == Some(&b'=') && matches!(rest.get(1), Some(b'=' | b'>'));
        !is_equal && rest.first().is_some_and(|first| signs.contains(first))
    }

    /// Whether a name behind a value gets a value, though the targets are functions, which get none.
    pub(super) fn are_never_assigned(&self, name: &Occurrence<'_>) -> bool {
        let language = name.file.language();
        language.overloads
            && language.implicit_self
            && !name.reference.call
            && self.is_followed_by(name, b"=")
            && !self
                .targets
                .iter()
                .any(|target| target.owner().is_some_and(|ty| ty.symbol().kind == "interface"))
            && self.targets.iter().all(|target| target.symbol().is_function())
    }
}
