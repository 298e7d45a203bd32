//! The lines that state what is not in a report: dropped, narrowed, absent, missing, left out.

use firsthand_registry::{RepoPath, count};
use firsthand_validator::{Coverage, Losses, Outcome};

use super::{Markdown, Page};
use crate::cut::{Part, cut_count};
use crate::dropped::{dropped_text, narrowed};
use crate::layout::MentionForm;
use crate::missing::{Missing, missing};
use crate::parts::PlacePart;
use crate::phrases::coverage_text;

impl Page<'_, '_> {
    /// Prints what the validator dropped and narrowed, which words of the question occur in no searched file, and which
    /// files were not read.
    pub(super) fn accounts(&self, out: &mut Markdown) {
        let dropped = self.dropped(out);
        let narrowed = narrowed(self.parts.report);
        for (label, note) in [("Dropped:", dropped), ("Narrowed:", narrowed)] {
            if let Some(note) = note {
                out.note_line(label, note);
            }
        }
        let absent = self.parts.absent.iter().take(self.plan.absent);
        if self.items(out, "In no searched file:", absent) {
            let mostly_absent = self.parts.mostly_absent.as_ref().filter(|_| self.plan.reasons);
            if let Some(mostly_absent) = mostly_absent {
                out.put(format_args!(" ({mostly_absent})"));
            }
            out.put("\n");
        }
        let unlisted = self.parts.unlisted.iter().filter(|_| self.plan.reasons);
        if self.items(out, "Not listed:", unlisted) {
            out.put("\n");
        }
        let not_read = self.parts.not_read.iter().filter(|_| self.plan.unread);
        if self.items(out, "Not read:", not_read) {
            out.put("\n");
        }
    }

    /// What was dropped, with its files: as the number of a place where one is printed with the path.
    fn dropped(&self, out: &Markdown) -> Option<String> {
        let name = |path: &RepoPath| {
            let at = self.parts.paths.iter().position(|part| part.path == path);
            let Some((at, part)) = at.and_then(|at| Some((at, self.parts.paths.get(at)?))) else {
                return String::new();
            };
            let mention = self.layout.mention_of(PlacePart { path: at, range: None });
            match mention.form {
                MentionForm::Lines(number) if !out.is_for_people() => format!("({number})"),
                _ => self.path_text(part, "", out),
            }
        };
        dropped_text(self.parts.report, self.plan.reasons, self.plan.dropped_paths, name)
    }

    /// Prints what is proved to be absent, the named gaps and the coverage; or, without gaps, whether anything is known to be missing.
    pub(super) fn missing(&self, out: &mut Markdown) {
        let report = self.parts.report;
        let printed = self.parts.missing.iter().take(self.plan.missing);
        let absences = printed.clone().skip(self.parts.gaps);
        if self.items(out, "Absent:", absences) {
            out.put("\n");
        }
        let has_gaps = self.parts.gaps > 0;
        if self.items(out, "Missing:", printed.take(self.parts.gaps)) {
            out.put("\n");
        }
        if report.body().outcome == Outcome::Skip {
            return; // the line `Skip:` has the coverage
        }
        let coverage = &report.facts().coverage;
        let searched = coverage_text(coverage);
        if has_gaps {
            out.note_line("Coverage:", searched);
            return;
        }
        let printed = self.parts.absent.get(..self.plan.absent).unwrap_or(&self.parts.absent);
        let are_uses_printed = self.plan.uses > 0 && !self.parts.uses.is_empty();
        match missing(report, printed, are_uses_printed) {
            Missing::Nothing if cut_count(self.cuts, &[Part::FlowLinks, Part::Also]) == 0 => {
                out.note_line("Missing:", format_args!("none ({searched})"));
            }
            Missing::Nothing => {
                out.note_line("Missing:", format_args!("nothing named ({searched})"));
            }
            Missing::NothingNamed(doubts) => {
                let doubts = doubts.into_iter().filter(|_| self.plan.reasons);
                let why = doubts.chain([searched]).collect::<Vec<_>>().join("; ");
                out.note_line("Missing:", format_args!("nothing named ({why})"));
            }
            Missing::NotAssessed => {
                // Nothing is claimed, so that a search has more results than were shown says nothing.
                let losses = Losses { budget: 0, cap: 0, cut: 0, ..coverage.losses };
                let searched =
                    coverage_text(&Coverage { losses, truncated: false, ..coverage.clone() });
                out.note_line("Missing:", format_args!("not assessed ({searched})"));
            }
        }
    }

    /// Prints how many items were left out; a shortened text ends with `…` and is not counted.
    pub(super) fn left_out(&self, out: &mut Markdown) {
        let cut = |parts: &[Part]| cut_count(self.cuts, parts);
        let gaps = self.parts.gaps.saturating_sub(self.plan.missing);
        let printed = self.layout.names(self.parts, self.plan);
        let asked = printed.iter().filter(|(name, _)| name.is_asked).count();
        let counts = [
            (cut(&[Part::Quotes]), "quote", "quotes"),
            (cut(&[Part::FlowLinks]), "flow link", "flow links"),
            (cut(&[Part::Also]), "primary place", "primary places"),
            (cut(&[Part::OptionalReads, Part::RequiredReads]), "read target", "read targets"),
            (gaps, "named gap", "named gaps"),
            (cut(&[Part::Missing]) - gaps, "line on what is absent", "lines on what is absent"),
            (cut(&[Part::SearchTargets]), "search target", "search targets"),
            (self.parts.asked_names() - asked, "name", "names"),
        ];
        let counts = counts.into_iter().filter(|(number, ..)| *number > 0);
        let counts = counts.map(|(number, one, many)| count(number, one, many));
        let counts: Vec<String> = counts.collect();
        if !counts.is_empty() {
            out.note_line("Left out:", counts.join(", "));
        }
    }
}
