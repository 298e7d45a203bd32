//! The label of a window: the symbol in its header. Where its declaration is known, the window has a line of it.

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
        let mut label_declarations = declared.iter().filter(is_match).peekable();
        let declared_elsewhere = label_declarations.peek().is_some()
            && !label_declarations.any(|d| d.range.overlaps(range));
        self.symbol = match declared_elsewhere {
            true => self.innermost(declared),
            false => symbol,
        };
        self
    }

    /// The shortest declaration that overlaps the window, of those around a hit if there are any.
    fn innermost(&self, declared: &[Declaration]) -> Option<Symbol> {
        let overlaps_window = |d: &&Declaration| d.range.overlaps(self.span.range());
        let has_hit = |d: &Declaration| self.hits.iter().any(|&line| d.range.contains(line));
        let overlapping = declared.iter().filter(overlaps_window);
        let innermost = overlapping.min_by_key(|d| (!has_hit(d), d.range.len()))?;
        Some(innermost.into())
    }
}
