//! A language: how its files are read, and how its imports name other files.

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;
use tree_sitter::Node;

use super::EmbeddedCode;
use crate::facts::Import;
use crate::pattern::{PatternError, Patterns};

/// The properties of a language. The row of a language sets those that differ from [`Language::new`].
pub(crate) struct Language {
    pub(crate) name: &'static str,
    /// File extensions, without the dot.
    pub(crate) extensions: &'static [&'static str],
    /// Whole file names of the language, whatever their extension: `Makefile`.
    pub(crate) file_names: &'static [&'static str],
    /// Suffixes of the names of files that only declare the types of code in other files: `.d.ts`.
    pub(crate) declaration_files: &'static [&'static str],
    pub(crate) grammar: fn() -> tree_sitter::Language,
    /// The patterns that find its facts, joined into one text; see `extract` for the captures.
    pub(crate) patterns: &'static [&'static str],
    /// Whether it is data or prose: its declarations can be searched, but no name in code refers to them.
    pub(crate) is_data: bool,
    /// The separator of a container and a member in a qualified name: `.`, `::`.
    pub(crate) separator: &'static str,
    /// The words that refer to the enclosing type or its value: `this`, `self`.
    pub(crate) self_names: &'static [&'static str],
    /// Whether files of one folder see each other's names without an import.
    pub(crate) folder_scope: bool,
    /// Whether code may use a qualified name, as `a::b::c`, without an import.
    pub(crate) qualified_without_import: bool,
    /// Which files are modules: files whose names other files see only through an import.
    pub(crate) modules: Modules,
    /// Whether a type's functions may use its other members without `self` or `this`, as in Java.
    pub(crate) implicit_self: bool,
    /// Whether the members of a type are in scope wherever the type is, without its name: constructors and fields, as
    /// in Haskell.
    pub(crate) unscoped_members: bool,
    /// Whether a value has only the members of its declared type and of that type's supertypes. Members of a type from
    /// outside the tree then refer to nothing in it.
    pub(crate) nominal_types: bool,
    /// Kinds of declarations that a call never refers to, even with the same name.
    pub(crate) uncallable_kinds: &'static [&'static str],
    /// Whether the body of a type may use its members without a qualifier, but its functions may not, as in Python.
    pub(crate) class_body_scope: bool,
    /// Whether functions are never nested, as in C. Where one seems to be nested, the braces are unbalanced, as in
    /// `#if` branches that each open a brace.
    pub(crate) no_nested_functions: bool,
    /// For single-file components, as of Vue and Svelte: finds the code in a file.
    pub(crate) embedded_code: Option<fn(&[u8]) -> EmbeddedCode>,
    /// Finds the byte ranges that the grammar would misparse, ascending; the parser gets only the text between them.
    pub(crate) skipped_ranges: fn(&[u8]) -> Vec<Range<usize>>,
    /// If each outermost declaration can be understood alone: the ranges of a text from which its facts about a name
    /// come, given the offsets of the name, ascending; `None` if they come from the whole text. All are in bytes; the
    /// ranges ascend.
    pub(crate) excerpt: Option<fn(&[u8], &[usize]) -> Option<Vec<Range<usize>>>>,
    /// The other language of a file (path and text), where two languages share an extension.
    pub(crate) disambiguate: fn(&str, &[u8]) -> Option<&'static Language>,
    /// Attributes that mark a declaration as a test.
    pub(crate) test_attributes: &'static [&'static str],
    pub(crate) imports: &'static dyn ImportResolver,
}

/// Which files of a language are modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Modules {
    /// None: names of other files are seen in other ways.
    None,
    /// Those that import or export something.
    WithImportOrExport,
    /// All.
    All,
}

/// Reads a language's imports, and resolves them to files.
pub(crate) trait ImportResolver: Sync {
    /// Adds the imports of a node that is captured as `@import`.
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>);

    /// The files that an import in file `from` means, best first; `source` is the string or path that it names. Empty
    /// when it means nothing in the tree, or is unknown.
    fn resolve(&self, tree: &dyn FileTree, from: &str, source: &str) -> Vec<String>;

    /// The source to resolve for the module `name` of `source`, in languages where an imported name can itself be a
    /// module, as in Python's `from source import name`.
    fn submodule(&self, _source: &str, _name: &str) -> Option<String> {
        None
    }
}

/// The files that an import can resolve to.
pub(crate) trait FileTree {
    /// Whether a file of this path is there.
    fn contains(&self, path: &str) -> bool;
    /// The text of a build's configuration file, ignored or not; `None` if it cannot be read or the host refuses it.
    fn config(&self, path: &str) -> Option<String>;
    /// The value of a build's configuration file, if it is JSON; comments and trailing commas are allowed.
    fn json(&self, path: &str) -> Option<Arc<Value>>;
    /// The paths of the files with this name, ignored or not, in the folders that contain listed files (at any depth);
    /// in byte order.
    fn configs(&self, name: &str) -> Vec<String>;
    /// The paths that `configs` returns for `name`, in byte order, whose files are JSON with a field `name` equal to
    /// `package`.
    fn configs_of_package(&self, name: &str, package: &str) -> Vec<String>;
    /// The paths that are `name`, or end in `/name`.
    fn with_suffix(&self, name: &str) -> Vec<String>;
    /// The paths of the files that are directly in a folder.
    fn in_folder(&self, folder: &str) -> Vec<String>;
}

/// The resolver of languages whose imports name no files, or are not read yet.
struct NoImports;

impl ImportResolver for NoImports {
    fn extract(&self, _: Node<'_>, _: &[u8], _: &mut Vec<Import>) {}

    fn resolve(&self, _: &dyn FileTree, _: &str, _: &str) -> Vec<String> {
        Vec::new()
    }
}

impl Language {
    /// A language without any optional property; its row sets those that it has.
    pub(super) const fn new(
        name: &'static str,
        extensions: &'static [&'static str],
        grammar: fn() -> tree_sitter::Language,
        patterns: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            extensions,
            file_names: &[],
            declaration_files: &[],
            grammar,
            patterns,
            is_data: false,
            separator: ".",
            self_names: &[],
            folder_scope: false,
            qualified_without_import: false,
            modules: Modules::None,
            implicit_self: false,
            unscoped_members: false,
            nominal_types: false,
            uncallable_kinds: &[],
            class_body_scope: false,
            no_nested_functions: false,
            embedded_code: None,
            skipped_ranges: |_| Vec::new(),
            excerpt: None,
            disambiguate: |_, _| None,
            test_attributes: &[],
            imports: &NoImports,
        }
    }

    pub(super) fn compile(&self) -> Result<Patterns, PatternError> {
        Patterns::compile(&self.patterns.concat(), &(self.grammar)())
    }
}
