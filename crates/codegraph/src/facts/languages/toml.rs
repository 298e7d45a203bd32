//! TOML: tables and keys.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    is_data: true,
    ..Language::new(
        "toml",
        &["toml"],
        || tree_sitter_toml_ng::LANGUAGE.into(),
        &[include_str!("toml/facts.scm")],
    )
};
