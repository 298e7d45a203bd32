//! TypeScript, and JavaScript with it: its grammar with markup reads both.

use std::sync::LazyLock;

use super::{Language, Shape};

pub(super) const TYPESCRIPT: Language = Language {
    endings: &["ts", "mts", "cts"],
    grammar: &TYPESCRIPT_GRAMMAR,
    shapes: SHAPES,
    attribute: None,
};

pub(super) const TSX: Language = Language {
    endings: &["tsx", "js", "jsx", "mjs", "cjs"],
    grammar: &TSX_GRAMMAR,
    shapes: SHAPES,
    attribute: None,
};

const SHAPES: &[(&str, Shape)] = &[
    ("identifier", Shape::Name),
    ("property_identifier", Shape::Name),
    ("private_property_identifier", Shape::Name),
    ("shorthand_property_identifier", Shape::Name),
    ("shorthand_property_identifier_pattern", Shape::Name),
    ("type_identifier", Shape::Name),
    ("statement_identifier", Shape::Name),
    ("string", Shape::Text),
    ("template_string", Shape::Text),
    ("jsx_text", Shape::Text),
    ("escape_sequence", Shape::Hole),
    ("template_substitution", Shape::Hole),
    ("comment", Shape::Comment),
    ("html_comment", Shape::Comment),
    ("array", Shape::List),
    ("object", Shape::List),
    ("union_type", Shape::List),
    ("function_declaration", Shape::Function),
    ("function_expression", Shape::Function),
    ("generator_function", Shape::Function),
    ("generator_function_declaration", Shape::Function),
    ("arrow_function", Shape::Function),
    ("method_definition", Shape::Function),
    ("return_statement", Shape::Return),
    ("variable_declarator", NAMED),
    ("public_field_definition", NAMED),
    ("type_alias_declaration", NAMED),
    (
        "for_in_statement",
        Shape::Binding {
            name: "left",
            value: "right",
        },
    ),
    (
        "pair",
        Shape::Field {
            name: "key",
            value: "value",
        },
    ),
    ("switch_statement", Shape::Choice { subject: "value" }),
    ("switch_case", Shape::Pattern(Some("value"))),
    (
        "call_expression",
        Shape::Call {
            callee: "function",
            arguments: "arguments",
        },
    ),
    (
        "new_expression",
        Shape::Call {
            callee: "constructor",
            arguments: "arguments",
        },
    ),
    (
        "member_expression",
        Shape::Member {
            object: "object",
            name: "property",
        },
    ),
    ("subscript_expression", Shape::Index),
    ("binary_expression", Shape::Compare),
    ("enum_declaration", Shape::Enum),
    ("regex", Shape::Regex),
];

const NAMED: Shape = Shape::Binding {
    name: "name",
    value: "value",
};

static TYPESCRIPT_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into());

static TSX_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TSX.into());
