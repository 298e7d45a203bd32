//! A declaration of the tree, as the rules of resolution compare it.

use crate::facts::languages::{Family, Runtime};
use crate::facts::{ParsedFile, Symbol};
use crate::text::words::is_name_char;
use std::sync::Arc;

/// A declaration.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) file: Arc<ParsedFile>,
    /// Index in the file's facts.
    pub(super) symbol: usize,
}

impl Target {
    /// The declarations of a file, in their order.
    pub(super) fn all(file: &Arc<ParsedFile>) -> impl Iterator<Item = Target> {
        (0..file.facts.symbols.len()).map(|symbol| Target { file: Arc::clone(file), symbol })
    }

    pub(super) fn symbol(&self) -> &Symbol {
        &self.file.facts.symbols[self.symbol]
    }

    /// The declaration around it.
    pub(super) fn around(&self) -> Option<&Symbol> {
        self.file.facts.container(self.symbol())
    }

    /// The same as a declaration of the tree.
    pub(super) fn enclosing(&self) -> Option<Target> {
        let symbol = self.symbol().container? as usize;
        Some(Target { file: Arc::clone(&self.file), symbol })
    }

    /// The name of the innermost container; a component that stands for its whole file does not count.
    pub(super) fn container(&self) -> Option<&str> {
        self.symbol().qualifier()
    }

    /// Whether it is a member of a type, and not of a module or a scope.
    pub(super) fn is_member(&self) -> bool {
        let symbol = self.symbol();
        match self.around() {
            Some(_) if self.file.is_outer(symbol) || self.is_open() => false,
            Some(around) => around.is_type(),
            // The qualified name of a function, a type or a module may begin with a type that it extends or a scope around it.
            None => {
                let free =
                    symbol.is_type() || matches!(symbol.kind.as_str(), "function" | "module");
                symbol.qualified != symbol.name && !free
            }
        }
    }

    /// Whether `scope` is the name of its container, or of its file or folder.
    pub(super) fn is_in(&self, scope: &str) -> bool {
        match self.container() {
            Some(container) => container == scope || self.open_scope() == Some(scope),
            None => self.path_parts().take(2).any(|part| part == scope),
        }
    }

    /// Whether the text of the declaration up to its name is this one, as far as both go.
    pub(super) fn is_declared_as(&self, text: &str) -> bool {
        let symbol = self.symbol();
        let own = self.file.slice(&(symbol.code.start..symbol.name_span.end));
        let is_alike = || own.ends_with(text) || own.contains(' ') && text.ends_with(own);
        text.is_empty() || is_alike()
    }

    /// Whether it is a constant of an enumeration of C or C++ that is open, so that it is a name of the scope around that,
    /// too.
    fn is_open(&self) -> bool {
        let is_c = self.file.language().runtime == Some(Runtime::Machine(Family::C));
        let around = self.around().filter(|_| is_c && self.symbol().kind == "variant");
        around.is_some_and(|around| {
            let before = self.file.slice(&(around.code.start..around.name_span.start)).trim_end();
            before.ends_with("enum") || before.starts_with("typedef")
        })
    }

    /// The scope around an enumeration of C++ that is open.
    pub(super) fn open_scope(&self) -> Option<&str> {
        self.around().filter(|_| self.is_open())?.qualifier()
    }

    /// The parts of its file's path without the extension, innermost first.
    fn path_parts(&self) -> impl Iterator<Item = &str> {
        let path = self.file.path.as_str();
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        stem.rsplit('/')
    }

    /// The names of its containers and the parts of its namespace, innermost first.
    pub(super) fn scopes(&self) -> impl Iterator<Item = &str> {
        let namespace = self.namespace().into_iter();
        around(self.symbol()).chain(namespace.flat_map(|name| name.rsplit('.')))
    }

    /// Its qualified name if that is unique among `targets`, else with its path: `path#qualified`.
    pub(super) fn label(&self, targets: &[Target]) -> String {
        let qualified = &self.symbol().qualified;
        let same = targets.iter().filter(|other| &other.symbol().qualified == qualified);
        if same.count() > 1 { format!("{}#{qualified}", self.file.path) } else { qualified.clone() }
    }
}

/// The declarations of a name in a file.
pub(super) fn named<'f>(
    file: &'f Arc<ParsedFile>,
    name: &'f str,
) -> impl Iterator<Item = Target> + 'f {
    file.declared(name).map(|symbol| Target { file: Arc::clone(file), symbol })
}

/// Whether the qualifiers occur, in their order, among the containers and the parts of the namespace and of the path.
pub(super) fn fits(target: &Target, qualifiers: &[String]) -> bool {
    let mut scopes = target.scopes().chain(target.path_parts());
    qualifiers.iter().rev().all(|wanted| scopes.any(|scope| scope == wanted))
}

/// The names before that of a declaration in its qualified name, innermost first.
fn around(symbol: &Symbol) -> impl Iterator<Item = &str> {
    let is_name = |c: char| is_name_char(c) || c == '$';
    let before = symbol.qualified.strip_suffix(symbol.name.as_str());
    let names = before.unwrap_or_default().rsplit(move |c| !is_name(c));
    names.filter(|name| !name.is_empty())
}
