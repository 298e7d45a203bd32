//! C.

#[cfg(feature = "c")]
use super::Language;

mod imports;

pub(super) use imports::Includes;

/// The query that C++ builds on.
pub(super) const SHARED: &str = include_str!("c/facts.scm");

#[cfg(feature = "c")]
pub(super) static LANGUAGE: Language = Language {
    flat_functions: true,
    imports: &Includes,
    ..Language::new(
        "c",
        &["c", "h"],
        || tree_sitter_c::LANGUAGE.into(),
        &[SHARED],
    )
};
