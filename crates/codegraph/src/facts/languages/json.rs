//! JSON: the keys of the first two levels.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    is_data: true,
    ..Language::new(
        "json",
        &["json", "jsonc"],
        || tree_sitter_json::LANGUAGE.into(),
        &[include_str!("json/facts.scm")],
    )
};
