//! Kotlin.

use std::sync::OnceLock;

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "kotlin",
    extensions: &["kt", "kts"],
    grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    facts: &[include_str!("kotlin/facts.scm")],
    separator: ".",
    own: &["this", "super"],
    folder_scope: true,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: true,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &imports::KotlinImports,
    compiled: OnceLock::new(),
};
