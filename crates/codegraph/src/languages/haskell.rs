//! Haskell.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    uncalled: &["data", "newtype", "type", "typeclass"],
    open_members: true,
    imports: &imports::ModuleImports,
    ..Language::new(
        "haskell",
        &["hs"],
        || tree_sitter_haskell::LANGUAGE.into(),
        &[include_str!("haskell/facts.scm")],
    )
};
