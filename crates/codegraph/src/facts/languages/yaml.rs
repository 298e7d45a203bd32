//! YAML: the unquoted keys of the first three levels.

use super::Language;

mod columns;

pub(super) static LANGUAGE: Language = Language {
    strains_scanner: columns::are_too_many,
    is_data: true,
    ..Language::new(
        "yaml",
        &["yaml", "yml"],
        || tree_sitter_yaml::LANGUAGE.into(),
        &[include_str!("yaml/facts.scm")],
    )
};
