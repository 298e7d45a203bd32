//! Rust.

use std::sync::LazyLock;

use super::{Language, NodeShape};

pub(super) const RUST: Language = Language {
    extensions: &["rs"],
    grammar: &RUST_GRAMMAR,
    shapes: &[
        ("identifier", NodeShape::Name),
        ("type_identifier", NodeShape::Name),
        ("field_identifier", NodeShape::Name),
        ("shorthand_field_identifier", NodeShape::Name),
        ("metavariable", NodeShape::Name),
        ("string_literal", NodeShape::Text),
        ("raw_string_literal", NodeShape::Text),
        ("char_literal", NodeShape::Text),
        ("escape_sequence", NodeShape::Hole),
        ("line_comment", NodeShape::Comment),
        ("block_comment", NodeShape::Comment),
        ("array_expression", NodeShape::List),
        ("macro_invocation", NodeShape::Macro),
        ("function_item", NodeShape::Function),
        ("closure_expression", NodeShape::Function),
        ("return_expression", NodeShape::Return),
        ("let_declaration", BINDING),
        ("let_condition", BINDING),
        ("for_expression", BINDING),
        ("const_item", NAMED),
        ("static_item", NAMED),
        (
            "field_initializer",
            NodeShape::Field {
                name: "field",
                value: "value",
            },
        ),
        ("match_expression", NodeShape::Choice { subject: "value" }),
        ("match_pattern", NodeShape::Pattern(None)),
        (
            "call_expression",
            NodeShape::Call {
                callee: "function",
                arguments: "arguments",
            },
        ),
        (
            "field_expression",
            NodeShape::Member {
                object: "value",
                name: "field",
            },
        ),
        ("index_expression", NodeShape::Index),
        ("binary_expression", NodeShape::Compare),
        ("enum_item", NodeShape::Enum),
    ],
    attribute: Some("attribute_item"),
};

const BINDING: NodeShape = NodeShape::Binding {
    name: "pattern",
    value: "value",
};

const NAMED: NodeShape = NodeShape::Binding {
    name: "name",
    value: "value",
};

static RUST_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_rust::LANGUAGE.into());
