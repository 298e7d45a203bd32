//! TypeScript and TSX.

use super::javascript::{ECMASCRIPT_FACTS, EcmaImports, JSX};
use super::{Language, Modules};

pub(super) const TYPESCRIPT_FACTS: &str = include_str!("typescript/facts.scm");

pub(super) static TYPESCRIPT: Language = Language {
    declaration_files: &[".d.ts", ".d.mts", ".d.cts"],
    self_names: &["this", "super"],
    modules: Modules::WithImportOrExport,
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
    modules: Modules::WithImportOrExport,
    imports: &EcmaImports,
    ..Language::new(
        "tsx",
        &["tsx"],
        || tree_sitter_typescript::LANGUAGE_TSX.into(),
        &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS, JSX],
    )
};
