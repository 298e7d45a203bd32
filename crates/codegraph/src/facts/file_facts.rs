//! The facts of one file: its declarations, references and imports. They are a pure function of its bytes and its
//! language, so they can be cached by content hash.

use super::Import;
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
    /// The comments that are code which no longer runs, by position.
    pub(crate) dead_code: Vec<Span>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Whether it is seen all over its scope, and nowhere else.
    pub(crate) is_exact: bool,
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
    /// An object that a function returns, whose members are those of the function.
    Object,
}

/// Which part of a value or a type another value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Part {
    Whole,
    /// One of the values that it holds, as in a loop.
    Element,
    /// The same if it is a collection, whose methods pass each of them to a function.
    Passed,
    /// The member that has the name of the value.
    Member,
    /// The member whose name begins at this byte.
    Renamed(u32),
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
