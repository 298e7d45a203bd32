//! JavaScript, JSX, TypeScript and TSX, which share their imports.

mod exports;
mod imports;
mod modules;
mod packages;
mod tsconfig;

#[cfg(feature = "typescript")]
use super::Structural;
use super::{Head, Language, Modules, Runtime, Sight};

/// The patterns that TypeScript shares.
pub(super) const ECMASCRIPT_FACTS: &str = include_str!("javascript/facts.scm");
pub(super) const JSX: &str = include_str!("javascript/jsx.scm");

/// What JavaScript, TypeScript and the scripts of components have in common.
pub(super) const ECMASCRIPT: Language = Language {
    self_names: &["this", "super"],
    super_names: &["super"],
    constructors: &["constructor"],
    sight,
    modules: Modules::WithImportOrExport,
    extract_imports: imports::extract,
    resolve_import: |tree, from, source| modules::resolve(tree, from, source).into_iter().collect(),
    module_name: modules::name,
    import_texts: modules::texts,
    runtime: Some(Runtime::EcmaScript),
    collections: &["Array", "Map", "ReadonlyArray", "ReadonlyMap", "ReadonlySet", "Set"],
    held: &["at", "find", "get", "pop", "shift"],
    holding: &["concat", "filter", "reverse", "slice", "sort", "values"],
    ..Language::PLAIN
};

/// A value of the type `any` has the private members, too, but not those that begin with `#`.
fn sight(head: &Head<'_>) -> Sight {
    if head.name.starts_with('#') {
        Sight::Type(&[])
    } else if head.has(&["private"]) {
        Sight::Type(&[": any", "as any", "as unknown", "<any", ", any", "| any", "@ts-"])
    } else {
        Sight::Any
    }
}

#[cfg(feature = "javascript")]
pub(super) static LANGUAGE: Language = Language {
    name: "javascript",
    extensions: &["js", "jsx", "mjs", "cjs"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    patterns: &[ECMASCRIPT_FACTS, include_str!("javascript/own.scm"), JSX],
    interpreters: &["node", "nodejs"],
    ..ECMASCRIPT
};

#[cfg(feature = "typescript")]
pub(super) const TYPESCRIPT_FACTS: &str = include_str!("typescript/facts.scm");

#[cfg(feature = "typescript")]
pub(super) static TYPESCRIPT: Language = Language {
    name: "typescript",
    extensions: &["ts", "mts", "cts"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    patterns: &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS],
    interpreters: &["deno", "bun", "ts-node", "tsx"],
    declaration_files: &[".d.ts", ".d.mts", ".d.cts"],
    structural: Structural::Unsearched(&["interface", "type"]),
    ..ECMASCRIPT
};

#[cfg(feature = "typescript")]
pub(super) static TSX: Language = Language {
    name: "tsx",
    extensions: &["tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    patterns: &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS, JSX],
    structural: Structural::Unsearched(&["interface", "type"]),
    ..ECMASCRIPT
};
