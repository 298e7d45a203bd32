//! The lines that state what is not in a report: dropped, narrowed, absent, missing, left out.

use firsthand_validator::Outcome;

use super::{Page, Sink, TextStyle};
use crate::cut::Part;
use crate::phrases::{Dropped, SearchCoverage, dropped, narrowed, nothing_missing, plural};

impl Page<'_, '_> {
    /// Prints what the validator dropped and narrowed, which words of the question occur in no searched file, and which
    /// files were not read.
    pub(super) fn accounts(&self, out: &mut impl Sink) {
        let dropped = Dropped {
            losses: dropped(self.parts.report),
            reasons: self.plan.reasons,
        };
        if !dropped.losses.is_empty() {
            out.note_line("Dropped:", dropped);
        }
        if let Some(places) = narrowed(self.parts.report) {
            out.note_line("Narrowed:", places);
        }
        let absent = self.parts.absent.iter().take(self.plan.absent);
        if self.items(out, "In no searched file:", absent) {
            let mostly_absent = self.parts.mostly_absent.filter(|_| self.plan.reasons);
            if let Some(mostly_absent) = mostly_absent {
                out.put(TextStyle::Note, format_args!(" ({mostly_absent})"));
            }
            out.put(TextStyle::Plain, "\n");
        }
        let not_read = self.parts.not_read.iter().filter(|_| self.plan.reasons);
        if self.items(out, "Not read:", not_read) {
            out.put(TextStyle::Plain, "\n");
        }
    }

    /// Prints the named gaps and the coverage; or, without gaps, whether anything is known to be missing.
    pub(super) fn missing(&self, out: &mut impl Sink) {
        let report = self.parts.report;
        if !self.parts.missing.is_empty() {
            let gaps = self.parts.missing.iter().take(self.plan.missing);
            self.list(out, "Missing:", gaps);
            if report.body().outcome == Outcome::Skip {
                return; // the line `Skip:` has the coverage
            }
            let searched = SearchCoverage(&report.facts().coverage);
            return out.note_line("Coverage:", searched);
        }
        if report.body().outcome == Outcome::Skip {
            return; // the line `Skip:` states it
        }
        let searched = SearchCoverage(&report.facts().coverage);
        let missing = if nothing_missing(report) && !self.loses_an_answer() {
            "none"
        } else {
            "not assessed"
        };
        out.put(TextStyle::Item, "Missing:");
        out.put(TextStyle::Plain, format_args!(" {missing} "));
        out.put(TextStyle::Note, format_args!("({searched})"));
        out.put(TextStyle::Plain, "\n");
    }

    /// Whether links or primary places of the report were cut.
    fn loses_an_answer(&self) -> bool {
        let mut cuts = self.cuts.iter();
        cuts.any(|cut| matches!(cut.part, Part::FlowLinks | Part::Also))
    }

    /// Prints how many items were left out; a shortened text ends with `…` and is not counted.
    pub(super) fn left_out(&self, out: &mut impl Sink) {
        let count = |parts: &[Part]| {
            let cuts = self.cuts.iter().filter(|cut| parts.contains(&cut.part));
            cuts.map(|cut| cut.count).sum::<usize>()
        };
        let counts = [
            (count(&[Part::Quotes]), "quote"),
            (count(&[Part::FlowLinks]), "flow link"),
            (count(&[Part::Also]), "primary place"),
            (
                count(&[Part::OptionalReads, Part::RequiredReads]),
                "read target",
            ),
            (count(&[Part::Missing]), "named gap"),
            (count(&[Part::SearchTargets]), "search target"),
        ];
        let mut any = false;
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            if !any {
                out.put(TextStyle::Item, "Left out:");
            }
            let (comma, plural) = (if any { ", " } else { " " }, plural(count as u64));
            out.put(
                TextStyle::Note,
                format_args!("{comma}{count} {what}{plural}"),
            );
            any = true;
        }
        if any {
            out.put(TextStyle::Plain, "\n");
        }
    }
}
