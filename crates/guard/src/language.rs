//! The languages: one file each, and one row in [`LANGUAGES`]. A row maps the node kinds of a grammar to the shapes
//! that the rules use; nodes of other kinds are only traversed.

mod python;
mod rust;
mod typescript;

use std::sync::LazyLock;

/// What a node is, in terms that the rules use for every language. The fields are names of fields in the grammar.
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
    /// A `return`.
    Return,
    /// An assignment or a binding.
    Binding {
        name: &'static str,
        value: &'static str,
    },
    /// A field of a value under construction.
    Field {
        name: &'static str,
        value: &'static str,
    },
    /// A choice among branches by a value.
    Choice { subject: &'static str },
    /// The pattern of a branch: the node, or the field of it with this name.
    Pattern(Option<&'static str>),
    /// A call; what is called, and its arguments.
    Call {
        callee: &'static str,
        arguments: &'static str,
    },
    /// A member of a value.
    Member {
        object: &'static str,
        name: &'static str,
    },
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
    pub(crate) grammar: &'static LazyLock<tree_sitter::Language>,
    /// The shapes of node kinds.
    pub(crate) shapes: &'static [(&'static str, NodeShape)],
    /// The node kind of attributes, which may mark an item as a test; `None` if tests are in files of their own.
    pub(crate) attribute: Option<&'static str>,
}

const LANGUAGES: &[&Language] = &[
    &rust::RUST,
    &typescript::TYPESCRIPT,
    &typescript::TSX,
    &python::PYTHON,
];

impl Language {
    /// The language of a file, by its extension.
    pub(crate) fn of(path: &str) -> Option<&'static Self> {
        let (_, extension) = path.rsplit_once('.')?;
        let mut all = LANGUAGES.iter().copied();
        all.find(|language| language.extensions.contains(&extension))
    }

    /// The shape of a node kind.
    pub(crate) fn shape(&self, kind: &str) -> NodeShape {
        let row = self.shapes.iter().find(|(name, _)| *name == kind);
        row.map_or(NodeShape::Plain, |(_, shape)| *shape)
    }
}
