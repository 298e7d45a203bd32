//! C#.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["this", "base"],
    folder_scope: true,
    implicit_self: true,
    ..Language::new(
        "c_sharp",
        &["cs"],
        || tree_sitter_c_sharp::LANGUAGE.into(),
        &[include_str!("c_sharp/facts.scm")],
    )
};
