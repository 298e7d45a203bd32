//! Java.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["java"],
    self_names: &["this", "super"],
    super_names: &["super"],
    own_types: &["this"],
    folder_scope: true,
    implicit_self: true,
    nominal_types: true,
    uncallable_kinds: &["constant", "field", "variable", "variant"],
    imports: &imports::JavaImports,
    ..Language::new(
        "java",
        &["java"],
        || tree_sitter_java::LANGUAGE.into(),
        &[include_str!("java/facts.scm")],
    )
};
