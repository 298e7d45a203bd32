//! Java.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    own: &["this", "super"],
    folder_scope: true,
    bare_members: true,
    nominal: true,
    uncalled: &["constant", "field", "variable", "variant"],
    imports: &imports::JavaImports,
    ..Language::new(
        "java",
        &["java"],
        || tree_sitter_java::LANGUAGE.into(),
        &[include_str!("java/facts.scm")],
    )
};
