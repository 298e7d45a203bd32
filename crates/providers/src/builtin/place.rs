//! A place as the report cites it.

use std::ops::Deref;

use firsthand_agent::registry::{Candidate, Declaration, LineRange, Symbol};

/// An observed place, and the symbol that the search found there: a wider place is about that symbol, too.
#[derive(Clone, Copy)]
pub(super) struct Place<'r> {
    pub(super) candidate: &'r Candidate,
    pub(super) symbol: Option<&'r Symbol>,
}

impl<'r> Place<'r> {
    pub(super) fn of(candidate: &'r Candidate) -> Self {
        let symbol = candidate.symbols().first();
        Self { candidate, symbol }
    }

    /// The declaration that the place was shown for, where only one can be meant.
    pub(super) fn declaration(self) -> Option<&'r Declaration> {
        let symbol = self.symbol?;
        let declared = self.candidate.declarations().iter();
        let mut named = declared.filter(|d| d.name == symbol.name && d.kind == symbol.kind);
        named.next().filter(|_| named.next().is_none())
    }

    /// Whether the place is a test, or its file is generated.
    pub(super) fn is_secondary(self) -> bool {
        let traits = self.traits();
        let is_test = self.declaration().is_some_and(|declared| declared.is_test);
        traits.test || traits.generated || is_test
    }

    /// Whether two places share lines. A place without lines is all of its file.
    pub(super) fn overlaps(self, other: Place<'_>) -> bool {
        let lines = self.range().zip(other.range());
        self.path() == other.path() && lines.is_none_or(|(a, b)| a.overlaps(b))
    }

    /// Its lines and those of its declaration, where both together are at most `most`; of a longer declaration, `most`
    /// lines around the place. `None` for a place without lines.
    pub(super) fn lines_with_declaration(self, most: u32) -> Option<LineRange> {
        let range = self.range()?;
        let Some(declared) = self.declaration().map(|declared| declared.range) else {
            return Some(range);
        };
        if !declared.overlaps(range) || range.len() >= most {
            return Some(range);
        }
        let whole = declared.hull(range);
        if whole.len() <= most {
            return Some(whole);
        }
        let before = (most - range.len()) / 2;
        let start = whole.start().max(range.start().saturating_sub(before));
        LineRange::new(start, whole.end().min(start + most - 1))
    }
}

impl Deref for Place<'_> {
    type Target = Candidate;

    fn deref(&self) -> &Candidate {
        self.candidate
    }
}
