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

/// One language.
pub(crate) struct Language {
    /// The extensions of its files, without the dot.
    pub(crate) extensions: &'static [&'static str],
    /// Loaded once, so that the names of its node kinds and fields stay valid.
    pub(crate) grammar: LazyLock<tree_sitter::Language>,
    /// The shapes of node kinds.
    pub(crate) shapes: &'static [(&'static str, NodeShape)],
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
        let row = self.shapes.iter().find(|(name, _)| *name == kind);
        row.map_or(NodeShape::Plain, |(_, shape)| *shape)
    }
}

const RUST: &[(&str, NodeShape)] = &[
    ("identifier", Name),
    ("type_identifier", Name),
    ("field_identifier", Name),
    ("shorthand_field_identifier", Name),
    ("metavariable", Name),
    ("string_literal", Text),
    ("raw_string_literal", Text),
    ("char_literal", Text),
    ("escape_sequence", Hole),
    ("line_comment", Comment),
    ("block_comment", Comment),
    ("array_expression", List),
    ("macro_invocation", Macro),
    ("function_item", Function),
    ("closure_expression", Function),
    ("let_declaration", Binding("pattern", "value")),
    ("let_condition", Binding("pattern", "value")),
    ("for_expression", Binding("pattern", "value")),
    ("const_item", Binding("name", "value")),
    ("static_item", Binding("name", "value")),
    ("field_initializer", Field("field", "value")),
    ("match_expression", Choice("value")),
    ("match_pattern", Pattern(None)),
    ("call_expression", Call("function", "arguments")),
    ("field_expression", Member("value", "field")),
    ("index_expression", Index),
    ("binary_expression", Compare),
    ("enum_item", Enum),
];

const TYPESCRIPT: &[(&str, NodeShape)] = &[
    ("identifier", Name),
    ("property_identifier", Name),
    ("private_property_identifier", Name),
    ("shorthand_property_identifier", Name),
    ("shorthand_property_identifier_pattern", Name),
    ("type_identifier", Name),
    ("statement_identifier", Name),
    ("string", Text),
    ("template_string", Text),
    ("jsx_text", Text),
    ("escape_sequence", Hole),
    ("template_substitution", Hole),
    ("comment", Comment),
    ("html_comment", Comment),
    ("array", List),
    ("object", List),
    ("union_type", List),
    ("function_declaration", Function),
    ("function_expression", Function),
    ("generator_function", Function),
    ("generator_function_declaration", Function),
    ("arrow_function", Function),
    ("method_definition", Function),
    ("variable_declarator", Binding("name", "value")),
    ("public_field_definition", Binding("name", "value")),
    ("type_alias_declaration", Binding("name", "value")),
    ("for_in_statement", Binding("left", "right")),
    ("pair", Field("key", "value")),
    ("switch_statement", Choice("value")),
    ("switch_case", Pattern(Some("value"))),
    ("call_expression", Call("function", "arguments")),
    ("new_expression", Call("constructor", "arguments")),
    ("member_expression", Member("object", "property")),
    ("subscript_expression", Index),
    ("binary_expression", Compare),
    ("enum_declaration", Enum),
    ("regex", Regex),
];

const PYTHON: &[(&str, NodeShape)] = &[
    ("identifier", Name),
    ("string", Text),
    ("escape_sequence", Hole),
    ("interpolation", Hole),
    ("comment", Comment),
    ("list", List),
    ("set", List),
    ("tuple", List),
    ("dictionary", List),
    ("function_definition", Function),
    ("lambda", Function),
    ("assignment", Binding("left", "right")),
    ("for_statement", Binding("left", "right")),
    ("for_in_clause", Binding("left", "right")),
    ("named_expression", Binding("name", "value")),
    ("keyword_argument", Field("name", "value")),
    ("match_statement", Choice("subject")),
    ("case_pattern", Pattern(None)),
    ("call", Call("function", "arguments")),
    ("attribute", Member("object", "attribute")),
    ("subscript", Index),
    ("comparison_operator", Compare),
    ("class_definition", Class),
];
