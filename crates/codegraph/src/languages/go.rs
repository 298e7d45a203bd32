//! Go.

use std::sync::OnceLock;

use super::Language;

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
    bare_members: false,
    test_marks: &[],
    imports: &imports::GoImports,
    compiled: OnceLock::new(),
};
