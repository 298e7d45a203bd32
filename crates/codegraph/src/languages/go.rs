//! Go.

use std::sync::OnceLock;

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "go",
    extensions: &["go"],
    grammar: || tree_sitter_go::LANGUAGE.into(),
    facts: &[include_str!("go/facts.scm")],
    separator: ".",
    own: &[],
    folder_scope: true,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: false,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &imports::GoImports,
    compiled: OnceLock::new(),
};
