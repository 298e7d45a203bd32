//! An occurrence of a name, as the rules of resolution look at it.

use crate::facts::Reference;
use crate::facts::parsed_file::ParsedFile;

/// An occurrence of a name in a file.
#[derive(Clone, Copy)]
pub(super) struct Occurrence<'a> {
    pub(super) file: &'a ParsedFile,
    pub(super) reference: &'a Reference,
    pub(super) text: &'a str,
}

impl<'a> Occurrence<'a> {
    pub(super) fn of(file: &'a ParsedFile, reference: &'a Reference) -> Occurrence<'a> {
        Occurrence {
            file,
            reference,
            text: file.slice(&reference.span),
        }
    }

    /// Its first byte.
    pub(super) fn at(&self) -> u32 {
        self.reference.span.start
    }

    /// The expression before it.
    pub(super) fn qualifier(&self) -> Option<&'a str> {
        let span = self.reference.qualifier.as_ref();
        span.map(|span| self.file.slice(span))
    }

    /// What is between the expression before it and the name: `.`, `::`.
    pub(super) fn separator(&self) -> &'a str {
        let before = self.reference.qualifier.as_ref();
        let from = before.map_or(self.at(), |span| span.end);
        self.file.slice(&(from..self.at()))
    }
}
