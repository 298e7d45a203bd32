//! Elixir.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["elixir"],
    self_names: &["__MODULE__"],
    qualified_without_import: true,
    imports: &imports::Aliases,
    ..Language::new(
        "elixir",
        &["ex", "exs"],
        || tree_sitter_elixir::LANGUAGE.into(),
        &[include_str!("elixir/facts.scm")],
    )
};
