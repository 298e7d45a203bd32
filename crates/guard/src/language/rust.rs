//! Rust.

use std::sync::LazyLock;

use super::{Language, NodeRole};

pub(super) const RUST: Language = Language {
    endings: &["rs"],
    grammar: &RUST_GRAMMAR,
    roles: &[
        ("identifier", NodeRole::Name),
        ("type_identifier", NodeRole::Name),
        ("field_identifier", NodeRole::Name),
        ("shorthand_field_identifier", NodeRole::Name),
        ("metavariable", NodeRole::Name),
        ("string_literal", NodeRole::Text),
        ("raw_string_literal", NodeRole::Text),
        ("char_literal", NodeRole::Text),
        ("escape_sequence", NodeRole::Hole),
        ("line_comment", NodeRole::Comment),
        ("block_comment", NodeRole::Comment),
        ("array_expression", NodeRole::List),
        ("macro_invocation", NodeRole::Macro),
        ("function_item", NodeRole::Function),
        ("closure_expression", NodeRole::Function),
        ("return_expression", NodeRole::Return),
        ("let_declaration", BINDING),
        ("let_condition", BINDING),
        ("for_expression", BINDING),
        ("const_item", NAMED),
        ("static_item", NAMED),
        (
            "field_initializer",
            NodeRole::Field {
                name: "field",
                value: "value",
            },
        ),
        ("match_expression", NodeRole::Choice { subject: "value" }),
        ("match_pattern", NodeRole::Pattern(None)),
        (
            "call_expression",
            NodeRole::Call {
                callee: "function",
                arguments: "arguments",
            },
        ),
        (
            "field_expression",
            NodeRole::Member {
                object: "value",
                name: "field",
            },
        ),
        ("index_expression", NodeRole::Index),
        ("binary_expression", NodeRole::Compare),
        ("enum_item", NodeRole::Enum),
    ],
    attribute: Some("attribute_item"),
};

const BINDING: NodeRole = NodeRole::Binding {
    name: "pattern",
    value: "value",
};

const NAMED: NodeRole = NodeRole::Binding {
    name: "name",
    value: "value",
};

static RUST_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_rust::LANGUAGE.into());
