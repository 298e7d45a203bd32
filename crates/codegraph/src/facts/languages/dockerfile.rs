//! Dockerfiles.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    is_data: true,
    file_names: &["Dockerfile", "Containerfile"],
    ..Language::new(
        "dockerfile",
        &["dockerfile", "containerfile"],
        || tree_sitter_containerfile::LANGUAGE.into(),
        &[include_str!("dockerfile/facts.scm")],
    )
};
