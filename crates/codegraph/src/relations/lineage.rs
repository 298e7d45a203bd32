//! Looks up members of types and of their super types, also of the types of variables and fields.

use super::declared::DeclaredType;
use super::declared_member::Lookup;
use super::local::bindings;
use super::rules::is_callable;
use super::{Decided, Occurrence, Resolver, Spot, Target, by_name, resolved};
use crate::answer::Resolution;
use crate::facts::languages::{folders_above, join};
use crate::facts::{ParsedFile, Span};
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

/// The most super types that are visited from one type.
pub(super) const MAX_TYPES: usize = 32;

/// Visits types and those that `visit` returns, each once, the nearest first, until it breaks; at most [`MAX_TYPES`].
pub(super) fn walk_types<T>(
    types: impl IntoIterator<Item = Target>,
    mut visit: impl FnMut(Target) -> ControlFlow<T, Vec<Target>>,
) -> Option<T> {
    let mut waiting: VecDeque<Target> = types.into_iter().collect();
    let mut seen = HashSet::new();
    while let Some(ty) = waiting.pop_front() {
        if !seen.insert((ty.file.path.clone(), ty.symbol)) || seen.len() > MAX_TYPES {
            continue;
        }
        match visit(ty) {
            Break(found) => return Some(found),
            Continue(next) => waiting.extend(next),
        }
    }
    None
}

impl Target {
    /// The place of its name.
    pub(super) fn spot(&self) -> Spot<'_> {
        Spot::new(&self.file, self.symbol().name_span.start)
    }

    /// Whether both are the same declaration.
    pub(super) fn is(&self, other: &Target) -> bool {
        self.symbol == other.symbol && self.file.path == other.file.path
    }

    /// The type whose member it is.
    pub(super) fn owner(&self) -> Option<Target> {
        let symbol = self.symbol().container? as usize;
        let owner = Target { file: self.file.clone(), symbol };
        owner.symbol().is_type().then_some(owner)
    }

    /// Whether it has a member of this name; with `callable_only`, one that can be called.
    pub(super) fn declares(&self, name: &str, callable_only: bool) -> bool {
        let own = |at: &usize| {
            let symbol = &self.file.facts.symbols[*at];
            symbol.name == name && symbol.container.map(|at| at as usize) == Some(self.symbol)
        };
        let mut symbols = (0..self.file.facts.symbols.len()).filter(own);
        symbols.any(|at| !callable_only || is_callable(&self.file, at))
    }

    /// The spans of the names of its super types, in the order of the source.
    pub(super) fn heritage(&self) -> impl Iterator<Item = &Span> {
        let facts = &self.file.facts;
        let code = &self.symbol().code;
        let spans = facts.heritage.iter();
        let spans = spans.filter(|span| code.contains(&span.start));
        let spans = spans.filter(|span| facts.nameless.binary_search(&span.start).is_err());
        spans.filter(|span| facts.enclosing(span.start) == Some(self.symbol))
    }

    /// The same with the names as written: `a.T`.
    pub(super) fn written_heritage(&self) -> impl Iterator<Item = (&Span, String)> {
        let file = &self.file;
        self.heritage().map(|span| {
            let known = file.facts.reference_at(span.start);
            let before = known.and_then(|reference| reference.qualifier.as_ref());
            let before = before.map_or(String::new(), |before| file.slice(before).to_owned() + ".");
            (span, before + file.slice(span))
        })
    }
}

impl Resolver<'_> {
    /// Resolves `name` on a value of one of `types` in `file`; `None` if the types do not decide it. If
    /// `exact`, the value is of exactly this type and not of a subtype.
    pub(super) fn member(
        &self,
        file: &ParsedFile,
        types: Vec<Target>,
        exact: bool,
        name: &str,
    ) -> Option<Decided> {
        let receivers = types.clone();
        Some(Decided(match self.find_member(types, name) {
            Lookup::Target(at, _) if self.targets[at].file.path == file.path => {
                resolved(Resolution::Scope, at)
            }
            Lookup::Target(at, resolution) => resolved(resolution, at),
            // A subtype of the receiver's static type may override the member.
            Lookup::Other => by_name().filter(|_| !exact && self.may_extend(&receivers)),
            Lookup::None => return None,
        }))
    }

    fn find_member(&self, types: Vec<Target>, name: &str) -> Lookup {
        let mut other = false;
        let target = walk_types(types, |ty| {
            let own = |target: &Target| target.owner().is_some_and(|owner| owner.is(&ty));
            if let Some(at) = self.find(own) {
                return Break(at);
            }
            if !ty.declares(name, self.is_call) {
                return Continue(self.supers(&ty).0);
            }
            other = true;
            Continue(Vec::new())
        });
        match target {
            Some(at) => Lookup::Target(at, Resolution::Import),
            None if other => Lookup::Other,
            None => Lookup::None,
        }
    }

    /// The super types that a type names, and whether all of them are known.
    pub(super) fn supers(&self, ty: &Target) -> (Vec<Target>, bool) {
        let file = &ty.file;
        let (mut found, mut all_known) = (Vec::new(), true);
        // A variant with a body is a subtype of its enum.
        found.extend(ty.owner().filter(|_| ty.symbol().kind == "variant"));
        if file.language_is(|language| language.declared_types) {
            let own = DeclaredType::of(&ty.symbol().name, Some(ty.clone()), Resolution::Scope);
            let mut unknown = Vec::new();
            let above = self.super_types(&own, &mut unknown).into_iter();
            let (by_name, known): (Vec<_>, Vec<_>) =
                above.partition(|above| above.resolution == Resolution::Name);
            found.extend(known.into_iter().flat_map(|above| above.parts));
            return (found, unknown.is_empty() && by_name.is_empty());
        }
        for (span, written) in ty.written_heritage() {
            let mut types = self.types(Spot::new(file, span.start), &written);
            types.retain(|found| !found.is(ty));
            all_known &= !types.is_empty();
            found.extend(types);
        }
        (found, all_known)
    }

    /// Resolves a call without a qualifier to a member of an enclosing type, the innermost first; `None` if none of them
    /// has the name.
    pub(super) fn implicit_member(&self, name: &Occurrence<'_>) -> Option<Decided> {
        let file = name.file;
        // The construction of a type is no call of a member, though its constructor may be one of its name.
        if self.targets.iter().all(|target| target.symbol().is_type()) {
            return None;
        }
        if file.language_is(|language| language.declared_types) {
            return self.own_member(name, false);
        }
        let around = file.facts.around(name.at());
        let mut types = around.filter(|&at| file.facts.symbols[at].is_type());
        types.find_map(|symbol| {
            let own = Target { file: Arc::clone(file), symbol };
            self.member(file, vec![own], false, name.text)
        })
    }

    /// Whether a target may be a member of a value of one of `types`: its own type extends one of them, or an unknown
    /// type.
    pub(super) fn may_extend(&self, types: &[Target]) -> bool {
        // The type of an object literal's property is unknown.
        let of_unknown_type = |target: &Target| target.is_part() && target.owner().is_none();
        if self.targets.iter().any(of_unknown_type) {
            return true;
        }
        let mut waiting: Vec<Target> = self.targets.iter().filter_map(Target::owner).collect();
        let mut seen = HashSet::new();
        while let Some(next) = waiting.pop() {
            if types.iter().any(|ty| next.is(ty)) {
                return true;
            }
            if seen.insert((next.file.path.clone(), next.symbol)) {
                let (supers, all_known) = self.supers(&next);
                if !all_known || seen.len() > MAX_TYPES {
                    return true;
                }
                waiting.extend(supers);
            }
        }
        false
    }
}

impl Resolver<'_> {
    /// Resolves a name after a value with a known type, or after a type that no local name shadows (`local`).
    pub(super) fn member_of_value(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
        local: bool,
    ) -> Option<Decided> {
        let spot = name.spot();
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let types = match self.type_of_expression(spot, qualifier) {
            Some(ty) => self.types(ty.spot(), ty.name()),
            None if !qualifier.chars().all(is_name) => return None,
            None => match bindings(spot, qualifier, false)[..] {
                [only] if only.parameter => self.injected_types(spot.file, qualifier),
                [] if !local => self.types(spot, qualifier),
                _ => return None,
            },
        };
        self.member_or_none(spot.file, &types, name.text)
    }

    /// Resolves a name on a value of one of `types`, which have no other members than those that they declare, if they
    /// are plain classes; `None` if the types do not decide it.
    pub(super) fn member_or_none(
        &self,
        file: &ParsedFile,
        types: &[Target],
        text: &str,
    ) -> Option<Decided> {
        let plain = !types.is_empty()
            && types.iter().all(Target::is_plain_class)
            && !self.targets.iter().any(Target::is_assigned);
        let known = self.member(file, types.to_vec(), false, text);
        let lacks = || Decided(by_name().filter(|_| self.may_extend(types)));
        known.or_else(|| plain.then(lacks))
    }
}

// Values that a test framework hands over through parameters: a parameter has the name of a decorated function of the file,
// or of the file that the framework loads for a folder, and the value is what that function returns.

/// What gives a value to who names the function.
const GIVES: [&str; 2] = ["return ", "yield "];

impl Resolver<'_> {
    /// The types of the value of a parameter with this name; none outside of tests, if no decorated function has the name,
    /// or what it returns is not written as one type.
    pub(super) fn injected_types(&self, file: &ParsedFile, name: &str) -> Vec<Target> {
        if !self.context.class(&file.path).test {
            return Vec::new();
        }
        let Some(giver) = self.injector(file, name) else {
            return Vec::new();
        };
        let spot = giver.spot();
        let ty = self.common_result(std::slice::from_ref(&giver), None, spot.steps).or_else(|| {
            let (value, at) = given(&giver)?;
            self.type_of_expression(spot.moved(at), value)
        });
        ty.map_or_else(Vec::new, |ty| self.types(ty.spot(), ty.name()))
    }

    /// The decorated function that a parameter with this name means: of the file, or of the nearest file that is loaded.
    fn injector(&self, file: &ParsedFile, name: &str) -> Option<Target> {
        let name_of_shared = file.language.and_then(|language| language.injecting_file);
        let shared = folders_above(&file.path);
        let shared = shared.filter_map(|folder| join(folder, name_of_shared?));
        let paths = std::iter::once(file.path.clone()).chain(shared);
        let opened = paths.filter_map(|path| self.context.open(&path));
        opened.into_iter().find_map(|file| {
            let is_meant = |target: &Target| target.symbol().name == name && target.is_decorated();
            Target::all(&file).find(is_meant)
        })
    }
}

/// The only value that a function gives, and its first byte.
fn given(giver: &Target) -> Option<(&str, u32)> {
    let symbol = giver.symbol();
    let body = giver.file.slice(&(symbol.body..symbol.code.end));
    let given = GIVES.iter().flat_map(|word| body.match_indices(word));
    let given: Vec<(usize, &str)> = given.collect();
    let [(at, word)] = given[..] else {
        return None;
    };
    let start = at + word.len();
    Some((body[start..].lines().next()?.trim(), symbol.body + start as u32))
}
