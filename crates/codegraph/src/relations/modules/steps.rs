//! What a name means in one file on the way that it is followed.

use super::follow::origins_of;
use crate::facts::languages::Runtime;
use crate::facts::{Import, OBJECT, ParsedFile, Symbol};
use crate::relations::{Resolver, Target};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

/// What a name means in a file: the index of the target that it leads to, or where to go on.
pub(crate) type Step = ControlFlow<usize, Arc<Module>>;

/// A name in a file that is followed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Named {
    pub(crate) path: String,
    pub(crate) name: String,
    /// Whether it is what the file calls something itself, and not what other files see.
    pub(super) inside: bool,
    /// Whether the member of a type of that name is wanted.
    pub(super) members: bool,
    /// Whether something that can be called is wanted.
    pub(super) is_call: bool,
    /// How many arguments it gets, see [`Resolver::arguments`].
    pub(super) arguments: Option<u8>,
}

/// A file in which a name is no target.
#[derive(Default)]
pub(crate) struct Module {
    /// Whether it declares the name, or the name stands for a value without one.
    pub(super) declares: bool,
    /// Whether it was not read, or something that it may have the name from is not in the tree.
    pub(super) is_incomplete: bool,
    /// Where it may have the name from.
    pub(super) next: Vec<Arc<Named>>,
}

impl Resolver<'_> {
    /// The target that declares a name in its file.
    pub(super) fn declared_in(&self, named: &Named) -> Option<usize> {
        let name = &named.name;
        self.find(|target| {
            let is_named = || {
                if named.members {
                    return target.container() == Some(name);
                }
                // What is assigned to a member of a value is no name in the file itself.
                let is_own = !(named.inside && target.is_assigned());
                target.symbol().name == *name && !target.is_member() && is_own && !target.is_local()
            };
            let is_there = target.file.path == named.path && is_named();
            is_there && !is_unnamed(name) && !named.is_replaced(&target.file)
        })
    }

    /// What a name means in a file.
    pub(super) fn step(&self, named: &Named) -> Step {
        let name = &named.name;
        if is_unnamed(name) {
            return Continue(Arc::new(Module { declares: true, ..Module::default() }));
        }
        let Some(module) = self.context.open_for_origins(&named.path, name) else {
            return Continue(Arc::new(Module { is_incomplete: true, ..Module::default() }));
        };
        let is_replaced = named.is_replaced(&module);
        let mut symbols = module.facts.symbols.iter();
        // A declaration in a header stands for the definition in any file; that of a member is no name of the header.
        let is_prototype = |symbol: &&Symbol| {
            let in_type = module.facts.container(symbol).is_some_and(Symbol::is_type);
            symbol.is_prototype() && symbol.name == *name && (named.members || !in_type)
        };
        let defined = |symbol: &Symbol| {
            let is_beside = |of: &Target| named.members || of.container() == symbol.qualifier();
            self.find(|target| target.symbol().name == *name && is_beside(target))
        };
        let mut prototypes = symbols.clone().filter(is_prototype).filter(|_| !is_replaced);
        if let Some(target) = prototypes.find_map(defined) {
            return Break(target);
        }
        let declares = !is_replaced && symbols.any(|s| module.is_outer(s) && s.name == *name);
        let mut onward = Module { declares, ..Module::default() };
        // In Lua, a local name of a module is none of its table.
        let is_lua = module.language().runtime == Some(Runtime::Lua);
        let is_seen = |import: &&Import| named.inside || !is_lua || import.reexport;
        for import in origins_of(&module, name).filter(is_seen) {
            // What a file declares or exports by its name counts more than all names of another file.
            let is_hidden = import.local.is_empty() && (declares || is_replaced);
            if is_hidden || !named.may_come_from(import, is_replaced) {
                continue;
            }
            let source_name = if import.local.is_empty() { name } else { &import.name };
            let files = self.context.resolve(&module, &import.source);
            onward.is_incomplete |= files.is_empty();
            let (name, inside) = (source_name, import.source.is_empty());
            onward.next.extend(
                files.into_iter().map(|path| {
                    Arc::new(Named { path, name: name.clone(), inside, ..named.clone() })
                }),
            );
        }
        Continue(Arc::new(onward))
    }
}

impl Named {
    /// Whether the file exports something else by the name than what it calls so itself: `export { a as b }`.
    fn is_replaced(&self, file: &ParsedFile) -> bool {
        // What a module within the file exports is no export of the file.
        let has_inner = file.language().path_from_file.is_some();
        let mut imports =
            file.facts.imports.iter().filter(|one| !has_inner || one.within.is_none());
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

/// Whether this stands for a value without a name.
fn is_unnamed(name: &str) -> bool {
    name.is_empty() || name == OBJECT
}
