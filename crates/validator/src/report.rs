//! The verified result.

mod facts;
mod observed;
mod place;

use std::collections::BTreeSet;

use firsthand_registry::Symbol;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Loss};
use crate::{Action, Confidence, Intent, Present};

pub use facts::{Coverage, FileProof, RunFacts, Stats, StopReason, Tokens};
pub(crate) use observed::Observed;
pub use observed::Relation;
pub use place::{Link, Place, Quote, Target};

/// What kind of result a report is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A model's selection, checked.
    Verdict,
    /// No usable selection: the places that structure alone ranks highest.
    Fallback,
    /// The model submitted that nothing relevant is there.
    Skip,
}

/// What the rules, or the fallback, leave.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Body {
    pub(crate) outcome: Outcome,
    pub(crate) action: Action,
    pub(crate) confidence: Confidence,
    pub(crate) primary: Vec<Place>,
    pub(crate) flow: Vec<Link>,
    pub(crate) read_targets: Vec<Target>,
    pub(crate) search_targets: Vec<String>,
    pub(crate) missing: Vec<String>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) losses: Vec<Loss>,
    pub(crate) observed: Observed,
}

impl Body {
    /// Every place, in the order of its lists; one that stands in several comes several times.
    fn places(&self) -> impl Iterator<Item = &Place> {
        let flow = self.flow.iter().map(|link| &link.place);
        let reads = self.read_targets.iter().map(|read| &read.place);
        flow.chain(&self.primary).chain(reads)
    }

    /// Whether every line of the other's places, and every path without lines, is in a place of its own.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        other.places().all(|wanted| {
            let own = || self.places().filter(|own| own.path() == wanted.path());
            let holds =
                |line| own().any(|own| own.range().is_some_and(|range| range.contains(line)));
            match wanted.range() {
                Some(range) => (range.start()..=range.end()).all(holds),
                None => own().next().is_some(),
            }
        })
    }

    /// The cited files as they stood.
    pub(crate) fn files(&self, present: &Present) -> Vec<FileProof> {
        let cited: BTreeSet<_> = self.places().map(Place::path).collect();
        let files = present
            .files
            .iter()
            .filter(|(path, _)| cited.contains(path));
        let proof = files.map(|(path, file)| FileProof {
            path: path.clone(),
            size: file.size(),
            blake3: file.blake3().to_owned(),
        });
        proof.collect()
    }
}

/// The verified result: every place observed, every quote the source's own, all of it still standing
/// when it was built. Nothing but the validator can make one, and a renderer takes nothing else.
///
/// Serialized it is the JSON form `firsthand.report/1`, but for what only a renderer knows (the
/// rendered text and its length). What was observed around the quotes is no part of that form.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct VerifiedReport {
    schema: &'static str,
    root: String,
    query: String,
    intent: Intent,
    outcome: Outcome,
    action: Action,
    confidence: Confidence,
    primary: Vec<Place>,
    flow: Vec<Link>,
    read_targets: Vec<Target>,
    search_targets: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    host_search_targets: Vec<String>,
    missing: Vec<String>,
    coverage: Coverage,
    files: Vec<FileProof>,
    findings: Vec<Finding>,
    stats: Stats,
    #[serde(skip)]
    losses: Vec<Loss>,
    #[serde(skip)]
    observed: Observed,
}

impl VerifiedReport {
    /// The JSON form's name and version.
    pub const SCHEMA: &'static str = "firsthand.report/1";

    pub(crate) fn new(body: Body, intent: Intent, files: Vec<FileProof>, facts: RunFacts) -> Self {
        let mut findings = body.findings;
        findings.extend(facts.findings);
        let searches = body.action == Action::TargetedGapSearch;
        let mut host_search_targets = facts.host_terms;
        if !searches || !body.search_targets.is_empty() || body.outcome != Outcome::Verdict {
            host_search_targets.clear();
        }
        Self {
            schema: Self::SCHEMA,
            root: facts.root,
            query: facts.query,
            intent,
            outcome: body.outcome,
            action: body.action,
            confidence: body.confidence,
            primary: body.primary,
            flow: body.flow,
            read_targets: body.read_targets,
            search_targets: body.search_targets,
            host_search_targets,
            missing: body.missing,
            coverage: facts.coverage,
            files,
            findings,
            stats: facts.stats,
            losses: body.losses,
            observed: body.observed,
        }
    }

    /// The repository's root, as the caller named it.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The question.
    #[must_use]
    pub fn query(&self) -> &str {
        &self.query
    }

    /// What the answer is for.
    #[must_use]
    pub fn intent(&self) -> Intent {
        self.intent
    }

    /// What kind of result it is.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What to do next.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// How sure it is.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The places that matter most, best first.
    #[must_use]
    pub fn primary(&self) -> &[Place] {
        &self.primary
    }

    /// The explanation, in order.
    #[must_use]
    pub fn flow(&self) -> &[Link] {
        &self.flow
    }

    /// What to read.
    #[must_use]
    pub fn read_targets(&self) -> &[Target] {
        &self.read_targets
    }

    /// What to search for.
    #[must_use]
    pub fn search_targets(&self) -> &[String] {
        &self.search_targets
    }

    /// What the host would search for, where the selection proposes a search and names nothing.
    #[must_use]
    pub fn host_search_targets(&self) -> &[String] {
        &self.host_search_targets
    }

    /// What was looked for and not found.
    #[must_use]
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// What the report's silence rests on.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The cited files as they were.
    #[must_use]
    pub fn files(&self) -> &[FileProof] {
        &self.files
    }

    /// What was dropped, clamped or lowered.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What of the selection is not in the report, or not whole: what a form for people has to state.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// The lines that were observed at one of this report's places and still stood, with their numbers;
    /// without masked ones. For a form that has room for them: they are not in the JSON form.
    pub fn lines(&self, place: &Place) -> impl Iterator<Item = (u32, &str)> {
        self.observed.lines(place)
    }

    /// The symbol that one of this report's places was shown for, or that encloses it, where that was observed.
    #[must_use]
    pub fn symbol(&self, place: &Place) -> Option<&Symbol> {
        self.observed.symbol(place)
    }

    /// The observed relations of which both ends lie in places of this report.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        self.observed.relations()
    }

    /// What it took.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}
