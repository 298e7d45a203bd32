//! JavaScript and JSX; and the imports that TypeScript shares with it.

#[cfg(feature = "javascript")]
use super::{Language, Modules};

mod exports;
mod imports;
mod modules;
mod packages;
mod pattern;
mod requires;
mod tsconfig;

pub(super) use imports::EcmaImports;

/// The patterns that TypeScript shares.
pub(super) const ECMASCRIPT_FACTS: &str = include_str!("javascript/facts.scm");
pub(super) const JSX: &str = include_str!("javascript/jsx.scm");

#[cfg(feature = "javascript")]
pub(super) static LANGUAGE: Language = Language {
    interpreters: &["node", "nodejs"],
    self_names: &["this", "super"],
    super_names: &["super"],
    constructors: &["constructor"],
    modules: Modules::WithImportOrExport,
    imports: &EcmaImports,
    ..Language::new(
        "javascript",
        &["js", "jsx", "mjs", "cjs"],
        || tree_sitter_javascript::LANGUAGE.into(),
        &[ECMASCRIPT_FACTS, include_str!("javascript/own.scm"), JSX],
    )
};
