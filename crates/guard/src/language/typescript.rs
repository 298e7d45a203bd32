//! TypeScript and JavaScript. The grammar for TSX parses JavaScript, too.

use std::sync::LazyLock;

use super::{Language, NodeShape};

pub(super) const TYPESCRIPT: Language = Language {
    extensions: &["ts", "mts", "cts"],
    grammar: &TYPESCRIPT_GRAMMAR,
    shapes: SHAPES,
    attribute: None,
};

pub(super) const TSX: Language = Language {
    extensions: &["tsx", "js", "jsx", "mjs", "cjs"],
    grammar: &TSX_GRAMMAR,
    shapes: SHAPES,
    attribute: None,
};

const SHAPES: &[(&str, NodeShape)] = &[
    ("identifier", NodeShape::Name),
    ("property_identifier", NodeShape::Name),
    ("private_property_identifier", NodeShape::Name),
    ("shorthand_property_identifier", NodeShape::Name),
    ("shorthand_property_identifier_pattern", NodeShape::Name),
    ("type_identifier", NodeShape::Name),
    ("statement_identifier", NodeShape::Name),
    ("string", NodeShape::Text),
    ("template_string", NodeShape::Text),
    ("jsx_text", NodeShape::Text),
    ("escape_sequence", NodeShape::Hole),
    ("template_substitution", NodeShape::Hole),
    ("comment", NodeShape::Comment),
    ("html_comment", NodeShape::Comment),
    ("array", NodeShape::List),
    ("object", NodeShape::List),
    ("union_type", NodeShape::List),
    ("function_declaration", NodeShape::Function),
    ("function_expression", NodeShape::Function),
    ("generator_function", NodeShape::Function),
    ("generator_function_declaration", NodeShape::Function),
    ("arrow_function", NodeShape::Function),
    ("method_definition", NodeShape::Function),
    ("return_statement", NodeShape::Return),
    ("variable_declarator", NAMED),
    ("public_field_definition", NAMED),
    ("type_alias_declaration", NAMED),
    (
        "for_in_statement",
        NodeShape::Binding {
            name: "left",
            value: "right",
        },
    ),
    (
        "pair",
        NodeShape::Field {
            name: "key",
            value: "value",
        },
    ),
    ("switch_statement", NodeShape::Choice { subject: "value" }),
    ("switch_case", NodeShape::Pattern(Some("value"))),
    (
        "call_expression",
        NodeShape::Call {
            callee: "function",
            arguments: "arguments",
        },
    ),
    (
        "new_expression",
        NodeShape::Call {
            callee: "constructor",
            arguments: "arguments",
        },
    ),
    (
        "member_expression",
        NodeShape::Member {
            object: "object",
            name: "property",
        },
    ),
    ("subscript_expression", NodeShape::Index),
    ("binary_expression", NodeShape::Compare),
    ("enum_declaration", NodeShape::Enum),
    ("regex", NodeShape::Regex),
];

const NAMED: NodeShape = NodeShape::Binding {
    name: "name",
    value: "value",
};

static TYPESCRIPT_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into());

static TSX_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TSX.into());
