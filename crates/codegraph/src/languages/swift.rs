//! Swift.

use std::sync::OnceLock;

use super::{Language, Modules, NoImports};

pub(super) static LANGUAGE: Language = Language {
    name: "swift",
    extensions: &["swift"],
    grammar: || tree_sitter_swift::LANGUAGE.into(),
    facts: &[include_str!("swift/facts.scm")],
    separator: ".",
    own: &["self", "Self", "super"],
    folder_scope: true,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: true,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &NoImports,
    compiled: OnceLock::new(),
};
