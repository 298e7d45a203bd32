//! PHP. Its imports: `use`, by full names, which lead to what a file of that namespace declares.

use tree_sitter::Node;

use super::{
    Head, Language, Namespaces, Runtime, Sight, children, field_text, import_of, node_text,
};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "php",
    extensions: &["php", "phtml", "php5", "php7", "php8"],
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    patterns: &[include_str!("php/facts.scm")],
    interpreters: &["php"],
    holds_markup: true,
    separator: "::",
    value_access: &["->", "?->"],
    declared_types: true,
    made_by_word: true,
    pointer_types: &["__call", "__callStatic"],
    self_names: &["$this", "self", "static", "parent"],
    super_names: &["parent"],
    own_types: &["self", "static"],
    constructors: &["__construct"],
    uncallable_kinds: &["constant", "field", "variant"],
    namespaces: Namespaces::Absolute,
    extract_imports,
    sight,
    runtime: Some(Runtime::Php),
    ..Language::PLAIN
};

/// `use A\B`, `use A\B as C`, `use function A\b as c` and `use A\{B, function c as d}`.
/// The members of a trait are those of the types that use it. A function may be bound to a type from outside of it.
fn sight(head: &Head<'_>) -> Sight {
    if head.has(&["private"]) && !head.is_in(&["trait"]) {
        Sight::Type(&["Closure::", "bindTo(", "->call(", "eval("])
    } else {
        Sight::Any
    }
}

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let mut prefix = "";
    for child in children(node) {
        match child.kind() {
            "namespace_name" => prefix = node_text(child, text),
            "namespace_use_clause" => read_clause(child, prefix, text, into),
            "namespace_use_group" => {
                for clause in children(child) {
                    read_clause(clause, prefix, text, into);
                }
            }
            _ => {}
        }
    }
}

fn read_clause(clause: Node<'_>, prefix: &str, text: &[u8], into: &mut Vec<Import>) {
    let Some(path) = clause.named_child(0) else {
        return;
    };
    let path = format!("{prefix}\\{}", node_text(path, text)).replace('\\', ".");
    into.push(import_of(path.trim_start_matches('.'), field_text(clause, "alias", text)));
}
