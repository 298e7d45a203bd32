//! JavaScript and JSX; and the imports that TypeScript shares with it.

use super::{Language, Modules};

mod exports;
mod imports;
mod modules;
mod packages;
mod pattern;
mod requires;
mod tsconfig;

/// The patterns that TypeScript shares.
pub(super) const ECMASCRIPT_FACTS: &str = include_str!("javascript/facts.scm");
pub(super) const JSX: &str = include_str!("javascript/jsx.scm");

/// What JavaScript, TypeScript and the scripts of components have in common.
pub(super) const fn ecmascript(
    name: &'static str,
    extensions: &'static [&'static str],
    grammar: fn() -> tree_sitter::Language,
    patterns: &'static [&'static str],
) -> Language {
    Language {
        self_names: &["this", "super"],
        super_names: &["super"],
        constructors: &["constructor"],
        modules: Modules::WithImportOrExport,
        imports: &imports::EcmaImports,
        ..Language::new(name, extensions, grammar, patterns)
    }
}

#[cfg(feature = "javascript")]
pub(super) static LANGUAGE: Language = Language {
    interpreters: &["node", "nodejs"],
    ..ecmascript(
        "javascript",
        &["js", "jsx", "mjs", "cjs"],
        || tree_sitter_javascript::LANGUAGE.into(),
        &[ECMASCRIPT_FACTS, include_str!("javascript/own.scm"), JSX],
    )
};
