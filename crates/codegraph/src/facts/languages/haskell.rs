//! Haskell.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["runhaskell", "runghc"],
    uncallable_kinds: &["data", "newtype", "type", "typeclass"],
    unscoped_members: true,
    imports: &imports::HaskellImports,
    ..Language::new(
        "haskell",
        &["hs", "hs-boot"],
        || tree_sitter_haskell::LANGUAGE.into(),
        &[include_str!("haskell/facts.scm")],
    )
};
