//! Scala.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["scala", "scala-cli"],
    self_names: &["this", "super"],
    super_names: &["super"],
    own_types: &["this"],
    folder_scope: true,
    implicit_self: true,
    declared_types: true,
    implicit_conversions: true,
    imports: &imports::ScalaImports,
    ..Language::new(
        "scala",
        &["scala", "sc", "sbt"],
        || tree_sitter_scala::LANGUAGE.into(),
        &[include_str!("scala/facts.scm")],
    )
};
