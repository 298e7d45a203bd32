//! Resolves names that a file declares by a prototype of its own, and names of the global scope, as in C and C++.

use crate::answer::Resolution;
use crate::facts::{ParsedFile, Symbol};
use crate::relations::{Decided, Reach, ResolvedRef, Resolver, Target, by_name, resolved};
use crate::text::memo::remembered;

impl Resolver<'_> {
    /// Resolves a name by the file's own prototype of it, in the namespace `scope` if one is given: to the only function
    /// of that name that other files can call. `None` if the file has no prototype of the name, or a definition.
    pub(crate) fn of_prototype(
        &self,
        file: &ParsedFile,
        scope: Option<&str>,
        name: &str,
    ) -> Option<Decided> {
        let symbols = &file.facts.symbols;
        let around = |symbol: &Symbol| file.facts.container(symbol);
        let in_scope = |symbol: &Symbol| match (scope, around(symbol)) {
            (Some(scope), around) => around.is_some_and(|around| around.name == scope),
            (None, around) => !around.is_some_and(Symbol::is_type),
        };
        let mut named = symbols.iter().filter(|s| s.name == name && in_scope(s));
        let prototype = named.clone().find(|symbol| symbol.is_prototype())?;
        let local = around(prototype).is_some_and(Symbol::is_function);
        let scope = prototype.container.filter(|_| !local);
        if named.any(|symbol| symbol.is_function() && symbol.container == scope) {
            return None;
        }
        let full_name = if local { name } else { &prototype.qualified };
        let fits = |target: &&Target| {
            let symbol = target.symbol();
            let is_function = symbol.is_function() || symbol.is_prototype();
            is_function && symbol.qualified == full_name && target.is_linked()
        };
        let mut fitting = self.targets.iter().filter(fits);
        Some(Decided(match (fitting.next(), fitting.next()) {
            (None, _) => None,
            (Some(only), None) => {
                let at = self.find(|target| target.is(only));
                at.and_then(|at| resolved(Resolution::Import, at))
            }
            _ => by_name(),
        }))
    }

    /// Resolves a name of the global scope: `::name`.
    pub(crate) fn global(&self, file: &ParsedFile, name: &str) -> Option<ResolvedRef> {
        let is_global = |target: &Target| target.symbol().qualified == name;
        if let Some(target) = self.find(|t| is_global(t) && t.file.path == file.path) {
            return resolved(Resolution::Scope, target);
        }
        if file.language().modules_lend {
            return resolved(Resolution::Import, self.find(is_global)?);
        }
        if let Some(Decided(found)) = self.of_prototype(file, None, name) {
            return found;
        }
        if let Reach::Target(at) = self.follow_to(self.included(file), name, false, false)
            && is_global(&self.targets[at])
        {
            return resolved(Resolution::Import, at);
        }
        by_name().filter(|_| self.targets.iter().any(is_global))
    }
}

impl Resolver<'_> {
    /// Resolves a name in the scope that `last` names: `last::name`; `None` if the scope is not that of a target.
    pub(crate) fn scoped(&self, file: &ParsedFile, last: &str, name: &str) -> Option<ResolvedRef> {
        let renamed = || self.included_name(file, last);
        let is_target = |scope: &str| self.targets.iter().any(|target| target.is_in(scope));
        let scope = if is_target(last) {
            last.to_owned()
        } else {
            renamed().filter(|scope| is_target(scope))?
        };
        if let Some(Decided(found)) = self.of_prototype(file, Some(&scope), name) {
            return found;
        }
        match self.follow_to(self.included(file), &scope, true, false) {
            Reach::Target(at) => resolved(Resolution::Import, at),
            _ => by_name(),
        }
    }

    /// What an included file calls the scope or the type that it also names `last`.
    fn included_name(&self, file: &ParsedFile, last: &str) -> Option<String> {
        let included = self.included(file);
        let mut opened = included.iter().filter_map(|path| self.context.open(path));
        opened.find_map(|header| {
            let mut names = header.facts.imports.iter();
            let renamed = names.find(|name| name.local == last && name.source.is_empty())?;
            Some(renamed.name.clone())
        })
    }

    /// The files whose names the file sees because it includes them.
    fn included(&self, file: &ParsedFile) -> Vec<String> {
        let stars = file.facts.imports.iter();
        let stars = stars.filter(|import| import.local.is_empty() && import.reexport);
        let files = stars.flat_map(|star| self.context.resolve(file, &star.source));
        files.collect()
    }
}

impl Resolver<'_> {
    /// Whether a target is in a namespace that is neither around byte `at` nor opened by the file, as in C++: then it
    /// needs a qualifier there.
    pub(crate) fn is_closed_to(&self, file: &ParsedFile, at: u32, target: usize) -> bool {
        let target = &self.targets[target];
        let namespace = target.around().filter(|around| around.kind == "namespace");
        let Some(namespace) = namespace.filter(|_| file.language().separator == "::") else {
            return false;
        };
        let around = file.facts.enclosing(at).map(|at| &file.facts.symbols[at]);
        let is_inside = around.is_some_and(|around| {
            let inner = around.qualified.strip_prefix(&namespace.qualified);
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with("::"))
        });
        let name = [&namespace.name, &target.symbol().name].map(String::clone);
        !is_inside
            && !remembered(&self.known.opened, (file.path.clone(), name), |(_, name)| {
                opens(&file.text, name)
            })
    }
}

impl Target {
    /// Whether other files can name it by a prototype: it is not declared `static`.
    fn is_linked(&self) -> bool {
        let symbol = self.symbol();
        let before = self.file.slice(&(symbol.code.start..symbol.name_span.start));
        let marks = self.file.language().local_marks;
        !before.split_whitespace().any(|word| marks.contains(&word))
    }
}

/// The longest statement that opens a namespace, in bytes.
const MAX_USING: usize = 256;

/// Whether a text has `using namespace A;` or `using A::b;` for the last part `A` of a namespace and a name `b` in it, and
/// no other namespace's `using C::b;`.
fn opens(text: &[u8], [namespace, name]: &[String; 2]) -> bool {
    const USING: &str = "using ";
    let found = memchr::memmem::find_iter(text, USING);
    let opened = found.filter_map(|at| {
        let rest = &text[at + USING.len()..];
        let rest = &rest[..rest.len().min(MAX_USING)];
        let statement = rest.split(|byte| *byte == b';').next().unwrap_or_default();
        let statement = std::str::from_utf8(statement).unwrap_or_default().trim();
        let (opened, used) = match statement.strip_prefix("namespace ") {
            Some(opened) => (opened, name.as_str()),
            None => statement.rsplit_once("::").unwrap_or_default(),
        };
        let last = opened.rsplit("::").next().unwrap_or(opened);
        let is_named = statement.contains("::") && !statement.starts_with("namespace ");
        (used.trim() == name).then_some((is_named, last.trim() == namespace))
    });
    // What is named counts more than all names of a namespace.
    opened.max().is_some_and(|(_, is_own)| is_own)
}
