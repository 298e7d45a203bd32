//! Python.

use std::sync::LazyLock;

use super::{Language, Shape};

pub(super) const PYTHON: Language = Language {
    endings: &["py", "pyi"],
    grammar: &PYTHON_GRAMMAR,
    shapes: &[
        ("identifier", Shape::Name),
        ("string", Shape::Text),
        ("escape_sequence", Shape::Hole),
        ("interpolation", Shape::Hole),
        ("comment", Shape::Comment),
        ("list", Shape::List),
        ("set", Shape::List),
        ("tuple", Shape::List),
        ("dictionary", Shape::List),
        ("function_definition", Shape::Function),
        ("lambda", Shape::Function),
        ("return_statement", Shape::Return),
        ("assignment", BINDING),
        ("for_statement", BINDING),
        ("for_in_clause", BINDING),
        (
            "named_expression",
            Shape::Binding {
                name: "name",
                value: "value",
            },
        ),
        (
            "keyword_argument",
            Shape::Field {
                name: "name",
                value: "value",
            },
        ),
        ("match_statement", Shape::Choice { subject: "subject" }),
        ("case_pattern", Shape::Pattern(None)),
        (
            "call",
            Shape::Call {
                callee: "function",
                arguments: "arguments",
            },
        ),
        (
            "attribute",
            Shape::Member {
                object: "object",
                name: "attribute",
            },
        ),
        ("subscript", Shape::Index),
        ("comparison_operator", Shape::Compare),
        ("class_definition", Shape::Class),
    ],
    attribute: None,
};

const BINDING: Shape = Shape::Binding {
    name: "left",
    value: "right",
};

static PYTHON_GRAMMAR: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_python::LANGUAGE.into());
