//! SQL.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    folder_scope: true,
    ..Language::new(
        "sql",
        &["sql"],
        || tree_sitter_sequel::LANGUAGE.into(),
        &[include_str!("sql/facts.scm")],
    )
};
