//! Ruby.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    own: &["self"],
    bare_members: true,
    ..Language::new(
        "ruby",
        &["rb", "rake", "gemspec"],
        || tree_sitter_ruby::LANGUAGE.into(),
        &[include_str!("ruby/facts.scm")],
    )
};
