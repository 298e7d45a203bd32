//! What the page sets apart in source lines: comments, literals, keywords, as the host has parsed them.

use std::collections::BTreeMap;
use std::ops::Range;

use firsthand_registry::{RepoPath, Syntax};

/// The parts of source lines, by path and line. They only colour: a wrong one changes no text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Highlights(BTreeMap<RepoPath, BTreeMap<u32, Vec<Part>>>);

/// The bytes of a part of a line, and what it is.
type Part = (Range<usize>, Syntax);

impl Highlights {
    /// Adds a part of a line (1-based) by its bytes. Parts of a line are added in order.
    pub fn add(&mut self, path: &RepoPath, line: u32, bytes: Range<usize>, syntax: Syntax) {
        let lines = self.0.entry(path.clone()).or_default();
        lines.entry(line).or_default().push((bytes, syntax));
    }

    /// The parts of a line.
    pub(crate) fn of_line(&self, path: &RepoPath, line: u32) -> &[Part] {
        let parts = self.0.get(path).and_then(|lines| lines.get(&line));
        parts.map_or(&[], Vec::as_slice)
    }
}

/// The class of the page's style for a part; `None` for a kind that has no colour.
pub(crate) fn class(syntax: Syntax) -> Option<&'static str> {
    match syntax {
        Syntax::Comment => Some("tc"),
        Syntax::Text => Some("ts"),
        Syntax::Number => Some("tn"),
        Syntax::Keyword => Some("tk"),
        _ => None,
    }
}
