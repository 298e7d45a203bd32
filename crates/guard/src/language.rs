//! The languages: one row each in [`LANGUAGES`]. A row maps the node kinds of a grammar to the shapes that the rules
//! use; nodes of other kinds are only traversed.

use std::sync::LazyLock;

use NodeShape::{
    Binding, Call, Choice, Class, Comment, Compare, Enum, Field, Function, Hole, Index, List,
    Macro, Member, Name, Pattern, Regex, Text,
};

/// What a node is, in terms that the rules use for every language. The texts are names of fields in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeShape {
    /// None of the others.
    Plain,
    /// An identifier.
    Name,
    /// A string, with its quotes.
    Text,
    /// A part of a string that is not literal text: an escape, or an interpolated expression.
    Hole,
    /// A comment, documentation too.
    Comment,
    /// A list of values: an array, a set, an object, a union of literals.
    List,
    /// A macro whose arguments are tokens.
    Macro,
    /// A function or a closure.
    Function,
    /// An assignment, a binding or a loop: the names that are bound, and the value.
    Binding(&'static str, &'static str),
    /// A field of a value under construction: its name, and the value.
    Field(&'static str, &'static str),
    /// A choice among branches by a value: the value.
    Choice(&'static str),
    /// The pattern of a branch: the node, or the field of it with this name.
    Pattern(Option<&'static str>),
    /// A call: what is called, and its arguments.
    Call(&'static str, &'static str),
    /// A member of a value: the value, and the member's name.
    Member(&'static str, &'static str),
    /// An element of a value, by index or key.
    Index,
    /// A comparison or another binary operator.
    Compare,
    /// An enum.
    Enum,
    /// A class that is an enum if it is derived from one.
    Class,
    /// A regex between slashes.
    Regex,
}

/// The node kinds of each shape.
type Shapes = &'static [(NodeShape, &'static [&'static str])];

/// One language.
pub(crate) struct Language {
    /// The extensions of its files, without the dot.
    pub(crate) extensions: &'static [&'static str],
    /// Loaded once, so that the names of its node kinds and fields stay valid.
    pub(crate) grammar: LazyLock<tree_sitter::Language>,
    /// The shapes of node kinds.
    pub(crate) shapes: Shapes,
    /// The node kind of attributes, which may mark an item as a test; `None` if tests are in files of their own.
    pub(crate) attribute: Option<&'static str>,
}

static LANGUAGES: [Language; 4] = [
    Language {
        extensions: &["rs"],
        grammar: LazyLock::new(|| tree_sitter_rust::LANGUAGE.into()),
        shapes: RUST,
        attribute: Some("attribute_item"),
    },
    Language {
        extensions: &["ts", "mts", "cts"],
        grammar: LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
        shapes: TYPESCRIPT,
        attribute: None,
    },
    // The grammar for TSX parses JavaScript, too.
    Language {
        extensions: &["tsx", "js", "jsx", "mjs", "cjs"],
        grammar: LazyLock::new(|| tree_sitter_typescript::LANGUAGE_TSX.into()),
        shapes: TYPESCRIPT,
        attribute: None,
    },
    Language {
        extensions: &["py", "pyi"],
        grammar: LazyLock::new(|| tree_sitter_python::LANGUAGE.into()),
        shapes: PYTHON,
        attribute: None,
    },
];

impl Language {
    /// The language of a file, by its extension.
    pub(crate) fn of(path: &str) -> Option<&'static Self> {
        let (_, extension) = path.rsplit_once('.')?;
        LANGUAGES.iter().find(|language| language.extensions.contains(&extension))
    }

    /// The shape of a node kind.
    pub(crate) fn shape(&self, kind: &str) -> NodeShape {
        let row = self.shapes.iter().find(|(_, kinds)| kinds.contains(&kind));
        row.map_or(NodeShape::Plain, |(shape, _)| *shape)
    }
}

#[rustfmt::skip]
const RUST: Shapes = &[
    (Name, &["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier", "metavariable"]),
    (Text, &["string_literal", "raw_string_literal", "char_literal"]),
    (Hole, &["escape_sequence"]),
    (Comment, &["line_comment", "block_comment"]),
    (List, &["array_expression"]),
    (Macro, &["macro_invocation"]),
    (Function, &["function_item", "closure_expression"]),
    (Binding("pattern", "value"), &["let_declaration", "let_condition", "for_expression"]),
    (Binding("name", "value"), &["const_item", "static_item"]),
    (Field("field", "value"), &["field_initializer"]),
    (Choice("value"), &["match_expression"]),
    (Pattern(None), &["match_pattern"]),
    (Call("function", "arguments"), &["call_expression"]),
    (Member("value", "field"), &["field_expression"]),
    (Index, &["index_expression"]),
    (Compare, &["binary_expression"]),
    (Enum, &["enum_item"]),
];

#[rustfmt::skip]
const TYPESCRIPT: Shapes = &[
    (Name, &["identifier", "property_identifier", "private_property_identifier",
        "shorthand_property_identifier", "shorthand_property_identifier_pattern", "type_identifier", "statement_identifier"]),
    (Text, &["string", "template_string", "jsx_text"]),
    (Hole, &["escape_sequence", "template_substitution"]),
    (Comment, &["comment", "html_comment"]),
    (List, &["array", "object", "union_type"]),
    (Function, &["function_declaration", "function_expression", "generator_function",
        "generator_function_declaration", "arrow_function", "method_definition"]),
    (Binding("name", "value"), &["variable_declarator", "public_field_definition", "type_alias_declaration"]),
    (Binding("left", "right"), &["for_in_statement"]),
    (Field("key", "value"), &["pair"]),
    (Choice("value"), &["switch_statement"]),
    (Pattern(Some("value")), &["switch_case"]),
    (Call("function", "arguments"), &["call_expression"]),
    (Call("constructor", "arguments"), &["new_expression"]),
    (Member("object", "property"), &["member_expression"]),
    (Index, &["subscript_expression"]),
    (Compare, &["binary_expression"]),
    (Enum, &["enum_declaration"]),
    (Regex, &["regex"]),
];

#[rustfmt::skip]
const PYTHON: Shapes = &[
    (Name, &["identifier"]),
    (Text, &["string"]),
    (Hole, &["escape_sequence", "interpolation"]),
    (Comment, &["comment"]),
    (List, &["list", "set", "tuple", "dictionary"]),
    (Function, &["function_definition", "lambda"]),
    (Binding("left", "right"), &["assignment", "for_statement", "for_in_clause"]),
    (Binding("name", "value"), &["named_expression"]),
    (Field("name", "value"), &["keyword_argument"]),
    (Choice("subject"), &["match_statement"]),
    (Pattern(None), &["case_pattern"]),
    (Call("function", "arguments"), &["call"]),
    (Member("object", "attribute"), &["attribute"]),
    (Index, &["subscript"]),
    (Compare, &["comparison_operator"]),
    (Class, &["class_definition"]),
];
