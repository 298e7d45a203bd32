//! Elixir.

use std::sync::OnceLock;

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "elixir",
    extensions: &["ex", "exs"],
    grammar: || tree_sitter_elixir::LANGUAGE.into(),
    facts: &[include_str!("elixir/facts.scm")],
    separator: ".",
    own: &["__MODULE__"],
    folder_scope: false,
    paths_in_code: true,
    modules: Modules::None,
    bare_members: false,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &imports::Aliases,
    compiled: OnceLock::new(),
};
