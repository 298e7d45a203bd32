//! The declarations around the lines that a report quotes.

use firsthand_registry::{Candidate, Declaration, LineRange};

use super::PlaceObservations;
use crate::Context;
use crate::report::{Link, Place, ReportBody};

impl PlaceObservations {
    /// Adds the declarations around the quoted lines.
    pub(super) fn add_around(&mut self, body: &ReportBody, context: &Context<'_>) {
        for Link { place, quote, .. } in &body.flow {
            let line = LineRange::one(quote.line);
            let declared = context.candidate(place).and_then(|cited| innermost(line, cited));
            let name = declared.map(|declared| declared.name.clone());
            self.around.extend(name.map(|name| (place.clone(), quote.line, name)));
        }
    }

    /// The name of the innermost declaration around a line that a link of the flow quotes.
    #[must_use]
    pub fn around(&self, place: &Place, line: u32) -> Option<&str> {
        let mut around = self.around.iter();
        around.find(|(other, at, _)| (other, *at) == (place, line)).map(|(.., name)| &**name)
    }
}

/// The innermost declaration around the lines.
pub(super) fn innermost(lines: LineRange, candidate: &Candidate) -> Option<&Declaration> {
    candidate.declarations().iter().rfind(|declared| declared.range.covers(lines))
}
