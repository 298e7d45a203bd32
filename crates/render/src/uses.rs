//! The lines that use what a report cites, and are not cited.

use firsthand_validator::VerifiedReport;

use crate::clean;
use crate::parts::{Parts, PathTable, PlacePart};

/// A line that uses what the report cites, and is not cited.
pub(crate) struct UsePart {
    pub(crate) place_part: PlacePart,
    /// How it uses what: `callers of save`.
    pub(crate) relation: String,
}

impl UsePart {
    /// Whether both use the same in the same way.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        self.relation == other.relation
    }
}

impl Parts<'_> {
    /// The first `printed` uses in groups, each with how many more lines use the same in the same way; then how many lines
    /// of other uses there are.
    pub(crate) fn grouped_uses(&self, printed: usize) -> (Vec<(Vec<&UsePart>, usize)>, usize) {
        let (printed, cut) = self.uses.split_at(printed.min(self.uses.len()));
        let more = |relation: &str| {
            let cut = cut.iter().filter(|part| part.relation == relation).count();
            let further = self.further_uses.iter().filter(|(other, _)| other == relation);
            cut + further.map(|(_, lines)| lines).sum::<usize>()
        };
        let mut groups: Vec<(Vec<&UsePart>, usize)> = Vec::new();
        for part in printed {
            let mut known = groups.iter_mut();
            match known.find(|(same, _)| same.iter().all(|other| other.is_alike(part))) {
                Some((same, _)) => same.push(part),
                None => groups.push((vec![part], more(&part.relation))),
            }
        }
        let further: usize = self.further_uses.iter().map(|(_, lines)| lines).sum();
        let counted: usize = groups.iter().map(|(_, more)| more).sum();
        (groups, cut.len() + further - counted)
    }
}

/// The uses that are not cited.
pub(crate) fn uses<'r>(report: &'r VerifiedReport, path_table: &mut PathTable<'r>) -> Vec<UsePart> {
    let uses = report.body().uncited_uses.iter().map(|found| UsePart {
        place_part: path_table.part_of(&found.place),
        relation: relation_text(&found.relation, &found.of),
    });
    uses.collect()
}

/// How many more lines use what is cited than are cited or listed, by how they use what.
pub(crate) fn further_uses(report: &VerifiedReport) -> impl Iterator<Item = (String, usize)> {
    let further = report.body().further_uses.iter();
    further.map(|found| (relation_text(&found.relation, &found.of), found.lines))
}

/// How uncited lines use what is cited, as a text in a report.
fn relation_text(relation: &str, of: &str) -> String {
    clean::escape_prose(&format!("{relation} of {of}"))
}
