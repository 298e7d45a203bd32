//! TypeScript, and JavaScript with it: its grammar with markup reads both.

use std::sync::LazyLock;

use super::{Language, NodeRole};

pub(super) const TYPESCRIPT: Language = Language {
    endings: &["ts", "mts", "cts"],
    grammar: &TYPESCRIPT_GRAMMAR,
    roles: ROLES,
    attribute: None,
};

pub(super) const TSX: Language = Language {
    endings: &["tsx", "js", "jsx", "mjs", "cjs"],
    grammar: &TSX_GRAMMAR,
    roles: ROLES,
    attribute: None,
};

const ROLES: &[(&str, NodeRole)] = &[
    ("identifier", NodeRole::Name),
    ("property_identifier", NodeRole::Name),
    ("private_property_identifier", NodeRole::Name),
    ("shorthand_property_identifier", NodeRole::Name),
    ("shorthand_property_identifier_pattern", NodeRole::Name),
    ("type_identifier", NodeRole::Name),
    ("statement_identifier", NodeRole::Name),
    ("string", NodeRole::Text),
    ("template_string", NodeRole::Text),
    ("jsx_text", NodeRole::Text),
    ("escape_sequence", NodeRole::Hole),
    ("template_substitution", NodeRole::Hole),
    ("comment", NodeRole::Comment),
    ("html_comment", NodeRole::Comment),
    ("array", NodeRole::List),
    ("object", NodeRole::List),
    ("union_type", NodeRole::List),
    ("function_declaration", NodeRole::Function),
    ("function_expression", NodeRole::Function),
    ("generator_function", NodeRole::Function),
    ("generator_function_declaration", NodeRole::Function),
    ("arrow_function", NodeRole::Function),
    ("method_definition", NodeRole::Function),
    ("return_statement", NodeRole::Return),
    ("variable_declarator", NAMED),
    ("public_field_definition", NAMED),
    ("type_alias_declaration", NAMED),
    (
        "for_in_statement",
        NodeRole::Binding {
            name: "left",
            value: "right",
        },
    ),
    (
        "pair",
        NodeRole::Field {
            name: "key",
            value: "value",
        },
    ),
    ("switch_statement", NodeRole::Choice { subject: "value" }),
    ("switch_case", NodeRole::Pattern(Some("value"))),
    (
        "call_expression",
        NodeRole::Call {
            callee: "function",
            arguments: "arguments",
        },
    ),
    (
        "new_expression",
        NodeRole::Call {
            callee: "constructor",
            arguments: "arguments",
        },
    ),
    (
        "member_expression",
        NodeRole::Member {
            object: "object",
            name: "property",
        },
    ),
    ("subscript_expression", NodeRole::Index),
    ("binary_expression", NodeRole::Compare),
    ("enum_declaration", NodeRole::Enum),
    ("regex", NodeRole::Regex),
];

const NAMED: NodeRole = NodeRole::Binding {
    name: "name",
    value: "value",
};

static TYPESCRIPT_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into());

static TSX_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TSX.into());
