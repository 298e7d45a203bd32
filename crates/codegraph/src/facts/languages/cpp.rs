//! C++.

mod class_words;
mod modules;
mod variables;

use super::Language;
use super::c::{SHARED, extract_imports, resolve_import};

pub(super) static LANGUAGE: Language = Language {
    separator: "::",
    self_names: &["this", "(*this)"],
    implicit_self: true,
    declared_types: true,
    pointer_types: &["operator->"],
    pointer_access: Some("->"),
    no_nested_functions: true,
    local_marks: &["static"],
    rewritten: modules::as_known_syntax,
    misread: variables::in_braces,
    extract_imports,
    resolve_import,
    ..Language::new(
        "cpp",
        &[
            "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "ixx", "tpp",
            "tcc", "txx", "cppm", "ccm", "cxxm", "c++m", "mpp", "mxx", "ino", "cu", "cuh",
        ],
        || tree_sitter_cpp::LANGUAGE.into(),
        &[SHARED, include_str!("cpp/facts.scm")],
    )
};
