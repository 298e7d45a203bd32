//! Swift.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    own: &["self", "Self", "super"],
    folder_scope: true,
    bare_members: true,
    ..Language::new(
        "swift",
        &["swift"],
        || tree_sitter_swift::LANGUAGE.into(),
        &[include_str!("swift/facts.scm")],
    )
};
