//! What a name means in one file on the way that it is followed, found once for all files that the way begins in.

use super::Resolver;
use super::follow::origins_of;
use crate::facts::{Import, OBJECT, ParsedFile, Symbol};
use crate::text::memo::lock;
use std::collections::HashMap;
use std::sync::Arc;

/// A name in a file that is followed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Named {
    pub(super) path: String,
    pub(super) name: String,
    /// Whether it is what the file calls something itself, and not what other files see.
    pub(super) inside: bool,
    /// Whether the member of a type of that name is wanted.
    pub(super) members: bool,
    /// Whether something that can be called is wanted.
    pub(super) is_call: bool,
    /// How many arguments it gets, see [`Resolver::arguments`].
    pub(super) arguments: Option<u8>,
}

/// What a name means in a file.
#[derive(Clone)]
pub(super) enum Step {
    /// The index of the target.
    Target(usize),
    /// A value without a name.
    Unnamed,
    /// The file is not in the tree or was not read.
    Unread,
    Module(Arc<Module>),
}

/// A file that was read and in which the name is no target.
pub(super) struct Module {
    /// Whether it declares the name.
    pub(super) declares: bool,
    /// Whether something that it may have the name from is not in the tree.
    pub(super) is_incomplete: bool,
    /// The numbers of where it may have the name from.
    pub(super) next: Vec<usize>,
}

/// The names in files that were met, by number, and the steps that are known.
#[derive(Default)]
pub(super) struct Steps {
    numbers: HashMap<Named, usize>,
    steps: Vec<(Named, Option<Step>)>,
}

impl Named {
    /// Whether the file exports something else by the name than what it calls so itself: `export { a as b }`.
    fn is_replaced(&self, file: &ParsedFile) -> bool {
        let mut imports = file.facts.imports.iter();
        !self.inside && imports.any(|import| self.is_replaced_by(import))
    }

    fn is_replaced_by(&self, import: &Import) -> bool {
        let is_renamed = import.name != import.local || !import.source.is_empty();
        import.local == self.name && import.reexport && is_renamed && import.is_outer()
    }

    /// Whether the name may be that of an import or an export of the file.
    fn may_come_from(&self, import: &Import, is_replaced: bool) -> bool {
        let is_own_export = import.reexport && import.source.is_empty();
        if self.inside { !is_own_export } else { !is_replaced || self.is_replaced_by(import) }
    }
}

impl Steps {
    /// The number of a name in a file.
    pub(super) fn number(&mut self, named: Named) -> usize {
        if let Some(number) = self.numbers.get(&named) {
            return *number;
        }
        self.steps.push((named.clone(), None));
        let number = self.steps.len() - 1;
        self.numbers.insert(named, number);
        number
    }
}

impl Resolver<'_> {
    /// The target that the step with this number leads to, if that is known without opening a file.
    pub(super) fn target_at(&self, number: usize) -> Option<usize> {
        let steps = lock(&self.known.steps);
        let (named, known) = &steps.steps[number];
        match known {
            Some(Step::Target(target)) => Some(*target),
            Some(_) => None,
            None => self.declared_in(named),
        }
    }

    /// The target that declares a name in its file.
    fn declared_in(&self, named: &Named) -> Option<usize> {
        let name = &named.name;
        self.find(|target| {
            let is_named = if named.members {
                target.container() == Some(name)
            } else {
                // What is assigned to a member of a value is no name in the file itself.
                let is_own = !(named.inside && target.is_assigned());
                target.symbol().name == *name && !target.is_member() && is_own && !target.is_local()
            };
            let is_there = is_named && target.file.path == named.path;
            !is_unnamed(name) && is_there && !named.is_replaced(&target.file)
        })
    }

    /// The step with this number.
    pub(super) fn step(&self, number: usize) -> Step {
        let known = lock(&self.known.steps).steps[number].1.clone();
        known.unwrap_or_else(|| {
            let named = lock(&self.known.steps).steps[number].0.clone();
            let step = self.take_step(&named);
            lock(&self.known.steps).steps[number].1.insert(step).clone()
        })
    }

    /// What a name means in a file.
    fn take_step(&self, named: &Named) -> Step {
        let name = &named.name;
        if is_unnamed(name) {
            return Step::Unnamed;
        }
        if let Some(target) = self.declared_in(named) {
            return Step::Target(target);
        }
        let Some(module) = self.context.open_for_origins(&named.path, name) else {
            return Step::Unread;
        };
        let is_replaced = named.is_replaced(&module);
        let mut symbols = module.facts.symbols.iter();
        // A declaration in a header stands for the definition in any file.
        let is_prototype = |symbol: &Symbol| symbol.kind == "prototype" && symbol.name == *name;
        if !is_replaced
            && symbols.clone().any(is_prototype)
            && let Some(target) = self.find(|target| target.symbol().name == *name)
        {
            return Step::Target(target);
        }
        let declares = !is_replaced && symbols.any(|s| module.is_outer(s) && s.name == *name);
        let imports = origins_of(&module, name).filter(|import| {
            // What a file declares or exports by its name counts more than all names of another file.
            let is_hidden = import.local.is_empty() && (declares || is_replaced);
            !is_hidden && named.may_come_from(import, is_replaced)
        });
        let next: Vec<(Vec<String>, Named)> = imports
            .map(|import| {
                let is_all = import.local.is_empty();
                let source_name = if is_all { name } else { &import.name };
                let next = Named {
                    name: source_name.clone(),
                    inside: import.source.is_empty(),
                    ..named.clone()
                };
                (self.context.resolve(&module, &import.source), next)
            })
            .collect();
        let is_incomplete = next.iter().any(|(files, _)| files.is_empty());
        let mut steps = lock(&self.known.steps);
        let next = next.into_iter().flat_map(|(files, named)| {
            files.into_iter().map(move |path| Named { path, ..named.clone() })
        });
        Step::Module(Arc::new(Module {
            declares,
            is_incomplete,
            next: next.map(|named| steps.number(named)).collect(),
        }))
    }
}

/// Whether this stands for a value without a name.
fn is_unnamed(name: &str) -> bool {
    name.is_empty() || name == OBJECT
}
