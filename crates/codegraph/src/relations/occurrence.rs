//! A place in a file, and an occurrence of a name, as the rules of resolution look at them.

use crate::facts::{ParsedFile, Reference};
use std::sync::Arc;

/// The most types and expressions that are followed from one to the next: bounds of type parameters, fields of fields.
const MAX_STEPS: usize = 8;

/// A place in a file, from which types are followed.
#[derive(Clone, Copy)]
pub(super) struct Spot<'f> {
    pub(super) file: &'f Arc<ParsedFile>,
    /// Its byte.
    pub(super) at: u32,
    /// How many more types and expressions may be followed from it.
    pub(super) steps: usize,
}

impl<'f> Spot<'f> {
    pub(super) fn new(file: &'f Arc<ParsedFile>, at: u32) -> Spot<'f> {
        Spot { file, at, steps: MAX_STEPS }
    }

    /// Another byte of the file.
    pub(super) fn moved(self, at: u32) -> Spot<'f> {
        Spot { at, ..self }
    }

    /// The same place one step further; `None` if there were too many.
    pub(super) fn further(self) -> Option<Spot<'f>> {
        Some(Spot { steps: self.steps.checked_sub(1)?, ..self })
    }
}

/// An occurrence of a name in a file.
#[derive(Clone, Copy)]
pub(super) struct Occurrence<'a> {
    pub(super) file: &'a Arc<ParsedFile>,
    pub(super) reference: &'a Reference,
    pub(super) text: &'a str,
}

impl<'a> Occurrence<'a> {
    pub(super) fn of(file: &'a Arc<ParsedFile>, reference: &'a Reference) -> Occurrence<'a> {
        Occurrence { file, reference, text: file.slice(&reference.span) }
    }

    pub(super) fn spot(&self) -> Spot<'a> {
        Spot::new(self.file, self.at())
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

    /// Whether it gets a value, so that, in Ruby, a method is called that has the name with `=`.
    pub(super) fn is_written(&self) -> bool {
        let rest = &self.file.text[self.reference.span.end as usize..];
        let rest = rest.trim_ascii_start();
        let is_value = !matches!(rest.get(1), Some(b'=' | b'~' | b'>'));
        self.file.language().bare_calls && rest.first() == Some(&b'=') && is_value
    }

    /// What is between the expression before it and the name: `.`, `::`.
    pub(super) fn separator(&self) -> &'a str {
        let before = self.reference.qualifier.as_ref();
        let from = before.map_or(self.at(), |span| span.end);
        self.file.slice(&(from..self.at()))
    }
}
