//! Rust.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    separator: "::",
    self_names: &["self", "Self"],
    qualified_without_import: true,
    uncallable_kinds: &["field"],
    test_attributes: &["#[cfg(test)]", "#[test]"],
    imports: &imports::RustImports,
    ..Language::new(
        "rust",
        &["rs"],
        || tree_sitter_rust::LANGUAGE.into(),
        &[include_str!("rust/facts.scm")],
    )
};
