//! Resolves a name after a qualifier.

use super::local::{bindings, is_shadowed};
use super::resolve::{Decided, Reach, ResolvedRef, Resolver, by_name, resolved};
use super::targets::Target;
use crate::answer::Resolution;
use crate::facts::{Field, Import, Reference, Span};
use crate::parsed_file::ParsedFile;

impl Resolver<'_> {
    /// Resolves the name `text` after `qualifier`; `None` if it means no target.
    pub(super) fn qualified(
        &self,
        file: &ParsedFile,
        reference: &Reference,
        qualifier: &str,
        text: &str,
    ) -> Option<ResolvedRef> {
        let Some(language) = file.language else {
            return by_name();
        };
        if language.self_names.contains(&qualifier) {
            let super_only = qualifier.starts_with("super");
            return self.self_member(file, reference, super_only, text);
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let is_path = qualifier
            .chars()
            .all(|c| is_name(c) || matches!(c, ':' | '.'));
        let last = qualifier
            .rsplit(|c| !is_name(c))
            .next()
            .unwrap_or(qualifier);
        let head = qualifier.split(|c| !is_name(c)).next().unwrap_or(qualifier);
        let at = reference.span.start;
        let local = is_shadowed(file, head, false, at);
        if language.nominal_types {
            if let Some(Decided(known)) = self.member_of_receiver(file, qualifier, at, text) {
                return known;
            }
        } else if let Some(Decided(known)) = self.field_member(file, qualifier, at, text) {
            return known;
        }
        if head == qualifier
            && !language.nominal_types
            && let Some(Decided(known)) = self.variable_member(file, qualifier, local, at, text)
        {
            return known;
        }
        // The container's own name: `Type::method`, `Class.method`.
        let of_type = |target: &Target| target.container() == Some(last) && !last.is_empty();
        if let Some(target) = self.find(|t| !local && of_type(t) && t.file.path == file.path) {
            return resolved(Resolution::Scope, target);
        }
        let mut imported = false;
        let imports = file.facts.imports.iter();
        let matching = |import: &&Import| !local && import.local == head && import.visible_at(at);
        for import in imports.filter(matching) {
            imported = true;
            let deep = is_path && language.separator == "." && import.source != qualifier;
            let inner = qualifier.split('.').skip(1).filter(|_| deep);
            if let Some(target) = self.through_path(file, import, inner, (last, text)) {
                // The type of a longer expression is not that of its first name.
                let resolution = if is_path {
                    Resolution::Import
                } else {
                    Resolution::Name
                };
                return resolved(resolution, target);
            }
        }
        let mut imports = file.facts.imports.iter();
        let module = |import: &Import| import.local == qualifier && import.visible_at(at);
        let excluded = if imported {
            imports.any(|import| module(import) && self.module_lacks_name(file, import, text))
        } else {
            self.excludes_dotted(file, qualifier)
        };
        if excluded {
            return None;
        }
        if language.qualified_without_import && is_path {
            let files = self.context.resolve(file, qualifier);
            let declared = self.declares(&files, last, text);
            if let Reach::Target(target) = self.follow(files, text, Some(last)) {
                return resolved(Resolution::Import, target);
            }
            if declared && !local {
                return None;
            }
        }
        let between = qualifier_end(reference)..reference.span.start;
        if file.slice(&between) == "::" && is_path && !self.targets.iter().any(|t| t.is_in(last)) {
            return None;
        }
        by_name()
    }

    /// Whether one of the files declares the name in the container.
    fn declares(&self, files: &[String], container: &str, name: &str) -> bool {
        let opened = files.iter().filter_map(|path| self.context.open(path));
        opened.into_iter().any(|module| {
            let symbols = &module.facts.symbols;
            let in_container = |at: u32| symbols[at as usize].name == container;
            let mut named = symbols.iter().filter(|symbol| symbol.name == name);
            named.any(|symbol| symbol.container.is_some_and(in_container))
        })
    }

    /// Resolves a name after a variable with a known type, or after a type that no local name shadows (`local`).
    fn variable_member(
        &self,
        file: &ParsedFile,
        receiver: &str,
        local: bool,
        at: u32,
        text: &str,
    ) -> Option<Decided> {
        let bindings = bindings(file, receiver, false, at);
        let types = match bindings.split_first() {
            Some((first, more)) => {
                let type_span = first.type_span.as_ref()?;
                let type_name = file.slice(type_span);
                let same = |span: &Span| file.slice(span) == type_name;
                if !more.iter().all(|b| b.type_span.as_ref().is_some_and(same)) {
                    return None;
                }
                self.types(file, type_name, type_span.start)
            }
            None if local => return None,
            None => self.types(file, receiver, at),
        };
        self.member(file, types, false, text)
    }

    /// Resolves a name after a field with a known type of the enclosing type: `self.part.name`.
    fn field_member(&self, file: &ParsedFile, path: &str, at: u32, text: &str) -> Option<Decided> {
        let (own, part) = path.rsplit_once('.')?;
        let language = file
            .language
            .filter(|language| language.self_names.contains(&own))?;
        let facts = &file.facts;
        let own_type = facts.type_around(at)?;
        let of_self = |field: &Field| {
            let known = facts.reference_at(field.name.start);
            let before = known.and_then(|reference| reference.qualifier.as_ref());
            before.is_none_or(|before| language.self_names.contains(&file.slice(before)))
        };
        let mut type_span = None;
        for field in &facts.fields {
            let is_field = file.slice(&field.name) == part && of_self(field);
            if is_field && facts.type_around(field.name.start) == Some(own_type) {
                let next = field.type_span.as_ref()?;
                let same = |first: &Span| file.slice(first) == file.slice(next);
                if !type_span.is_none_or(same) {
                    return None;
                }
                type_span = Some(next);
            }
        }
        let type_span = type_span?;
        self.member(
            file,
            self.types(file, file.slice(type_span), type_span.start),
            false,
            text,
        )
    }

    /// Resolves a name of the enclosing type: `self.name`, `this.name`, or, with `super_only`, `super.name`.
    fn self_member(
        &self,
        file: &ParsedFile,
        reference: &Reference,
        super_only: bool,
        text: &str,
    ) -> Option<ResolvedRef> {
        let symbols = &file.facts.symbols;
        let inside = file.facts.enclosing(reference.span.start)?;
        let types: Vec<&str> = std::iter::once(inside)
            .chain(file.facts.containers(inside))
            .filter(|&at| symbols[at].is_type())
            .map(|at| symbols[at].name.as_str())
            .collect();
        let of_type = |t: &Target| t.container().is_some_and(|name| types.contains(&name));
        if let Some(target) = self.find(|t| !super_only && of_type(t) && t.file.path == file.path) {
            return resolved(Resolution::Scope, target);
        }
        if let Some(Decided(known)) = self.inherited(file, reference.span.start, super_only, text) {
            return known;
        }
        if let Some(target) = self.find(of_type) {
            return resolved(Resolution::Name, target);
        }
        let declared = symbols.iter().filter(|symbol| symbol.name == text);
        let mut containers = declared.filter_map(|symbol| symbol.container);
        let other = containers.any(|at| types.contains(&symbols[at as usize].name.as_str()));
        let other = other && !super_only;
        by_name().filter(|_| !other && !self.excludes_dotted(file, ""))
    }

    /// Resolves a member of the enclosing type or of its super types; only of the super types with `super_only`.
    pub(super) fn inherited(
        &self,
        file: &ParsedFile,
        at: u32,
        super_only: bool,
        text: &str,
    ) -> Option<Decided> {
        let own_type = Target {
            symbol: file.facts.type_around(at)?,
            file: self.context.open(&file.path)?,
        };
        let types = if super_only {
            self.supers(&own_type).0
        } else {
            vec![own_type]
        };
        self.member(file, types, super_only, text)
    }

    /// The index of the target `text` that is reached through an import and the names `inner` after it: `a.b.text`.
    fn through_path<'q>(
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
        if import.name != "*" {
            let inner = self
                .context
                .resolve_member(file, &import.source, &import.name);
            let renamed = if container == import.local {
                &import.name
            } else {
                container
            };
            let spaces = self.namespaces(modules.clone(), &import.name);
            if container == import.local
                && let Some(target) = self.reached(spaces, text, None)
            {
                return Some(target);
            }
            // If the import names a type, it must be the target's.
            let of_type = |t: &Target| t.container() == Some(renamed);
            let named = self.find(|t| of_type(t) && inner.contains(&t.file.path));
            if named.is_some() || self.targets.iter().any(of_type) {
                modules.extend(inner);
                return self.reached(modules, text, Some(renamed));
            }
            return self.reached(inner, text, None);
        }
        self.reached(modules, text, None)
    }

    /// The index of the target that the files declare or re-export under the name.
    fn reached(&self, files: Vec<String>, text: &str, container: Option<&str>) -> Option<usize> {
        match self.follow(files, text, container) {
            Reach::Target(target) => Some(target),
            _ => None,
        }
    }
}

fn qualifier_end(reference: &Reference) -> u32 {
    let before = reference.qualifier.as_ref();
    before.map_or(reference.span.start, |span| span.end)
}
