//! JavaScript and JSX; and the imports that TypeScript shares with it.

#[cfg(feature = "javascript")]
use std::sync::OnceLock;

#[cfg(feature = "javascript")]
use super::{Language, Modules};

mod imports;
mod paths;

pub(super) use imports::EcmaImports;

/// Queries that TypeScript builds on.
pub(super) const SHARED: &str = include_str!("javascript/facts.scm");
pub(super) const JSX: &str = include_str!("javascript/jsx.scm");

#[cfg(feature = "javascript")]
pub(super) static LANGUAGE: Language = Language {
    name: "javascript",
    extensions: &["js", "jsx", "mjs", "cjs"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    facts: &[SHARED, include_str!("javascript/own.scm"), JSX],
    separator: ".",
    own: &["this", "super"],
    folder_scope: false,
    paths_in_code: false,
    modules: Modules::Marked,
    bare_members: false,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &EcmaImports,
    compiled: OnceLock::new(),
};
