//! What one file says of itself: its declarations, references and imports. A pure function of the
//! file's bytes and its language, so it can be kept by content hash.

use firsthand_source::LineRange;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The facts of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// Sorted by (first byte, last byte descending): a container comes before what it holds.
    pub(crate) symbols: Vec<Symbol>,
    /// Identifiers, declarations' own names left out, by position.
    pub(crate) references: Vec<Reference>,
    /// Super types named by a declaration, by position.
    pub(crate) heritage: Vec<Span>,
    pub(crate) imports: Vec<Import>,
    /// Names that parameters and locals give, by position: no references, and no declarations that
    /// are kept.
    pub(crate) bindings: Vec<Binding>,
    /// Parts that types' values are given, by position.
    pub(crate) fields: Vec<Field>,
    /// Whether other files get at its names by importing them, and only so.
    pub(crate) module: bool,
    /// Number of lines.
    pub(crate) lines: u32,
    /// Whether it was not parsed since that would have taken too long: it is known as text alone.
    pub(crate) given_up: bool,
}

/// A range of bytes.
pub(crate) type Span = Range<u32>;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) qualified: String,
    pub(crate) kind: String,
    /// Index of the declaration that holds this one.
    pub(crate) container: Option<u32>,
    /// Documentation, attributes and all.
    pub(crate) span: Span,
    /// Without what leads it.
    pub(crate) code: Span,
    pub(crate) name_span: Span,
    /// Where its body begins; the end of `code` if it has none.
    pub(crate) body: u32,
    /// Lines of `span`.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The line that holds the name: the definition's first line.
    pub(crate) name_line: u32,
    /// The last line of the signature.
    pub(crate) signature_end: u32,
    /// Whether it, or what holds it, is marked as a test.
    pub(crate) test: bool,
}

impl Symbol {
    /// Its lines, documentation and attributes included.
    pub(crate) fn range(&self) -> LineRange {
        LineRange::one(self.start).hull(LineRange::one(self.end))
    }

    /// Whether it adds to, or announces, what is declared elsewhere.
    pub(crate) fn is_extension(&self) -> bool {
        matches!(self.kind.as_str(), "impl" | "extension" | "prototype")
    }

    /// Whether it only announces a function that is defined elsewhere.
    pub(crate) fn is_prototype(&self) -> bool {
        self.kind == "prototype"
    }

    /// Whether it is a function with its body.
    pub(crate) fn is_function(&self) -> bool {
        matches!(self.kind.as_str(), "function" | "method" | "constructor")
    }

    /// Whether what it holds belongs to a type, rather than to a scope.
    pub(crate) fn is_type(&self) -> bool {
        const TYPES: [&str; 13] = [
            "class",
            "enum",
            "extension",
            "impl",
            "interface",
            "object",
            "protocol",
            "record",
            "struct",
            "trait",
            "type",
            "union",
            "variant",
        ];
        TYPES.contains(&self.kind.as_str())
    }
}

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reference {
    pub(crate) span: Span,
    /// What stands before it: `a` in `a.b`.
    pub(crate) qualifier: Option<Span>,
    pub(crate) call: bool,
    /// Whether it stands where only a type can, in a language that names types apart from values.
    pub(crate) of_type: bool,
    pub(crate) label: Label,
}

/// A name that a parameter or a local gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Binding {
    pub(crate) name: Span,
    /// Where it can be used by that name: a function, a block, (empty) nowhere; or the whole file.
    pub(crate) within: Option<Span>,
    /// Whether it names a type, in a language that names types apart from values.
    pub(crate) of_type: bool,
    /// Whether the caller gives its value.
    pub(crate) parameter: bool,
    /// The type that its value is said or seen to have, as written: `T` or `a.T`.
    pub(crate) of: Option<Span>,
}

/// A part that a type's values are given: a field, or what `self.a = …` makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Field {
    pub(crate) name: Span,
    /// The type that it is said or seen to have, as written: `T` or `a.T`.
    pub(crate) of: Option<Span>,
}

/// Whether a name is one that a value's parts go by: an object key, a keyword argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Label {
    /// It is not.
    #[default]
    No,
    /// It is that only.
    Key,
    /// It is that, and a variable too: `{ a }`.
    Shorthand,
}

/// A name that another file lends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Import {
    /// The name in this file; empty where everything is taken over.
    pub(crate) local: String,
    /// The name there; `*` is the module itself (or, without a local name, all it has), `default`
    /// its default.
    pub(crate) name: String,
    /// The module as written: what the language's resolver understands. Empty is this file.
    pub(crate) source: String,
    /// Whether this file passes the name on.
    pub(crate) reexport: bool,
    /// The statement.
    pub(crate) at: Span,
    /// Where in this file the name can be used, if not everywhere: a function, or (empty) nowhere.
    pub(crate) within: Option<Span>,
}

impl Import {
    /// Whether the name means this import at a byte of the file.
    pub(crate) fn seen_at(&self, at: u32) -> bool {
        self.within.as_ref().is_none_or(|span| span.contains(&at))
    }

    /// Whether other files can get at it: not at what a function imports.
    pub(crate) fn outer(&self) -> bool {
        self.within.as_ref().is_none_or(|span| span.is_empty())
    }
}

impl Facts {
    /// The innermost declaration that holds the byte at `offset`.
    pub(crate) fn enclosing(&self, offset: u32) -> Option<usize> {
        let before = self
            .symbols
            .partition_point(|symbol| symbol.span.start <= offset);
        let mut at = before.checked_sub(1)?;
        loop {
            if self.symbols[at].span.end > offset {
                return Some(at);
            }
            at = match self.symbols[at].container {
                Some(container) => container as usize,
                None => return None,
            };
        }
    }

    /// The innermost type that holds the byte at `offset`.
    pub(crate) fn type_around(&self, offset: u32) -> Option<usize> {
        let inside = self.enclosing(offset)?;
        let mut around = std::iter::once(inside).chain(self.containers(inside));
        around.find(|&at| self.symbols[at].is_type())
    }

    /// The use of a name that begins at `offset`.
    pub(crate) fn reference_at(&self, offset: u32) -> Option<&Reference> {
        let known = self
            .references
            .binary_search_by_key(&offset, |reference| reference.span.start);
        known.ok().map(|at| &self.references[at])
    }

    /// The innermost declaration whose body holds the byte at `offset`: what stands before a body
    /// belongs to the scope around.
    pub(crate) fn scope(&self, offset: u32) -> Option<usize> {
        let inside = self.enclosing(offset)?;
        let mut around = std::iter::once(inside).chain(self.containers(inside));
        around.find(|&at| self.symbols[at].body <= offset)
    }

    /// The chain of declarations around symbol `at`, outermost last, itself left out.
    pub(crate) fn containers(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.symbols[at].container, |&index| {
            self.symbols[index as usize].container
        })
        .map(|index| index as usize)
    }
}
