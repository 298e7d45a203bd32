//! Python.

use std::sync::LazyLock;

use super::{Language, NodeRole};

pub(super) const PYTHON: Language = Language {
    endings: &["py", "pyi"],
    grammar: &PYTHON_GRAMMAR,
    roles: &[
        ("identifier", NodeRole::Name),
        ("string", NodeRole::Text),
        ("escape_sequence", NodeRole::Hole),
        ("interpolation", NodeRole::Hole),
        ("comment", NodeRole::Comment),
        ("list", NodeRole::List),
        ("set", NodeRole::List),
        ("tuple", NodeRole::List),
        ("dictionary", NodeRole::List),
        ("function_definition", NodeRole::Function),
        ("lambda", NodeRole::Function),
        ("return_statement", NodeRole::Return),
        ("assignment", BINDING),
        ("for_statement", BINDING),
        ("for_in_clause", BINDING),
        (
            "named_expression",
            NodeRole::Binding {
                name: "name",
                value: "value",
            },
        ),
        (
            "keyword_argument",
            NodeRole::Field {
                name: "name",
                value: "value",
            },
        ),
        ("match_statement", NodeRole::Choice { subject: "subject" }),
        ("case_pattern", NodeRole::Pattern(None)),
        (
            "call",
            NodeRole::Call {
                callee: "function",
                arguments: "arguments",
            },
        ),
        (
            "attribute",
            NodeRole::Member {
                object: "object",
                name: "attribute",
            },
        ),
        ("subscript", NodeRole::Index),
        ("comparison_operator", NodeRole::Compare),
        ("class_definition", NodeRole::Class),
    ],
    attribute: None,
};

const BINDING: NodeRole = NodeRole::Binding {
    name: "left",
    value: "right",
};

static PYTHON_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_python::LANGUAGE.into());
