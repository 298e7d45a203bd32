//! Members that are added to a type from outside: by an extension, or by a trait that is implemented for many types.

use crate::answer::Resolution;
use crate::relations::scopes::local_names::bindings;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::lineage::Lineage;
use crate::relations::types::written_type::aliased;
use crate::relations::written::type_text::{name_of, parts};
use crate::relations::{Occurrence, ResolvedRef, Resolver, Target};
use std::sync::Arc;

impl Resolver<'_> {
    /// The index of a target that extends the type from outside the tree which a value has.
    pub(super) fn extension_of(&self, name: &Occurrence<'_>, qualifier: &str) -> Option<usize> {
        let extends = |target: &Target, ty: &str| {
            let extended = extended_type(target);
            extended.is_some_and(|name| name == ty || self.is_alias_of(&name, ty))
        };
        let mut targets = self.targets.iter();
        targets.any(|target| extended_type(target).is_some()).then_some(())?;
        let ty = self.type_of_expression(name.spot(), qualifier)?;
        self.find(|target| extends(target, ty.name())).filter(|_| self.is_foreign(&ty))
    }

    /// What a call means for which `found` was found: without a value before it, it is one of a function that extends a type
    /// only where `this` may be such a value.
    pub(super) fn of_extension(
        &self,
        name: &Occurrence<'_>,
        found: ResolvedRef,
    ) -> Option<ResolvedRef> {
        let is_bare = name.reference.call && name.qualifier().is_none();
        let target = found.target.map(|at| &self.targets[at]).filter(|_| is_bare);
        let language = name.file.language();
        // Another language calls such a function with the value as an argument.
        let is_free = |target: &&Target| {
            let is_own = target.file.language().name == language.name;
            is_own && target.around().is_none() && language.overloads && language.implicit_self
        };
        let Some(target) = target.filter(is_free) else {
            return Some(found);
        };
        let Some(extended) = extended_type(target) else {
            return Some(found);
        };
        let own = self.lineage(self.enclosing_types(name.spot()));
        if own.types.iter().any(|ty| ty.name == extended) {
            return Some(found);
        }
        let by_name = ResolvedRef { resolution: Resolution::Name, ..found };
        target.symbol().takes(name.reference.arguments).then_some(by_name)
    }

    /// Whether a name is only another one for the type `meant`, which may be from outside the tree.
    fn is_alias_of(&self, name: &str, meant: &str) -> bool {
        let aliases = self.aliases(name);
        let mut written = aliases.iter().flat_map(|aliases| aliases.iter()).filter_map(aliased);
        written.any(|(written, _)| {
            parts(written).is_some_and(|path| path.last().is_some_and(|last| last == meant))
        })
    }

    /// The declarations of a name that is only another one for types.
    fn aliases(&self, name: &str) -> Option<Arc<Vec<Target>>> {
        let named = self.context.types_named(name, self.of_expression)?;
        let is_alias = |ty: &Target| {
            let symbol = ty.symbol();
            symbol.kind == "type" || symbol.is_secondary_declaration()
        };
        let has_alias = named.iter().any(|ty| ty.symbol().kind == "type");
        (has_alias && named.iter().all(is_alias)).then_some(named)
    }

    /// Whether a target is added to a type by another name for it: `fun A.f()` of `typealias A = B`.
    pub(super) fn is_added_by_alias(&self, target: &Target, ty: &DeclaredType) -> bool {
        let around = target.around();
        let is_outside =
            around.is_none_or(|around| matches!(around.kind.as_str(), "extension" | "impl"));
        let name = target.container().filter(|name| is_outside && *name != ty.name);
        name.is_some_and(|name| {
            let meant = self.aliases(name).and_then(|_| self.declared_type(target.spot(), name));
            meant.iter().flatten().any(|meant| meant.may_be(ty))
        })
    }

    /// Whether a target may be a member that is added to one of the types from outside: by an extension, or by a trait
    /// that is implemented for more types than the tree names.
    pub(super) fn may_add(&self, lineage: &Lineage) -> bool {
        let by_name = |target: &&Target| target.file.language().declared_types;
        self.targets.iter().filter(by_name).any(|target| {
            let Some(extended) = extended_type(target) else {
                return is_for_all(target);
            };
            let is_name = |name: &String| *name == extended;
            if lineage.unknown.iter().any(is_name)
                || lineage.types.iter().any(|ty| ty.name == extended)
            {
                return true;
            }
            // Any type may extend one from outside the tree.
            let known = self.context.types_named(&extended, self.of_expression);
            let mut known = known.iter().flat_map(|types| types.iter());
            !known.any(|ty| !ty.symbol().is_secondary_declaration())
        })
    }
}

/// The name of the type that a declaration extends from outside, if it does.
fn extended_type(member: &Target) -> Option<String> {
    let symbol = member.symbol();
    let around = member.around();
    let extends = around.is_some_and(|around| around.kind == "extension");
    let is_free = around.is_none_or(|around| !around.is_type()) && symbol.kind == "function";
    if extends || (is_free && symbol.qualified != symbol.name) {
        return member.container().map(str::to_owned);
    }
    // The first parameter of an extension method in C# is the value.
    let facts = &member.file.facts;
    let mut values = facts.bindings.iter().filter(|bound| !bound.of_type);
    let first = values.find(|bound| symbol.code.contains(&bound.name.start))?;
    let ty = first.given.as_ref()?;
    let before = symbol.name_span.end..ty.span.start;
    let marked = member.file.slice(&before).trim_end().ends_with("(this");
    marked.then(|| name_of(member.file.slice(&ty.span)).to_owned())
}

/// Whether a declaration is a member of a trait, or of its implementation for every type with a property: types that
/// have it need not name it.
fn is_for_all(member: &Target) -> bool {
    let Some(owner) = member.owner() else {
        return false;
    };
    let file = &member.file;
    let declared = owner.symbol();
    match declared.kind.as_str() {
        "trait" => !file.language().implicit_self && !file.language().pointer_types.is_empty(),
        "impl" => {
            owner.heritage().next().is_some()
                && !bindings(owner.spot(), &declared.name, true).is_empty()
        }
        _ => false,
    }
}
