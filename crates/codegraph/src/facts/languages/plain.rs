//! Languages of which a row says all: those whose files import none, or whose imports are not read.

use super::Language;
#[cfg(feature = "swift")]
use super::{Head, Sight, kinds::has_word};

/// Dockerfiles.
#[cfg(feature = "dockerfile")]
pub(super) static DOCKERFILE: Language = Language {
    is_data: true,
    file_names: &["Dockerfile", "Containerfile"],
    ..Language::new(
        "dockerfile",
        &["dockerfile", "containerfile"],
        || tree_sitter_containerfile::LANGUAGE.into(),
        &[include_str!("dockerfile/facts.scm")],
    )
};

/// GraphQL: schemas and queries.
#[cfg(feature = "graphql")]
pub(super) static GRAPHQL: Language = Language {
    folder_scope: true,
    ..Language::new(
        "graphql",
        &["graphql", "gql", "graphqls"],
        || tree_sitter_graphql::LANGUAGE.into(),
        &[include_str!("graphql/facts.scm")],
    )
};

/// JSON: the keys of the first two levels.
#[cfg(feature = "json")]
pub(super) static JSON: Language = Language {
    is_data: true,
    ..Language::new(
        "json",
        &["json", "jsonc"],
        || tree_sitter_json::LANGUAGE.into(),
        &[include_str!("json/facts.scm")],
    )
};

/// Makefiles.
#[cfg(feature = "make")]
pub(super) static MAKE: Language = Language {
    interpreters: &["make", "gmake"],
    is_data: true,
    file_names: &["Makefile", "makefile", "GNUmakefile"],
    ..Language::new(
        "make",
        &["mk", "mak"],
        || tree_sitter_make::LANGUAGE.into(),
        &[include_str!("make/facts.scm")],
    )
};

/// Markdown: a section is a declaration named after its heading.
#[cfg(feature = "markdown")]
pub(super) static MARKDOWN: Language = Language {
    holds_markup: true,
    is_data: true,
    ..Language::new(
        "markdown",
        &["md", "markdown"],
        || tree_sitter_md::LANGUAGE.into(),
        &[include_str!("markdown/facts.scm")],
    )
};

/// Swift.
#[cfg(feature = "swift")]
pub(super) static SWIFT: Language = Language {
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
    rewritten: super::conditional::first_branches,
    ..Language::new(
        "swift",
        &["swift", "swiftinterface"],
        || tree_sitter_swift::LANGUAGE.into(),
        &[include_str!("swift/facts.scm")],
    )
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
    is_data: true,
    ..Language::new(
        "toml",
        &["toml"],
        || tree_sitter_toml_ng::LANGUAGE.into(),
        &[include_str!("toml/facts.scm")],
    )
};
