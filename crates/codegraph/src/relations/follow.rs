//! Follows a name through modules that re-export it. There is one walk ([`levels`]): from a name in some files to the names
//! that these have it from, level by level. What a name means in one file on the way is found once for all ways.

use super::{Reach, RelationContext, Resolver, Target};
use crate::facts::languages::Modules;
use crate::facts::{DEFAULT, Import, MODULE, OBJECT, ParsedFile, Reference, Symbol};
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
    pub(super) fn reach_name(&self, file: &ParsedFile, import: &Import, wanted: &str) -> Reach {
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
                Reach::Absent if file.language_is(|l| l.modules != Modules::None) => {
                    Reach::Elsewhere
                }
                found => found,
            };
        }
        let found = self.follow_to(start.clone(), wanted, false, import.source.is_empty());
        match (import.name.as_str(), found) {
            (DEFAULT, Reach::Absent) => self.follow(start, MODULE, None),
            (_, found @ Reach::Target(_)) => found,
            (_, found) => {
                let member = self.imported_member(file, &start, import, wanted);
                member.map_or(found, Reach::Target)
            }
        }
    }

    /// The index of the member `wanted` of a type in the files `start` whose members an import names: `import static
    /// a.Type.wanted`, `import a.Type.*`.
    fn imported_member(
        &self,
        file: &ParsedFile,
        start: &[String],
        import: &Import,
        wanted: &str,
    ) -> Option<usize> {
        let mut path = import.source.rsplit('.');
        let container = if import.local.is_empty() { path.next() } else { path.nth(1) };
        let is_member = |target: &Target| {
            let named = target.symbol().name == wanted && target.container() == container;
            named && start.contains(&target.file.path)
        };
        let by_path = file.language_is(|language| language.folder_scope);
        self.find(|target| by_path && container.is_some() && is_member(target))
    }

    /// The name that an import has in the files that it names: its own, or that of the module's value where no default
    /// export has one.
    pub(super) fn exported_as(&self, start: &[String], import: &Import) -> &'static str {
        let has_default = |path: &String| {
            let module = self.context.open(path);
            module.is_some_and(|module| !self.origins(&module, DEFAULT).is_empty())
        };
        match import.name.as_str() {
            DEFAULT if start.iter().any(has_default) => DEFAULT,
            _ => MODULE,
        }
    }

    /// Follows `name` from the files `start` through the modules that re-export it. `visit` gets each module with the name
    /// in it, and returns from where to go on.
    pub(super) fn walk(
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
        let mut found = Vec::new();
        self.walk(start, name, |module, name| {
            let mut symbols = module.facts.symbols.iter();
            if symbols.any(|symbol| symbol.name == name) {
                found.push(name.to_owned());
            }
            self.origins(module, name)
        });
        distinct(found)
    }

    /// Where a module may have `name` from: its imports of the name outside functions, whose names other files can use,
    /// too, and its re-exports of all names. For each the files that it resolves to, and the name in them.
    pub(super) fn origins(&self, module: &ParsedFile, name: &str) -> Vec<Origin> {
        origins_of(module, name)
            .map(|next| {
                let star = next.local.is_empty();
                let source_name = if star { name } else { &next.name };
                (self.context.resolve(module, &next.source), source_name.to_owned())
            })
            .collect()
    }

    /// The files of the module that is re-exported as `name`.
    pub(super) fn namespaces(&self, start: Vec<String>, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        self.walk(start, name, |module, name| {
            let origins = self.origins(module, name).into_iter();
            let (modules, renamed): (Vec<Origin>, Vec<Origin>) =
                origins.partition(|(_, source_name)| source_name == "*");
            found.extend(modules.into_iter().flat_map(|(files, _)| files));
            renamed
        });
        found
    }

    /// Follows the name `wanted` from the files `start` through the modules that re-export it. If a target is a member
    /// of `container`, the name of the container is followed instead, since modules re-export the container.
    pub(super) fn follow(
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
    pub(super) fn follow_to(
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

    /// The target that declares a name in its file.
    fn declared_in(&self, named: &Named) -> Option<usize> {
        let name = &named.name;
        self.find(|target| {
            let is_named = || {
                if named.members {
                    return target.container() == Some(name);
                }
                // What is assigned to a member of a value is no name in the file itself.
                let is_own = !(named.inside && target.is_assigned());
                target.symbol().name == *name && !target.is_member() && is_own && !target.is_local()
            };
            let is_there = target.file.path == named.path && is_named();
            is_there && !is_unnamed(name) && !named.is_replaced(&target.file)
        })
    }

    /// What a name means in a file.
    fn step(&self, named: &Named) -> Step {
        let name = &named.name;
        if is_unnamed(name) {
            return Continue(Arc::new(Module { declares: true, ..Module::default() }));
        }
        let Some(module) = self.context.open_for_origins(&named.path, name) else {
            return Continue(Arc::new(Module { is_incomplete: true, ..Module::default() }));
        };
        let is_replaced = named.is_replaced(&module);
        let mut symbols = module.facts.symbols.iter();
        // A declaration in a header stands for the definition in any file.
        let is_prototype = |symbol: &Symbol| symbol.is_prototype() && symbol.name == *name;
        if !is_replaced
            && symbols.clone().any(is_prototype)
            && let Some(target) = self.find(|target| target.symbol().name == *name)
        {
            return Break(target);
        }
        let declares = !is_replaced && symbols.any(|s| module.is_outer(s) && s.name == *name);
        let mut onward = Module { declares, ..Module::default() };
        for import in origins_of(&module, name) {
            // What a file declares or exports by its name counts more than all names of another file.
            let is_hidden = import.local.is_empty() && (declares || is_replaced);
            if is_hidden || !named.may_come_from(import, is_replaced) {
                continue;
            }
            let source_name = if import.local.is_empty() { name } else { &import.name };
            let files = self.context.resolve(&module, &import.source);
            onward.is_incomplete |= files.is_empty();
            let (name, inside) = (source_name, import.source.is_empty());
            onward.next.extend(
                files.into_iter().map(|path| {
                    Arc::new(Named { path, name: name.clone(), inside, ..named.clone() })
                }),
            );
        }
        Continue(Arc::new(onward))
    }
}

/// What a name means in a file: the index of the target that it leads to, or where to go on.
pub(super) type Step = ControlFlow<usize, Arc<Module>>;

/// A name in a file that is followed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Named {
    path: String,
    name: String,
    /// Whether it is what the file calls something itself, and not what other files see.
    inside: bool,
    /// Whether the member of a type of that name is wanted.
    members: bool,
    /// Whether something that can be called is wanted.
    is_call: bool,
    /// How many arguments it gets, see [`Resolver::arguments`].
    arguments: Option<u8>,
}

/// A file in which a name is no target.
#[derive(Default)]
pub(super) struct Module {
    /// Whether it declares the name, or the name stands for a value without one.
    declares: bool,
    /// Whether it was not read, or something that it may have the name from is not in the tree.
    is_incomplete: bool,
    /// Where it may have the name from.
    next: Vec<Arc<Named>>,
}

impl Named {
    /// Whether the file exports something else by the name than what it calls so itself: `export { a as b }`.
    fn is_replaced(&self, file: &ParsedFile) -> bool {
        let mut imports = file.facts.imports.iter();
        !self.inside && imports.any(|import| self.is_replaced_by(import))
    }

    fn is_replaced_by(&self, import: &Import) -> bool {
        let is_renamed = import.name != import.local || !import.source.is_empty();
        import.local == self.name && import.reexport && is_renamed && import.is_outer()
    }

    /// Whether the name may be that of an import or an export of the file.
    fn may_come_from(&self, import: &Import, is_replaced: bool) -> bool {
        let is_own_export = import.reexport && import.source.is_empty();
        if self.inside { !is_own_export } else { !is_replaced || self.is_replaced_by(import) }
    }
}

/// Whether this stands for a value without a name.
fn is_unnamed(name: &str) -> bool {
    name.is_empty() || name == OBJECT
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
pub(super) type Calls = BTreeMap<String, Vec<Reference>>;

/// The calls within a declaration, by name.
pub(super) fn calls_of(context: &RelationContext<'_>, target: &Target) -> Calls {
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
            let exported = match import.name.as_str() {
                DEFAULT | "*" => resolver.exported_as(&files, import),
                name => name,
            };
            resolver.declared_names(files, exported)
        }
    };
    match (names.is_empty(), head, import.name.as_str()) {
        (false, ..) => names,
        (true, None, written) if ![DEFAULT, "*"].contains(&written) => vec![written.to_owned()],
        _ => vec![name.to_owned()],
    }
}
