//! Markdown: a section is a declaration named after its heading.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    holds_markup: true,
    is_data: true,
    ..Language::new(
        "markdown",
        &["md", "markdown"],
        || tree_sitter_md::LANGUAGE.into(),
        &[include_str!("markdown/facts.scm")],
    )
};
