//! C++.

use std::sync::OnceLock;

use super::c::{Includes, SHARED};
use super::{Language, Modules};

pub(super) static LANGUAGE: Language = Language {
    name: "cpp",
    extensions: &[
        "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "cu", "cuh",
    ],
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    facts: &[SHARED, include_str!("cpp/facts.scm")],
    separator: "::",
    own: &["this", "(*this)"],
    folder_scope: false,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: true,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &Includes,
    compiled: OnceLock::new(),
};
