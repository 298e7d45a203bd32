//! What a window is labelled with: a declaration of which it shows at least a line.

use crate::{Declaration, Symbol, Window};

impl Symbol {
    /// Whether this can be the declaration that is meant. Of several in one file, nobody knows which.
    pub(crate) fn can_mean(&self, declared: &Declaration) -> bool {
        self.name == declared.name && self.kind == declared.kind
    }
}

impl Window {
    /// With the declaration that it was shown for. Where what `symbol` can mean is among the file's
    /// `declared`, and the window shows no line of it, its label is the innermost declaration that it
    /// does show, one around a hit first; or none.
    #[must_use]
    pub fn with_label(mut self, symbol: Option<Symbol>, declared: &[Declaration]) -> Self {
        let range = self.span.range();
        let meant = |d: &&Declaration| symbol.as_ref().is_some_and(|symbol| symbol.can_mean(d));
        let mut known = declared.iter().filter(meant).peekable();
        let elsewhere = known.peek().is_some() && !known.any(|d| d.range.overlaps(range));
        self.symbol = match elsewhere {
            true => self.innermost(declared),
            false => symbol,
        };
        self
    }

    fn innermost(&self, declared: &[Declaration]) -> Option<Symbol> {
        let shown = |d: &&Declaration| d.range.overlaps(self.span.range());
        let hit = |d: &Declaration| self.hits.iter().any(|&line| d.range.contains(line));
        let found = declared.iter().filter(shown);
        let found = found.min_by_key(|d| (!hit(d), d.range.len()))?;
        Some(Symbol {
            name: found.name.clone(),
            qualified: found.name.clone(),
            kind: found.kind.clone(),
        })
    }
}
