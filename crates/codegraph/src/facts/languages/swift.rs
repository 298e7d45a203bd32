//! Swift.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["swift"],
    self_names: &["self", "Self", "super"],
    super_names: &["super"],
    own_types: &["Self"],
    folder_scope: true,
    implicit_self: true,
    declared_types: true,
    ..Language::new(
        "swift",
        &["swift", "swiftinterface"],
        || tree_sitter_swift::LANGUAGE.into(),
        &[include_str!("swift/facts.scm")],
    )
};
