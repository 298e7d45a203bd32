//! TypeScript and TSX.

use super::javascript::{ECMASCRIPT_FACTS, JSX, ecmascript};
use super::{Language, Structural};

pub(super) const TYPESCRIPT_FACTS: &str = include_str!("typescript/facts.scm");

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

pub(super) static TSX: Language = Language {
    structural: Structural::Unsearched(&["interface", "type"]),
    ..ecmascript(
        "tsx",
        &["tsx"],
        || tree_sitter_typescript::LANGUAGE_TSX.into(),
        &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS, JSX],
    )
};
