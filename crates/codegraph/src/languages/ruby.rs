//! Ruby.

use std::sync::OnceLock;

use super::{Language, Modules, NoImports};

pub(super) static LANGUAGE: Language = Language {
    name: "ruby",
    extensions: &["rb", "rake", "gemspec"],
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    facts: &[include_str!("ruby/facts.scm")],
    separator: ".",
    own: &["self"],
    folder_scope: false,
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
