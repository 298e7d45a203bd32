//! C.

#[cfg(feature = "c")]
use std::sync::OnceLock;

#[cfg(feature = "c")]
use super::{Language, Modules};

mod imports;

pub(super) use imports::Includes;

/// The query that C++ builds on.
pub(super) const SHARED: &str = include_str!("c/facts.scm");

#[cfg(feature = "c")]
pub(super) static LANGUAGE: Language = Language {
    name: "c",
    extensions: &["c", "h"],
    grammar: || tree_sitter_c::LANGUAGE.into(),
    facts: &[SHARED],
    separator: ".",
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
    imports: &Includes,
    compiled: OnceLock::new(),
};
