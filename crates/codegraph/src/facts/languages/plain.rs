//! Languages of which a row says all: those whose files import none, or whose imports are not read.

use super::Language;
#[cfg(feature = "swift")]
use super::{Family, Head, Runtime, Sight, kinds::has_word};

/// Dockerfiles.
#[cfg(feature = "dockerfile")]
pub(super) static DOCKERFILE: Language = Language {
    name: "dockerfile",
    extensions: &["dockerfile", "containerfile"],
    grammar: || tree_sitter_containerfile::LANGUAGE.into(),
    patterns: &[include_str!("dockerfile/facts.scm")],
    is_data: true,
    file_names: &["Dockerfile", "Containerfile"],
    ..Language::PLAIN
};

/// GraphQL: schemas and queries.
#[cfg(feature = "graphql")]
pub(super) static GRAPHQL: Language = Language {
    name: "graphql",
    extensions: &["graphql", "gql", "graphqls"],
    grammar: || tree_sitter_graphql::LANGUAGE.into(),
    patterns: &[include_str!("graphql/facts.scm")],
    folder_scope: true,
    ..Language::PLAIN
};

/// JSON: the keys of the first two levels.
#[cfg(feature = "json")]
pub(super) static JSON: Language = Language {
    name: "json",
    extensions: &["json", "jsonc"],
    grammar: || tree_sitter_json::LANGUAGE.into(),
    patterns: &[include_str!("json/facts.scm")],
    is_data: true,
    ..Language::PLAIN
};

/// Makefiles.
#[cfg(feature = "make")]
pub(super) static MAKE: Language = Language {
    name: "make",
    extensions: &["mk", "mak"],
    grammar: || tree_sitter_make::LANGUAGE.into(),
    patterns: &[include_str!("make/facts.scm")],
    interpreters: &["make", "gmake"],
    is_data: true,
    file_names: &["Makefile", "makefile", "GNUmakefile"],
    ..Language::PLAIN
};

/// Markdown: a section is a declaration named after its heading.
#[cfg(feature = "markdown")]
pub(super) static MARKDOWN: Language = Language {
    name: "markdown",
    extensions: &["md", "markdown"],
    grammar: || tree_sitter_md::LANGUAGE.into(),
    patterns: &[include_str!("markdown/facts.scm")],
    holds_markup: true,
    is_data: true,
    ..Language::PLAIN
};

/// Swift.
#[cfg(feature = "swift")]
pub(super) static SWIFT: Language = Language {
    name: "swift",
    extensions: &["swift", "swiftinterface"],
    grammar: || tree_sitter_swift::LANGUAGE.into(),
    patterns: &[include_str!("swift/facts.scm")],
    interpreters: &["swift"],
    self_names: &["self", "Self", "super"],
    super_names: &["super"],
    own_types: &["Self"],
    sight: in_swift,
    arguments: Some(super::overloads::arguments),
    overloads: true,
    folder_scope: true,
    implicit_self: true,
    declared_types: true,
    collections: &["Array", "Dictionary", "Optional", "Set"],
    held: &["first", "last", "popLast", "randomElement", "removeFirst", "removeLast"],
    holding: &["filter", "reversed", "sorted", "values"],
    rewritten: super::conditional::first_branches,
    apart_from_values: true,
    runtime: Some(Runtime::Machine(Family::Swift)),
    ..Language::PLAIN
};

/// What an extension is marked with holds for its members.
#[cfg(feature = "swift")]
fn in_swift(head: &Head<'_>) -> Sight {
    const MARKS: [&str; 2] = ["fileprivate", "private"];
    let extension = head.around.filter(|around| around.kind == "extension");
    let is_inherited = extension.is_some_and(|around| has_word(around.before, &MARKS))
        && !head.has(&["internal", "open", "package", "public"]);
    if is_inherited || head.has(&MARKS) { Sight::File } else { Sight::Any }
}

/// TOML: tables and keys.
#[cfg(feature = "toml")]
pub(super) static TOML: Language = Language {
    name: "toml",
    extensions: &["toml"],
    grammar: || tree_sitter_toml_ng::LANGUAGE.into(),
    patterns: &[include_str!("toml/facts.scm")],
    is_data: true,
    ..Language::PLAIN
};
