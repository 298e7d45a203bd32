//! Kotlin.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    own: &["this", "super"],
    folder_scope: true,
    bare_members: true,
    imports: &imports::KotlinImports,
    ..Language::new(
        "kotlin",
        &["kt", "kts"],
        || tree_sitter_kotlin_ng::LANGUAGE.into(),
        &[include_str!("kotlin/facts.scm")],
    )
};
