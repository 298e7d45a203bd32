//! Swift.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["self", "Self", "super"],
    folder_scope: true,
    implicit_self: true,
    ..Language::new(
        "swift",
        &["swift"],
        || tree_sitter_swift::LANGUAGE.into(),
        &[include_str!("swift/facts.scm")],
    )
};
