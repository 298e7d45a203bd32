//! Bash and other shells.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["bash", "sh", "dash", "ksh", "ash", "bats"],
    separator: "::",
    imports: &imports::BashImports,
    ..Language::new(
        "bash",
        &["sh", "bash", "bats", "ksh", "zsh"],
        || tree_sitter_bash::LANGUAGE.into(),
        &[include_str!("bash/facts.scm")],
    )
};
