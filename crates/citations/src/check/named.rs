//! What the name beside a citation says of lines.

use firsthand_anchors::{
    Declarations, FileText, FoldedQuote, Found, PlaceState, Wanted, find_named,
};
use firsthand_source::LineRange;

use crate::find::{Citation, code_before};

/// A citation of a document with this text, and the name beside it.
pub(crate) struct Named<'c> {
    pub(crate) citation: &'c Citation,
    pub(crate) text: &'c str,
    pub(crate) declarations: &'c dyn Declarations,
}

impl Named<'_> {
    /// Whether what is named stands on these lines of a file; `None` where the file declares nothing of that name.
    pub(crate) fn find(&self, file: &FileText, lines: LineRange) -> Option<Found> {
        let name = self.citation.name.as_ref()?;
        find_named(name, lines, file, self.declarations)
    }

    /// Whether code that the document quotes in the paragraph before the citation stands on these lines.
    pub(crate) fn says(&self, file: &FileText, lines: LineRange) -> bool {
        let mut quotes =
            code_before(self.text, self.citation.at.start).filter_map(FoldedQuote::span);
        quotes.any(|quote| Wanted::new(lines).with_code(&quote).is_quote_there(file))
    }

    /// Where what is named stands, if it is not on these lines and nothing else says what is.
    pub(crate) fn refute(&self, file: &FileText, lines: LineRange) -> Option<Found> {
        let found = self.find(file, lines)?;
        let is_there = found.state == PlaceState::Unchanged || self.says(file, lines);
        (!is_there).then_some(found)
    }
}
