//! C#.

use super::{Language, Namespaces};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["this", "base"],
    super_names: &["base"],
    own_types: &["this"],
    folder_scope: true,
    implicit_self: true,
    declared_types: true,
    namespaces: Namespaces::Relative,
    imports: &imports::Usings,
    ..Language::new(
        "c_sharp",
        &["cs", "csx"],
        || tree_sitter_c_sharp::LANGUAGE.into(),
        &[include_str!("c_sharp/facts.scm")],
    )
};
