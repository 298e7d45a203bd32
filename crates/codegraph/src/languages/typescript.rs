//! TypeScript and TSX.

use std::sync::OnceLock;

use super::javascript::{EcmaImports, JSX, SHARED};
use super::{Language, Modules};

pub(super) const FACTS: &str = include_str!("typescript/facts.scm");

pub(super) static TYPESCRIPT: Language = Language {
    name: "typescript",
    extensions: &["ts", "mts", "cts"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    facts: &[SHARED, FACTS],
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

pub(super) static TSX: Language = Language {
    name: "tsx",
    extensions: &["tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    facts: &[SHARED, FACTS, JSX],
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
