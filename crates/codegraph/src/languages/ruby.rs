//! Ruby.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["self"],
    implicit_self: true,
    ..Language::new(
        "ruby",
        &["rb", "rake", "gemspec"],
        || tree_sitter_ruby::LANGUAGE.into(),
        &[include_str!("ruby/facts.scm")],
    )
};
