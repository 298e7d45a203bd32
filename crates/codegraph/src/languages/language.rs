//! What is known of one language, and how it names other files.

use std::ops::Range;

use tree_sitter::Node;

use super::Pieces;
use crate::facts::Import;
use crate::pattern::{PatternError, Patterns};

/// How one language is read.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    /// Endings of file names, without the dot.
    pub(crate) extensions: &'static [&'static str],
    /// Whole file names, beside the endings: `Makefile`.
    pub(crate) file_names: &'static [&'static str],
    pub(crate) grammar: fn() -> tree_sitter::Language,
    /// Patterns for facts, joined: see `extract` for the captures.
    pub(crate) facts: &'static [&'static str],
    /// Whether it is data or prose: what it declares is found in it, but code names none of it, and it is not code.
    pub(crate) data: bool,
    /// What stands between a container and a name.
    pub(crate) separator: &'static str,
    /// What names the enclosing type: `this`, `self`.
    pub(crate) own: &'static [&'static str],
    /// Whether files of one folder see each other's names without an import.
    pub(crate) folder_scope: bool,
    /// Whether code may name a module by its path without importing it.
    pub(crate) paths_in_code: bool,
    /// Which files are modules: those whose names others get at by importing them, and only so.
    pub(crate) modules: Modules,
    /// Whether a type's members may be named bare within it.
    pub(crate) bare_members: bool,
    /// Whether what a type holds is named bare wherever the type itself can be named: constructors, fields.
    pub(crate) open_members: bool,
    /// Whether a value has just the members of the type that it is said to have, and of what that
    /// extends, so that a type from outside of the tree leads to nothing in it.
    pub(crate) nominal: bool,
    /// Kinds of declarations that no call means, however alike the names are.
    pub(crate) uncalled: &'static [&'static str],
    /// Whether the body of a type, but not of its functions, may name the members bare.
    pub(crate) class_scope: bool,
    /// Whether no function stands in another: where one seems to, braces do not pair, as in `#if` branches that
    /// each open one.
    pub(crate) flat_functions: bool,
    /// For a language whose files are components: where their code stands.
    pub(crate) component: Option<fn(&[u8]) -> Pieces>,
    /// Bytes that the grammar takes for something else, and without which it reads the rest: ascending.
    pub(crate) left_out: fn(&[u8]) -> Vec<Range<usize>>,
    /// The language that a text is in instead, where two languages share an ending of file names.
    pub(crate) instead: fn(&str, &[u8]) -> Option<&'static Language>,
    /// Attributes that mark a declaration as a test.
    pub(crate) test_marks: &'static [&'static str],
    pub(crate) imports: &'static dyn Imports,
}

/// Which files of a language are modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Modules {
    /// None: there are other ways to names of other files.
    None,
    /// Those that import or export.
    Marked,
    /// All.
    All,
}

/// How a language names other files.
pub(crate) trait Imports: Sync {
    /// The imports that a node captured as `@import` makes.
    fn read(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>);

    /// The files of the tree that `source`, written in file `from`, names; best first. Empty when
    /// it names nothing in the tree, or is unknown.
    fn resolve(&self, tree: &dyn Files, from: &str, source: &str) -> Vec<String>;

    /// The source that names `name` of `source`, where a member can be a module itself.
    fn member(&self, _source: &str, _name: &str) -> Option<String> {
        None
    }
}

/// The tree as a resolver sees it.
pub(crate) trait Files {
    /// Whether a file of this path is there.
    fn contains(&self, path: &str) -> bool;
    /// The text of a file that configures a build: also of one that git's rules leave out.
    fn config(&self, path: &str) -> Option<String>;
    /// Paths of files of this name in the tree's folders, also of those that git's rules leave out.
    fn configs(&self, name: &str) -> Vec<String>;
    /// Paths of the tree that end in `/name`, or are `name`.
    fn named(&self, name: &str) -> Vec<String>;
    /// Paths of the files that stand directly in a folder.
    fn within(&self, folder: &str) -> Vec<String>;
}

/// For languages whose imports name no files, or are not read yet.
struct NoImports;

impl Imports for NoImports {
    fn read(&self, _: Node<'_>, _: &[u8], _: &mut Vec<Import>) {}

    fn resolve(&self, _: &dyn Files, _: &str, _: &str) -> Vec<String> {
        Vec::new()
    }
}

impl Language {
    /// A language that has none of the ways of the others: a row says which it has.
    pub(super) const fn new(
        name: &'static str,
        extensions: &'static [&'static str],
        grammar: fn() -> tree_sitter::Language,
        facts: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            extensions,
            file_names: &[],
            grammar,
            facts,
            data: false,
            separator: ".",
            own: &[],
            folder_scope: false,
            paths_in_code: false,
            modules: Modules::None,
            bare_members: false,
            open_members: false,
            nominal: false,
            uncalled: &[],
            class_scope: false,
            flat_functions: false,
            component: None,
            left_out: |_| Vec::new(),
            instead: |_, _| None,
            test_marks: &[],
            imports: &NoImports,
        }
    }

    pub(super) fn compile(&self) -> Result<Patterns, PatternError> {
        Patterns::compile(&self.facts.concat(), &(self.grammar)())
    }
}
