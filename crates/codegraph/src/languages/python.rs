//! Python.

use std::sync::OnceLock;

use super::{Language, Modules};

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
    modules: Modules::All,
    bare_members: false,
    nominal: false,
    uncalled: &[],
    class_scope: true,
    component: None,
    test_marks: &[],
    imports: &imports::PythonImports,
    compiled: OnceLock::new(),
};
