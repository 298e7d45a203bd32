//! JavaScript, JSX, TypeScript and TSX, which share their imports.

mod exports;
mod imports;
mod modules;
mod packages;
mod tsconfig;

#[cfg(feature = "typescript")]
use super::Structural;
use super::{Language, Modules, Runtime};

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
        extract_imports: imports::extract,
        resolve_import: |tree, from, source| {
            modules::resolve(tree, from, source).into_iter().collect()
        },
        module_name: modules::name,
        import_texts: modules::texts,
        runtime: Some(Runtime::EcmaScript),
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

#[cfg(feature = "typescript")]
pub(super) const TYPESCRIPT_FACTS: &str = include_str!("typescript/facts.scm");

#[cfg(feature = "typescript")]
pub(super) static TYPESCRIPT: Language = Language {
    interpreters: &["deno", "bun", "ts-node", "tsx"],
    declaration_files: &[".d.ts", ".d.mts", ".d.cts"],
    structural: Structural::Unsearched(&["interface", "type"]),
    ..ecmascript(
        "typescript",
        &["ts", "mts", "cts"],
        || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS],
    )
};

#[cfg(feature = "typescript")]
pub(super) static TSX: Language = Language {
    structural: Structural::Unsearched(&["interface", "type"]),
    ..ecmascript(
        "tsx",
        &["tsx"],
        || tree_sitter_typescript::LANGUAGE_TSX.into(),
        &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS, JSX],
    )
};
