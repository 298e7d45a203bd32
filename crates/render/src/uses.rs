//! The lines that use what a report cites, and are not cited.

use firsthand_validator::VerifiedReport;

use crate::budget::RenderPlan;
use crate::clean;
use crate::layout::Layout;
use crate::names::NamePart;
use crate::parts::{Parts, PathTable, PlacePart};

/// A line that uses what the report cites, and is not cited.
pub(crate) struct UsePart {
    pub(crate) place_part: PlacePart,
    /// How it uses what: `callers of save`.
    pub(crate) relation: String,
    /// The name of what it uses.
    of: String,
}

impl UsePart {
    /// Whether both use the same in the same way.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        self.relation == other.relation
    }
}

impl UsePart {
    /// Whether the line is one of those of a name, which is that of what it uses.
    pub(crate) fn is_line_of(&self, name: &NamePart<'_>) -> bool {
        let PlacePart { path, range } = self.place_part;
        let mut files = name.files.iter().filter(|(file, _)| *file == path);
        name.is_of(&self.of)
            && files.any(|(_, lines)| range.is_some_and(|range| lines.contains(&range.start())))
    }
}

impl Layout {
    /// The first uses in groups, each with how many more lines use the same in the same way; then how many lines of other
    /// uses there are. What the lines of a printed name have is not repeated.
    pub(crate) fn uses<'p>(
        &self,
        parts: &'p Parts<'_>,
        plan: &RenderPlan,
    ) -> (Vec<(Vec<&'p UsePart>, usize)>, usize) {
        let names = self.names(parts, plan);
        let names = || names.iter().map(|(name, _)| name);
        let (printed, cut) = parts.uses.split_at(plan.uses.min(parts.uses.len()));
        let is_further = |part: &&UsePart| !names().any(|name| part.is_line_of(name));
        let cut: Vec<&UsePart> = cut.iter().filter(is_further).collect();
        let further = parts.further_uses.iter();
        let further: Vec<_> =
            further.filter(|further| !names().any(|name| name.is_of(&further.of))).collect();
        let more = |relation: &str| {
            let cut = cut.iter().filter(|part| part.relation == relation).count();
            let further = further.iter().filter(|further| further.relation == relation);
            cut + further.map(|further| further.lines).sum::<usize>()
        };
        let mut groups: Vec<(Vec<&UsePart>, usize)> = Vec::new();
        for part in printed.iter().filter(is_further) {
            let mut known = groups.iter_mut();
            match known.find(|(same, _)| same.iter().all(|other| other.is_alike(part))) {
                Some((same, _)) => same.push(part),
                None => groups.push((vec![part], more(&part.relation))),
            }
        }
        let further: usize = further.iter().map(|further| further.lines).sum();
        let counted: usize = groups.iter().map(|(_, more)| more).sum();
        (groups, cut.len() + further - counted)
    }
}

/// The uses that are not cited.
pub(crate) fn uses<'r>(report: &'r VerifiedReport, path_table: &mut PathTable<'r>) -> Vec<UsePart> {
    let uses = report.body().uncited_uses.iter().map(|found| UsePart {
        place_part: path_table.part_of(&found.place),
        relation: relation_text(&found.relation, &found.of),
        of: found.of.clone(),
    });
    uses.collect()
}

/// How many more lines use something in one way than are cited or listed.
pub(crate) struct FurtherPart {
    pub(crate) relation: String,
    of: String,
    pub(crate) lines: usize,
}

/// How many more lines use what is cited than are cited or listed, by how they use what.
pub(crate) fn further_uses(report: &VerifiedReport) -> impl Iterator<Item = FurtherPart> {
    let further = report.body().further_uses.iter();
    further.map(|found| FurtherPart {
        relation: relation_text(&found.relation, &found.of),
        of: found.of.clone(),
        lines: found.lines,
    })
}

/// How uncited lines use what is cited, as a text in a report.
fn relation_text(relation: &str, of: &str) -> String {
    clean::escape_prose(&format!("{relation} of {of}"))
}
