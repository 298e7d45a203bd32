//! Follows a name through modules that re-export it. There is one walk ([`levels`]): from a name in some files to the names
//! that these have it from, level by level. What a name means in one file on the way ([`steps`](super::steps)) is found once
//! for all ways.

use super::steps::Named;
use crate::facts::languages::Modules;
use crate::facts::{DEFAULT, Import, MODULE, ParsedFile, Reference};
use crate::relations::{Reach, RelationContext, Resolver, Target, named};
use crate::text::distinct::distinct;
use crate::text::memo::remembered;
use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

/// Files, and a name in them.
pub(super) type Origin = (Vec<String>, String);

/// The most re-exports through which a name is followed.
const MAX_HOPS: usize = 6;

/// Visits what the walk begins with and then what `visit` returns, each once, until it breaks. Otherwise what is left: it is
/// more than [`MAX_HOPS`] levels away.
fn levels<N: Clone + Eq + Hash, T>(
    mut level: Vec<N>,
    mut visit: impl FnMut(&[N]) -> ControlFlow<T, Vec<N>>,
) -> ControlFlow<T, Vec<N>> {
    let mut seen = HashSet::new();
    for _ in 0..=MAX_HOPS {
        level.retain(|next| seen.insert(next.clone()));
        level = visit(&level)?;
    }
    level.retain(|next| !seen.contains(next));
    Continue(level)
}

impl Resolver<'_> {
    /// Follows an import of the name `wanted` to the file that declares it.
    pub(crate) fn reach_name(&self, file: &ParsedFile, import: &Import, wanted: &str) -> Reach {
        if import.hides(wanted, self.arguments) {
            return Reach::Absent;
        }
        if let Some(reach) = self.reach_full(file, import, wanted) {
            return reach;
        }
        let start = self.context.resolve(file, &import.source);
        let is_module = import.name == "*" && !import.local.is_empty();
        if is_module {
            // A module itself is called if it is a value.
            return match self.follow(start.clone(), MODULE, None) {
                Reach::Absent if file.language().modules != Modules::None => Reach::Elsewhere,
                found => found,
            };
        }
        match self.follow_to(start.clone(), wanted, false, import.source.is_empty()) {
            Reach::Absent if import.name == DEFAULT => self.follow(start, MODULE, None),
            found => found,
        }
    }

    /// The files of the module that an import names.
    pub(crate) fn module_files(&self, file: &ParsedFile, import: &Import) -> Vec<String> {
        let start = self.context.resolve(file, &import.source);
        if import.name == "*" {
            return start;
        }
        let spaces = self.namespaces(start, &import.name);
        if spaces.is_empty() {
            return self.context.resolve_member(file, &import.source, &import.name);
        }
        spaces
    }

    /// The name that an import has in the files that it names: its own, or, of one that takes what they export without a
    /// name, that of the module's value where no default export has one.
    pub(crate) fn exported_as<'i>(&self, start: &[String], import: &'i Import) -> &'i str {
        let has_default = |path: &String| {
            let module = self.context.open(path);
            module.is_some_and(|module| !self.origins(&module, DEFAULT).is_empty())
        };
        match import.name.as_str() {
            DEFAULT if start.iter().any(has_default) => DEFAULT,
            DEFAULT | "*" => MODULE,
            name => name,
        }
    }

    /// Follows `name` from the files `start` through the modules that re-export it. `visit` gets each module with the name
    /// in it, and returns from where to go on.
    pub(crate) fn walk(
        &self,
        start: Vec<String>,
        name: &str,
        mut visit: impl FnMut(&Arc<ParsedFile>, &str) -> Vec<Origin>,
    ) {
        let each = |(files, name): Origin| -> Vec<(String, String)> {
            files.into_iter().map(|path| (path, name.clone())).collect()
        };
        let _ = levels(each((start, name.to_owned())), |level| {
            let opened = level.iter().map(|(path, name)| (self.context.open(path), name));
            let next = opened.filter_map(|(module, name)| Some(visit(&module?, name)));
            Continue::<(), _>(next.flatten().flat_map(each).collect())
        });
    }

    /// The names under which files declare what `name` means in the files `start`.
    pub(super) fn declared_names(&self, start: Vec<String>, name: &str) -> Vec<String> {
        let found =
            self.declared_in_modules(start, name, |module, name| named(module, name).collect());
        distinct(found.iter().map(|target| target.symbol().name.clone()))
    }

    /// Where a module may have `name` from: its imports of the name outside functions, whose names other files can use,
    /// too, and its re-exports of all names. For each the files that it resolves to, and the name in them.
    pub(crate) fn origins(&self, module: &ParsedFile, name: &str) -> Vec<Origin> {
        origins_of(module, name)
            .map(|next| {
                let star = next.local.is_empty();
                let source_name = if star { name } else { &next.name };
                (self.context.resolve(module, &next.source), source_name.to_owned())
            })
            .collect()
    }

    /// The files of the module that is re-exported as `name`.
    pub(crate) fn namespaces(&self, start: Vec<String>, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        self.walk(start, name, |module, name| {
            let own = origins_of(module, name).filter(|next| !next.local.is_empty());
            found.extend(own.flat_map(|next| self.inner_module(module, next)));
            let origins = self.origins(module, name).into_iter();
            let (modules, renamed): (Vec<Origin>, Vec<Origin>) =
                origins.partition(|(_, source_name)| source_name == "*");
            found.extend(modules.into_iter().flat_map(|(files, _)| files));
            renamed
        });
        found
    }

    /// The files of the module that is the last part of what an import names, where modules may be within a file.
    fn inner_module(&self, module: &ParsedFile, import: &Import) -> Vec<String> {
        if module.language().path_from_file.is_none() || import.source.is_empty() {
            return Vec::new();
        }
        let inner = self.context.resolve(module, &format!("{}::{}", import.source, import.name));
        let is_inner = inner != self.context.resolve(module, &import.source);
        if is_inner { inner } else { Vec::new() }
    }

    /// The files of the module that a path names, of whose last parts a module may re-export one under another name.
    pub(crate) fn files_of_path(&self, file: &ParsedFile, path: &str) -> Vec<String> {
        let found = self.context.resolve(file, path);
        let outer = path.rsplit_once("::").filter(|_| path.matches("::").count() <= MAX_HOPS);
        let Some((outer, last)) = outer.filter(|_| file.language().path_from_file.is_some()) else {
            return found;
        };
        if found != self.context.resolve(file, outer) {
            return found;
        }
        let spaces = self.namespaces(self.files_of_path(file, outer), last);
        if spaces.is_empty() { found } else { spaces }
    }

    /// Follows the name `wanted` from the files `start` through the modules that re-export it. If a target is a member
    /// of `container`, the name of the container is followed instead, since modules re-export the container.
    pub(crate) fn follow(
        &self,
        start: Vec<String>,
        wanted: &str,
        container: Option<&str>,
    ) -> Reach {
        let container =
            container.filter(|name| self.targets.iter().any(|t| t.container() == Some(name)));
        self.follow_to(start, container.unwrap_or(wanted), container.is_some(), false)
    }

    /// Follows the name `first` from the files `start` to a target of its name, or with `members` to the member of a
    /// type of its name; `inside`, it is what the files call it themselves.
    pub(crate) fn follow_to(
        &self,
        start: Vec<String>,
        first: &str,
        members: bool,
        inside: bool,
    ) -> Reach {
        let (is_call, arguments) = (self.is_call, self.arguments);
        let named = |path| {
            let name = first.to_owned();
            Arc::new(Named { path, name, inside, members, is_call, arguments })
        };
        let start: Vec<Arc<Named>> = start.into_iter().map(named).collect();
        remembered(&self.known.followed, start, |start| self.follow_from(start.clone()))
    }

    fn follow_from(&self, start: Vec<Arc<Named>>) -> Reach {
        let (mut is_elsewhere, mut is_incomplete) = (false, start.is_empty());
        let found = levels(start, |level| {
            // The nearest target is meant; of those as near, that of the last import.
            if let Some(target) = level.iter().rev().find_map(|named| self.declared_in(named)) {
                return Break(target);
            }
            let mut next = Vec::new();
            for named in level.iter().rev() {
                let step =
                    remembered(&self.known.steps, Arc::clone(named), |named| self.step(named));
                let module = step?;
                is_elsewhere |= module.declares;
                is_incomplete |= module.is_incomplete;
                next.splice(0..0, module.next.iter().cloned());
            }
            Continue(next)
        });
        match found {
            Break(target) => Reach::Target(target),
            Continue(_) if is_elsewhere => Reach::Elsewhere,
            Continue(left) if left.is_empty() && !is_incomplete => Reach::Absent,
            Continue(_) => Reach::Unknown,
        }
    }
}

/// The imports from which a module may have `name`: of the name, outside functions, and re-exports of all names.
pub(super) fn origins_of<'m>(
    module: &'m ParsedFile,
    name: &'m str,
) -> impl Iterator<Item = &'m Import> {
    let imports = module.facts.imports.iter().filter(|next| next.is_outer());
    let in_all_names = !["*", DEFAULT, MODULE].contains(&name);
    imports.filter(move |next| {
        next.local == name || (next.local.is_empty() && next.reexport && in_all_names)
    })
}

// The calls within a declaration, by the names that what they mean may be declared under.

/// The calls of a declaration, by name.
pub(crate) type Calls = BTreeMap<String, Vec<Reference>>;

/// The calls within a declaration, by name.
pub(crate) fn calls_of(context: &RelationContext<'_>, target: &Target) -> Calls {
    let span = &target.symbol().span;
    let mut calls = Calls::new();
    let facts = &target.file.facts;
    let inside =
        facts.references.iter().filter(|r| r.call && !r.constructs && span.contains(&r.span.start));
    for reference in inside {
        for name in called_names(context, target, reference) {
            calls.entry(name).or_default().push(reference.clone());
        }
    }
    calls
}

/// The names under which files may declare what a call means: an import, or a module on the way, may rename it.
fn called_names(
    context: &RelationContext<'_>,
    target: &Target,
    reference: &Reference,
) -> Vec<String> {
    let file = &target.file;
    let name = file.slice(&reference.span);
    let head = reference.qualifier.as_ref().map(|span| file.slice(span));
    let mut imports = file.facts.imports_as(head.unwrap_or(name), reference.span.start);
    let Some(import) = imports.next() else {
        return vec![name.to_owned()];
    };
    let resolver = Resolver::new(context, &[]);
    let names = match head {
        Some(_) => resolver.declared_names(resolver.module_files(file, import), name),
        None => {
            let files = context.resolve(file, &import.source);
            let exported = resolver.exported_as(&files, import);
            resolver.declared_names(files, exported)
        }
    };
    match (names.is_empty(), head, import.name.as_str()) {
        (false, ..) => names,
        (true, None, written) if ![DEFAULT, "*"].contains(&written) => vec![written.to_owned()],
        _ => vec![name.to_owned()],
    }
}
