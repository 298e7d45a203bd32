//! Rust.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    separator: "::",
    own: &["self", "Self"],
    paths_in_code: true,
    uncalled: &["field"],
    test_marks: &["#[cfg(test)]", "#[test]"],
    imports: &imports::RustImports,
    ..Language::new(
        "rust",
        &["rs"],
        || tree_sitter_rust::LANGUAGE.into(),
        &[include_str!("rust/facts.scm")],
    )
};
