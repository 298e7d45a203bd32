//! PHP.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    separator: "::",
    own: &["$this", "self", "static", "parent"],
    uncalled: &["constant", "field", "variant"],
    ..Language::new(
        "php",
        &["php", "phtml"],
        || tree_sitter_php::LANGUAGE_PHP.into(),
        &[include_str!("php/facts.scm")],
    )
};
