//! Python.

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    declaration_files: &[".pyi"],
    self_names: &["self", "cls", "super()"],
    modules: Modules::All,
    class_body_scope: true,
    imports: &imports::PythonImports,
    ..Language::new(
        "python",
        &["py", "pyi", "pyw"],
        || tree_sitter_python::LANGUAGE.into(),
        &[include_str!("python/facts.scm")],
    )
};
