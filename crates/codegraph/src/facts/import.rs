//! The names that a file takes from other files, or exports under another name.

use super::Span;
use serde::{Deserialize, Serialize};

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
