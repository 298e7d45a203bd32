//! TypeScript and TSX.

use std::sync::OnceLock;

use super::Language;
use super::javascript::{EcmaImports, JSX, SHARED};

const FACTS: &str = include_str!("typescript/facts.scm");

pub(super) static TYPESCRIPT: Language = Language {
    name: "typescript",
    extensions: &["ts", "mts", "cts"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    facts: &[SHARED, FACTS],
    separator: ".",
    own: &["this", "super"],
    folder_scope: false,
    paths_in_code: false,
    bare_members: false,
    test_marks: &[],
    imports: &EcmaImports,
    compiled: OnceLock::new(),
};

pub(super) static TSX: Language = Language {
    name: "tsx",
    extensions: &["tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    facts: &[SHARED, FACTS, JSX],
    separator: ".",
    own: &["this", "super"],
    folder_scope: false,
    paths_in_code: false,
    bare_members: false,
    test_marks: &[],
    imports: &EcmaImports,
    compiled: OnceLock::new(),
};
