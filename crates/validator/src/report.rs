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

pub use facts::{Coverage, FileProof, QueryWords, RunFacts, Stats, StopReason, Tokens};
pub(crate) use observed::PlaceObservations;
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

/// The contents of a report, from the rules or the fallback.
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
    pub(crate) observed: PlaceObservations,
}

impl Body {
    /// Every place: flow, primary, read targets. One in several lists is repeated.
    fn places(&self) -> impl Iterator<Item = &Place> {
        let flow = self.flow.iter().map(|link| &link.place);
        let reads = self.read_targets.iter().map(|read| &read.place);
        flow.chain(&self.primary).chain(reads)
    }

    /// Whether its places include every line, and every path without lines, of the other's places.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        other.places().all(|place| {
            let same_file = || self.places().filter(|own| own.path() == place.path());
            let shows_line =
                |line| same_file().any(|own| own.range().is_some_and(|range| range.contains(line)));
            match place.range() {
                Some(range) => (range.start()..=range.end()).all(shows_line),
                None => same_file().next().is_some(),
            }
        })
    }

    /// The sizes and hashes of the cited files.
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

/// The verified result. Every place in it was observed, every quote is the source's own text, and all of it
/// was unchanged when the report was built. Only the validator can construct one, and a renderer accepts
/// nothing else.
///
/// It serializes to the JSON form `firsthand.report/1`, without what a renderer adds (the rendered text and
/// its length), and without the lines observed around the quotes.
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
    observed: PlaceObservations,
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

    /// The recommended next action.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// The confidence.
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

    /// The places that the caller should read.
    #[must_use]
    pub fn read_targets(&self) -> &[Target] {
        &self.read_targets
    }

    /// The search targets, each as `term` or `term in scope`.
    #[must_use]
    pub fn search_targets(&self) -> &[String] {
        &self.search_targets
    }

    /// The host's search targets, where the selection proposes a search without any.
    #[must_use]
    pub fn host_search_targets(&self) -> &[String] {
        &self.host_search_targets
    }

    /// What the model searched for and did not find.
    #[must_use]
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// What was searched, on which the report's statements of absence rest.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The cited files when the report was built.
    #[must_use]
    pub fn files(&self) -> &[FileProof] {
        &self.files
    }

    /// What was dropped, clamped or lowered.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The items of the selection that were dropped or shortened, which a rendered report has to state.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// The numbers (1-based) and texts of the lines observed at one of this report's places, without masked ones.
    /// They are not in the JSON form.
    pub fn lines(&self, place: &Place) -> impl Iterator<Item = (u32, &str)> {
        self.observed.lines(place)
    }

    /// The observed symbol of one of this report's places, or the innermost declaration around it.
    #[must_use]
    pub fn symbol(&self, place: &Place) -> Option<&Symbol> {
        self.observed.symbol(place)
    }

    /// The observed relations of which both ends lie in places of this report.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        self.observed.relations()
    }

    /// The run's statistics.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}
