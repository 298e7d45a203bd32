//! Bash and other shells.

use std::sync::OnceLock;

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "bash",
    extensions: &["sh", "bash", "bats"],
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    facts: &[include_str!("bash/facts.scm")],
    separator: "::",
    own: &[],
    folder_scope: false,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: false,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &imports::Sources,
    compiled: OnceLock::new(),
};
