//! The contents of a report.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use firsthand_registry::{Candidate, Receipt, RepoPath};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::name_lines::found_names;
use super::{
    FileProof, FurtherUses, Link, NameOccurrences, Place, PlaceObservations, Target, UncitedUse,
};
use crate::finding::{FailedLink, Finding, Item, Loss, Rule};
use crate::{Action, Confidence, Context, Intent, TextOf};

/// What kind of result a report is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A model's selection, checked.
    #[default]
    Verdict,
    /// No usable selection: the places that the host ranks highest, those first that the model quotes in prose.
    Fallback,
    /// The model submitted that nothing relevant is there.
    Skip,
}

/// The contents of a report: what the rules left of a selection, or the fallback.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReportBody {
    /// What the answer is for.
    pub intent: Intent,
    /// What kind of result it is.
    pub outcome: Outcome,
    /// What to do next; at most the proposed action.
    pub action: Action,
    /// How sure it is; at most the proposed confidence.
    pub confidence: Confidence,
    /// The places that matter most, best first.
    pub primary: Vec<Place>,
    /// The explanation, in order.
    pub flow: Vec<Link>,
    /// What to read.
    pub read_targets: Vec<Target>,
    /// What to search for.
    #[schemars(with = "Vec<String>")]
    pub search_targets: Vec<SearchTarget>,
    /// What the host would search for, where a search is proposed and `search_targets` is empty.
    #[schemars(with = "Vec<String>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub host_search_targets: Vec<SearchTarget>,
    /// What was looked for and not found.
    pub missing: Vec<String>,
    /// What the model says of what is absent, where receipts prove it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absence_facts: Vec<String>,
    /// What is proved to stand nowhere in a scope: the receipts that were cited, from searches that were made again when
    /// the report was built.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Receipt>,
    /// What was observed to use what a report for a change cites, and is not cited itself. The host states it: it is no part
    /// of the selection.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncited_uses: Vec<UncitedUse>,
    /// How many more lines were observed to use it than are cited or listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further_uses: Vec<FurtherUses>,
    /// Where the names that a report cites stand, in all searched files; none for an explanation. The host states it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub name_lines: Vec<NameOccurrences>,
    /// The names whose lines the model asks for and that stand in no searched file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent_names: Vec<String>,
    /// The files of all places as they were when the report was built.
    pub files: Vec<FileProof>,
    /// What was dropped, clamped or lowered, and what the text form left out.
    pub findings: Vec<Finding>,
    /// The items of the selection that were dropped, or shortened (rule `clamped`), which a rendered report has to state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// The names whose lines the model asks for, of which [`name_lines`](Self::name_lines) holds those that stand in the files.
    #[serde(skip)]
    pub(crate) asked_names: Vec<String>,
    /// The names whose lines the model asks for and that are neither listed nor absent, each with the reason.
    #[serde(skip)]
    pub unlisted_names: Vec<(String, String)>,
    /// The texts that were withheld, with the numbers of their flow links or read targets.
    #[serde(skip)]
    pub(crate) withheld: Vec<(TextOf, usize)>,
    /// The flow links that were dropped.
    #[serde(skip)]
    pub(crate) failed: Vec<FailedLink>,
    /// What was observed at the places.
    #[serde(skip)]
    pub observed: PlaceObservations,
}

/// What to search for, and where. It serializes as `term` or `term in scope`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(into = "String")]
#[non_exhaustive]
pub struct SearchTarget {
    /// The term.
    pub term: String,
    /// The folder or file to search; everything where `None`.
    pub scope: Option<String>,
}

impl SearchTarget {
    /// Reads `term` or `term in scope`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text.split_once(" in ") {
            Some((term, scope)) => Self { term: term.to_owned(), scope: Some(scope.to_owned()) },
            None => Self { term: text.to_owned(), scope: None },
        }
    }
}

impl fmt::Display for SearchTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.term)?;
        self.scope.as_ref().map_or(Ok(()), |scope| write!(f, " in {scope}"))
    }
}

impl From<SearchTarget> for String {
    fn from(target: SearchTarget) -> Self {
        target.to_string()
    }
}

impl ReportBody {
    /// A body without places.
    pub(crate) fn new(
        intent: Intent,
        outcome: Outcome,
        action: Action,
        confidence: Confidence,
    ) -> Self {
        Self { intent, outcome, action, confidence, ..Self::default() }
    }

    /// The same body, with the hashes of the files, what was observed at its places, and what uses them.
    pub(crate) fn attested(mut self, context: &Context<'_>) -> Self {
        self.observed = PlaceObservations::of(&self, context);
        self.state_uses(context);
        self.asked_names = found_names(&self.asked_names, context.present);
        self.name_lines = self.name_lines(context);
        self.absent_names = self.absent_names(context);
        self.unlisted_names = self.unlisted_names(context);
        self.note_unlisted_names();
        let uses = self.uncited_uses.iter().map(|found| &found.place);
        let stated: BTreeSet<_> = self.places().chain(uses).map(Place::path).collect();
        let files = context.present.files.iter();
        self.files = files
            .filter(|(path, _)| stated.contains(path))
            .map(|(path, file)| FileProof {
                path: path.clone(),
                size: file.size(),
                blake3: file.blake3().to_owned(),
            })
            .collect();
        let flow = self.flow.iter_mut().map(|link| &mut link.place);
        let reads = self.read_targets.iter_mut().map(|read| &mut read.place);
        for place in flow.chain(&mut self.primary).chain(reads) {
            let anchor = self.observed.anchor(place, context.candidate(place));
            anchor.into_iter().for_each(|anchor| place.set_anchor(anchor));
        }
        self
    }

    /// Every place: flow, primary, read targets. One in several lists is repeated.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        let flow = self.flow.iter().map(|link| &link.place);
        let reads = self.read_targets.iter().map(|read| &read.place);
        flow.chain(&self.primary).chain(reads)
    }

    /// Adds a finding.
    pub(crate) fn add_finding(&mut self, rule: Rule, detail: impl Into<String>) {
        self.findings.push(Finding::new(rule, detail));
    }

    /// Adds `count` lost items of a list, so that the report can state how many were lost.
    pub(crate) fn add_loss(&mut self, rule: Rule, item: Item, count: usize) {
        self.loss(rule, item).count += count;
    }

    /// Adds a lost item that cites an unchanged place, if there is one.
    pub(crate) fn add_lost_place(&mut self, rule: Rule, item: Item, cited: Option<&Candidate>) {
        let loss = self.loss(rule, item);
        loss.count += 1;
        let path = cited.map(Candidate::path).filter(|path| !loss.paths.contains(path));
        loss.paths.extend(path.cloned());
    }

    /// Adds the line that is most similar to the quote of the flow link that was lost last, which cited this file.
    pub(crate) fn add_nearest_line(&mut self, rule: Rule, path: &RepoPath, line: u32) {
        self.loss(rule, Item::FlowLink).nearest.entry(path.clone()).or_insert(line);
    }

    /// Adds the role of a lost flow link.
    pub(crate) fn add_lost_role(&mut self, rule: Rule, role: String) {
        self.loss(rule, Item::FlowLink).roles.push(role);
    }

    /// What was lost of such items by the rule so far.
    fn loss(&mut self, rule: Rule, item: Item) -> &mut Loss {
        let is_it = |loss: &Loss| (loss.rule, loss.item) == (rule, item);
        let known = self.losses.iter().position(is_it);
        let at = known.unwrap_or(self.losses.len());
        if known.is_none() {
            self.losses.push(Loss {
                rule,
                item,
                count: 0,
                paths: Vec::new(),
                roles: Vec::new(),
                nearest: BTreeMap::new(),
            });
        }
        &mut self.losses[at]
    }

    /// Whether a place is one that only dropped links cite: what they say of it does not hold.
    pub(crate) fn is_of_dropped_links(&self, place: &Place) -> bool {
        let is_dropped = self.failed.iter().any(|link| link.cited == Some(place.id()));
        is_dropped && !self.flow.iter().any(|link| link.place.overlaps(place))
    }
}
