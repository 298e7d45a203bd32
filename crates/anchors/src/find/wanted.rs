//! What is looked for.

use firsthand_source::LineRange;

use crate::anchor::Anchor;
use crate::file::{FileText, RawText};
use crate::quote::{ExactQuote, FoldedQuote};

/// A quote of a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quoted<'a> {
    /// The bytes of a report.
    Exact(&'a ExactQuote),
    /// The code of a document.
    Folded(&'a FoldedQuote),
}

impl Quoted<'_> {
    fn places_in(self, now: &FileText, cited: LineRange) -> Vec<LineRange> {
        match self {
            Self::Exact(quote) => quote.places_in(now, cited),
            Self::Folded(quote) => quote.places_in(now, cited),
        }
    }
}

/// What is looked for: where a place was, and what was recorded of it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub(super) cited: LineRange,
    pub(super) anchor: Option<&'a Anchor>,
    pub(super) quote: Option<Quoted<'a>>,
}

impl<'a> Wanted<'a> {
    /// A place at these lines, of which nothing else is known.
    #[must_use]
    pub fn new(cited: LineRange) -> Self {
        Self { cited, anchor: None, quote: None }
    }

    /// The same place with its anchor.
    #[must_use]
    pub fn with_anchor(self, anchor: &'a Anchor) -> Self {
        Self { anchor: Some(anchor), ..self }
    }

    /// The same place with a quote, byte for byte.
    #[must_use]
    pub fn with_quote(self, quote: &'a ExactQuote) -> Self {
        Self { quote: Some(Quoted::Exact(quote)), ..self }
    }

    /// The same place with code that a document quotes from it. It stands where the code begins on a cited line.
    #[must_use]
    pub fn with_code(self, quote: &'a FoldedQuote) -> Self {
        Self { quote: Some(Quoted::Folded(quote)), ..self }
    }
}

impl Wanted<'_> {
    /// Whether its quote stands on the cited lines.
    #[must_use]
    pub fn is_quote_there(&self, now: &FileText) -> bool {
        self.quote.is_some_and(|quote| quote.places_in(now, self.cited).contains(&self.cited))
    }

    /// Whether a file may hold what was recorded: a quick test before [`Wanted::copies_in`].
    #[must_use]
    pub fn may_be_in(&self, raw: &RawText<'_>) -> bool {
        match (self.quote, self.anchor) {
            (Some(Quoted::Folded(quote)), _) => quote.may_be_in(raw.bytes),
            (Some(Quoted::Exact(quote)), _) => quote.may_be_in(raw.bytes),
            (None, Some(anchor)) => anchor.may_be_in(raw),
            (None, None) => false,
        }
    }

    /// The places of another file at which what was recorded stands, byte for byte; none if it is too slight to be
    /// known again, or stood in another file already when it was recorded.
    #[must_use]
    pub fn copies_in(&self, other: &FileText) -> Vec<LineRange> {
        const MIN_LINES: usize = 2;
        let says_enough = |lines: &LineRange| match self.anchor {
            Some(anchor) => {
                let stood_elsewhere = anchor.elsewhere.is_some_and(|copies| copies > 0);
                !stood_elsewhere && other.informative_lines(*lines) >= MIN_LINES
            }
            None => true,
        };
        self.exact(other).into_iter().filter(says_enough).collect()
    }

    /// The places at which what was recorded stands, byte for byte.
    pub(super) fn exact(&self, now: &FileText) -> Vec<LineRange> {
        let quoted = self.quote.map(|quote| quote.places_in(now, self.cited));
        match (self.quote, self.anchor) {
            (Some(Quoted::Folded(_)), _) | (_, None) => quoted.unwrap_or_default(),
            (_, Some(anchor)) => {
                let is_quoted =
                    |lines: &LineRange| quoted.as_ref().is_none_or(|q| q.contains(lines));
                anchor.windows(now).filter(is_quoted).collect()
            }
        }
    }
}
