//! The languages, one row each. A new language needs a folder and a row here.

use std::sync::{Arc, LazyLock, OnceLock};

pub(crate) use firsthand_source::{folder, join_path as join};
use tree_sitter::Node;

use crate::facts::pattern::Patterns;

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
mod embedded_code;
mod first_bytes;
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
mod language;
#[cfg(feature = "lua")]
mod lua;
#[cfg(feature = "make")]
mod make;
#[cfg(feature = "markdown")]
mod markdown;
#[cfg(feature = "php")]
mod php;
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
#[cfg(feature = "typescript")]
mod typescript;
#[cfg(feature = "yaml")]
mod yaml;
#[cfg(feature = "zig")]
mod zig;

pub(crate) use embedded_code::{EmbeddedCode, component_files};
#[cfg(any(feature = "java", feature = "kotlin", feature = "scala"))]
use language::type_files;
pub(crate) use language::{FileTree, ImportResolver, Language, Modules, Namespaces, Structural};

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

/// For each language, the name of a file and the texts of the grammar's tokens: for tests that generate files.
#[must_use]
pub fn grammar_tokens() -> Vec<(String, Vec<String>)> {
    let row = |language: &&Language| {
        let grammar = (language.grammar)();
        let mut tokens: Vec<String> = Vec::new();
        for kind in (0..grammar.node_kind_count()).filter_map(|at| u16::try_from(at).ok()) {
            let text = grammar.node_kind_for_id(kind).map(str::to_owned);
            tokens.extend(text.filter(|_| !grammar.node_kind_is_named(kind)));
        }
        tokens.sort_unstable();
        tokens.dedup();
        let extension = language
            .extensions
            .first()
            .map(|extension| format!("a.{extension}"));
        let name = extension.or_else(|| language.file_names.first().map(|name| (*name).to_owned()));
        (name.unwrap_or_default(), tokens)
    };
    LANGUAGES.iter().map(row).collect()
}

/// The name of a file's language, by the file's name; `None` where it is searched as plain text.
#[must_use]
pub fn language_of(path: &str) -> Option<&'static str> {
    of_path(path).map(|language| language.name)
}

/// The language of a file, by its name.
pub(crate) fn of_path(path: &str) -> Option<&'static Language> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    LANGUAGES.iter().copied().find(|language| {
        let mut extensions = language.extensions.iter();
        language.file_names.contains(&name)
            || extension.is_some_and(|own| extensions.any(|e| e.eq_ignore_ascii_case(own)))
    })
}

/// The language of a file, by its name and by its text: languages share extensions, files bear extensions of other
/// languages, and scripts bear none.
pub(crate) fn of_text(path: &str, text: &[u8]) -> Option<&'static Language> {
    let Some(named) = of_path(path) else {
        return first_bytes::unnamed(path, text);
    };
    let language = first_bytes::checked(named, text)?;
    Some((language.disambiguate)(path, text).unwrap_or(language))
}

/// The language of a file that is not opened: by its name or, if the name says nothing, by the text that `read` returns.
pub(crate) fn of_unopened(
    path: &str,
    read: impl FnOnce() -> Option<Arc<Vec<u8>>>,
) -> Option<&'static Language> {
    of_path(path).or_else(|| {
        let text = first_bytes::may_be_unnamed(path).then(read).flatten()?;
        first_bytes::unnamed(path, &text)
    })
}

impl Language {
    /// Whether a file of this language only declares the types of code in other files.
    pub(crate) fn is_declaration_file(&self, path: &str) -> bool {
        self.declaration_files.iter().any(|end| path.ends_with(end))
    }

    /// The compiled patterns. `None` only if grammar and patterns do not fit, which a test rules out.
    pub(crate) fn patterns(&self) -> Option<&'static Patterns> {
        let at = LANGUAGES.iter().position(|l| l.name == self.name)?;
        let compile = || self.compile().ok();
        COMPILED.get(at)?.get_or_init(compile).as_ref()
    }
}

/// The patterns of each of [`LANGUAGES`], compiled when they are first needed.
static COMPILED: LazyLock<Vec<OnceLock<Option<Patterns>>>> =
    LazyLock::new(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());

/// The folders that contain a path, innermost first; the last one is the root, an empty path.
pub(crate) fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder(path)), |inner| {
        (!inner.is_empty()).then(|| folder(inner))
    })
}

/// The text of a node.
pub(crate) fn node_text<'t>(node: Node<'_>, text: &'t [u8]) -> &'t str {
    let bytes = text.get(node.byte_range()).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The text of a node's field.
pub(crate) fn field_text<'t>(node: Node<'_>, field: &str, text: &'t [u8]) -> Option<&'t str> {
    let field = node.child_by_field_name(field);
    field.map(|field| node_text(field, text))
}

#[cfg(test)]
mod tests;
