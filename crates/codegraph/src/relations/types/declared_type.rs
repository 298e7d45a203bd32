//! Types: an expression has a type, a type has members over its lineage, and a member leads to a declaration. Each step has
//! one function for all languages.
//!
//! 1. *From an expression to a type as it is written.* [`Resolver::type_of_expression`] reads an expression from its last
//!    step inwards, and finds the type that a place writes for it ([`WrittenType`](super::written_type::WrittenType)): at
//!    a variable, a field or a parameter, in a check, or at the result of a function. A type that only follows from what
//!    calls return is marked as such: a large tree is not read once more for its sake.
//! 2. *From a written type to types of the tree.* [`Resolver::declared_type`] finds its declarations, and how certainly the
//!    name means them ([`DeclaredType`]). It follows type parameters to their bounds, and other names for types to what
//!    they mean. Only what a name can mean is found in two ways: in languages of modules, scopes and imports lead to it
//!    (`locate`); in the others, it is any type of the tree with the name, of which full names, imports, folders and scopes
//!    choose (`nearest_type`).
//! 3. *From a type to its lineage.* [`Resolver::lineage`] adds the super types, the nearest first, each as certain as the
//!    way to it, and names those that are unknown.
//! 4. *From the lineage to a member.* `resolution::declared_member` looks a name up, the nearest type first. What declares it decides;
//!    otherwise a member from outside of the types, or of a subtype, may be meant by its name.
//!
//! What stands before a name is a [`Receiver`](crate::relations::resolution::receiver::Receiver): a value or a type of the
//! tree, or of none.

use super::locate::declared_around;
use super::nearest_type::add_parts;
use super::written_type::has_members;
use crate::answer::Resolution;
use crate::facts::languages::folder;
use crate::facts::{Binding, DEFAULT, Import, Symbol};
use crate::relations::written::type_text::{alternatives, is_rooted, name_of, parts};
use crate::relations::{Resolver, Spot, Target};

/// A type of the tree: its declarations, and what adds to it elsewhere.
#[derive(Clone)]
pub(crate) struct DeclaredType {
    pub(crate) name: String,
    pub(crate) parts: Vec<Target>,
    /// How the occurrence of its name was resolved to it.
    pub(crate) resolution: Resolution,
}

impl DeclaredType {
    /// The type of which only this declaration is known, if any is.
    pub(crate) fn of(name: &str, part: Option<Target>, resolution: Resolution) -> DeclaredType {
        DeclaredType { name: name.to_owned(), parts: part.into_iter().collect(), resolution }
    }

    /// The type of a declaration, of which no other part is looked for.
    pub(crate) fn at(part: &Target) -> DeclaredType {
        DeclaredType::of(&part.symbol().name, Some(part.clone()), Resolution::Scope)
    }

    /// Whether its language finds types through modules, so that it has the members in the bodies of its parts alone.
    pub(crate) fn is_of_modules(&self) -> bool {
        self.parts.iter().any(|part| !part.file.language().declared_types)
    }

    /// Whether what names it in its body only holds it, as a struct of Go, and is none of its values.
    pub(crate) fn is_embedded(&self) -> bool {
        let is_struct =
            |part: &Target| part.file.language().types_are_values && part.symbol().kind == "struct";
        !self.parts.is_empty() && self.parts.iter().all(is_struct)
    }

    fn is_in(&self, path: &str) -> bool {
        self.parts.iter().any(|part| part.file.path == path)
    }

    /// Whether a declaration is a member of this type.
    pub(crate) fn owns(&self, member: &Target) -> bool {
        if self.is_of_modules() {
            return self.parts.iter().any(|part| part.is_around(member));
        }
        if member.file.language().is_data {
            return false;
        }
        if member.container() != Some(&self.name) {
            return self.has_companion_of(member);
        }
        if self.is_in(&member.file.path) {
            return self.parts.iter().any(|part| part.is_around(member) || may_hold(part, member));
        }
        // In Go, a method is in the package of its type.
        if member.file.language().types_are_values {
            let beside = |part: &Target| folder(&part.file.path) == folder(&member.file.path);
            return self.parts.iter().any(beside);
        }
        let elsewhere = |symbol: &Symbol| {
            symbol.name == self.name && symbol.is_type() && !symbol.is_secondary_declaration()
        };
        let may_hold =
            self.parts.is_empty() || self.parts.iter().any(|part| may_hold(part, member));
        may_hold && !member.file.facts.symbols.iter().any(elsewhere)
    }

    /// Whether a declaration is in an object of the type's body, whose members its name reaches, as in Kotlin, in such a
    /// module, as in Ruby, or in such an enumeration, as in C++.
    fn has_companion_of(&self, member: &Target) -> bool {
        let object = member.owner().filter(|owner| {
            let symbol = owner.symbol();
            let is_lent = |name| name == symbol.name && symbol.lends;
            symbol.kind == "object"
                || member.open_scope().is_some()
                || owner.file.language().lent_module.is_some_and(is_lent)
        });
        object.is_some_and(|object| self.parts.iter().any(|part| part.is_around(&object)))
    }

    /// Whether it takes the members of another type as its own, by naming that in its body, as a trait of PHP.
    pub(crate) fn copies(&self, name: &str) -> bool {
        self.parts.iter().any(|part| {
            let body = part.symbol().body;
            let mut named = part.heritage().filter(|span| span.start >= body);
            named.any(|span| part.file.slice(span) == name)
        })
    }

    /// Whether both may be the same type.
    pub(crate) fn may_be(&self, other: &DeclaredType) -> bool {
        let shared = |part: &Target| other.parts.iter().any(|other| part.is_beside(other));
        self.name == other.name && self.parts.iter().any(shared)
    }

    /// Its key in a set of types that were visited.
    pub(super) fn key(&self) -> (String, Option<(String, usize)>) {
        (self.name.clone(), self.parts.first().map(Target::key))
    }
}

impl Resolver<'_> {
    /// The types that `written` may mean at byte `at`: those that bound it, if it is a type parameter. `None` if they
    /// are unknown, or only another name for a type.
    pub(crate) fn declared_type(&self, spot: Spot<'_>, written: &str) -> Option<Vec<DeclaredType>> {
        let spot = spot.further()?;
        let Spot { file, at, .. } = spot;
        let path = parts(written)?;
        let (name, scopes) = path.split_last()?;
        // The value of an object has the members of its type.
        if file.language().object_values.contains(&name.as_str())
            && !scopes.is_empty()
            && self.context.types_named(name, self.of_expression).is_none_or(|own| own.is_empty())
        {
            return self.declared_type(spot, &scopes.join(file.language().separator));
        }
        let rooted = is_rooted(written);
        if scopes.is_empty() && !rooted {
            if file.language().self_names.contains(&name.as_str()) {
                return Some(self.enclosing_types(spot)).filter(|types| !types.is_empty());
            }
            let bounds = type_parameters(spot, name);
            if !bounds.is_empty() {
                let written = bounds.iter().filter_map(|bound| bound.given.as_ref());
                let types = written.flat_map(|given| {
                    let names = alternatives(file.slice(&given.span)).map(name_of);
                    let names = names.filter(|bound| bound != name);
                    let around = spot.moved(given.span.start);
                    names.filter_map(move |bound| self.declared_type(around, bound))
                });
                let types: Vec<DeclaredType> = types.flatten().collect();
                return (!types.is_empty()).then_some(types);
            }
        }
        if !file.language().declared_types {
            let parts = self.types_in_modules(spot, written);
            let name = parts.first()?.symbol().name.clone();
            let found = vec![DeclaredType { name, parts, resolution: Resolution::Import }];
            return Some(self.meant_by_alias(spot, &found).unwrap_or(found));
        }
        // A constant may be another name for a module, which hides one of its name.
        if file.language().modules_lend
            && scopes.is_empty()
            && !rooted
            && let [constant] = declared_around(spot, name).as_slice()
            && !constant.symbol().is_type()
        {
            return self.aliased_types(constant, spot.steps);
        }
        // An import may give a type another name.
        let mut imports = file.facts.imports_as(name, at).filter(|_| scopes.is_empty() && !rooted);
        let renamed = imports.find(|import| import.name != import.local);
        let is_named = |import: &&Import| {
            !import.source.is_empty() && !matches!(import.name.as_str(), "*" | DEFAULT | "")
        };
        let renamed = renamed.filter(is_named);
        let (written_name, name) = (name, renamed.map_or(name, |import| &import.name));
        let named = self.context.types_named(name, self.of_expression)?;
        let alike = |ty: &&Target| ty.file.language().separator == file.language().separator;
        let (mut added, primary): (Vec<Target>, Vec<Target>) = named
            .iter()
            .filter(alike)
            .cloned()
            .partition(|ty| ty.symbol().is_secondary_declaration());
        if primary.is_empty() {
            return self.reexported_types(spot, scopes, name);
        }
        let (mut parts, resolution) = match self.named_from_root(spot, &primary, written) {
            Some(exact) => exact?,
            None => self
                .fully_named(spot, &primary, written)
                .or_else(|| self.nearest(spot, &primary, scopes, written_name))?,
        };
        add_parts(&mut parts, &primary);
        added.retain(|extension| self.extends_one_of(extension, &parts, &primary));
        // Another name for a type has no members.
        let alias = |ty: &Target| ty.symbol().kind == "type" && !has_members(ty);
        let is_alias = parts.iter().all(alias);
        parts.extend(added);
        let found = vec![DeclaredType { name: name.clone(), parts, resolution }];
        if is_alias { self.meant_by_alias(spot, &found) } else { Some(found) }
    }

    /// The types that the only one of `found` is another name for.
    fn meant_by_alias(&self, spot: Spot<'_>, found: &[DeclaredType]) -> Option<Vec<DeclaredType>> {
        let [DeclaredType { parts, resolution, .. }] = found else {
            return None;
        };
        let alias = parts.first().filter(|alias| alias.symbol().kind == "type")?;
        let mut meant = self.aliased_types(alias, spot.steps)?;
        for ty in &mut meant {
            ty.resolution = ty.resolution.max(*resolution);
        }
        Some(meant)
    }
}

/// Whether the scope that a member's full name begins with may be that of a declaration of its type, or of a function that
/// belongs to the type.
fn may_hold(part: &Target, member: &Target) -> bool {
    let separator = part.file.language().separator;
    let Some(scope) = scope_of(member.symbol(), separator) else {
        return false;
    };
    let own = part.symbol();
    let ty = if own.is_type() { Some(own.qualified.as_str()) } else { scope_of(own, separator) };
    let ends_in = |longer: &str, shorter: &str| {
        let outer = longer.strip_suffix(shorter);
        outer.is_some_and(|outer| outer.is_empty() || outer.ends_with(separator))
    };
    if !ty.is_some_and(|ty| ends_in(scope, ty) || ends_in(ty, scope)) {
        return false;
    }
    // Of several types with one name in a file, only one has the whole name.
    let is_whole = |symbol: &Symbol| {
        symbol.is_type() && !symbol.is_secondary_declaration() && symbol.qualified == scope
    };
    Some(scope) == ty || !member.file.facts.symbols.iter().any(is_whole)
}

/// The scopes before the name of a declaration.
fn scope_of<'s>(symbol: &'s Symbol, separator: &str) -> Option<&'s str> {
    let scope = symbol.qualified.strip_suffix(symbol.name.as_str())?;
    Some(scope.strip_suffix(separator).unwrap_or(scope))
}

/// The type parameters of a name that are visible at byte `at`, of all scopes: a `where` adds to a parameter.
fn type_parameters<'f>(Spot { file, at, .. }: Spot<'f>, name: &str) -> Vec<&'f Binding> {
    let is_visible = |bound: &&Binding| bound.within.as_ref().is_none_or(|span| span.contains(&at));
    file.bound(name).filter(|bound| bound.of_type).filter(is_visible).collect()
}
