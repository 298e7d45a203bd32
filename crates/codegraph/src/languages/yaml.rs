//! YAML: the unquoted keys of the first three levels.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    is_data: true,
    ..Language::new(
        "yaml",
        &["yaml", "yml"],
        || tree_sitter_yaml::LANGUAGE.into(),
        &[include_str!("yaml/facts.scm")],
    )
};
