//! Scala.

use std::sync::OnceLock;

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "scala",
    extensions: &["scala", "sc"],
    grammar: || tree_sitter_scala::LANGUAGE.into(),
    facts: &[include_str!("scala/facts.scm")],
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
    imports: &imports::ScalaImports,
    compiled: OnceLock::new(),
};
