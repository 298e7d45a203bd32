//! C++.

mod class_words;
mod modules;
mod variables;

use super::c::{SHARED, extract_imports, resolve_import};
use super::{Family, Language, Runtime, Sight};

pub(super) static LANGUAGE: Language = Language {
    name: "cpp",
    extensions: &[
        "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "ixx", "tpp", "tcc",
        "txx", "cppm", "ccm", "cxxm", "c++m", "mpp", "mxx", "ino", "cu", "cuh",
    ],
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    patterns: &[SHARED, include_str!("cpp/facts.scm")],
    separator: "::",
    self_names: &["this", "(*this)"],
    implicit_self: true,
    declared_types: true,
    pointer_types: &["operator->"],
    pointer_access: Some("->"),
    no_nested_functions: true,
    local_marks: &["static"],
    sight: |_| Sight::Labelled,
    rewritten: modules::as_known_syntax,
    misread: variables::in_braces,
    extract_imports,
    resolve_import,
    value_access: &[".", "->"],
    handing_marks: &["EMSCRIPTEN_KEEPALIVE", "Q_INVOKABLE", "Q_SLOTS", "slots"],
    runtime: Some(Runtime::Machine(Family::C)),
    ..Language::PLAIN
};
