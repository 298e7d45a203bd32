//! PHP.

use std::sync::OnceLock;

use super::{Language, Modules, NoImports};

pub(super) static LANGUAGE: Language = Language {
    name: "php",
    extensions: &["php", "phtml"],
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    facts: &[include_str!("php/facts.scm")],
    separator: "::",
    own: &["$this", "self", "static", "parent"],
    folder_scope: false,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: false,
    nominal: false,
    uncalled: &["constant", "field", "variant"],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &NoImports,
    compiled: OnceLock::new(),
};
