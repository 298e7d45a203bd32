//! C++.

mod macros;

use super::Language;
use super::c::{Includes, SHARED};

pub(super) static LANGUAGE: Language = Language {
    separator: "::",
    self_names: &["this", "(*this)"],
    implicit_self: true,
    no_nested_functions: true,
    skipped_ranges: macros::before_names,
    imports: &Includes,
    ..Language::new(
        "cpp",
        &[
            "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "cu", "cuh",
        ],
        || tree_sitter_cpp::LANGUAGE.into(),
        &[SHARED, include_str!("cpp/facts.scm")],
    )
};
