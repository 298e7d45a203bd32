//! Resolves a bare name through imports: of the name, of all names of a module, and the names of the folder.

use crate::answer::Resolution;
use crate::facts::files::Files;
use crate::facts::languages::{Namespaces, folder};
use crate::facts::{DEFAULT, Import, MODULE, OBJECT, ParsedFile, Reference};
use crate::relations::{
    Decided, Occurrence, Reach, RelationContext, ResolvedRef, Resolver, Target, by_name, resolved,
};
use crate::text::words::is_name_char;
use firsthand_source::{Cancel, RepoPath};
use std::collections::BTreeSet;

impl Resolver<'_> {
    /// Resolves the imports of a name, any of which may be meant; sets `unknown` if one leads to no known declaration.
    pub(crate) fn imported(
        &self,
        file: &ParsedFile,
        imports: &[&Import],
        unknown: &mut bool,
    ) -> Option<Decided> {
        let found = imports.iter().filter_map(|import| match self.reach(file, import) {
            Reach::Target(target) if self.is_off_imported(file, import, target) => None,
            Reach::Target(target) => Some(Decided(resolved(Resolution::Import, target))),
            Reach::Elsewhere => Some(Decided(None)),
            Reach::Absent | Reach::Unknown => None,
        });
        let found: Vec<Decided> = found.collect();
        *unknown |= found.len() < imports.len();
        any_of(file, found)
    }

    /// Resolves a name in an import statement: it means the imported declaration, not one of the file.
    pub(crate) fn specifier(&self, file: &ParsedFile, text: &str, at: u32) -> Option<Decided> {
        if !file.facts.module {
            return None;
        }
        let import = file.facts.imports.iter().find(|import| {
            let named = import.name == text || import.local == text;
            named && import.at.contains(&at) && !import.source.is_empty()
        })?;
        let mut unknown = false;
        let by_name = || by_name().filter(|_| !self.leads_nowhere(file, import));
        self.imported(file, &[import], &mut unknown).or_else(|| unknown.then(|| Decided(by_name())))
    }

    /// Resolves a bare name that neither the file nor an import by name resolves: through wildcard imports, the scope
    /// of the folder, or by name only.
    pub(crate) fn wildcard_or_folder_targets(
        &self,
        name: &Occurrence<'_>,
        mut unknown: bool,
    ) -> Option<ResolvedRef> {
        let (file, at) = (name.file, name.at());
        for import in file.facts.stars().filter(|star| star.visible_at(at)) {
            match self.reach_name(file, import, name.text) {
                Reach::Target(target)
                    if !self.is_closed_to(file, at, target)
                        && !self.is_off_import(file, import, "", target) =>
                {
                    return resolved(Resolution::Import, target);
                }
                // Of a namespace that is not opened, only the arguments of a call can make a name visible.
                Reach::Target(_) | Reach::Unknown => unknown = true,
                Reach::Absent | Reach::Elsewhere => {}
            }
        }
        if let Some(found) = self.imported_by_used(name) {
            return Some(found);
        }
        let shared = file.language().folder_scope;
        let beside = |target: &Target| {
            shared
                && target.file.is_outer(target.symbol())
                && !target.is_member()
                && folder(&target.file.path) == folder(&file.path)
                && self.is_seen(name, target)
        };
        if let Some(target) = self.find(beside) {
            return resolved(Resolution::Scope, target);
        }
        if let Some(target) = self.find(|target| is_of_component(file, at, target)) {
            return resolved(Resolution::Scope, target);
        }
        if let Some(found) = self.of_lent_to_component(name) {
            return Some(found);
        }
        let is_excluded = || self.excludes_bare(file, at) || self.are_of_other_types(name);
        by_name().filter(|_| unknown || !is_excluded())
    }
}

/// What the imports of one name decide together: a target is certain if none leads elsewhere.
pub(crate) fn any_of(file: &ParsedFile, mut found: Vec<Decided>) -> Option<Decided> {
    // What has a full name is imported once.
    if file.language().namespaces != Namespaces::None {
        found.truncate(1);
    }
    let meant = found.iter().find_map(|Decided(found)| *found);
    let is_certain = found.iter().all(|Decided(found)| found.is_some());
    let name = |found| ResolvedRef { resolution: Resolution::Name, ..found };
    let meant = meant.map(|found| if is_certain { found } else { name(found) });
    (!found.is_empty()).then_some(Decided(meant))
}

impl Resolver<'_> {
    /// Resolves a name in the markup of a component as a member of what its script says that it has the members of.
    fn of_lent_to_component(&self, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        let facts = &name.file.facts;
        let component = facts.enclosing(name.at()).map(|at| &facts.symbols[at])?;
        if component.kind != "component" {
            return None;
        }
        facts.heritage.iter().find_map(|lent| {
            let (span, qualifier) = (lent.end..lent.end, Some(lent.clone()));
            let reference = Reference { span, qualifier, ..name.reference.clone() };
            let member = Occurrence { reference: &reference, ..*name };
            let found = self.qualified(&member, name.file.slice(lent));
            found.filter(|found| found.target.is_some())
        })
    }
}

/// Whether a name in the markup of a component means a declaration of its script: the only one of the name there.
fn is_of_component(file: &ParsedFile, at: u32, target: &Target) -> bool {
    let around = file.facts.enclosing(at).map(|at| &file.facts.symbols[at]);
    around.is_some_and(|around| around.kind == "component")
        && target.file.path == file.path
        && target.symbol().is_function()
        && file.declared(&target.symbol().name).count() == 1
}

/// The files that each file imports, as far as its imports resolve to files of the tree.
pub(crate) fn imported_files(
    files: &Files,
    paths: &[RepoPath],
    cancel: &Cancel,
) -> Vec<Vec<RepoPath>> {
    let context = RelationContext::plain(files, cancel);
    let imported = |path: &RepoPath| {
        let file = context.open(path.as_str());
        let file = file.iter();
        let imports = file.flat_map(|file| file.facts.imports.iter().map(move |one| (file, one)));
        let imported = imports.flat_map(|(file, import)| context.imported(file, import));
        let imported = imported.filter(|other| other != path.as_str());
        let imported: BTreeSet<RepoPath> =
            imported.filter_map(|path| RepoPath::new(&path).ok()).collect();
        imported.into_iter().collect()
    };
    files.listing.tree.threads.map(paths, 8, || (), |(), path| imported(path))
}

// Resolves a name after a qualifier that an import binds: to a name of the imported module or type.

impl Resolver<'_> {
    /// The index of the target `text` that is reached through an import and the names `inner` after it: `a.b.text`.
    pub(crate) fn through_path<'q>(
        &self,
        file: &ParsedFile,
        import: &Import,
        inner: impl Iterator<Item = &'q str>,
        (last, text): (&str, &str),
    ) -> Option<usize> {
        let mut inner = inner.peekable();
        if inner.peek().is_none() {
            return self.through(file, import, last, text);
        }
        let mut files = self.module_files(file, import);
        if files.is_empty() {
            return self.through(file, import, last, text);
        }
        let mut source = import.source.clone();
        for part in inner {
            if self.find(|t| t.container() == Some(part)).is_some() {
                return self.reached(files, text, Some(part));
            }
            files = self.namespaces(files, part);
            if files.is_empty() && import.name == "*" {
                files = self.context.resolve_member(file, &source, part);
            }
            source = format!("{source}.{part}");
        }
        self.reached(files, text, None)
    }

    /// The index of the target `text` in the module, or in the `container`, that is reached through an import of it.
    fn through(
        &self,
        file: &ParsedFile,
        import: &Import,
        container: &str,
        text: &str,
    ) -> Option<usize> {
        let mut modules = self.context.resolve(file, &import.source);
        let is_own = container == import.local;
        if is_own && matches!(import.name.as_str(), DEFAULT | "*") {
            return self.through_value(modules, import, text);
        }
        if import.name != "*" {
            let inner = self.context.resolve_member(file, &import.source, &import.name);
            let renamed = if is_own { &import.name } else { container };
            let spaces = self.namespaces(modules.clone(), &import.name);
            if is_own && let Some(target) = self.reached(spaces, text, None) {
                return Some(target);
            }
            // If the import names a type, it must be the target's.
            let of_type = |t: &Target| t.container() == Some(renamed);
            let named = self.find(|t| of_type(t) && inner.contains(&t.file.path));
            if named.is_some() || self.targets.iter().any(of_type) {
                modules.extend(inner);
                return self.reached(modules, text, Some(renamed));
            }
            // A module on the way may have renamed the type.
            if is_own && let Reach::Target(target) = self.follow_to(modules, renamed, true, false) {
                return Some(target);
            }
            return self.reached(inner, text, None);
        }
        self.reached(modules, text, None)
    }

    /// The index of the target `text` of what modules export without a name: a type or a namespace as their default, or the
    /// module itself.
    fn through_value(&self, modules: Vec<String>, import: &Import, text: &str) -> Option<usize> {
        let name = self.exported_as(&modules, import);
        if let Reach::Target(target) = self.follow_to(modules.clone(), name, true, false) {
            return Some(target);
        }
        let is_object = name == MODULE || modules.iter().all(|path| self.has_object(path, text));
        let spaces = if is_object { modules } else { self.namespaces(modules, name) };
        self.reached(spaces, text, None)
    }

    /// Whether the default export of a file is an object, whose part `text` is all that the file declares of that name.
    fn has_object(&self, path: &str, text: &str) -> bool {
        self.context.open(path).is_some_and(|module| {
            let mut exports = module.facts.imports.iter();
            let is_object = exports.any(|e| e.local == DEFAULT && e.name == OBJECT);
            let named = module.facts.symbols.iter().filter(|symbol| symbol.name == text);
            is_object && named.count() <= 1
        })
    }

    /// The index of the target that the files declare or re-export under the name.
    pub(crate) fn reached(
        &self,
        files: Vec<String>,
        text: &str,
        container: Option<&str>,
    ) -> Option<usize> {
        match self.follow(files, text, container) {
            Reach::Target(target) => Some(target),
            _ => None,
        }
    }
}

// Imports of packages whose files say what the package is called, as in Go.

impl Resolver<'_> {
    /// The import of a package whose files call it `name`, though the import's path does not end in that, as in Go.
    pub(crate) fn package_named<'f>(&self, file: &'f ParsedFile, name: &str) -> Option<&'f Import> {
        let mut imports = file.facts.imports.iter();
        imports.find(|import| {
            let is_odd = import.name == "*" && !import.local.chars().all(is_name_char);
            let files = || self.context.resolve(file, &import.source);
            let is_named = |path: &String| {
                let opened = self.context.open(path);
                opened.is_some_and(|package| package.package_name() == Some(name))
            };
            let has_target = || {
                let files = files();
                self.targets.iter().any(|target| files.contains(&target.file.path))
            };
            if is_odd {
                files().iter().any(is_named)
            } else {
                // Packages that declare no target are not opened for every name.
                has_target() && self.names_package(file, import, name) == Some(true)
            }
        })
    }

    /// Whether `name` is that of the package that an import names by its path alone, as in Go; `None` for other imports
    /// and for packages that are not in the tree.
    pub(crate) fn names_package(
        &self,
        file: &ParsedFile,
        import: &Import,
        name: &str,
    ) -> Option<bool> {
        let is_written = || file.slice(&import.at).starts_with(&import.local);
        if import.name != "*" || import.local.is_empty() || is_written() {
            return None;
        }
        let files = self.context.resolve(file, &import.source);
        let package = self.context.open(files.first()?)?;
        Some(package.package_name()? == name)
    }
}
