//! Haskell.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    uncallable_kinds: &["data", "newtype", "type", "typeclass"],
    unscoped_members: true,
    imports: &imports::HaskellImports,
    ..Language::new(
        "haskell",
        &["hs"],
        || tree_sitter_haskell::LANGUAGE.into(),
        &[include_str!("haskell/facts.scm")],
    )
};
