//! Modules that are named in full, as in Elixir: `Module.function` names its module, after aliases, and means no other.

use super::full_names::is_absolute;
use crate::answer::Resolution;
use crate::facts::ParsedFile;
use crate::facts::languages::{Namespaces, folder};
use crate::relations::written::type_text::parts;
use crate::relations::{Decided, Occurrence, Reach, ResolvedRef, Resolver, Spot, Target, resolved};
use std::sync::Arc;

/// The most modules that are opened for a template.
const MAX_MODULES: usize = 16;

impl Resolver<'_> {
    /// Whether a path that begins with `head` is the name of a module, in a language whose modules inherit nothing.
    pub(crate) fn is_of_module_names(&self, file: &ParsedFile, head: &str) -> bool {
        let is_module = head.starts_with(char::is_uppercase);
        let language = file.language();
        is_module && !language.declared_types && language.namespaces == Namespaces::Relative
    }

    /// Whether a qualifier is the name of a module that another language declares: `:queue`.
    pub(crate) fn is_of_other_runtime_module(&self, file: &ParsedFile, qualifier: &str) -> bool {
        let name = qualifier.strip_prefix(':');
        let is_name = name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
        let language = file.language();
        is_name && !language.declared_types && language.namespaces == Namespaces::Relative
    }

    /// Resolves a name behind the name of a module, or that of a module without any before it; `None` if it is not behind
    /// one. A module that the tree does not declare has nothing of the tree.
    pub(crate) fn in_named_module(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<Decided> {
        let spot = name.spot();
        let written = if qualifier.is_empty() {
            name.text.to_owned()
        } else {
            format!("{qualifier}.{}", name.text)
        };
        let head = written.split('.').next()?;
        let is_implementation = |target: &Target| {
            target.enclosing().is_some_and(|around| around.symbol().kind == "impl")
        };
        let language = name.file.language();
        let is_known = |target: &Target| {
            target.file.language().namespaces == language.namespaces && !is_implementation(target)
        };
        let is_module =
            language.namespaces == Namespaces::Scopes || self.is_of_module_names(name.file, head);
        (is_module && self.targets.iter().all(is_known)).then_some(())?;
        // The name itself may end with a mark.
        let mut path = if qualifier.is_empty() { Vec::new() } else { parts(qualifier)? };
        path.push(name.text.to_owned());
        let mut full_names = self.full_names(spot, path, is_absolute(name));
        if spot.file.facts.imports_as(head, spot.at).next().is_none() {
            full_names.extend(self.by_used_modules(spot, &written));
        }
        let is_meant = |target: &Target| full_names.iter().any(|known| target.has_full_name(known));
        let found = self.find(is_meant);
        Some(Decided(found.and_then(|at| self.reached_by(name.file, at, Resolution::Import))))
    }

    /// What a name may mean by an alias that a module gives those which `use` it.
    fn by_used_modules(&self, spot: Spot<'_>, written: &str) -> Vec<String> {
        let (head, rest) = written.split_once('.').unwrap_or((written, ""));
        let mut found = Vec::new();
        for module in self.used_modules(spot.file) {
            let mut aliases = module.facts.imports.iter();
            if let Some(alias) = aliases.find(|alias| alias.local == head) {
                found.push(format!("{}.{rest}", alias.source).trim_end_matches('.').to_owned());
            }
        }
        found
    }

    /// The modules that a file uses, which may import names for it; those that a template may be a part of.
    fn used_modules(&self, file: &Arc<ParsedFile>) -> Vec<Arc<ParsedFile>> {
        let mut found = self.modules_beside(file);
        for used in &file.facts.heritage {
            let reference = file.facts.reference_at(used.start);
            let from = reference.and_then(|reference| reference.qualifier.as_ref());
            let module = file.slice(&(from.map_or(used.start, |from| from.start)..used.end));
            let files = self.context.resolve(file, module);
            let own = file.declared(file.slice(used)).next().map(|_| Arc::clone(file));
            found.extend(files.iter().filter_map(|path| self.context.open(path)).chain(own));
        }
        found
    }

    /// The modules in the folder of a template, or the one with the name of that folder: they embed it.
    fn modules_beside(&self, template: &ParsedFile) -> Vec<Arc<ParsedFile>> {
        let language = template.language();
        let home = folder(&template.path);
        let is_module = |path: &String| {
            let own = self.context.language_of(path);
            own.is_some_and(|own| !own.holds_markup && own.namespaces == language.namespaces)
        };
        let paths = if language.holds_markup {
            let above = self.context.file_tree.in_folder(folder(home)).into_iter();
            let is_namesake =
                |path: &String| path.rsplit_once('.').is_some_and(|(stem, _)| stem == home);
            let beside = self.context.file_tree.in_folder(home).into_iter();
            above.filter(is_namesake).chain(beside).filter(is_module).take(MAX_MODULES).collect()
        } else {
            Vec::new()
        };
        paths.iter().filter_map(|path| self.context.open(path)).collect()
    }

    /// Resolves a bare name by an import that a module gives those which `use` it.
    pub(super) fn imported_by_used(&self, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        let language = name.file.language();
        if language.declared_types || language.namespaces != Namespaces::Relative {
            return None;
        }
        self.used_modules(name.file).iter().find_map(|module| {
            let mut imports = module.facts.imports.iter().filter(|import| {
                let is_all = import.local.is_empty() && import.name == "*";
                is_all || import.local == name.text
            });
            imports.find_map(|import| match self.reach_name(module, import, name.text) {
                Reach::Target(target) => resolved(Resolution::Import, target),
                _ => None,
            })
        })
    }

    /// Whether a scope around a name may be that of the module `head`: where modules are named in full, only if the file
    /// declares it there.
    pub(super) fn may_hold(&self, file: &ParsedFile, scope: &str, head: &str) -> bool {
        let nested = || format!("{scope}.{head}");
        !self.is_of_module_names(file, head)
            || file.facts.symbols.iter().any(|symbol| symbol.qualified == nested())
    }
}
