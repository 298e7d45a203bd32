//! C#.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    own: &["this", "base"],
    folder_scope: true,
    bare_members: true,
    ..Language::new(
        "c_sharp",
        &["cs"],
        || tree_sitter_c_sharp::LANGUAGE.into(),
        &[include_str!("c_sharp/facts.scm")],
    )
};
