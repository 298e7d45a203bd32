//! What was observed to use the code that a report cites, and is not cited: what a change may have to touch, too.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_anchors::Anchor;
use firsthand_registry::{Candidate, LineRange, Registry, Related, RepoPath};
use schemars::JsonSchema;
use serde::Serialize;

use super::name_lines::declared_names;
use super::observed::{declaration_of, simple_name};
use super::{Place, ReportBody};
use crate::{Context, Outcome};

/// The relations of a place to what it uses.
const USES: [&str; 3] = ["callers", "implementors", "references"];
/// The resolutions of a relation that is certain.
const CERTAIN: [&str; 3] = ["import", "scope", "unique name"];
/// The most uncited uses in a report.
pub(crate) const MAX_USES: usize = 8;
/// The most candidates that are read again because they may be uncited uses.
const MAX_READ: usize = 24;

/// A line that uses what a report cites, as a tool observed it; the report does not cite it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct UncitedUse {
    /// The line, unchanged when the report was built.
    #[serde(flatten)]
    pub place: Place,
    /// Its relation to what is cited, in the tool's terms: `callers`, `implementors`, `references`.
    pub relation: String,
    /// The name of what is cited.
    pub of: String,
}

/// How many more lines use a symbol of what a report cites, as a tool counted them: they are neither cited nor listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FurtherUses {
    /// Their relation to what is cited, in the tool's terms.
    pub relation: String,
    /// The name of what is cited.
    pub of: String,
    /// How many lines they are.
    pub lines: usize,
}

/// The observed edge by which a place certainly uses a symbol.
fn use_of(candidate: &Candidate) -> Option<&Related> {
    candidate.related().iter().find(|edge| is_certain_use(edge))
}

fn is_certain_use(edge: &Related) -> bool {
    USES.contains(&&*edge.relation) && CERTAIN.contains(&&*edge.resolution)
}

/// The candidates that may be uncited uses of these cited ones: their files are read again before a report is built.
pub(crate) fn possible_uses<'r>(
    registry: &'r Registry,
    cited: &[&Candidate],
) -> impl Iterator<Item = &'r Candidate> {
    let names = cited.iter().flat_map(|candidate| declared_names(candidate));
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    let uses = registry.iter().filter(move |candidate| {
        use_of(candidate).is_some_and(|edge| names.contains(simple_name(&edge.of)))
    });
    uses.take(MAX_READ)
}

/// A line of a file.
type Line<'p> = (&'p RepoPath, u32);

impl ReportBody {
    /// The uncited uses of what a report for a change cites: those in tests come last.
    fn uncited_uses(&self, context: &Context<'_>) -> Vec<UncitedUse> {
        if !self.lists_uses() {
            return Vec::new();
        }
        let candidates = context.registry.iter();
        let uses = candidates.filter_map(|candidate| {
            let found = self.uncited_use(candidate, context)?;
            Some((candidate.traits().test, found))
        });
        let uses: Vec<(bool, UncitedUse)> = uses.collect();
        // Those of each thing in turns.
        let mut of_thing: BTreeMap<(String, String), usize> = BTreeMap::new();
        let mut uses: Vec<(bool, usize, UncitedUse)> = (uses.into_iter())
            .map(|(is_test, found)| {
                let nth = of_thing.entry((found.relation.clone(), found.of.clone())).or_default();
                *nth += 1;
                (is_test, *nth, found)
            })
            .collect();
        uses.sort_by_key(|(is_test, nth, _)| (*is_test, *nth));
        let mut distinct: Vec<UncitedUse> = Vec::new();
        for (.., found) in uses {
            if distinct.iter().all(|other| other.place != found.place) {
                distinct.push(found);
            }
        }
        distinct
    }

    /// Lists the first uses that are not cited, and counts the others.
    pub(super) fn state_uses(&mut self, context: &Context<'_>) {
        self.uncited_uses = self.uncited_uses(context);
        let cut = self.uncited_uses.split_off(self.uncited_uses.len().min(MAX_USES));
        self.further_uses = self.further_uses(&cut, context);
    }

    /// How many more lines use what a report for a change cites than it cites and lists, by how they use what: those of a
    /// list that was cut, and those that a tool only counted.
    fn further_uses(&self, cut: &[UncitedUse], context: &Context<'_>) -> Vec<FurtherUses> {
        if !self.lists_uses() {
            return Vec::new();
        }
        let listed = cut.iter().filter_map(|found| {
            let line = found.place.range()?.start();
            Some((&*found.relation, &*found.of, vec![(found.place.path(), line)]))
        });
        let counted = context.registry.related_lines().iter().filter_map(|found| {
            let edge = Some(&found.related).filter(|edge| is_certain_use(edge))?;
            let (_, of) = self.observed.end_of(edge, context.registry)?;
            let lines = found.lines().filter(|(path, line)| !self.is_listed_use(path, *line));
            Some((&*found.related.relation, &*of.name, lines.collect()))
        });
        let mut uses: Vec<((&str, &str), BTreeSet<Line<'_>>)> = Vec::new();
        for (relation, of, lines) in listed.chain(counted) {
            match uses.iter_mut().find(|(known, _)| *known == (relation, of)) {
                Some((_, known)) => known.extend(lines),
                None => uses.push(((relation, of), lines.into_iter().collect())),
            }
        }
        let uses = uses.into_iter().filter(|(_, lines)| !lines.is_empty());
        let further = uses.map(|((relation, of), lines)| FurtherUses {
            relation: relation.to_owned(),
            of: of.to_owned(),
            lines: lines.len(),
        });
        further.collect()
    }

    /// Whether a line lies in a place of the report, or is a use that it lists.
    fn is_listed_use(&self, path: &RepoPath, line: u32) -> bool {
        let uses = self.uncited_uses.iter().map(|found| &found.place);
        let mut places = self.places().chain(uses).filter(|place| place.path() == path);
        places.any(|place| place.range().is_none_or(|range| range.contains(line)))
    }

    /// Whether uses that are not cited are stated: of a report for a change.
    fn lists_uses(&self) -> bool {
        self.intent.needs_reading() && self.outcome == Outcome::Verdict
    }

    /// The candidate as a use that is not cited, if it is one and its lines are unchanged.
    fn uncited_use(&self, candidate: &Candidate, context: &Context<'_>) -> Option<UncitedUse> {
        let edge = use_of(candidate)?;
        let (_, of) = self.observed.end_of(edge, context.registry)?;
        let lines = self.uncited_line(candidate)?;
        let mut place = Place::of(candidate);
        place.show(lines);
        let text = candidate.evidence()?.line(lines.start())?;
        let around = declaration_of(lines, candidate);
        let anchor = Anchor::of_lines(std::iter::once(Some(text.as_bytes())), around);
        place.set_anchor(anchor);
        let is_unchanged = context.present.is_unchanged(candidate);
        is_unchanged.then(|| UncitedUse {
            place,
            relation: edge.relation.clone(),
            of: of.name.clone(),
        })
    }

    /// The first line of a candidate that uses something, unless a place covers one of these lines; `None` if it may not
    /// be named.
    fn uncited_line(&self, candidate: &Candidate) -> Option<LineRange> {
        let range = candidate.range()?;
        let first = [range.start()];
        let lines = if candidate.hits().is_empty() { &first } else { candidate.hits() };
        let is_cited = |line: u32| {
            let mut places = self.places().filter(|place| place.path() == candidate.path());
            places.any(|place| place.range().is_none_or(|range| range.contains(line)))
        };
        let line = *lines.first()?;
        let is_hidden = candidate.evidence().is_none_or(|text| text.is_masked(line));
        let is_named = !is_hidden && !lines.iter().any(|line| is_cited(*line));
        is_named.then(|| LineRange::one(line))
    }
}
