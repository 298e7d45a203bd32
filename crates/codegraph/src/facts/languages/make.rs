//! Makefiles.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["make", "gmake"],
    is_data: true,
    file_names: &["Makefile", "makefile", "GNUmakefile"],
    ..Language::new(
        "make",
        &["mk", "mak"],
        || tree_sitter_make::LANGUAGE.into(),
        &[include_str!("make/facts.scm")],
    )
};
