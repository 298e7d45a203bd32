//! Python.

use std::sync::LazyLock;

use super::{Language, NodeShape};

pub(super) const PYTHON: Language = Language {
    extensions: &["py", "pyi"],
    grammar: &PYTHON_GRAMMAR,
    shapes: &[
        ("identifier", NodeShape::Name),
        ("string", NodeShape::Text),
        ("escape_sequence", NodeShape::Hole),
        ("interpolation", NodeShape::Hole),
        ("comment", NodeShape::Comment),
        ("list", NodeShape::List),
        ("set", NodeShape::List),
        ("tuple", NodeShape::List),
        ("dictionary", NodeShape::List),
        ("function_definition", NodeShape::Function),
        ("lambda", NodeShape::Function),
        ("return_statement", NodeShape::Return),
        ("assignment", BINDING),
        ("for_statement", BINDING),
        ("for_in_clause", BINDING),
        (
            "named_expression",
            NodeShape::Binding {
                name: "name",
                value: "value",
            },
        ),
        (
            "keyword_argument",
            NodeShape::Field {
                name: "name",
                value: "value",
            },
        ),
        ("match_statement", NodeShape::Choice { subject: "subject" }),
        ("case_pattern", NodeShape::Pattern(None)),
        (
            "call",
            NodeShape::Call {
                callee: "function",
                arguments: "arguments",
            },
        ),
        (
            "attribute",
            NodeShape::Member {
                object: "object",
                name: "attribute",
            },
        ),
        ("subscript", NodeShape::Index),
        ("comparison_operator", NodeShape::Compare),
        ("class_definition", NodeShape::Class),
    ],
    attribute: None,
};

const BINDING: NodeShape = NodeShape::Binding {
    name: "left",
    value: "right",
};

static PYTHON_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_python::LANGUAGE.into());
