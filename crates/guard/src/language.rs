//! The languages: one file each, and one row in [`LANGUAGES`]. A row gives the kinds of a grammar a shape that the
//! rules know; what has none is walked through.

mod python;
mod rust;
mod typescript;

use std::sync::LazyLock;

/// The role of a node for the rules. The fields are names of fields in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Nothing in particular.
    Plain,
    /// An identifier.
    Name,
    /// A string, with its quotes.
    Text,
    /// A part of a string that is none of its letters: an escape, or an expression inside.
    Hole,
    /// A comment, documentation too.
    Comment,
    /// Values side by side: an array, a set, an object, a union of literals.
    List,
    /// A macro whose arguments are tokens.
    Macro,
    /// A function or a closure.
    Function,
    /// A `return`.
    Return,
    /// A name gets a value.
    Binding {
        name: &'static str,
        value: &'static str,
    },
    /// A field of a value that is being built.
    Field {
        name: &'static str,
        value: &'static str,
    },
    /// One of several branches is chosen by a value.
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
    /// Two values are compared, or otherwise combined by an operator.
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
    /// Endings of its files, without the dot.
    pub(crate) endings: &'static [&'static str],
    /// Loaded once, so that its names of kinds and fields stay.
    pub(crate) grammar: &'static LazyLock<tree_sitter::Language>,
    /// Kinds of nodes and what they are.
    pub(crate) shapes: &'static [(&'static str, Shape)],
    /// Attributes before an item that make it a test; `None` where tests are files of their own.
    pub(crate) attribute: Option<&'static str>,
}

const LANGUAGES: &[&Language] = &[
    &rust::RUST,
    &typescript::TYPESCRIPT,
    &typescript::TSX,
    &python::PYTHON,
];

impl Language {
    /// The language of a file, by its ending.
    pub(crate) fn of(path: &str) -> Option<&'static Self> {
        let (_, ending) = path.rsplit_once('.')?;
        let mut all = LANGUAGES.iter().copied();
        all.find(|language| language.endings.contains(&ending))
    }

    pub(crate) fn shape(&self, kind: &str) -> Shape {
        let row = self.shapes.iter().find(|(name, _)| *name == kind);
        row.map_or(Shape::Plain, |(_, shape)| *shape)
    }
}
