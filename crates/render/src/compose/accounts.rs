//! The lines that give account of what is not in a report.

use firsthand_validator::Outcome;

use super::{Ink, Page, Sink};
use crate::cut::Part;
use crate::words::{Dropped, SearchCoverage, nothing_missing, plural};

impl Page<'_, '_> {
    /// What the validator took away, and which words of the question stand nowhere.
    pub(super) fn accounts(&self, out: &mut impl Sink) {
        let dropped = Dropped {
            losses: self.parts.report.losses(),
            reasons: self.plan.reasons,
        };
        if !dropped.losses.is_empty() {
            out.put(Ink::Label, "Dropped:");
            out.put(Ink::Note, format_args!(" {dropped}"));
            out.put(Ink::Plain, "\n");
        }
        let absent = self.parts.absent.iter().take(self.plan.absent);
        if self.items(out, "In no searched file:", absent) {
            let as_written = self.parts.as_written.filter(|_| self.plan.reasons);
            if let Some(as_written) = as_written {
                out.put(Ink::Note, format_args!(" ({as_written})"));
            }
            out.put(Ink::Plain, "\n");
        }
    }

    pub(super) fn missing(&self, out: &mut impl Sink) {
        let report = self.parts.report;
        if !self.parts.missing.is_empty() {
            let kept = self.parts.missing.iter().take(self.plan.missing);
            self.list(out, "Missing:", kept);
            if report.outcome() == Outcome::Skip {
                return; // the line `Skip:` has said what was searched
            }
            let searched = SearchCoverage(report.coverage());
            out.put(Ink::Label, "Coverage:");
            out.put(Ink::Note, format_args!(" {searched}"));
            return out.put(Ink::Plain, "\n");
        }
        if report.outcome() == Outcome::Skip {
            return; // the line `Skip:` has said it
        }
        let searched = SearchCoverage(report.coverage());
        let missing = match nothing_missing(report) {
            true => "none",
            false => "not assessed",
        };
        out.put(Ink::Label, "Missing:");
        out.put(Ink::Plain, format_args!(" {missing} "));
        out.put(Ink::Note, format_args!("({searched})"));
        out.put(Ink::Plain, "\n");
    }

    /// Says what is not there; what was shortened shows it itself.
    pub(super) fn left_out(&self, out: &mut impl Sink) {
        let count = |parts: &[Part]| {
            let cuts = self.cuts.iter().filter(|cut| parts.contains(&cut.part));
            cuts.map(|cut| cut.count).sum::<usize>()
        };
        let counts = [
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
                out.put(Ink::Label, "Left out:");
            }
            let (comma, plural) = (if any { ", " } else { " " }, plural(count as u64));
            out.put(Ink::Note, format_args!("{comma}{count} {what}{plural}"));
            any = true;
        }
        if any {
            out.put(Ink::Plain, "\n");
        }
    }
}
