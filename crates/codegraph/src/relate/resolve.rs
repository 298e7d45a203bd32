//! What a name means where it stands: through imports, through scopes, or by name only.

use super::targets::Target;
use super::world::World;
use crate::answer::Resolution;
use crate::facts::{Import, Reference, Symbol};
use crate::languages::folder;
use crate::opened::Opened;

/// How a use is bound to a target; surer ones order first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bond {
    pub(super) resolution: Resolution,
    /// Index of the target, where one is known.
    pub(super) target: Option<usize>,
}

/// Where an import leads.
pub(super) enum Reach {
    Target(usize),
    Elsewhere,
    Unknown,
}

/// Binds uses to targets.
pub(super) struct Resolver<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) targets: &'a [Target],
}

/// The names under which `name` may be used in a file: itself, and what an import calls it.
pub(super) fn local_names(file: &Opened, name: &str) -> Vec<String> {
    let renamed = file
        .facts
        .imports
        .iter()
        .filter(|import| import.name == name);
    let mut names: Vec<String> = renamed.map(|import| import.local.clone()).collect();
    names.push(name.to_owned());
    names.retain(|name| !name.is_empty());
    names.sort_unstable();
    names.dedup();
    names
}

impl Resolver<'_> {
    /// How `reference`, which reads `text`, is bound; `None` when it means something else.
    pub(super) fn bond(&self, file: &Opened, reference: &Reference, text: &str) -> Option<Bond> {
        let by_name = Some(Bond {
            resolution: Resolution::Name,
            target: None,
        });
        if self.targets.is_empty() {
            return by_name;
        }
        match reference.qualifier.as_ref().map(|span| file.slice(span)) {
            Some(qualifier) => self.qualified(file, reference, qualifier, text),
            None => self.bare(file, text, reference.span.start),
        }
    }

    /// Whether a bare name at byte `at` can mean a target of the same file.
    fn sees(&self, file: &Opened, at: u32, target: &Target) -> bool {
        let Some(container) = target.symbol().container else {
            return true;
        };
        let container = container as usize;
        let bare_members = file.language.is_some_and(|language| language.bare_members);
        let around = &file.facts.symbols[container];
        (bare_members || !around.is_type()) && around.span.contains(&at)
    }

    /// A name without a qualifier.
    fn bare(&self, file: &Opened, text: &str, at: u32) -> Option<Bond> {
        let sees = |target: &Target| target.file.path == file.path && self.sees(file, at, target);
        if let Some(at) = self.at(sees) {
            return bond(Resolution::Scope, at);
        }
        let mut unknown = false;
        for import in file
            .facts
            .imports
            .iter()
            .filter(|import| import.local == text)
        {
            match self.reach(file, import) {
                Reach::Target(at) => return bond(Resolution::Import, at),
                Reach::Elsewhere => return None,
                Reach::Unknown => unknown = true,
            }
        }
        let outer = |symbol: &Symbol| symbol.container.is_none() && symbol.name == text;
        if !unknown && file.facts.symbols.iter().any(outer) {
            return None;
        }
        for import in file
            .facts
            .imports
            .iter()
            .filter(|i| i.local.is_empty() && i.name == "*")
        {
            if let Reach::Target(at) = self.reach_name(file, import, text) {
                return bond(Resolution::Import, at);
            }
        }
        let shared = file.language.is_some_and(|language| language.folder_scope);
        let beside = |target: &Target| {
            shared
                && target.symbol().container.is_none()
                && folder(&target.file.path) == folder(&file.path)
        };
        if let Some(at) = self.at(beside) {
            return bond(Resolution::Scope, at);
        }
        Some(Bond {
            resolution: Resolution::Name,
            target: None,
        })
    }

    /// A name after a qualifier: `qualifier.name`; `None` when it means something else.
    fn qualified(
        &self,
        file: &Opened,
        reference: &Reference,
        qualifier: &str,
        text: &str,
    ) -> Option<Bond> {
        let by_name = Some(Bond {
            resolution: Resolution::Name,
            target: None,
        });
        let Some(language) = file.language else {
            return by_name;
        };
        if language.own.contains(&qualifier) {
            return self.own(file, reference, text);
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let plain = qualifier
            .chars()
            .all(|c| is_name(c) || matches!(c, ':' | '.'));
        let last = qualifier
            .rsplit(|c| !is_name(c))
            .next()
            .unwrap_or(qualifier);
        let head = qualifier.split(|c| !is_name(c)).next().unwrap_or(qualifier);
        // The container's own name: `Type::method`, `Class.method`.
        let of_type = |target: &Target| target.container() == Some(last) && !last.is_empty();
        if let Some(at) = self.at(|t| of_type(t) && t.file.path == file.path) {
            return bond(Resolution::Scope, at);
        }
        for import in file
            .facts
            .imports
            .iter()
            .filter(|import| import.local == head)
        {
            if let Some(at) = self.through(file, import, last, text) {
                // What a longer expression yields is not told by what it begins with.
                return bond(
                    if plain {
                        Resolution::Import
                    } else {
                        Resolution::Name
                    },
                    at,
                );
            }
        }
        if language.paths_in_code && plain {
            let files = self.world.resolve(file, qualifier);
            if let Reach::Target(at) = self.follow(files, text, Some(last)) {
                return bond(Resolution::Import, at);
            }
        }
        let between = qualifier_end(reference)..reference.span.start;
        if file.slice(&between) == "::" && plain && !self.targets.iter().any(|t| t.lives_in(last)) {
            return None;
        }
        by_name
    }

    /// A name of the enclosing type: `self.name`, `this.name`.
    fn own(&self, file: &Opened, reference: &Reference, text: &str) -> Option<Bond> {
        let symbols = &file.facts.symbols;
        let inside = file.facts.enclosing(reference.span.start)?;
        let types: Vec<&str> = std::iter::once(inside)
            .chain(file.facts.containers(inside))
            .filter(|&at| symbols[at].is_type())
            .map(|at| symbols[at].name.as_str())
            .collect();
        let of_type = |t: &Target| t.container().is_some_and(|name| types.contains(&name));
        if let Some(at) = self.at(|t| of_type(t) && t.file.path == file.path) {
            return bond(Resolution::Scope, at);
        }
        if let Some(at) = self.at(of_type) {
            return bond(Resolution::Name, at);
        }
        let declared = symbols.iter().filter(|symbol| symbol.name == text);
        let mut containers = declared.filter_map(|symbol| symbol.container);
        let other = containers.any(|at| types.contains(&symbols[at as usize].name.as_str()));
        (!other).then_some(Bond {
            resolution: Resolution::Name,
            target: None,
        })
    }

    /// A target that the import of a module, or of a container, leads to.
    fn through(
        &self,
        file: &Opened,
        import: &Import,
        container: &str,
        text: &str,
    ) -> Option<usize> {
        let mut modules = self.world.resolve(file, &import.source);
        if import.name != "*" {
            let inner = self
                .world
                .resolve_member(file, &import.source, &import.name);
            let renamed = if container == import.local {
                &import.name
            } else {
                container
            };
            // Where the import names a type, that type must be the target's.
            let named = self.at(|t| t.container() == Some(renamed) && inner.contains(&t.file.path));
            let of_type = |t: &Target| t.container() == Some(renamed);
            if named.is_some() || self.targets.iter().any(of_type) {
                modules.extend(inner);
                return self.reached(modules, text, Some(renamed));
            }
            return self.reached(inner, text, None);
        }
        self.reached(modules, text, None)
    }

    fn reached(&self, files: Vec<String>, text: &str, container: Option<&str>) -> Option<usize> {
        match self.follow(files, text, container) {
            Reach::Target(at) => Some(at),
            _ => None,
        }
    }

    pub(super) fn at(&self, fits: impl FnMut(&Target) -> bool) -> Option<usize> {
        self.targets.iter().position(fits)
    }

    fn reach(&self, file: &Opened, import: &Import) -> Reach {
        let wanted = if import.name == "default" {
            import.local.clone()
        } else {
            import.name.clone()
        };
        self.reach_name(file, import, &wanted)
    }
}

fn qualifier_end(reference: &Reference) -> u32 {
    reference
        .qualifier
        .as_ref()
        .map_or(reference.span.start, |span| span.end)
}

fn bond(resolution: Resolution, target: usize) -> Option<Bond> {
    Some(Bond {
        resolution,
        target: Some(target),
    })
}
