//! Kotlin.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["this", "super"],
    folder_scope: true,
    implicit_self: true,
    imports: &imports::KotlinImports,
    ..Language::new(
        "kotlin",
        &["kt", "kts"],
        || tree_sitter_kotlin_ng::LANGUAGE.into(),
        &[include_str!("kotlin/facts.scm")],
    )
};
