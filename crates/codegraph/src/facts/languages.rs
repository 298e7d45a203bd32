//! The languages, one row each. A new language needs a folder and a row here.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::facts::Import;
pub(crate) use crate::facts::file_tree::FileTree;
use crate::facts::pattern::Patterns;
use crate::text::distinct::distinct;
pub(crate) use firsthand_source::{folder, join_path as join};
pub(crate) use nodes::{children, each_node, field_text, has_child, last_child, node_text};

#[cfg(feature = "bash")]
mod bash;
#[cfg(any(feature = "c", feature = "cpp"))]
mod c;
#[cfg(feature = "c-sharp")]
mod c_sharp;
#[cfg(feature = "components")]
mod components;
#[cfg(any(feature = "cpp", feature = "c-sharp", feature = "swift"))]
mod conditional;
#[cfg(feature = "cpp")]
mod cpp;
#[cfg(feature = "elixir")]
mod elixir;
mod embedded_code;
mod first_bytes;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "haskell")]
mod haskell;
#[cfg(feature = "java")]
mod java;
#[cfg(any(feature = "javascript", feature = "typescript"))]
mod javascript;
mod kinds;
#[cfg(feature = "kotlin")]
mod kotlin;
mod language;
#[cfg(feature = "lua")]
mod lua;
mod nodes;
mod overloads;
#[cfg(feature = "php")]
mod php;
mod plain;
#[cfg(feature = "proto")]
mod proto;
#[cfg(feature = "python")]
mod python;
mod rewriting;
#[cfg(feature = "ruby")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "scala")]
mod scala;
#[cfg(feature = "sql")]
mod sql;
#[cfg(feature = "yaml")]
mod yaml;
#[cfg(feature = "zig")]
mod zig;

pub(crate) use embedded_code::{EmbeddedCode, component_files, module_files};
pub(crate) use kinds::{
    Around, Family, Head, Manifest, Modules, Namespaces, ProjectImports, Runtime, Sight, Structural,
};
pub(crate) use language::Language;
#[cfg(any(feature = "java", feature = "kotlin", feature = "scala"))]
use language::{JVM, type_files};
pub(crate) use rewriting::blank;
use rewriting::{closing, with_blanks};

/// The languages of this build: each row has the feature that it needs.
macro_rules! rows {
    ($($feature:literal => $language:path,)*) => {
        &[$(#[cfg(feature = $feature)] &$language),*]
    };
}

static LANGUAGES: &[&Language] = rows! {
    "bash" => bash::LANGUAGE,
    "c" => c::LANGUAGE,
    "c-sharp" => c_sharp::LANGUAGE,
    "components" => components::ASTRO,
    "components" => components::SVELTE,
    "components" => components::VUE,
    "cpp" => cpp::LANGUAGE,
    "dockerfile" => plain::DOCKERFILE,
    "elixir" => elixir::LANGUAGE,
    "elixir" => elixir::HEEX,
    "go" => go::LANGUAGE,
    "graphql" => plain::GRAPHQL,
    "haskell" => haskell::LANGUAGE,
    "java" => java::LANGUAGE,
    "javascript" => javascript::LANGUAGE,
    "json" => plain::JSON,
    "kotlin" => kotlin::LANGUAGE,
    "lua" => lua::LANGUAGE,
    "make" => plain::MAKE,
    "markdown" => plain::MARKDOWN,
    "php" => php::LANGUAGE,
    "proto" => proto::LANGUAGE,
    "python" => python::LANGUAGE,
    "ruby" => ruby::LANGUAGE,
    "rust" => rust::LANGUAGE,
    "scala" => scala::LANGUAGE,
    "sql" => sql::LANGUAGE,
    "swift" => plain::SWIFT,
    "toml" => plain::TOML,
    "typescript" => javascript::TYPESCRIPT,
    "typescript" => javascript::TSX,
    "yaml" => yaml::LANGUAGE,
    "zig" => zig::LANGUAGE,
};

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
        let extension = language.extensions.first().map(|extension| format!("a.{extension}"));
        let name = extension.or_else(|| language.file_names.first().map(|name| (*name).to_owned()));
        (name.unwrap_or_default(), distinct(tokens))
    };
    LANGUAGES.iter().map(row).collect()
}

/// The name of a file's language, by the file's name; `None` where it is searched as plain text.
#[must_use]
pub fn language_of(path: &str) -> Option<&'static str> {
    of_path(path).map(|language| language.name)
}

/// Whether a file is code of a known language, by its name: neither data nor prose.
#[must_use]
pub fn is_code(path: &str) -> bool {
    of_path(path).is_some_and(|language| !language.is_data)
}

/// Whether a file is of a language that only describes what code of others has, and that nothing runs: a schema.
#[must_use]
pub fn is_schema(path: &str) -> bool {
    of_path(path).is_some_and(|language| !language.is_data && language.runtime.is_none())
}

/// The language of a file, by its name: also of `Dockerfile.dev`, but not of `Gemfile.lock`, beside code.
pub(crate) fn of_path(path: &str) -> Option<&'static Language> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, own)| own);
    let named = LANGUAGES.iter().copied().find(|language| {
        let mut extensions = language.extensions.iter();
        language.file_names.contains(&name)
            || extension.is_some_and(|own| extensions.any(|e| e.eq_ignore_ascii_case(own)))
    });
    let stem = name.split('.').next().unwrap_or_default();
    let is_variant = |of: &&Language| of.is_data && of.file_names.contains(&stem);
    named.or_else(|| LANGUAGES.iter().copied().find(is_variant))
}

/// The language of a file, by its name and by its text: languages share extensions, files bear extensions of other
/// languages, and scripts bear none.
pub(crate) fn of_text(path: &str, text: &[u8]) -> Option<&'static Language> {
    let Some(named) = of_path(path) else {
        return first_bytes::unnamed(path, text);
    };
    let language = first_bytes::checked(named, text)?;
    let other = language.disambiguate.and_then(|of| of(path, text));
    Some(other.unwrap_or(language))
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

    /// Whether a path from the root means what all its names say, wherever it is declared.
    pub(crate) fn has_global_names(&self) -> bool {
        self.modules_lend || self.namespaces != Namespaces::None
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
    std::iter::successors(Some(folder(path)), |inner| (!inner.is_empty()).then(|| folder(inner)))
}

/// The file that a path names which is relative to the folder of the file `from`.
pub(super) fn beside(tree: &FileTree<'_>, from: &str, path: &str) -> Option<String> {
    join(folder(from), path).filter(|path| tree.contains(path))
}

/// The one of several files, in byte order, whose path has the most in common with `from`.
pub(super) fn nearest(files: Vec<String>, from: &str) -> Option<String> {
    let in_common =
        |path: &String| path.bytes().zip(from.bytes()).take_while(|(a, b)| a == b).count();
    // `max_by_key` takes the last of equal elements, so the order is reversed to take the first.
    files.into_iter().rev().max_by_key(in_common)
}

/// The import of what has a full name, under its last part or another name.
pub(crate) fn import_of(full_name: &str, local: Option<&str>) -> Import {
    let name = full_name.rsplit('.').next().unwrap_or(full_name);
    Import::new(local.unwrap_or(name), name, full_name)
}

/// The offset after a literal whose content begins at `at`; it ends at its line's end at the latest.
pub(crate) fn literal_end(text: &[u8], at: usize, quote: u8) -> usize {
    let mut at = at;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' => at += 1,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// The files whose paths end with one of `names`.
pub(super) fn named(tree: &FileTree<'_>, names: &[String]) -> Vec<String> {
    names.iter().flat_map(|name| tree.with_suffix(name)).collect()
}

#[cfg(test)]
mod tests;
