//! Rules of languages by which an occurrence cannot mean a target of the same name.

use super::local_names::is_assigned;
use crate::facts::{DEFAULT, Import, ParsedFile, Symbol};
use crate::relations::{Reach, Resolver, Target};
use crate::text::words::is_name_char;

/// Calls that return a module, whose result may have any of its names.
pub(crate) const LOADERS: [&str; 3] = ["import(", "import_module(", "require("];

/// The word before a method that is read like a field.
const GETTER: &str = "get";

/// The module that an expression loads by its literal name: `a` in `require('a')` and `(await import('a'))`.
pub(crate) fn loaded_module(expression: &str) -> Option<&str> {
    let call = expression.trim_start_matches('(');
    let call = call.strip_prefix("await ").unwrap_or(call);
    LOADERS.iter().find_map(|loader| {
        let argument = call.strip_prefix(loader)?.trim_end_matches(')');
        let name = argument.trim_matches(['"', '\'', '`']);
        (name.len() + 2 == argument.len()).then_some(name)
    })
}

/// Whether a call can mean a declaration.
pub(crate) fn is_callable(file: &ParsedFile, symbol: usize) -> bool {
    let kind = file.facts.symbols[symbol].kind.as_str();
    !file.language().uncallable_kinds.contains(&kind)
}

impl Target {
    /// Whether a call can mean it.
    pub(crate) fn is_callable(&self) -> bool {
        is_callable(&self.file, self.symbol)
    }

    fn kind_is(&self, kinds: &[&str]) -> bool {
        kinds.contains(&self.symbol().kind.as_str())
    }

    fn container_is(&self, kinds: &[&str]) -> bool {
        let mut around = self.around().into_iter();
        around.any(|around| kinds.contains(&around.kind.as_str()))
    }

    /// Whether it is a property of a value, which is not in scope by its name.
    pub(crate) fn is_part(&self) -> bool {
        self.is_member() || self.kind_is(&["field", "method", "property"])
    }

    /// Whether an object key or a keyword argument can mean it.
    fn is_key(&self) -> bool {
        self.kind_is(&["field", "property"]) || self.container_is(&["interface", "type"])
    }

    /// Whether it is a name within a function of a module, which other files cannot use.
    pub(crate) fn is_local(&self) -> bool {
        let in_function = self.around().is_some_and(Symbol::is_function);
        self.file.facts.module && in_function && !self.is_assigned()
    }

    /// Whether it is an assignment to a member: `a.b = function …`.
    pub(crate) fn is_assigned(&self) -> bool {
        is_assigned(&self.file, self.symbol())
    }

    /// Whether it is a class without super types, decorators and members that stand for others.
    pub(crate) fn is_plain_class(&self) -> bool {
        let symbol = self.symbol();
        let head = self.file.slice(&(symbol.name_span.end..symbol.body));
        let decorated = self.file.slice(&symbol.code).starts_with('@');
        let stand_ins = self.file.language().pointer_types;
        let stands_in = stand_ins.iter().any(|name| self.declares(name));
        let has_no_supers = head.trim_matches(|c: char| "{():".contains(c) || c.is_whitespace());
        self.kind_is(&["class"]) && has_no_supers.is_empty() && !decorated && !stands_in
    }

    /// Whether its name alone calls it.
    pub(crate) fn is_nullary(&self) -> bool {
        let symbol = self.symbol();
        let head = self.file.slice(&(symbol.name_span.end..symbol.body));
        self.file.language().nullary_calls
            && symbol.is_function()
            && !head.trim_start().starts_with(['(', '['])
    }

    /// Whether it is a function that a decorator replaced: `@fixture`.
    pub(crate) fn is_decorated(&self) -> bool {
        let code = self.file.slice(&self.symbol().code);
        self.kind_is(&["function"]) && code.starts_with('@')
    }

    /// Whether a method is read like a field: an accessor, as `get a()`, or one that a decorator makes a value, as in
    /// Python.
    pub(crate) fn is_read(&self) -> bool {
        let symbol = self.symbol();
        let before = self.file.slice(&(symbol.code.start..symbol.name_span.start)).trim_end();
        let is_word = |rest: &str| rest.is_empty() || rest.ends_with(char::is_whitespace);
        let is_accessor = before.strip_suffix(GETTER).is_some_and(is_word);
        let has_values = !self.file.language().implicit_self;
        has_values && (is_accessor || before.starts_with('@'))
    }

    /// Whether it augments another module: `declare module "a" { … }`.
    fn is_augmenting(&self) -> bool {
        self.augmented().is_some()
    }

    /// The module that it augments: `"a"` in `declare module "a" { … }`.
    pub(crate) fn augmented(&self) -> Option<&str> {
        let name = &self.around()?.name_span;
        let quoted = self.file.slice(name);
        let module = quoted.strip_prefix(['"', '\''])?;
        module.strip_suffix(['"', '\''])
    }

    /// Whether it can follow a dot: not a declaration of a module or a function.
    fn follows_dot(&self) -> bool {
        let local = self.container_is(&["function", "method"]);
        self.is_part() || self.is_assigned() || (self.symbol().container.is_some() && !local)
    }
}

impl Resolver<'_> {
    /// Whether names get from the targets' files to `file` through imports only.
    fn needs_import(&self, file: &ParsedFile) -> bool {
        let closed = |t: &Target| t.file.facts.module && !t.is_augmenting();
        file.facts.module && self.targets.iter().all(closed)
    }

    /// Whether an object key or the name of an argument can mean a target.
    pub(crate) fn fits_key(&self) -> bool {
        self.targets.iter().any(Target::is_key)
    }

    /// Whether a bare name without an import cannot mean a target of another scope.
    pub(crate) fn excludes_bare(&self, file: &ParsedFile, at: u32) -> bool {
        // The markup of a component names members of the object that the script exports.
        let around = file.facts.enclosing(at).map(|at| &file.facts.symbols[at]);
        if around.is_some_and(|around| around.kind == "component")
            && self.targets.iter().any(|target| target.file.path == file.path)
        {
            return false;
        }
        if self.are_never_bare(file) {
            // The arguments of macros are plain tokens, whatever precedes them.
            return !follows_value(file, at);
        }
        // Parts of one namespace are visible to each other; an assigned name may be global; a framework may provide
        // components to markup.
        let open = |t: &Target| {
            t.is_assigned() || t.container_is(&["namespace"]) || t.kind_is(&["component"])
        };
        self.needs_import(file) && !self.targets.iter().any(open)
    }

    /// Whether a name in `file` can mean the targets only behind a value or a type: methods, in a language in which a body
    /// does not name the members of its own value.
    pub(super) fn are_never_bare(&self, file: &ParsedFile) -> bool {
        let is_method =
            |t: &Target| t.kind_is(&["method"]) || (t.symbol().is_function() && t.is_member());
        !file.language().implicit_self && self.targets.iter().all(is_method)
    }

    /// Whether `qualifier.name` cannot mean a target, since names of modules need an import.
    pub(crate) fn excludes_dotted(&self, file: &ParsedFile, qualifier: &str) -> bool {
        let loads = LOADERS.iter().any(|loader| qualifier.contains(loader));
        let dotted = self.targets.iter().any(Target::follows_dot);
        self.needs_import(file) && !dotted && !loads && !spreads(file, qualifier)
    }

    /// Whether `import` is a module of the tree that has no such name, or has a different declaration of it.
    pub(crate) fn module_lacks_name(&self, file: &ParsedFile, import: &Import, text: &str) -> bool {
        // `import a.b` binds `a`, which is not the module that it names.
        let inner = import.source.strip_prefix(import.local.as_str());
        if !self.needs_import(file) || inner.is_some_and(|rest| rest.starts_with('.')) {
            return false;
        }
        let modules = self.modules_of(file, import);
        let module = |path: &String| self.context.open(path).is_some_and(|m| m.facts.module);
        if modules.is_empty() || !modules.iter().all(module) {
            return false;
        }
        matches!(self.follow(modules, text, None), Reach::Elsewhere | Reach::Absent)
    }

    /// Whether `import` is a module, or for targets that are no members a value, from outside the tree: its source
    /// resolves to no file, and no target is in a file or a folder of its name.
    pub(crate) fn is_outside(&self, file: &ParsedFile, import: &Import) -> bool {
        let names = import.source.split(|c| !is_name_char(c)).rev().take(2);
        let mut names = names.chain([import.name.as_str()]);
        let is_module = import.name == "*" || !self.targets.iter().any(Target::follows_dot);
        is_module
            && self.context.resolve(file, &import.source).is_empty()
            && !names.any(|name| self.targets.iter().any(|target| target.is_in(name)))
    }

    /// Whether an import is from outside of the tree, and no alias of a build tool can lead into it.
    pub(crate) fn leads_nowhere(&self, file: &ParsedFile, import: &Import) -> bool {
        self.is_outside(file, import) && !self.context.may_lead_here(&import.source)
    }

    /// The files of the module that an import binds, if it binds a module and not a name of it.
    fn modules_of(&self, file: &ParsedFile, import: &Import) -> Vec<String> {
        let declares = |path: &String| {
            let opened = self.context.open(path);
            opened.is_none_or(|module| module.declared(&import.name).next().is_some())
        };
        let start = || self.context.resolve(file, &import.source);
        let is_name =
            || self.namespaces(start(), &import.name).is_empty() && start().iter().any(declares);
        match import.name.as_str() {
            DEFAULT => Vec::new(),
            "*" => start(),
            _ if is_name() => Vec::new(),
            _ => self.module_files(file, import),
        }
    }
}

/// Whether the file binds `name` to an object with all names of a module: `{ ...module }`.
fn spreads(file: &ParsedFile, name: &str) -> bool {
    let facts = &file.facts;
    let made = facts.symbols.iter().filter(|symbol| symbol.name == name);
    let mut made = made.map(|symbol| file.slice(&symbol.code));
    let mut modules = facts.imports.iter().filter(|import| import.name == "*");
    made.any(|code| modules.any(|module| code.contains(&format!("...{}", module.local))))
}

/// Whether the name at byte `at` stands behind a value or a path.
fn follows_value(file: &ParsedFile, at: u32) -> bool {
    let before = file.text[..at as usize].trim_ascii_end();
    before.ends_with(b".") || before.ends_with(b"::")
}
