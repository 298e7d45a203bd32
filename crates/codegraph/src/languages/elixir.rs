//! Elixir.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    own: &["__MODULE__"],
    paths_in_code: true,
    imports: &imports::Aliases,
    ..Language::new(
        "elixir",
        &["ex", "exs"],
        || tree_sitter_elixir::LANGUAGE.into(),
        &[include_str!("elixir/facts.scm")],
    )
};
