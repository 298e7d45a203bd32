//! Resolves a member by the declared type of its receiver.

use super::member_lookup::Lookup;
use super::receiver::Receiver;
use crate::answer::Resolution;
use crate::facts::languages::folder;
use crate::facts::{Own, ParsedFile};
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::lineage::Lineage;
use crate::relations::{
    Decided, Occurrence, ResolvedRef, Resolver, Spot, Target, by_name, resolved,
};
use std::collections::HashMap;
use std::sync::Arc;

/// The declarations of the queried names, by the names of their containers.
pub(crate) type Members = HashMap<String, Vec<Target>>;

/// The declarations in `files` with one of `names` that are in a container.
pub(crate) fn members_of(files: &[Arc<ParsedFile>], names: &[String]) -> Members {
    let mut members = Members::new();
    for member in files.iter().flat_map(Target::all) {
        if names.contains(&member.symbol().name)
            && let Some(container) = member.container().map(str::to_owned)
        {
            members.entry(container).or_default().push(member);
        }
    }
    members
}

impl Resolver<'_> {
    /// Resolves a name after `qualifier` by the declared type of that; `None` if the type is unknown or does not decide.
    pub(super) fn member_of_declared(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<Decided> {
        let receiver = self.receiver(name, qualifier);
        if let Some(Receiver::Types(types)) = receiver {
            let has_other = || types.iter().any(|ty| self.declares_other(ty, name.text));
            let found = self.decide(name.file, &types, name.text);
            let is_by_name = matches!(&found, Some(Decided(Some(found))) if found.target.is_none());
            if let Some(meant) = self.completed_in_own_body(name, &types).filter(|_| is_by_name) {
                return Some(Decided(Some(meant)));
            }
            let is_other = is_by_name && has_other() && self.is_behind_class(name, &types);
            return if is_other { Some(Decided(None)) } else { found };
        }
        if let Some(extension) = self.extension_of(name, qualifier) {
            return Some(Decided(self.reached_by(name.file, extension, Resolution::Import)));
        }
        let Some(Receiver::Outside(outside)) = receiver else {
            return None;
        };
        // What embeds a type, as in Go, is none of its values.
        let may_dispatch = !name.file.language().types_are_values && self.may_dispatch(&[outside]);
        Some(Decided(by_name().filter(|_| may_dispatch)))
    }

    /// Resolves a name that is written without a qualifier as a member of an enclosing type, the innermost first; `None` if
    /// none of them declares it.
    pub(super) fn implicit_member(&self, name: &Occurrence<'_>) -> Option<Decided> {
        // Where a bare name is a call, it is one on the value of the innermost type.
        if self.is_of_other(name) {
            return Some(Decided(by_name()));
        }
        let is_call = name.file.language().bare_calls;
        let seen = if is_call { 1 } else { usize::MAX };
        let mut own = self.enclosing_types(outside_head(name)).into_iter().take(seen);
        own.find_map(|own| self.member_of_types(name.file, &[own], name.text, false))
    }

    /// Resolves a member of the value of the innermost type around a name; only of the super types with `super_only`.
    pub(crate) fn own_member(&self, name: &Occurrence<'_>, super_only: bool) -> Option<Decided> {
        let own = self.enclosing_types(outside_head(name)).into_iter().next()?;
        let types = if super_only {
            let mut types = self.super_types(&own, &mut Vec::new());
            let is_lent = name.file.language().modules_lend;
            types.retain(|ty| is_lent || !own.copies(&ty.name));
            types
        } else {
            vec![own]
        };
        // A path means the type itself, whatever a subtype declares: `self::a` of PHP.
        let is_fixed = super_only || (name.separator() == "::" && name.qualifier() == Some("self"));
        self.member_of_types(name.file, &types, name.text, is_fixed)
    }

    /// Resolves a name of types and their super types; `None` if none of them declares it.
    pub(crate) fn member_of_types(
        &self,
        file: &ParsedFile,
        types: &[DeclaredType],
        text: &str,
        super_only: bool,
    ) -> Option<Decided> {
        let overridden = || !super_only && self.may_dispatch(types);
        match self.look_up(file, &self.lineage(types.to_vec()), text) {
            Lookup::Target(target, resolution) => {
                Some(Decided(self.reached_by(file, target, resolution)))
            }
            Lookup::Other(at) => {
                let lineage = self.lineage(types.to_vec());
                let own = (types, &lineage.types[at]);
                let meant = self.completing(file, own, text).filter(|_| !super_only);
                Some(Decided(meant.or_else(|| by_name().filter(|_| overridden()))))
            }
            Lookup::Overload => Some(Decided(None)),
            Lookup::None => None,
        }
    }

    /// Resolves a name on a value of one of `types`.
    pub(crate) fn decide(
        &self,
        file: &ParsedFile,
        types: &[DeclaredType],
        text: &str,
    ) -> Option<Decided> {
        let lineage = self.lineage(types.to_vec());
        let may_mean = match self.look_up(file, &lineage, text) {
            Lookup::Target(target, resolution) => {
                return Some(Decided(self.reached_by(file, target, resolution)));
            }
            Lookup::Overload => return Some(Decided(None)),
            Lookup::Other(_) if self.own == Some(Own::Type) => return Some(Decided(None)),
            _ if self.own == Some(Own::Value)
                && self.targets.iter().all(|of| self.is_apart(of)) =>
            {
                return Some(Decided(None));
            }
            Lookup::None if let Some(meant) = self.through_facade(types, &lineage, text) => {
                return Some(meant);
            }
            Lookup::None if self.may_have_others(file, types, &lineage) => return None,
            Lookup::None => self.may_add(&lineage),
            // What a type embeds, as in Go, is a value of its own, of any type that implements it.
            Lookup::Other(at) => {
                file.language().types_are_values && self.may_dispatch(&lineage.types[at..=at])
            }
        };
        Some(Decided(by_name().filter(|_| may_mean || self.may_dispatch(types))))
    }

    /// A target that was found, resolved as certainly as the types on the way to it.
    pub(crate) fn reached_by(
        &self,
        file: &ParsedFile,
        target: usize,
        resolution: Resolution,
    ) -> Option<ResolvedRef> {
        let path = &self.targets[target].file.path;
        let beside = file.language().folder_scope && folder(path) == folder(&file.path);
        match resolution {
            Resolution::Name => resolved(Resolution::Name, target),
            _ if *path == file.path => resolved(Resolution::Scope, target),
            Resolution::Scope if beside => resolved(Resolution::Scope, target),
            _ => resolved(Resolution::Import, target),
        }
    }

    /// Whether a value of one of the types may have members that these do not declare.
    fn may_have_others(
        &self,
        file: &ParsedFile,
        types: &[DeclaredType],
        lineage: &Lineage,
    ) -> bool {
        if file.language().implicit_conversions {
            return true;
        }
        if types.iter().any(DeclaredType::is_of_modules) {
            let mut parts = types.iter().flat_map(|ty| &ty.parts);
            return !parts.all(Target::is_plain_class)
                || self.targets.iter().any(Target::is_assigned);
        }
        self.forwards(lineage)
    }

    /// Whether a type passes on members that it does not declare, as a smart pointer does.
    fn forwards(&self, lineage: &Lineage) -> bool {
        lineage.types.iter().flat_map(|ty| ty.parts.iter().map(move |part| (ty, part))).any(
            |(ty, part)| {
                let names = part.file.language().pointer_types;
                let named = |name: &str| names.contains(&name);
                let declares = |member: Target| named(&member.symbol().name) && ty.owns(&member);
                part.heritage().any(|span| named(part.file.slice(span)))
                    || (!names.is_empty() && Target::all(&part.file).any(declares))
            },
        )
    }

    /// Whether a value of one of `types` may be of a target's type: that extends or implements one of them.
    pub(super) fn may_dispatch(&self, types: &[DeclaredType]) -> bool {
        self.targets.iter().any(|target| {
            let Some(own) = self.type_of_member(target) else {
                return false;
            };
            let lineage = self.lineage(own);
            // The type of an object's property is unknown, and a super type that no module declares may be any type.
            let is_unknown = lineage.types.is_empty()
                || (!lineage.unknown.is_empty() && self.may_inherit_more(&lineage));
            if is_unknown && types.iter().any(DeclaredType::is_of_modules) {
                return true;
            }
            let is_super = |ty: &DeclaredType| lineage.types.iter().any(|above| above.may_be(ty));
            let is_named = |ty: &DeclaredType| lineage.unknown.contains(&ty.name);
            let fits =
                |ty: &DeclaredType| is_super(ty) || is_named(ty) || self.fits_structure(target, ty);
            let mut open = types.iter().filter(|ty| !ty.is_embedded());
            open.any(fits) || self.is_inherited_below(target, types)
        })
    }

    /// The type whose member a declaration is, if it is one; empty if that is unknown.
    fn type_of_member(&self, member: &Target) -> Option<Vec<DeclaredType>> {
        if !member.file.language().declared_types {
            let owner = member.type_or_object().map(|owner| DeclaredType::at(&owner));
            return (owner.is_some() || member.is_part()).then(|| owner.into_iter().collect());
        }
        let name = member.container()?;
        let found = self.declared_type(Spot { steps: 2, ..member.spot() }, name);
        let unknown = || vec![DeclaredType::of(name, member.owner(), Resolution::Name)];
        Some(found.unwrap_or_else(unknown))
    }
}

/// The place of a name; of one that names a super type, or is in an attribute of a type, before the type, of which the value
/// is not yet there.
pub(super) fn outside_head<'f>(name: &Occurrence<'f>) -> Spot<'f> {
    let (spot, facts) = (name.spot(), &name.file.facts);
    let is_super = facts.heritage.binary_search_by_key(&spot.at, |span| span.start).is_ok();
    let inside = facts.type_around(spot.at).map(|at| &facts.symbols[at]);
    let inside = inside.filter(|inside| {
        let is_before = spot.file.language().implicit_self && spot.at < inside.name_span.start;
        (is_super && spot.at < inside.body) || is_before
    });
    inside.map_or(spot, |inside| spot.moved(inside.span.start.saturating_sub(1)))
}
