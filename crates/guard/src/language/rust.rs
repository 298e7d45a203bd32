//! Rust.

use std::sync::LazyLock;

use super::{Language, Shape};

pub(super) const RUST: Language = Language {
    endings: &["rs"],
    grammar: &RUST_GRAMMAR,
    shapes: &[
        ("identifier", Shape::Name),
        ("type_identifier", Shape::Name),
        ("field_identifier", Shape::Name),
        ("shorthand_field_identifier", Shape::Name),
        ("metavariable", Shape::Name),
        ("string_literal", Shape::Text),
        ("raw_string_literal", Shape::Text),
        ("char_literal", Shape::Text),
        ("escape_sequence", Shape::Hole),
        ("line_comment", Shape::Comment),
        ("block_comment", Shape::Comment),
        ("array_expression", Shape::List),
        ("macro_invocation", Shape::Macro),
        ("function_item", Shape::Function),
        ("closure_expression", Shape::Function),
        ("return_expression", Shape::Return),
        ("let_declaration", BINDING),
        ("let_condition", BINDING),
        ("for_expression", BINDING),
        ("const_item", NAMED),
        ("static_item", NAMED),
        (
            "field_initializer",
            Shape::Field {
                name: "field",
                value: "value",
            },
        ),
        ("match_expression", Shape::Choice { subject: "value" }),
        ("match_pattern", Shape::Pattern(None)),
        (
            "call_expression",
            Shape::Call {
                callee: "function",
                arguments: "arguments",
            },
        ),
        (
            "field_expression",
            Shape::Member {
                object: "value",
                name: "field",
            },
        ),
        ("index_expression", Shape::Index),
        ("binary_expression", Shape::Compare),
        ("enum_item", Shape::Enum),
    ],
    attribute: Some("attribute_item"),
};

const BINDING: Shape = Shape::Binding {
    name: "pattern",
    value: "value",
};

const NAMED: Shape = Shape::Binding {
    name: "name",
    value: "value",
};

static RUST_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_rust::LANGUAGE.into());
