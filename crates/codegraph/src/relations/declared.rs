//! Finds the type that a name means, and its super types, in languages whose types may be declared anywhere in the tree,
//! and apart from their members.

use super::lineage::MAX_TYPES;
use super::receiver_path::parts;
use super::{Resolver, Target};
use crate::answer::Resolution;
use crate::facts::languages::folder;
use crate::facts::{Binding, ParsedFile};
use std::collections::{HashSet, VecDeque};

/// The most types that are followed from one to the next: bounds of type parameters, fields of fields.
pub(super) const MAX_STEPS: usize = 8;

/// A type of the tree: its declarations, and what adds to it elsewhere.
#[derive(Clone)]
pub(super) struct DeclaredType {
    pub(super) name: String,
    pub(super) parts: Vec<Target>,
    /// How the occurrence of its name was resolved to it.
    pub(super) resolution: Resolution,
}

impl DeclaredType {
    fn is_in(&self, path: &str) -> bool {
        self.parts.iter().any(|part| part.file.path == path)
    }

    /// Whether a declaration is a member of this type.
    pub(super) fn owns(&self, member: &Target) -> bool {
        if member.container() != Some(&self.name) {
            return self.has_companion_of(member);
        }
        if self.is_in(&member.file.path) {
            return true;
        }
        // In Go, a method is in the package of its type.
        if member
            .file
            .language_is(|language| language.types_are_values)
        {
            let beside = |part: &Target| folder(&part.file.path) == folder(&member.file.path);
            return self.parts.iter().any(beside);
        }
        let elsewhere = |symbol: &crate::facts::Symbol| {
            symbol.name == self.name && symbol.is_type() && !symbol.is_secondary_declaration()
        };
        !member.file.facts.symbols.iter().any(elsewhere)
    }

    /// Whether a declaration is in an object of the type's body, whose members its name reaches, as in Kotlin.
    fn has_companion_of(&self, member: &Target) -> bool {
        let object = member
            .owner()
            .filter(|owner| owner.symbol().kind == "object");
        object.is_some_and(|object| {
            let around = object.symbol().container.map(|at| at as usize);
            let mut parts = self.parts.iter();
            parts.any(|part| Some(part.symbol) == around && part.file.path == object.file.path)
        })
    }

    /// Whether both may be the same type.
    pub(super) fn may_be(&self, other: &DeclaredType) -> bool {
        let shared = |part: &Target| other.is_in(&part.file.path);
        self.name == other.name && self.parts.iter().any(shared)
    }

    /// Its key in a set of types that were visited.
    fn key(&self) -> (String, Option<(String, usize)>) {
        let first = self.parts.first();
        (
            self.name.clone(),
            first.map(|part| (part.file.path.clone(), part.symbol)),
        )
    }
}

/// A type and its super types, nearest first.
pub(super) struct Lineage {
    pub(super) types: Vec<DeclaredType>,
    /// The names of super types that the tree does not declare, or that are not known yet.
    pub(super) unknown: Vec<String>,
}

impl Resolver<'_> {
    /// The types that `written` may mean at byte `at`: those that bound it, if it is a type parameter. `None` if they
    /// are unknown, or only another name for a type.
    pub(super) fn declared_type(
        &self,
        file: &ParsedFile,
        written: &str,
        at: u32,
        steps: usize,
    ) -> Option<Vec<DeclaredType>> {
        let steps = steps.checked_sub(1)?;
        let path = parts(written)?;
        let (name, scopes) = path.split_last()?;
        if scopes.is_empty() {
            if file.language_is(|language| language.self_names.contains(&name.as_str())) {
                return Some(self.enclosing_types(file, at)).filter(|types| !types.is_empty());
            }
            let bounds = type_parameters(file, name, at);
            if !bounds.is_empty() {
                let spans = bounds
                    .iter()
                    .flat_map(|b| b.type_span.iter().chain(&b.more_types));
                let types = spans
                    .filter(|span| file.slice(span) != name)
                    .filter_map(|span| {
                        self.declared_type(file, file.slice(span), span.start, steps)
                    });
                let types: Vec<DeclaredType> = types.flatten().collect();
                return (!types.is_empty()).then_some(types);
            }
        }
        let named = self.context.types_named(name)?;
        let alike = |ty: &&Target| {
            let language = |file: &ParsedFile| file.language.map(|language| language.separator);
            language(&ty.file) == language(file)
        };
        let (added, primary): (Vec<Target>, Vec<Target>) = named
            .iter()
            .filter(alike)
            .cloned()
            .partition(|ty| ty.symbol().is_secondary_declaration());
        let (mut parts, resolution) = self.nearest(file, &primary, scopes, name, at)?;
        // Another name for a type has no members.
        let alias = |ty: &Target| ty.symbol().kind == "type" && !has_members(ty);
        if parts.iter().all(alias) {
            return None;
        }
        parts.extend(added);
        Some(vec![DeclaredType {
            name: name.clone(),
            parts,
            resolution,
        }])
    }

    /// Those of the types with a name that it means at byte `at`: of the file, of an import, of the folder, of the
    /// named scope, or else any.
    fn nearest(
        &self,
        file: &ParsedFile,
        types: &[Target],
        scopes: &[String],
        name: &str,
        at: u32,
    ) -> Option<(Vec<Target>, Resolution)> {
        let language = file.language?;
        let keep = |fits: &dyn Fn(&Target) -> bool| -> Option<Vec<Target>> {
            let fitting: Vec<Target> = types.iter().filter(|ty| fits(ty)).cloned().collect();
            (!fitting.is_empty()).then_some(fitting)
        };
        let head = scopes.first().map_or(name, String::as_str);
        let imports = file.facts.imports_as(head, at);
        let files: Vec<Vec<String>> = imports
            .map(|import| self.context.resolve(file, &import.source))
            .collect();
        if scopes.is_empty()
            && let Some(own) = keep(&|ty| ty.file.path == file.path)
        {
            return Some((own, Resolution::Scope));
        }
        if !files.is_empty() {
            let imported = keep(&|ty| files.iter().flatten().any(|path| *path == ty.file.path));
            // An import that leads out of the tree means a type from outside it.
            let outside = files.iter().all(Vec::is_empty);
            return match imported {
                Some(imported) => Some((imported, Resolution::Import)),
                None if outside || language.types_are_values => None,
                None => keep(&|_| true).map(|any| (any, Resolution::Name)),
            };
        }
        let stars: Vec<String> = file
            .facts
            .stars()
            .flat_map(|star| {
                let inner = format!("{}{}{name}", star.source, language.separator);
                let mut files = self.context.resolve(file, &star.source);
                files.extend(self.context.resolve(file, &inner));
                files
            })
            .collect();
        if let Some(starred) = keep(&|ty| stars.contains(&ty.file.path)) {
            return Some((starred, Resolution::Import));
        }
        if scopes.is_empty() && language.folder_scope {
            let beside = keep(&|ty| folder(&ty.file.path) == folder(&file.path));
            if beside.is_some() || language.types_are_values {
                return beside.map(|beside| (beside, Resolution::Scope));
            }
        }
        let within = scopes.last().and_then(|scope| keep(&|ty| ty.is_in(scope)));
        within
            .or_else(|| keep(&|_| true))
            .map(|any| (any, Resolution::Name))
    }

    /// The types and their super types, nearest first.
    pub(super) fn lineage(&self, types: Vec<DeclaredType>) -> Lineage {
        let mut waiting = VecDeque::from(types);
        let mut lineage = Lineage {
            types: Vec::new(),
            unknown: Vec::new(),
        };
        let mut seen = HashSet::new();
        while let Some(ty) = waiting.pop_front() {
            if seen.len() >= MAX_TYPES || !seen.insert(ty.key()) {
                continue;
            }
            waiting.extend(self.super_types(&ty, &mut lineage.unknown));
            lineage.types.push(ty);
        }
        lineage
    }

    /// The super types that a type's declarations name; adds the names of those that the tree does not declare.
    pub(super) fn super_types(
        &self,
        ty: &DeclaredType,
        unknown: &mut Vec<String>,
    ) -> Vec<DeclaredType> {
        let mut found = Vec::new();
        for part in &ty.parts {
            let file = &part.file;
            for (span, written) in part.written_heritage() {
                match self.declared_type(file, &written, span.start, MAX_STEPS) {
                    Some(types) => {
                        found.extend(types.into_iter().filter(|found| !found.may_be(ty)));
                    }
                    None => unknown.push(file.slice(span).to_owned()),
                }
            }
        }
        for found in &mut found {
            found.resolution = found.resolution.max(ty.resolution);
        }
        found
    }
}

/// The type parameters of a name that are visible at byte `at`, of all scopes: a `where` adds to a parameter.
fn type_parameters<'f>(file: &'f ParsedFile, name: &str, at: u32) -> Vec<&'f Binding> {
    let is_visible = |bound: &&Binding| bound.within.as_ref().is_none_or(|span| span.contains(&at));
    let bound = file
        .facts
        .bindings
        .iter()
        .filter(|bound| bound.of_type)
        .filter(is_visible);
    bound
        .filter(|bound| file.slice(&bound.name) == name)
        .collect()
}

fn has_members(ty: &Target) -> bool {
    let name = Some(ty.symbol().name.as_str());
    Target::all(&ty.file).any(|member| member.container() == name)
}
