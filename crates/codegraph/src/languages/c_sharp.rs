//! C#.

use std::sync::OnceLock;

use super::{Language, Modules, NoImports};

pub(super) static LANGUAGE: Language = Language {
    name: "c_sharp",
    extensions: &["cs"],
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    facts: &[include_str!("c_sharp/facts.scm")],
    separator: ".",
    own: &["this", "base"],
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
