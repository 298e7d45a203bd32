//! The label of a window: a declaration of which it has at least one line.

use crate::{Declaration, Symbol, Window};

impl Symbol {
    /// Whether the declaration has this name and kind. Several declarations of one file can have the same.
    pub(crate) fn matches(&self, declared: &Declaration) -> bool {
        self.name == declared.name && self.kind == declared.kind
    }
}

impl From<&Declaration> for Symbol {
    /// The symbol, with its own name as the qualified one.
    fn from(declared: &Declaration) -> Self {
        Self {
            name: declared.name.clone(),
            qualified: declared.name.clone(),
            kind: declared.kind.clone(),
        }
    }
}

impl Window {
    /// Sets the label to `symbol`, with one exception: if `declared`, the declarations of the file, include some with
    /// this name and kind, but none of these overlaps the window, the label is the innermost declaration that does
    /// overlap it, preferably one around a hit, or `None`.
    #[must_use]
    pub fn with_label(mut self, symbol: Option<Symbol>, declared: &[Declaration]) -> Self {
        let range = self.span.range();
        let is_match = |d: &&Declaration| symbol.as_ref().is_some_and(|symbol| symbol.matches(d));
        let mut candidates = declared.iter().filter(is_match).peekable();
        let declared_elsewhere =
            candidates.peek().is_some() && !candidates.any(|d| d.range.overlaps(range));
        self.symbol = match declared_elsewhere {
            true => self.innermost(declared),
            false => symbol,
        };
        self
    }

    fn innermost(&self, declared: &[Declaration]) -> Option<Symbol> {
        let overlaps_window = |d: &&Declaration| d.range.overlaps(self.span.range());
        let has_hit = |d: &Declaration| self.hits.iter().any(|&line| d.range.contains(line));
        let overlapping = declared.iter().filter(overlaps_window);
        let overlapping = overlapping.min_by_key(|d| (!has_hit(d), d.range.len()))?;
        Some(overlapping.into())
    }
}
