//! Python.

use super::{Language, Modules, Structural};

mod imports;
mod indentation;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["python", "pypy"],
    strains_scanner: indentation::is_too_deep,
    file_names: &["SConstruct", "SConscript", "wscript"],
    declaration_files: &[".pyi"],
    self_names: &["self", "cls", "super()"],
    super_names: &["super()"],
    own_types: &["cls"],
    constructors: &["__init__", "__new__"],
    modules: Modules::All,
    class_body_scope: true,
    pointer_types: &["__getattr__", "__getattribute__"],
    structural: Structural::Extending("Protocol"),
    innermost_frame_last: true,
    imports: &imports::PythonImports,
    ..Language::new(
        "python",
        &["py", "pyi", "pyw"],
        || tree_sitter_python::LANGUAGE.into(),
        &[include_str!("python/facts.scm")],
    )
};
