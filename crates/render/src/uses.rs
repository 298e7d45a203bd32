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
    /// Whether the line is one of those of a name, which is that of what it uses.
    pub(crate) fn is_line_of(&self, name: &NamePart<'_>) -> bool {
        let PlacePart { path, range } = self.place_part;
        let mut files = name.files.iter().filter(|(file, _)| *file == path);
        name.is_of(&self.of)
            && files.any(|(_, lines)| range.is_some_and(|range| lines.contains(&range.start())))
    }
}

/// Lines that use the same in the same way.
pub(crate) struct UseGroup<'p> {
    pub(crate) relation: &'p str,
    /// Those that are printed; of them only the files where the plan [counts](RenderPlan::counts_uses).
    pub(crate) uses: Vec<&'p UsePart>,
    /// How many more there are.
    pub(crate) more: usize,
}

impl Layout {
    /// The first uses in groups, or all of them where they are only counted; then how many lines of other uses there are.
    /// What the lines of a printed name have is not repeated.
    pub(crate) fn uses<'p>(
        &self,
        parts: &'p Parts<'_>,
        plan: &RenderPlan,
    ) -> (Vec<UseGroup<'p>>, usize) {
        let names = self.names(parts, plan);
        let names = || names.iter().map(|(name, _)| name);
        let is_further = |part: &&UsePart| !names().any(|name| part.is_line_of(name));
        let counts = plan.counts_uses && plan.uses == 0;
        let most = if counts { parts.uses.len() } else { plan.uses };
        let (printed, cut) = parts.uses.split_at(most.min(parts.uses.len()));
        let further = parts.further_uses.iter();
        let further = further.filter(|further| !names().any(|name| name.is_of(&further.of)));
        let further = further.map(|further| (&*further.relation, further.lines));
        let cut = cut.iter().filter(is_further).map(|part| (&*part.relation, 1));
        let mut groups: Vec<UseGroup<'_>> = Vec::new();
        let printed = printed.iter().filter(is_further);
        let printed = printed.map(|part| (&*part.relation, Some(part), 0));
        let unprinted = cut.chain(further).map(|(relation, lines)| (relation, None, lines));
        let mut others = 0;
        for (relation, part, lines) in printed.chain(unprinted) {
            match groups.iter_mut().find(|group| group.relation == relation) {
                Some(group) => {
                    group.uses.extend(part);
                    group.more += lines;
                }
                None if part.is_some() || counts => {
                    let uses = part.into_iter().collect();
                    groups.push(UseGroup { relation, uses, more: lines });
                }
                None => others += lines,
            }
        }
        (groups, others)
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
