//! Rust.

use std::sync::OnceLock;

use super::{Language, Modules};

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
    modules: Modules::None,
    bare_members: false,
    nominal: false,
    uncalled: &["field"],
    class_scope: false,
    component: None,
    test_marks: &["#[cfg(test)]", "#[test]"],
    imports: &imports::RustImports,
    compiled: OnceLock::new(),
};
