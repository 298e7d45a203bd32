//! Go.

use super::{Language, Structural};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    folder_scope: true,
    declared_types: true,
    types_are_values: true,
    structural: Structural::Kind("interface"),
    imports: &imports::GoImports,
    ..Language::new(
        "go",
        &["go"],
        || tree_sitter_go::LANGUAGE.into(),
        &[include_str!("go/facts.scm")],
    )
};
