//! Python.

use std::sync::OnceLock;

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "python",
    extensions: &["py", "pyi", "pyw"],
    grammar: || tree_sitter_python::LANGUAGE.into(),
    facts: &[include_str!("python/facts.scm")],
    separator: ".",
    own: &["self", "cls", "super()"],
    folder_scope: false,
    paths_in_code: false,
    bare_members: false,
    test_marks: &[],
    imports: &imports::PythonImports,
    compiled: OnceLock::new(),
};
