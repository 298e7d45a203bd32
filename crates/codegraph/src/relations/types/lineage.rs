//! Types, their members and their super types, and the types of values that a framework hands over.

use super::declared_type::DeclaredType;
use crate::answer::{Declaration, Resolution};
use crate::facts::languages::{folders_above, join};
use crate::facts::{Form, ParsedFile, Span, Symbol};
use crate::relations::{Resolver, Spot, Target, named};
use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::sync::Arc;

/// The most super types that are visited from one type.
const MAX_TYPES: usize = 32;

/// Visits types and those that `visit` returns, each once, the nearest first; at most [`MAX_TYPES`].
pub(crate) fn walk_types<N, K: Eq + Hash>(
    types: impl IntoIterator<Item = N>,
    key: impl Fn(&N) -> K,
    mut visit: impl FnMut(N) -> Vec<N>,
) {
    let mut waiting: VecDeque<N> = types.into_iter().collect();
    let mut seen = HashSet::new();
    while let Some(ty) = waiting.pop_front() {
        if seen.insert(key(&ty)) && seen.len() <= MAX_TYPES {
            waiting.extend(visit(ty));
        }
    }
}

/// A type and its super types, nearest first.
pub(crate) struct Lineage {
    pub(crate) types: Vec<DeclaredType>,
    /// The names of super types that the tree does not declare, or that are not known yet.
    pub(crate) unknown: Vec<String>,
}

impl Resolver<'_> {
    /// The types and their super types, nearest first.
    pub(crate) fn lineage(&self, types: Vec<DeclaredType>) -> Lineage {
        let mut lineage = Lineage { types: Vec::new(), unknown: Vec::new() };
        walk_types(types, DeclaredType::key, |ty| {
            let above = self.super_types(&ty, &mut lineage.unknown);
            lineage.types.push(ty);
            above
        });
        lineage
    }

    /// The super types that a type's declarations name; adds the names of those that the tree does not declare.
    pub(crate) fn super_types(
        &self,
        ty: &DeclaredType,
        unknown: &mut Vec<String>,
    ) -> Vec<DeclaredType> {
        let mut found = Vec::new();
        for part in &ty.parts {
            let file = &part.file;
            // A constant of an enumeration has its members.
            let around = part.owner().filter(|_| part.symbol().kind == "variant");
            found.extend(around.map(|around| DeclaredType::at(&around)));
            for (span, written) in part.written_heritage() {
                match self.declared_type(Spot::new(file, span.start), &written) {
                    Some(types) => {
                        found.extend(types.into_iter().filter(|found| !found.may_be(ty)));
                    }
                    None => unknown.push(file.slice(span).to_owned()),
                }
            }
        }
        // What a type copies is nearer than what it inherits.
        found.sort_by_key(|found| !ty.copies(&found.name));
        for found in &mut found {
            found.resolution = found.resolution.max(ty.resolution);
        }
        found
    }
}

impl Target {
    /// The place of its name.
    pub(crate) fn spot(&self) -> Spot<'_> {
        Spot::new(&self.file, self.symbol().name_span.start)
    }

    /// Its key among the declarations of a tree.
    pub(crate) fn key(&self) -> (String, usize) {
        (self.file.path.clone(), self.symbol)
    }

    /// Whether both are the same declaration.
    pub(crate) fn is(&self, other: &Target) -> bool {
        self.symbol == other.symbol && self.file.path == other.file.path
    }

    /// The same declaration of a result.
    pub(crate) fn of(file: &Arc<ParsedFile>, declaration: &Declaration) -> Option<Target> {
        let is_same = |own: &Symbol| {
            own.qualified == declaration.qualified && own.range() == declaration.range
        };
        let symbol = file.facts.symbols.iter().position(is_same)?;
        Some(Target { file: Arc::clone(file), symbol })
    }

    /// Whether both declare one name in a file, as overloads and the parts of a type do.
    pub(crate) fn is_beside(&self, other: &Target) -> bool {
        self.file.path == other.file.path && self.symbol().qualified == other.symbol().qualified
    }

    /// The type whose member it is.
    pub(crate) fn owner(&self) -> Option<Target> {
        self.enclosing().filter(|around| around.symbol().is_type())
    }

    /// Whether a declaration is directly in its body.
    pub(crate) fn is_around(&self, member: &Target) -> bool {
        let around = member.symbol().container.map(|at| at as usize);
        around == Some(self.symbol) && self.file.path == member.file.path
    }

    /// The declarations directly in its body.
    pub(crate) fn members(&self) -> impl Iterator<Item = Target> {
        let members = self.file.facts.members(self.symbol);
        members.map(|symbol| Target { file: Arc::clone(&self.file), symbol })
    }

    /// Whether it has a member of this name.
    pub(crate) fn declares(&self, name: &str) -> bool {
        named(&self.file, name).any(|member| self.is_around(&member))
    }

    /// Whether it is a value that is written as an object with functions, `a = { b() { … } }`, or a namespace with some.
    pub(crate) fn is_object(&self) -> bool {
        matches!(self.symbol().kind.as_str(), "constant" | "namespace" | "variable")
            && self.members().any(|member| member.symbol().is_function())
    }

    /// Whether it is a function that returns an object with the functions in it.
    pub(super) fn returns_object(&self) -> bool {
        let result = self.symbol().result.as_ref();
        result.is_some_and(|given| given.form == Form::Object)
    }

    /// The type or the object around it.
    pub(crate) fn type_or_object(&self) -> Option<Target> {
        self.enclosing().filter(|around| around.symbol().is_type() || around.is_object())
    }

    /// The spans of the names of its super types, in the order of the source.
    pub(crate) fn heritage(&self) -> impl Iterator<Item = &Span> {
        let facts = &self.file.facts;
        let code = &self.symbol().code;
        let spans = facts.heritage.iter();
        let spans = spans.filter(|span| code.contains(&span.start));
        let is_named = |span: &&Span| facts.nameless.binary_search(&span.start).is_err();
        let spans = spans.filter(move |span| is_named(span) || self.is_object());
        spans.filter(|span| facts.enclosing(span.start) == Some(self.symbol))
    }

    /// The same with the names as written: `a.T`.
    pub(crate) fn written_heritage(&self) -> impl Iterator<Item = (&Span, String)> {
        let file = &self.file;
        self.heritage().map(|span| {
            let known = file.facts.reference_at(span.start);
            let before = known.and_then(|reference| reference.qualifier.as_ref());
            let separator = file.language().separator;
            let before =
                before.map_or(String::new(), |before| file.slice(before).to_owned() + separator);
            (span, before + file.slice(span))
        })
    }
}

impl Resolver<'_> {
    /// The super types that a type names, as far as more than their names is known.
    pub(super) fn supers(&self, ty: &Target) -> Vec<Target> {
        let above = self.super_types(&DeclaredType::at(ty), &mut Vec::new()).into_iter();
        let known = above.filter(|above| above.resolution != Resolution::Name);
        known.flat_map(|above| above.parts).collect()
    }
}

// Values that a test framework hands over through parameters: a parameter has the name of a decorated function of the file,
// or of the file that the framework loads for a folder, and the value is what that function returns.

/// What gives a value to who names the function.
const GIVES: [&str; 2] = ["return ", "yield "];

impl Resolver<'_> {
    /// The types of the value of a parameter with this name; `None` outside of tests, if no decorated function has the name,
    /// or what it returns is not written as one type.
    pub(crate) fn injected_types(
        &self,
        file: &ParsedFile,
        name: &str,
    ) -> Option<Vec<DeclaredType>> {
        let giver = self.injector(file, name).filter(|_| self.context.class(&file.path).test)?;
        let spot = giver.spot();
        let ty =
            self.common_result(std::slice::from_ref(&giver), None, spot.steps).or_else(|| {
                let (value, at) = given(&giver)?;
                self.type_of_expression(spot.moved(at), value)
            })?;
        self.declared_as(&ty, true)
    }

    /// The decorated function that a parameter with this name means: of the file, or of the nearest file that is loaded.
    fn injector(&self, file: &ParsedFile, name: &str) -> Option<Target> {
        let name_of_shared = file.language().injecting_file;
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
