//! Resolves a name after a qualifier that an import binds: to a name of the imported module or type. And imports by full
//! names, in languages whose files declare the namespace of what they declare.

use super::{Occurrence, Reach, Resolver, Target};
use crate::facts::languages::Namespaces;
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
            let inner = self
                .context
                .resolve_member(file, &import.source, &import.name);
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
            let named = module
                .facts
                .symbols
                .iter()
                .filter(|symbol| symbol.name == text);
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

impl Target {
    /// Its name with the namespace and the types around it, joined by dots.
    fn full_name(&self) -> String {
        let symbol = self.symbol();
        let qualified = symbol.qualified.replace("::", ".");
        match self.file.facts.namespace_at(symbol.name_span.start) {
            Some(namespace) => format!("{namespace}.{qualified}"),
            None => qualified,
        }
    }
}

impl Resolver<'_> {
    /// Where an import of a full name leads, of which `wanted` is the last part; `None` if imports name files.
    pub(super) fn reach_full(
        &self,
        file: &ParsedFile,
        import: &Import,
        wanted: &str,
    ) -> Option<Reach> {
        let all = import.local.is_empty() && import.name == "*";
        let name = if all {
            format!("{}.{wanted}", import.source)
        } else {
            import.source.clone()
        };
        let found = self.named_in_full(file, &name)?;
        Some(match found {
            Some(target) => Reach::Target(target),
            None if all => Reach::Absent,
            None => Reach::Elsewhere,
        })
    }

    /// The index of the member `text` of the type `container`, which is imported or is in an imported namespace; `None`
    /// if imports name files.
    pub(super) fn through_full(
        &self,
        file: &ParsedFile,
        import: &Import,
        container: &str,
        text: &str,
    ) -> Option<Option<usize>> {
        let source = &import.source;
        let name = if container == import.local {
            format!("{source}.{text}")
        } else {
            format!("{source}.{container}.{text}")
        };
        self.named_in_full(file, &name)
    }

    /// What a name in an import means that is not what it imports, as `B` in `import a.B.c`: the index of a target of
    /// that full name or in that file, or nothing; `None` for any other name.
    pub(super) fn import_segment(&self, name: &Occurrence<'_>) -> Option<Option<usize>> {
        let (file, text) = (name.file, name.text);
        let imports = file.facts.imports.iter();
        let statement = imports.filter(|import| import.at.contains(&name.at()));
        let imports: Vec<&Import> = statement.collect();
        let is_imported = |import: &&Import| import.local == text || import.name == text;
        if file.facts.module || imports.iter().any(is_imported) {
            return None;
        }
        let outer = imports.iter().find_map(|import| {
            let ends = import.source.match_indices('.').map(|(at, _)| at);
            let ends = ends.chain([import.source.len()]);
            let mut outer = ends.map(|end| &import.source[..end]);
            outer.find(|outer| outer.rsplit('.').next() == Some(text))
        })?;
        self.named_in_full(file, outer).or_else(|| {
            let files = self.context.resolve(file, outer);
            let is_there = |target: &Target| {
                target.symbol().container.is_none() && files.contains(&target.file.path)
            };
            Some(self.find(is_there))
        })
    }

    /// Whether an import by full name, which leads to no target, is of a type that has the name of the targets' type.
    pub(super) fn is_of_other_namespace(&self, file: &ParsedFile, import: &Import) -> bool {
        let mut containers = self.targets.iter().map(Target::container);
        file.language_is(|language| language.namespaces != Namespaces::None)
            && containers.all(|container| container == Some(&import.name))
    }

    /// The index of the target with a full name as `file` writes it; `None` if its language has no such names.
    fn named_in_full(&self, file: &ParsedFile, name: &str) -> Option<Option<usize>> {
        let namespaces = file.language.map(|language| language.namespaces)?;
        let is_named = |target: &Target| {
            let full_name = target.full_name();
            let outer = full_name.strip_suffix(name);
            outer.is_some_and(|outer| match namespaces {
                Namespaces::None => false,
                Namespaces::Absolute => outer.is_empty(),
                Namespaces::Relative => outer.is_empty() || outer.ends_with('.'),
            })
        };
        (namespaces != Namespaces::None).then(|| self.find(is_named))
    }
}
