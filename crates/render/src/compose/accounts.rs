//! The lines that state what is not in a report: dropped, narrowed, absent, missing, left out.

use firsthand_registry::{RepoPath, count};
use firsthand_validator::Outcome;

use super::{Markdown, Page};
use crate::clean::escape_role;
use crate::cut::{Part, cut_count};
use crate::dropped::{dropped_text, narrowed};
use crate::inert::inert;
use crate::missing::{Missing, missing, searched_text};

impl Page<'_, '_> {
    /// Prints what the validator dropped and narrowed, which words of the question occur in no searched file, and which
    /// files were not read.
    pub(super) fn accounts(&self, out: &mut Markdown) {
        let dropped = self.dropped(out);
        let narrowed = narrowed(self.parts.report, |path| self.file_name(path, out));
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

    /// What was dropped, with its files.
    fn dropped(&self, out: &mut Markdown) -> Option<String> {
        let name = |path: &RepoPath| self.file_name(path, out);
        let prose = |role: &str| inert(&escape_role(role)).into_owned();
        dropped_text(self.parts.report, self.plan.reasons, self.plan.dropped_paths, prose, name)
    }

    /// A path of the report.
    fn file_name(&self, path: &RepoPath, out: &mut Markdown) -> String {
        let at = self.parts.paths.iter().position(|part| part.path == path);
        at.map_or_else(String::new, |at| self.path_text(at, self.layout.number_of(at), "", out))
    }

    /// Prints what is proved to be absent, the named gaps and the coverage; or, without gaps, whether anything is known to be missing.
    pub(super) fn missing(&self, out: &mut Markdown) {
        let report = self.parts.report;
        let printed = self.parts.missing.iter().take(self.plan.missing);
        let absences = printed.clone().skip(self.parts.gaps);
        let states_absence = self.items(out, "Absent:", absences);
        if states_absence {
            out.put("\n");
        }
        let has_gaps = self.parts.gaps > 0;
        if self.items(out, "Missing:", printed.take(self.parts.gaps)) {
            out.put("\n");
        }
        if report.body().outcome == Outcome::Skip {
            return; // the line `Skip:` has the coverage
        }
        if has_gaps {
            out.note_line("Coverage:", searched_text(report, true));
            return;
        }
        let (printed_uses, _) = self.layout.uses(self.parts, self.plan);
        let missing = missing(report, !printed_uses.is_empty());
        // Where nothing is claimed, that a search has more results than were shown says nothing.
        let searched = searched_text(report, missing != Missing::NotAssessed);
        // Below what is absent, that no gap is named would read as its opposite.
        let unnamed = |why: String| {
            let missing = || ("Missing:", format!("no gap named ({why})"));
            if states_absence { ("Coverage:", why.clone()) } else { missing() }
        };
        let (label, note) = match missing {
            Missing::Nothing if cut_count(self.cuts, &[Part::FlowLinks, Part::Also]) == 0 => {
                ("Missing:", format!("none ({searched})"))
            }
            Missing::Nothing => unnamed(searched),
            Missing::NothingNamed(doubts) => {
                let doubts = doubts.into_iter().filter(|_| self.plan.reasons);
                unnamed(doubts.chain([searched]).collect::<Vec<_>>().join("; "))
            }
            Missing::NotAssessed => ("Missing:", format!("not assessed ({searched})")),
        };
        out.note_line(label, note);
    }

    /// Prints how many items were left out; a shortened text ends with `…` and is not counted.
    pub(super) fn left_out(&self, out: &mut Markdown) {
        let cut = |parts: &[Part]| cut_count(self.cuts, parts);
        let missing = cut(&[Part::Missing]);
        let gaps = self.parts.gaps.saturating_sub(self.plan.missing).min(missing);
        let printed = self.layout.names(self.parts, self.plan);
        let asked = printed.iter().filter(|(name, _)| name.is_asked).count();
        let counts = [
            (cut(&[Part::Quotes]), "quote", "quotes"),
            (cut(&[Part::FlowLinks]), "flow link", "flow links"),
            (cut(&[Part::Also]), "primary place", "primary places"),
            (cut(&[Part::OptionalReads, Part::RequiredReads]), "read target", "read targets"),
            (gaps, "named gap", "named gaps"),
            (missing - gaps, "line on what is absent", "lines on what is absent"),
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
