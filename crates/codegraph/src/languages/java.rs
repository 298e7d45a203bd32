//! Java.

use std::sync::OnceLock;

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "java",
    extensions: &["java"],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    facts: &[include_str!("java/facts.scm")],
    separator: ".",
    own: &["this", "super"],
    folder_scope: true,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: true,
    nominal: true,
    uncalled: &["constant", "field", "variable", "variant"],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &imports::JavaImports,
    compiled: OnceLock::new(),
};
