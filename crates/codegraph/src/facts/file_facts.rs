//! The facts of one file: its declarations, references and imports. They are a pure function of its bytes and its
//! language, so they can be cached by content hash.

use crate::answer::is_function_kind;
use firsthand_source::LineRange;
use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};

/// The facts of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// Sorted by first byte ascending, then last byte descending: a container comes before its members.
    pub(crate) symbols: Vec<Symbol>,
    /// The occurrences of identifiers except the declarations' own names, by position.
    pub(crate) references: Vec<Reference>,
    /// The names of the super types that declarations extend or implement, by position.
    pub(crate) heritage: Vec<Span>,
    /// The starts of those that a value without a declaration of its own extends or implements, as an anonymous class
    /// does; ascending.
    pub(crate) nameless: Vec<u32>,
    /// The types without a name, by position.
    pub(crate) anonymous: Vec<Anonymous>,
    /// The parts that say what `this` is within them, each once, by position.
    pub(crate) selves: Vec<(Span, Own)>,
    pub(crate) imports: Vec<Import>,
    /// The comments outside all declarations, by position.
    pub(crate) comments: Vec<Span>,
    /// The names that parameters and local variables bind, by position. They are neither references nor declarations.
    pub(crate) bindings: Vec<Binding>,
    /// The variables that get another value after their declaration, each with that value, by position.
    pub(crate) assigned: Vec<Binding>,
    /// The fields of types, by position.
    pub(crate) fields: Vec<Binding>,
    /// The names of values that a check gives a type within a part of the file, by the beginning of the part.
    pub(crate) narrowed: Vec<Binding>,
    /// The namespaces of the declarations that follow them, by position; dots join their names.
    pub(crate) namespaces: Vec<(u32, String)>,
    /// The names of these namespaces, and the statements that load another file or module without binding a name.
    pub(crate) headers: Vec<Span>,
    /// Whether other files can use its names only by importing them.
    pub(crate) module: bool,
    /// Number of lines.
    pub(crate) lines: u32,
    /// Whether parsing was given up because it would have taken too long; then no fact comes from a syntax tree.
    pub(crate) given_up: bool,
}

/// A type without a name, as an anonymous class is. Its members are nested in the declaration around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Anonymous {
    pub(crate) body: Span,
    /// The names of its super types.
    pub(crate) supers: Vec<Span>,
}

/// What `this` is, and the owner of a member that is written without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Own {
    /// The type around, as in a static method.
    Type,
    /// Something else, as in a function that is handed over in JavaScript.
    Other,
    /// A value of the type around.
    Value,
    /// A value of the type around, or what a caller gives, as in a lambda of Kotlin.
    Any,
}

/// A range of bytes.
pub(crate) type Span = Range<u32>;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) qualified: String,
    pub(crate) kind: String,
    /// Whether it is a module whose members belong to the types that name it, as in Ruby.
    pub(crate) lends: bool,
    /// The index of the declaration that contains this one.
    pub(crate) container: Option<u32>,
    /// Its bytes, with documentation and attributes.
    pub(crate) span: Span,
    /// Its bytes, without documentation and attributes.
    pub(crate) code: Span,
    pub(crate) name_span: Span,
    /// The start of its body; the end of `code` if it has none.
    pub(crate) body: u32,
    /// The first line of `span`.
    pub(crate) start: u32,
    /// The last line of `span`.
    pub(crate) end: u32,
    /// The line of its name.
    pub(crate) name_line: u32,
    /// The last line of the signature.
    pub(crate) signature_end: u32,
    /// Whether it, or a declaration around it, is marked as a test.
    pub(crate) test: bool,
    /// How many arguments it takes, in a language where functions of one name differ by that.
    pub(crate) parameters: Option<RangeInclusive<u8>>,
    /// Of a function, what gives its result a type.
    pub(crate) result: Option<Given>,
}

impl Symbol {
    /// Its lines, with documentation and attributes.
    pub(crate) fn range(&self) -> LineRange {
        LineRange::one(self.start).hull(LineRange::one(self.end))
    }

    /// Whether it extends or forward-declares something that is declared elsewhere.
    pub(crate) fn is_secondary_declaration(&self) -> bool {
        matches!(self.kind.as_str(), "impl" | "extension" | "prototype")
    }

    /// Whether it is a prototype of a function that is defined elsewhere.
    pub(crate) fn is_prototype(&self) -> bool {
        self.kind == "prototype"
    }

    /// Whether it takes so many arguments, as far as both are known.
    pub(crate) fn takes(&self, arguments: Option<u8>) -> bool {
        let known = self.parameters.as_ref().zip(arguments);
        known.is_none_or(|(parameters, arguments)| parameters.contains(&arguments))
    }

    /// Whether it is a function or a method, with or without a body, and no prototype.
    pub(crate) fn is_function(&self) -> bool {
        is_function_kind(&self.kind)
    }

    /// Whether it declares or extends a type, so that its members are members of that type. Modules and functions
    /// are only scopes of what is declared in them.
    pub(crate) fn is_type(&self) -> bool {
        self.lends || is_type_kind(&self.kind)
    }
}

/// Whether a kind of declaration is that of a type.
pub(crate) fn is_type_kind(kind: &str) -> bool {
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
    TYPES.contains(&kind)
}

/// An occurrence of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reference {
    pub(crate) span: Span,
    /// The expression before it: `a` in `a.b`.
    pub(crate) qualifier: Option<Span>,
    pub(crate) call: bool,
    /// Whether the call constructs a part of a value: a type can be meant, or a field, which is not called. Without a call,
    /// whether it is an attribute.
    pub(crate) constructs: bool,
    /// Whether only a type can be at this position, in a language with a namespace of its own for types.
    pub(crate) of_type: bool,
    pub(crate) label: Label,
    /// How many arguments it gets, in a language where functions of one name differ by that.
    pub(crate) arguments: Option<u8>,
}

/// A name that a parameter or a local variable binds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Binding {
    pub(crate) name: Span,
    /// The scope of the name: a function or a block, an empty span for none, or `None` for the whole file.
    pub(crate) within: Option<Span>,
    /// Whether it names a type, in a language with a namespace of its own for types.
    pub(crate) of_type: bool,
    /// Whether it is a parameter.
    pub(crate) parameter: bool,
    /// What gives its value a type; of a type, what it is bounded by.
    pub(crate) given: Option<Given>,
}

/// What gives a value its type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Given {
    pub(crate) span: Span,
    pub(crate) form: Form,
    pub(crate) part: Part,
}

impl Given {
    /// Whether it names a type, and no other value.
    pub(crate) fn names_type(&self) -> bool {
        matches!(self.form, Form::Type | Form::Made)
    }
}

/// The form of what gives a value its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Form {
    /// A type as it is declared.
    Type,
    /// The type of a value that is made.
    Made,
    /// An expression.
    Value,
    /// A call whose arguments begin at this byte.
    Call(u32),
}

/// Which part of a value or a type another value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Part {
    Whole,
    /// One of the values that it holds, as in a loop.
    Element,
    /// The member that has the name of the value.
    Member,
}

/// Whether a name is a key of a value: an object key or a keyword argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Label {
    /// It is no key.
    #[default]
    No,
    /// It is only a key.
    Key,
    /// It is a key and a variable: `{ a }`.
    Shorthand,
}

/// The name of a module's default export.
pub(crate) const DEFAULT: &str = "default";
/// The name, which no declaration can have, of the value that a module is itself: `module.exports = a`, `export = a`.
pub(crate) const MODULE: &str = "=";

/// The name, which no declaration can have, of an object without a name that a module exports.
pub(crate) const OBJECT: &str = "{}";

/// A name that is imported from another file, or that this file exports under another name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Import {
    /// The name in this file; empty if all names are imported.
    pub(crate) local: String,
    /// The name in the other file; `*` for the module itself (or, without a local name, all its names), [`DEFAULT`] for
    /// its default export; empty for a value without a name, [`OBJECT`] for an object without one.
    pub(crate) name: String,
    /// The module as written, for the language's resolver. Empty is this file.
    pub(crate) source: String,
    /// Whether this file re-exports the name.
    pub(crate) reexport: bool,
    /// The bytes of the import statement.
    pub(crate) at: Span,
    /// Where in this file the name can be used, if not everywhere: a function, or (empty) nowhere.
    pub(crate) within: Option<Span>,
    /// Of all names, those that are left out; with `/2` behind a name, only functions of so many arguments.
    pub(crate) hidden: Vec<String>,
}

impl Import {
    /// The import of `name` of the module `source` as `local`.
    pub(crate) fn new(local: &str, name: &str, source: &str) -> Import {
        Import {
            local: local.to_owned(),
            name: name.to_owned(),
            source: source.to_owned(),
            ..Import::default()
        }
    }

    /// The same import, re-exported or not.
    pub(crate) fn reexported(self, reexport: bool) -> Import {
        Import { reexport, ..self }
    }

    /// The same import of all names without these.
    pub(crate) fn hiding(self, hidden: Vec<String>) -> Import {
        Import { hidden, ..self }
    }

    /// Whether it leaves out a name that gets so many arguments.
    pub(crate) fn hides(&self, name: &str, arguments: Option<u8>) -> bool {
        self.hidden.iter().any(|hidden| {
            let (hidden, of) = hidden.split_once('/').unwrap_or((hidden, ""));
            let is_of = || arguments.is_some_and(|arguments| arguments.to_string() == of);
            hidden == name && (of.is_empty() || is_of())
        })
    }

    /// Whether the name can mean this import at the byte `offset` of the file.
    pub(crate) fn visible_at(&self, offset: u32) -> bool {
        let within = self.within.as_ref();
        within.is_none_or(|span| span.contains(&offset))
    }

    /// Whether importers choose the name of what it exports.
    pub(crate) fn is_nameless_export(&self) -> bool {
        self.local == DEFAULT || self.local == MODULE
    }

    /// Whether other files can use the name: it is re-exported, or the import is outside all functions and inner modules.
    pub(crate) fn is_outer(&self) -> bool {
        self.reexport || self.within.as_ref().is_none_or(|span| span.is_empty())
    }
}
