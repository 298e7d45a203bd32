//! PHP.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    separator: "::",
    self_names: &["$this", "self", "static", "parent"],
    uncallable_kinds: &["constant", "field", "variant"],
    ..Language::new(
        "php",
        &["php", "phtml"],
        || tree_sitter_php::LANGUAGE_PHP.into(),
        &[include_str!("php/facts.scm")],
    )
};
