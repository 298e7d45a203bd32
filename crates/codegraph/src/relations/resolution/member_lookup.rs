//! Looks a name up among the members of a type and its super types, the nearest first.

use crate::answer::Resolution;
use crate::facts::ParsedFile;
use crate::relations::modules::aliases::is_imported_as;
use crate::relations::scopes::rules::is_callable;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::lineage::Lineage;
use crate::relations::{Occurrence, ResolvedRef, Resolver, Target, named};

/// The result of looking up a name among the members of a type and its super types.
pub(super) enum Lookup {
    Target(usize, Resolution),
    /// A declaration that is no target, of this type of the lineage.
    Other(usize),
    /// An overload that is no target: it takes as many arguments as a call has.
    Overload,
    /// None that is known declares it.
    None,
}

impl Resolver<'_> {
    /// Looks up a name of `file`. A name that an import gives a declaration is not that of a member in a type's body.
    pub(super) fn look_up(&self, file: &ParsedFile, lineage: &Lineage, text: &str) -> Lookup {
        let is_renamed = |target: &Target| {
            let symbol = target.symbol();
            let is_inside = symbol.container.is_some() && symbol.name != text;
            is_inside && is_imported_as(file, &symbol.name, text)
        };
        let mut other: Option<usize> = None;
        let has_overloads = file.language().overloads && self.written.is_some();
        let takes = |member: &Target| member.symbol().takes(self.written);
        // The name of a type means the type or its constructor, which is no member of its values. Go has no constructors.
        let has_constructors = !file.language().types_are_values;
        let named = |ty: &&DeclaredType| ty.name != text || !has_constructors;
        for (depth, ty) in lineage.types.iter().enumerate().filter(|(_, ty)| named(ty)) {
            let is_meant = |target: &Target| {
                let is_own = ty.owns(target) || self.is_added_by_alias(target, ty);
                is_own
                    && !self.is_apart(target)
                    && !ty.hides_of_trait(target)
                    && !is_renamed(target)
            };
            let taking = || self.find(|target| is_meant(target) && takes(target));
            if let Some(target) = taking().or_else(|| self.find(is_meant)) {
                // A member that a type nearer to the value declares hides it.
                let hidden = other.is_some_and(|nearer| {
                    let nearer = &lineage.types[nearer];
                    let is_copied =
                        lineage.types[..depth].iter().any(|own| own.copies(&nearer.name));
                    is_copied || self.descends(nearer, ty)
                });
                let meant = &self.targets[target];
                let rivals =
                    has_overloads.then(|| self.overloads_beside(lineage, depth, target, text));
                let how = match rivals {
                    // Of several, one that takes as many arguments is meant.
                    Some(rivals) if !rivals.is_empty() && !takes(meant) => {
                        return Lookup::Overload;
                    }
                    Some(rivals) if takes(meant) => {
                        let nearer = other.map(|nearer| &lineage.types[nearer]);
                        let hides = |ty: &DeclaredType| self.has_overriding(ty, target, text);
                        if hidden && nearer.is_some_and(hides) {
                            None
                        } else if rivals.is_empty() {
                            Some(ty.resolution)
                        } else {
                            Some(Resolution::Name)
                        }
                    }
                    _ if hidden => None,
                    _ => Some(ty.resolution),
                };
                if let Some(how) = how {
                    return Lookup::Target(target, how);
                }
            } else if other.is_none() && self.declares_other(ty, text) {
                other = Some(depth);
            }
        }
        match other {
            Some(depth) => Lookup::Other(depth),
            None => Lookup::None,
        }
    }

    pub(super) fn declares_other(&self, ty: &DeclaredType, text: &str) -> bool {
        self.members_of_type(ty, text).iter().any(|member| {
            let callable = !self.is_call || is_callable(&member.file, member.symbol);
            callable && !self.is_apart(member) && member.symbol().takes(self.arguments)
        })
    }

    /// The members of a type with a name.
    pub(super) fn members_of_type(&self, ty: &DeclaredType, text: &str) -> Vec<Target> {
        let is_own = |member: &Target| member.symbol().name == text && ty.owns(member);
        match self.members.filter(|_| !ty.is_of_modules()) {
            Some(members) => {
                let known = members.get(&ty.name).into_iter().flatten();
                known.filter(|member| is_own(member)).cloned().collect()
            }
            None => {
                let own = ty.parts.iter().flat_map(|part| named(&part.file, text));
                own.filter(is_own).collect()
            }
        }
    }

    /// Whether a type has another one among its super types.
    pub(super) fn descends(&self, ty: &DeclaredType, from: &DeclaredType) -> bool {
        let above = self.lineage(vec![ty.clone()]).types;
        above.iter().skip(1).any(|above| above.may_be(from))
    }
}

// Members without a body of their own, which the types below complete: a type that calls one on its own value calls what
// overrides it.

/// What the body of a function consists of that stands for none.
const NO_BODY: [&str; 4] = ["pass", "...", "raise ", "throw "];
/// What opens and closes a comment at the beginning of such a body, as in Python.
const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
/// The end of a prototype of a function that a type only promises.
const PURE: [&str; 2] = ["= 0", "=0"];

impl Target {
    /// Whether it is a function without a body that does anything.
    fn is_to_complete(&self) -> bool {
        let symbol = self.symbol();
        if symbol.is_prototype() {
            let code = self.file.slice(&symbol.code).trim_end_matches(';').trim_end();
            return PURE.iter().any(|end| code.ends_with(end));
        }
        // What is not said to be virtual in C++ is not overridden.
        let head = self.file.slice(&(symbol.code.start..symbol.body.min(symbol.code.end)));
        let is_marked = ["virtual", "override"].iter().any(|mark| head.contains(mark));
        if self.file.language().pointer_access.is_some() && !is_marked {
            return false;
        }
        let body = self.file.slice(&(symbol.body.min(symbol.code.end)..symbol.code.end)).trim();
        let body = body.strip_prefix(':').unwrap_or(body).trim();
        let inner = body.strip_prefix('{').and_then(|body| body.strip_suffix('}'));
        let mut inner = inner.unwrap_or(body).trim();
        for quotes in QUOTES {
            let rest = inner.strip_prefix(quotes).and_then(|rest| rest.split_once(quotes));
            inner = rest.map_or(inner, |(_, rest)| rest.trim());
        }
        let inner = inner.strip_suffix("end").map_or(inner, str::trim);
        symbol.is_function()
            && (inner.is_empty() || NO_BODY.iter().any(|word| inner.starts_with(word)))
    }
}

impl Resolver<'_> {
    /// Resolves a member of a value of its `own` types, which `ty` declares, to a target that completes it, where that leaves
    /// it to the types below.
    pub(super) fn completing(
        &self,
        file: &ParsedFile,
        (own, ty): (&[DeclaredType], &DeclaredType),
        text: &str,
    ) -> Option<ResolvedRef> {
        let promised = self.members_of_type(ty, text);
        if promised.is_empty() || !promised.iter().all(Target::is_to_complete) {
            return None;
        }
        let completes = |target: &Target| {
            let around = target.type_or_object().map(|around| DeclaredType::at(&around));
            around.is_some_and(|around| own.iter().any(|own| self.descends(&around, own)))
        };
        self.reached_by(file, self.find(completes)?, Resolution::Import)
    }

    /// The same of a member of a value of a type in the body of that type.
    pub(super) fn completed_in_own_body(
        &self,
        name: &Occurrence<'_>,
        types: &[DeclaredType],
    ) -> Option<ResolvedRef> {
        let own = self.enclosing_types(name.spot());
        let is_own = |ty: &DeclaredType| own.iter().any(|own| own.may_be(ty));
        let lineage = self.lineage(types.to_vec());
        match self.look_up(name.file, &lineage, name.text) {
            Lookup::Other(at) if is_own(&lineage.types[at]) => {
                self.completing(name.file, (types, &lineage.types[at]), name.text)
            }
            _ => None,
        }
    }
}
