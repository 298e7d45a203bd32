//! PHP.

use super::{Language, Namespaces};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["php"],
    holds_markup: true,
    separator: "::",
    declared_types: true,
    pointer_types: &["__call", "__callStatic"],
    self_names: &["$this", "self", "static", "parent"],
    super_names: &["parent"],
    own_types: &["self", "static"],
    constructors: &["__construct"],
    uncallable_kinds: &["constant", "field", "variant"],
    namespaces: Namespaces::Absolute,
    imports: &imports::PhpImports,
    ..Language::new(
        "php",
        &["php", "phtml", "php5", "php7", "php8"],
        || tree_sitter_php::LANGUAGE_PHP.into(),
        &[include_str!("php/facts.scm")],
    )
};
