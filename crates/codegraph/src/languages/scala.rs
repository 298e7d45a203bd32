//! Scala.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["this", "super"],
    folder_scope: true,
    implicit_self: true,
    imports: &imports::ScalaImports,
    ..Language::new(
        "scala",
        &["scala", "sc"],
        || tree_sitter_scala::LANGUAGE.into(),
        &[include_str!("scala/facts.scm")],
    )
};
