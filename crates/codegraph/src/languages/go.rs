//! Go.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    folder_scope: true,
    imports: &imports::GoImports,
    ..Language::new(
        "go",
        &["go"],
        || tree_sitter_go::LANGUAGE.into(),
        &[include_str!("go/facts.scm")],
    )
};
