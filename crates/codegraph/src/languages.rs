//! The languages: one row each. Adding a language is a folder and a row here.

use std::sync::{LazyLock, OnceLock};

use tree_sitter::Node;

use crate::facts::Import;
use crate::pattern::{BadPattern, Patterns};

#[cfg(feature = "bash")]
mod bash;
#[cfg(any(feature = "c", feature = "cpp"))]
mod c;
#[cfg(feature = "c-sharp")]
mod c_sharp;
#[cfg(feature = "components")]
mod components;
#[cfg(feature = "cpp")]
mod cpp;
#[cfg(feature = "dockerfile")]
mod dockerfile;
#[cfg(feature = "elixir")]
mod elixir;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "graphql")]
mod graphql;
#[cfg(feature = "haskell")]
mod haskell;
#[cfg(feature = "java")]
mod java;
#[cfg(any(feature = "javascript", feature = "typescript"))]
mod javascript;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "kotlin")]
mod kotlin;
#[cfg(test)]
mod listing;
#[cfg(feature = "lua")]
mod lua;
#[cfg(feature = "make")]
mod make;
#[cfg(feature = "markdown")]
mod markdown;
#[cfg(feature = "php")]
mod php;
mod pieces;
#[cfg(feature = "proto")]
mod proto;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "ruby")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "scala")]
mod scala;
#[cfg(feature = "sql")]
mod sql;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "toml")]
mod toml;
#[cfg(any(feature = "java", feature = "kotlin", feature = "scala"))]
mod types;
#[cfg(feature = "typescript")]
mod typescript;
#[cfg(feature = "yaml")]
mod yaml;
#[cfg(feature = "zig")]
mod zig;

pub(crate) use pieces::{Pieces, component_files};

/// Every language of this build.
static LANGUAGES: &[&Language] = &[
    #[cfg(feature = "bash")]
    &bash::LANGUAGE,
    #[cfg(feature = "c")]
    &c::LANGUAGE,
    #[cfg(feature = "c-sharp")]
    &c_sharp::LANGUAGE,
    #[cfg(feature = "components")]
    &components::ASTRO,
    #[cfg(feature = "components")]
    &components::SVELTE,
    #[cfg(feature = "components")]
    &components::VUE,
    #[cfg(feature = "cpp")]
    &cpp::LANGUAGE,
    #[cfg(feature = "dockerfile")]
    &dockerfile::LANGUAGE,
    #[cfg(feature = "elixir")]
    &elixir::LANGUAGE,
    #[cfg(feature = "go")]
    &go::LANGUAGE,
    #[cfg(feature = "graphql")]
    &graphql::LANGUAGE,
    #[cfg(feature = "haskell")]
    &haskell::LANGUAGE,
    #[cfg(feature = "java")]
    &java::LANGUAGE,
    #[cfg(feature = "javascript")]
    &javascript::LANGUAGE,
    #[cfg(feature = "json")]
    &json::LANGUAGE,
    #[cfg(feature = "kotlin")]
    &kotlin::LANGUAGE,
    #[cfg(feature = "lua")]
    &lua::LANGUAGE,
    #[cfg(feature = "make")]
    &make::LANGUAGE,
    #[cfg(feature = "markdown")]
    &markdown::LANGUAGE,
    #[cfg(feature = "php")]
    &php::LANGUAGE,
    #[cfg(feature = "proto")]
    &proto::LANGUAGE,
    #[cfg(feature = "python")]
    &python::LANGUAGE,
    #[cfg(feature = "ruby")]
    &ruby::LANGUAGE,
    #[cfg(feature = "rust")]
    &rust::LANGUAGE,
    #[cfg(feature = "scala")]
    &scala::LANGUAGE,
    #[cfg(feature = "sql")]
    &sql::LANGUAGE,
    #[cfg(feature = "swift")]
    &swift::LANGUAGE,
    #[cfg(feature = "toml")]
    &toml::LANGUAGE,
    #[cfg(feature = "typescript")]
    &typescript::TYPESCRIPT,
    #[cfg(feature = "typescript")]
    &typescript::TSX,
    #[cfg(feature = "yaml")]
    &yaml::LANGUAGE,
    #[cfg(feature = "zig")]
    &zig::LANGUAGE,
];

/// The names of the languages of this build.
#[must_use]
pub fn languages() -> Vec<&'static str> {
    LANGUAGES.iter().map(|language| language.name).collect()
}

/// The name of a file's language, by the file's name; `None` where it is searched as plain text.
#[must_use]
pub fn language_of(path: &str) -> Option<&'static str> {
    of_path(path).map(|language| language.name)
}

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
    /// For a language whose files are components: where their code stands.
    pub(crate) component: Option<fn(&[u8]) -> Pieces>,
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
    /// it names nothing in the tree, or cannot be told.
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

/// The language of a file, by its name.
pub(crate) fn of_path(path: &str) -> Option<&'static Language> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    LANGUAGES.iter().copied().find(|language| {
        let mut extensions = language.extensions.iter();
        language.file_names.contains(&name)
            || ending.is_some_and(|ending| extensions.any(|e| e.eq_ignore_ascii_case(ending)))
    })
}

/// The language of a file of code: neither data nor prose.
pub(crate) fn of_code(path: &str) -> Option<&'static Language> {
    of_path(path).filter(|language| !language.data)
}

impl Language {
    /// A language that has none of the ways of the others: a row says which it has.
    const fn new(
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
            component: None,
            test_marks: &[],
            imports: &NoImports,
        }
    }

    /// The compiled patterns. `None` only if grammar and patterns do not fit, which a test rules out.
    pub(crate) fn patterns(&self) -> Option<&'static Patterns> {
        let at = LANGUAGES.iter().position(|l| l.name == self.name)?;
        let compile = || self.compile().ok();
        COMPILED.get(at)?.get_or_init(compile).as_ref()
    }

    fn compile(&self) -> Result<Patterns, BadPattern> {
        Patterns::compile(&self.facts.concat(), &(self.grammar)())
    }
}

/// The patterns of each of [`LANGUAGES`], compiled when they are first needed.
static COMPILED: LazyLock<Vec<OnceLock<Option<Patterns>>>> =
    LazyLock::new(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());

/// The text of a node.
pub(crate) fn node_text<'t>(node: Node<'_>, text: &'t [u8]) -> &'t str {
    let bytes = text.get(node.byte_range()).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// Join a relative path to a folder, `.` and `..` resolved; `None` when it leaves the tree.
pub(crate) fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The folder of a path; empty at the root.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_fits_its_grammar() {
        for language in LANGUAGES {
            if let Err(error) = language.compile() {
                panic!("{}: {error}", language.name);
            }
        }
    }

    #[test]
    fn paths_join() {
        assert_eq!(join("a/b", "../c/./d"), Some("a/c/d".to_owned()));
        assert_eq!(join("a", "../../b"), None);
        assert_eq!(join("", "x"), Some("x".to_owned()));
    }
}
