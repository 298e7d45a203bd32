//! An observed place with its symbol, as the report cites it.

use std::ops::Deref;

use firsthand_agent::registry::{Candidate, Declaration, LineRange, Related, Symbol};

/// An observed place, and the symbol that the search found there. A wider place that replaces it keeps the symbol.
#[derive(Clone, Copy)]
pub(super) struct Place<'r> {
    pub(super) candidate: &'r Candidate,
    pub(super) symbol: Option<&'r Symbol>,
    /// Whether the search found it only by guessed words.
    pub(super) guessed: bool,
    /// How it relates to what the question says, if the search found it by a link.
    pub(super) link: Option<Link<'r>>,
}

/// The link by which the search found a place.
#[derive(Clone, Copy)]
pub(super) struct Link<'r> {
    pub(super) related: &'r Related,
    /// Whether the place uses what the question leads to, which is another place.
    pub(super) is_user: bool,
}

impl Link<'_> {
    /// Whether it leads from a text that people see to its key; otherwise it leads to a file by its name.
    pub(super) fn is_of_text(self) -> bool {
        self.related.relation == "texts"
    }
}

impl<'r> Place<'r> {
    pub(super) fn of(candidate: &'r Candidate) -> Self {
        let symbol = candidate.symbols().first();
        Self {
            candidate,
            symbol,
            guessed: candidate.is_guessed(),
            link: candidate.related().first().map(|related| Link {
                related,
                is_user: candidate.distance() != Some(0),
            }),
        }
    }

    /// The declaration of the place's symbol. `None` without a symbol, or if not exactly one declaration of the place
    /// has its name and kind.
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

    /// The hull of the place's lines and those of its declaration, if it has at most `max_lines` lines; otherwise
    /// `max_lines` lines of the hull around the place. The place's own lines if these are `max_lines` or more, or if it
    /// overlaps no declaration of its own. `None` for a place without lines.
    pub(super) fn lines_with_declaration(self, max_lines: u32) -> Option<LineRange> {
        let range = self.range()?;
        let Some(declared) = self.declaration().map(|declared| declared.range) else {
            return Some(range);
        };
        if !declared.overlaps(range) || range.len() >= max_lines {
            return Some(range);
        }
        let hull_range = declared.hull(range);
        if hull_range.len() <= max_lines {
            return Some(hull_range);
        }
        let before = (max_lines - range.len()) / 2;
        let start = hull_range.start().max(range.start().saturating_sub(before));
        LineRange::new(start, hull_range.end().min(start + max_lines - 1))
    }
}

impl Deref for Place<'_> {
    type Target = Candidate;

    fn deref(&self) -> &Candidate {
        self.candidate
    }
}
