//! Rust.

use std::sync::OnceLock;

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "rust",
    extensions: &["rs"],
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    facts: &[include_str!("rust/facts.scm")],
    separator: "::",
    own: &["self", "Self"],
    folder_scope: false,
    paths_in_code: true,
    bare_members: false,
    test_marks: &["#[cfg(test)]", "#[test]"],
    imports: &imports::RustImports,
    compiled: OnceLock::new(),
};
