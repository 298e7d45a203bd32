//! Resolves a name after a qualifier that an import binds: to a name of the imported module or type.

use super::{Reach, Resolver, Target};
use crate::facts::{DEFAULT, Import, MODULE, OBJECT, ParsedFile};

impl Resolver<'_> {
    /// The index of the target `text` that is reached through an import and the names `inner` after it: `a.b.text`.
    pub(super) fn through_path<'q>(
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
        if let Some(found) = self.through_full(file, import, container, text) {
            return found;
        }
        let mut modules = self.context.resolve(file, &import.source);
        if import.name == DEFAULT && container == import.local {
            return self.through_default(modules, import, text);
        }
        if import.name != "*" {
            let inner = self.context.resolve_member(file, &import.source, &import.name);
            let is_own = container == import.local;
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
            if is_own && let Reach::Target(target) = self.follow_to(modules, renamed, true) {
                return Some(target);
            }
            return self.reached(inner, text, None);
        }
        if container == import.local
            && let Reach::Target(target) = self.follow_to(modules.clone(), MODULE, true)
        {
            return Some(target);
        }
        self.reached(modules, text, None)
    }

    /// The index of the target `text` of what modules export by default: a type, a namespace or, where there is no
    /// default export, the module itself.
    fn through_default(&self, modules: Vec<String>, import: &Import, text: &str) -> Option<usize> {
        let name = self.exported_as(&modules, import);
        if let Reach::Target(target) = self.follow_to(modules.clone(), name, true) {
            return Some(target);
        }
        let spaces = self.namespaces(modules.clone(), name);
        let is_object = name == MODULE || modules.iter().all(|path| self.has_object(path, text));
        let spaces = if is_object { modules } else { spaces };
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
    pub(super) fn reached(
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
