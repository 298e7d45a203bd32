//! Following a name from module to module.

use std::collections::HashSet;

use super::resolve::{Reach, Resolver};
use super::targets::Target;
use crate::facts::{Import, Symbol};
use crate::opened::Opened;

/// How far a name is followed through files that pass it on.
const MAX_HOPS: usize = 6;

impl Resolver<'_> {
    /// Follow an import for `wanted` to the file that declares it.
    pub(super) fn reach_name(&self, file: &Opened, import: &Import, wanted: &str) -> Reach {
        let start = self.world.resolve(file, &import.source);
        if import.name == "default" || (import.name == "*" && !import.local.is_empty()) {
            // A default has no name of its own, and a module may be what is called.
            let whole = |t: &Target| !t.is_member() && start.contains(&t.file.path);
            if let Some(at) = self.at(whole) {
                return Reach::Target(at);
            }
        }
        self.follow(start, wanted, None)
    }

    /// Follow a name from module to module, as far as they pass it on. With a container, the target
    /// may be its member, and the container is what is passed on.
    pub(super) fn follow(
        &self,
        start: Vec<String>,
        wanted: &str,
        container: Option<&str>,
    ) -> Reach {
        let passed =
            container.filter(|name| self.targets.iter().any(|t| t.container() == Some(name)));
        let mut waiting: Vec<(String, String, usize)> = start
            .into_iter()
            .map(|path| (path, passed.unwrap_or(wanted).to_owned(), 0))
            .collect();
        let mut seen: HashSet<(String, String)> = HashSet::new();
        let mut elsewhere = false;
        while let Some((path, name, hops)) = waiting.pop() {
            if hops > MAX_HOPS || !seen.insert((path.clone(), name.clone())) {
                continue;
            }
            let here = |target: &Target| match passed {
                Some(_) => target.file.path == path && target.container() == Some(&name),
                None => {
                    target.file.path == path && target.symbol().name == name && !target.is_member()
                }
            };
            if let Some(at) = self.at(here) {
                return Reach::Target(at);
            }
            let Some(module) = self.world.open(&path) else {
                continue;
            };
            let declares = |symbol: &Symbol| symbol.container.is_none() && symbol.name == name;
            elsewhere |= module.facts.symbols.iter().any(declares);
            // A header's declaration stands for the definition, wherever that is.
            let lends = |symbol: &Symbol| symbol.kind == "prototype" && symbol.name == name;
            if module.facts.symbols.iter().any(lends)
                && let Some(at) = self.at(|target| target.symbol().name == name)
            {
                return Reach::Target(at);
            }
            for next in &module.facts.imports {
                let star = next.local.is_empty() && next.reexport;
                if next.local == name || star {
                    let further = if star {
                        name.clone()
                    } else {
                        next.name.clone()
                    };
                    let files = self.world.resolve(&module, &next.source);
                    waiting.extend(
                        files
                            .into_iter()
                            .map(|file| (file, further.clone(), hops + 1)),
                    );
                }
            }
        }
        if elsewhere {
            Reach::Elsewhere
        } else {
            Reach::Unknown
        }
    }
}
