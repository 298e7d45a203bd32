//! Resolves a name after a qualifier.

use crate::answer::Resolution;
use crate::facts::languages::Namespaces;
use crate::facts::{Import, ParsedFile, Symbol};
use crate::relations::modules::full_names::NAMESPACE_SEPARATOR;
use crate::relations::modules::imported::any_of;
use crate::relations::modules::inline_modules::{is_off_path, names_of, path_from_file};
use crate::relations::scopes::local_names::is_shadowed;
use crate::relations::scopes::rules::loaded_module;
use crate::relations::written::type_text::{is_rooted, named_self, parts};
use crate::relations::{
    Decided, Occurrence, Reach, ResolvedRef, Resolver, Rule, Target, by_name, resolved,
};
use std::ops::ControlFlow::{Break, Continue};

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Whether a qualifier consists of names alone.
fn is_path(qualifier: &str) -> bool {
    let is_part = |c: char| is_name(c) || matches!(c, ':' | '.');
    qualifier.chars().all(is_part)
}

/// The first and the last name of a qualifier.
pub(super) fn ends(qualifier: &str) -> (&str, &str) {
    let path = qualifier.trim_start_matches([':', '\\']);
    let mut names = path.split(|c| !is_name(c));
    let head = names.next().unwrap_or(path);
    (head, names.next_back().unwrap_or(head))
}

impl Resolver<'_> {
    /// Resolves a name after `qualifier`; `None` if it means no target.
    pub(crate) fn qualified(&self, name: &Occurrence<'_>, qualifier: &str) -> Option<ResolvedRef> {
        match self.after_qualifier(name, qualifier) {
            Break(found) => found,
            Continue(may_mean) => by_name().filter(|_| may_mean),
        }
    }

    /// The rules for a name after `qualifier`; otherwise whether it may mean a target.
    fn after_qualifier(&self, name: &Occurrence<'_>, qualifier: &str) -> Rule<bool> {
        let (file, text, at) = (name.file, name.text, name.at());
        let language = file.language();
        if matches!(qualifier, "" | "::") {
            return Break(self.global(file, text));
        }
        // A path of keys in Swift begins with the same sign.
        if language.namespaces != Namespaces::None
            && [name.separator(), qualifier].contains(&NAMESPACE_SEPARATOR)
        {
            return Break(self.in_namespace(name));
        }
        // In a method, the arguments of `super(A, self)` are what it has without any.
        let is_whole = |name: &&str| {
            let inner = qualifier.strip_prefix(name.trim_end_matches(')'));
            inner.is_some_and(|inner| {
                name.ends_with("()") && inner.find(')') == Some(inner.len() - 1)
            })
        };
        let qualifier = language.super_names.iter().copied().find(is_whole).unwrap_or(qualifier);
        if language.self_names.contains(&qualifier) {
            return self.self_member(name, language.super_names.contains(&qualifier));
        }
        let named = named_self(qualifier, language);
        Decided::rule(named.and_then(|ty| self.member_of_named(name, ty)))?;
        if let Some(found) = self.of_loaded_module(name, qualifier) {
            return Break(Some(found));
        }
        let is_path = is_path(qualifier);
        let (head, last) = ends(qualifier);
        let local = is_shadowed(name.spot(), head, false);
        Decided::rule(self.by_receiver(name, qualifier))?;
        if !local {
            Decided::rule(self.fully_named_member(name))?;
            Decided::rule(is_path.then(|| self.in_named_module(name, qualifier)).flatten())?;
            if self.is_of_other_runtime_module(file, qualifier) {
                return Break(None);
            }
        }
        self.behind_own_name(name, qualifier, local)?;
        let mut bound: Vec<&Import> = file.facts.imports_as(head, at).collect();
        bound.retain(|import| self.names_package(file, import, head) != Some(false));
        if bound.is_empty() {
            bound.extend(self.package_named(file, qualifier));
        }
        bound.retain(|_| !local);
        let imported = bound.iter().filter_map(|import| self.by_import(name, qualifier, import));
        Decided::rule(any_of(file, imported.collect()))?;
        if (bound.is_empty() || head != last)
            && let Some(found) = self.of_handed(name, qualifier)
        {
            return Break(Some(found));
        }
        if self.excludes_qualified(name, qualifier, !bound.is_empty()) {
            return Break(None);
        }
        if language.qualified_without_import && is_path {
            Decided::rule(self.by_written_path(name, qualifier, local))?;
        }
        if name.separator() == "::" && is_path {
            return Break(self.in_written_scope(name, qualifier));
        }
        // The whole name of a module means no other.
        let is_whole = bound.is_empty() && qualifier.contains('.') && is_path;
        Continue(!is_whole || !self.is_of_module_names(file, head))
    }

    /// Resolves a name behind a path of names that needs no import; `None` if the path does not decide. `local` is whether a
    /// local name shadows its first one.
    fn by_written_path(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
        local: bool,
    ) -> Option<Decided> {
        let (file, text) = (name.file, name.text);
        let (head, last) = ends(qualifier);
        // A module within the file is no file of its own.
        let is_inner = file.language().path_from_file.is_some()
            && file.declared(head).any(|at| file.facts.symbols[at].kind == "module");
        let path = if is_inner {
            format!("self::{qualifier}")
        } else {
            path_from_file(name.spot(), qualifier).unwrap_or_else(|| qualifier.to_owned())
        };
        let files = self.files_of_path(file, &path);
        let in_last = |module: &ParsedFile, symbol: &Symbol| {
            module.facts.container(symbol).is_some_and(|around| around.name == last)
        };
        let declared = self.declares(&files, text, in_last);
        if let Reach::Target(target) = self.follow(files.clone(), text, Some(last)) {
            let found = &self.targets[target];
            let is_off = self.is_off_written_path(name.spot(), qualifier, found);
            let may_be = || !declared && !self.declares(&files, text, ParsedFile::is_outer);
            return Some(Decided(match (declared && is_inner && !found.is_in(last), is_off) {
                (true, _) => None,
                (false, false) => resolved(Resolution::Import, target),
                (false, true) => by_name().filter(|_| may_be()),
            }));
        }
        (declared && !local).then_some(Decided(None))
    }

    /// Resolves a name in a module that the qualifier itself loads, as `require("a").name` does.
    fn of_loaded_module(&self, name: &Occurrence<'_>, qualifier: &str) -> Option<ResolvedRef> {
        let files = self.context.resolve(name.file, loaded_module(qualifier)?);
        resolved(Resolution::Import, self.reached(files, name.text, None)?)
    }

    /// Resolves a name on a value of the type that is named `ty` there; `None` if that does not decide.
    fn member_of_named(&self, name: &Occurrence<'_>, ty: &str) -> Option<Decided> {
        let types = self.declared_type(name.spot(), ty)?;
        self.decide(name.file, &types, name.text)
    }

    /// Resolves a name after `qualifier` by an import that binds the first name of that; `None` if it does not decide.
    fn by_import(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
        import: &Import,
    ) -> Option<Decided> {
        let (file, text) = (name.file, name.text);
        let is_path = is_path(qualifier);
        let by_dots = file.language().separator == ".";
        let deep = is_path && by_dots && import.source != qualifier;
        let inner = qualifier.split('.').skip(1).filter(|_| deep);
        let (_, last) = ends(qualifier);
        // A module may have the name that another one has in the file.
        if name.separator() == "::" && last == import.local && last != qualifier {
            return None;
        }
        if let Some(target) = self.through_path(file, import, inner, (last, text)) {
            // The type of a longer expression is not that of its first name.
            let after = qualifier.strip_prefix(import.local.as_str());
            let after = after.unwrap_or_default().trim_start_matches("::");
            let resolution = if is_path && !self.is_off_import(file, import, after, target) {
                Resolution::Import
            } else {
                Resolution::Name
            };
            return Some(Decided(resolved(resolution, target)));
        }
        let is_other = (qualifier.chars().all(is_name) || qualifier == import.source)
            && (self.is_of_other_namespace(file, import) || self.is_of_module(file, import, text));
        is_other.then_some(Decided(None))
    }

    /// Whether an import binds a module that declares the name, none of the targets.
    fn is_of_module(&self, file: &ParsedFile, import: &Import, name: &str) -> bool {
        let is_module = import.name == "*" && !import.local.is_empty();
        let follow = || self.follow(self.context.resolve(file, &import.source), name, None);
        is_module && matches!(follow(), Reach::Elsewhere)
    }

    /// Whether what an import binds as the qualifier cannot have the name; with `imported`, some import matched the
    /// beginning of the qualifier.
    fn excludes_qualified(&self, name: &Occurrence<'_>, qualifier: &str, imported: bool) -> bool {
        let (file, text, at) = (name.file, name.text, name.at());
        if !imported {
            return self.excludes_dotted(file, qualifier);
        }
        let mut imports = file.facts.imports_as(qualifier, at).peekable();
        let is_bound = imports.peek().is_some();
        is_bound
            && imports.all(|import| {
                self.module_lacks_name(file, import, text) || self.is_outside(file, import)
            })
    }

    /// Resolves a name by the type of what is before it.
    fn by_receiver(&self, name: &Occurrence<'_>, qualifier: &str) -> Option<Decided> {
        if let Some(assigned) = self.assigned_member(name, qualifier) {
            return Some(assigned);
        }
        if !self.may_follow_value(name) {
            return None;
        }
        let as_trait = self.member_as_trait(name, qualifier);
        as_trait.or_else(|| self.member_of_declared(name, qualifier))
    }

    /// Whether what is before a name may be a value or a type. In a path, as in an import, it may be a module as well; no
    /// type is looked up for the sake of targets that are in none.
    fn may_follow_value(&self, name: &Occurrence<'_>) -> bool {
        let (file, at) = (name.file, name.at());
        let is_path = name.separator() == "::";
        let in_container = || self.targets.iter().any(|target| target.container().is_some());
        !file.facts.is_import(at) && (!is_path || in_container())
    }

    /// Whether one of the files has such a declaration of the name.
    fn declares(
        &self,
        files: &[String],
        name: &str,
        is_such: impl Fn(&ParsedFile, &Symbol) -> bool,
    ) -> bool {
        let opened = files.iter().filter_map(|path| self.context.open(path));
        opened.into_iter().any(|module| {
            let mut named = module.declared(name).map(|at| &module.facts.symbols[at]);
            named.any(|symbol| is_such(&module, symbol))
        })
    }

    /// Whether a path of scopes before a name cannot be that of a target: what stands before the last part decides, and from
    /// the root, all of it.
    pub(super) fn is_off_qualifier(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
        target: &Target,
    ) -> bool {
        if is_rooted(qualifier) {
            let names = parts(qualifier).unwrap_or_default();
            return !target.scopes().eq(names.iter().rev().map(String::as_str));
        }
        if name.separator() == "::" {
            return is_off_path(target, &names_of(qualifier))
                || self.is_off_written_path(name.spot(), qualifier, target);
        }
        let own = name.file.language().self_names;
        let names: Vec<&str> = qualifier.split('.').filter(|part| !own.contains(part)).collect();
        is_path(qualifier) && is_off_path(target, &names)
    }
}
