//! TypeScript and TSX.

use super::javascript::{ECMASCRIPT_FACTS, EcmaImports, JSX};
use super::{Language, Modules, Structural};

pub(super) const TYPESCRIPT_FACTS: &str = include_str!("typescript/facts.scm");

pub(super) static TYPESCRIPT: Language = Language {
    interpreters: &["deno", "bun", "ts-node", "tsx"],
    declaration_files: &[".d.ts", ".d.mts", ".d.cts"],
    self_names: &["this", "super"],
    super_names: &["super"],
    constructors: &["constructor"],
    modules: Modules::WithImportOrExport,
    structural: Structural::Unsearched(&["interface", "type"]),
    imports: &EcmaImports,
    ..Language::new(
        "typescript",
        &["ts", "mts", "cts"],
        || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS],
    )
};

pub(super) static TSX: Language = Language {
    self_names: &["this", "super"],
    super_names: &["super"],
    constructors: &["constructor"],
    modules: Modules::WithImportOrExport,
    structural: Structural::Unsearched(&["interface", "type"]),
    imports: &EcmaImports,
    ..Language::new(
        "tsx",
        &["tsx"],
        || tree_sitter_typescript::LANGUAGE_TSX.into(),
        &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS, JSX],
    )
};
