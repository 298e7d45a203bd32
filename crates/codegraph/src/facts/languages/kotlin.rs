//! Kotlin.

use super::Language;

mod imports;
mod newer;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["kotlin"],
    self_names: &["this", "super"],
    super_names: &["super"],
    own_types: &["this"],
    folder_scope: true,
    implicit_self: true,
    declared_types: true,
    rewritten: newer::as_older_syntax,
    imports: &imports::KotlinImports,
    ..Language::new(
        "kotlin",
        &["kt", "kts"],
        || tree_sitter_kotlin_ng::LANGUAGE.into(),
        &[include_str!("kotlin/facts.scm")],
    )
};
