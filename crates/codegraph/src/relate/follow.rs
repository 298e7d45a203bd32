//! Follows a name through modules that re-export it.

use std::collections::HashSet;

use super::resolve::{Reach, Resolver};
use super::targets::Target;
use crate::facts::{Import, Symbol};
use crate::languages::of_path;
use crate::listing::lock;
use crate::parsed_file::ParsedFile;

/// The most re-exports through which a name is followed.
pub(super) const MAX_HOPS: usize = 6;

impl Resolver<'_> {
    /// Follows an import of the name `wanted` to the file that declares it.
    pub(super) fn reach_name(&self, file: &ParsedFile, import: &Import, wanted: &str) -> Reach {
        let start = self.context.resolve(file, &import.source);
        if import.name == "default" || (import.name == "*" && !import.local.is_empty()) {
            // A default export has no name of its own, and a module itself may be called.
            let is_exported = |t: &Target| !t.is_member() && start.contains(&t.file.path);
            if let Some(target) = self.find(is_exported) {
                return Reach::Target(target);
            }
            // The export of a component's file is the component.
            let component =
                |path: &String| of_path(path).is_some_and(|l| l.embedded_code.is_some());
            if !start.is_empty() && start.iter().all(component) {
                return Reach::Elsewhere;
            }
        }
        let found = self.follow(start.clone(), wanted, None);
        if import.name != "default" || matches!(found, Reach::Target(_)) {
            return found;
        }
        match self.follow(start, "default", None) {
            Reach::Target(target) => Reach::Target(target),
            _ => found,
        }
    }

    /// Where a module may have `name` from: its imports of the name outside functions, whose names other files can use,
    /// too, and its re-exports of all names. For each the files that it resolves to, and the name in them.
    pub(super) fn origins(&self, module: &ParsedFile, name: &str) -> Vec<(Vec<String>, String)> {
        let imports = module.facts.imports.iter().filter(|next| next.is_outer());
        let has_name = |next: &&Import| {
            next.local == name || (next.local.is_empty() && next.reexport && name != "*")
        };
        imports
            .filter(has_name)
            .map(|next| {
                let star = next.local.is_empty();
                let source_name = if star { name } else { &next.name };
                (
                    self.context.resolve(module, &next.source),
                    source_name.to_owned(),
                )
            })
            .collect()
    }

    /// The files of the module that is re-exported as `name`.
    pub(super) fn namespaces(&self, start: Vec<String>, name: &str) -> Vec<String> {
        let start = start.into_iter().map(|path| (path, name.to_owned(), 0));
        let mut waiting: Vec<(String, String, usize)> = start.collect();
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        while let Some((path, name, hops)) = waiting.pop() {
            if hops > MAX_HOPS || !seen.insert((path.clone(), name.clone())) {
                continue;
            }
            let Some(module) = self.context.open(&path) else {
                continue;
            };
            for (files, source_name) in self.origins(&module, &name) {
                if source_name == "*" {
                    found.extend(files);
                } else {
                    let next = files.into_iter();
                    waiting.extend(next.map(|file| (file, source_name.clone(), hops + 1)));
                }
            }
        }
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
        let key = (
            start,
            wanted.to_owned(),
            container.map(str::to_owned),
            self.is_call,
        );
        if let Some(known) = lock(&self.followed).get(&key) {
            return *known;
        }
        let reach = self.follow_from(key.0.clone(), wanted, container);
        lock(&self.followed).insert(key, reach);
        reach
    }

    /// Follows a name as [`Resolver::follow`] does, without what was followed before.
    fn follow_from(&self, start: Vec<String>, wanted: &str, container: Option<&str>) -> Reach {
        let mut waiting: Vec<(String, String, usize)> = start
            .into_iter()
            .map(|path| (path, container.unwrap_or(wanted).to_owned(), 0))
            .collect();
        let mut seen: HashSet<(String, String)> = HashSet::new();
        let mut elsewhere = false;
        let mut is_incomplete = waiting.is_empty();
        while let Some((path, name, hops)) = waiting.pop() {
            if hops > MAX_HOPS {
                is_incomplete = true;
                continue;
            }
            if !seen.insert((path.clone(), name.clone())) {
                continue;
            }
            let is_declared_here = |target: &Target| match container {
                Some(_) => target.file.path == path && target.container() == Some(&name),
                None => {
                    target.file.path == path && target.symbol().name == name && !target.is_member()
                }
            };
            if let Some(target) = self.find(is_declared_here) {
                return Reach::Target(target);
            }
            let Some(module) = self.context.open_for_name(&path, &name) else {
                is_incomplete = true;
                continue;
            };
            let declares = |symbol: &Symbol| module.is_outer(symbol) && symbol.name == name;
            elsewhere |= module.facts.symbols.iter().any(declares);
            // A declaration in a header stands for the definition in any file.
            let is_prototype = |symbol: &Symbol| symbol.kind == "prototype" && symbol.name == name;
            if module.facts.symbols.iter().any(is_prototype)
                && let Some(target) = self.find(|target| target.symbol().name == name)
            {
                return Reach::Target(target);
            }
            for (files, source_name) in self.origins(&module, &name) {
                is_incomplete |= files.is_empty();
                let next = files.into_iter();
                waiting.extend(next.map(|file| (file, source_name.clone(), hops + 1)));
            }
        }
        if elsewhere {
            Reach::Elsewhere
        } else if !is_incomplete {
            Reach::Absent
        } else {
            Reach::Unknown
        }
    }
}
