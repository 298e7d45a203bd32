//! Turns a draft into a verified result. A reference whose place or quote cannot be verified is left out, and the
//! result reports how many were.

use std::collections::BTreeMap;

use firsthand_agent::validator::{
    Action, Confidence, Context, Intent as ExploreIntent, Limits, Link, Place as VerifiedPlace,
    Present, RunFacts, Selection, VerifiedReport, cited, validate,
};
use firsthand_registry::{CandidateId, LineRange, Registry, RepoPath, count};

use crate::entity::commit_of;
use crate::hit::Hit;
use crate::run_state::RunState;
use crate::{Claim, Degradation, Place, Prose, Reference, SearchResult, Stage};
use firsthand_agent::validator::FlowLink;

/// The most references of all claims together, and the most places that they refer to.
const MAX_REFERENCES: usize = 60;

/// A verified answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) result: SearchResult,
    pub(crate) report: VerifiedReport,
}

/// The citations of a draft, resolved to observations.
pub(crate) struct Proposal {
    registry: Registry,
    selection: Selection,
    /// The number of references that match no evidence.
    unresolved: usize,
}

impl Proposal {
    pub(crate) fn of(state: &RunState) -> Self {
        let mut registry = Registry::new();
        for hit in state.seen.iter().chain(&state.evidence) {
            registry.observe(hit.observation());
        }
        let mut selection = Selection {
            primary_candidate_ids: Vec::new(),
            read_targets: Vec::new(),
            flow: Vec::new(),
            missing_coverage: Vec::new(),
            recommended_primary_action: Action::AnswerFromReport,
            search_targets: Vec::new(),
            confidence: Confidence::Medium,
        };
        let mut unresolved = 0;
        for claim in &state.draft.claims {
            for reference in &claim.references {
                let index = usize::try_from(reference.evidence).ok();
                let hit = index.and_then(|index| state.evidence.get(index));
                let Some(id) = hit.and_then(|hit| id_of(&registry, hit)) else {
                    unresolved += 1;
                    continue;
                };
                let candidate_id = id.to_string();
                if !selection.primary_candidate_ids.contains(&candidate_id) {
                    selection.primary_candidate_ids.push(candidate_id.clone());
                }
                selection.flow.push(FlowLink {
                    candidate_id,
                    role: claim.part.clone(),
                    fact: claim.text.clone(),
                    quote: reference.quote.clone(),
                    ..FlowLink::default()
                });
            }
        }
        Self {
            registry,
            selection,
            unresolved,
        }
    }

    /// The cited files and lines, which are reread before the answer is verified.
    pub(crate) fn cited(&self) -> BTreeMap<RepoPath, Vec<LineRange>> {
        cited(&self.registry, &self.selection)
    }

    /// Restricts the reread content to the lines that were observed.
    pub(crate) fn only_seen(&self, present: Present) -> Present {
        present.only_seen(&self.registry)
    }

    /// Verifies the draft against the reread content; what does not hold is left out.
    pub(crate) fn verify(&self, state: &RunState, present: &Present) -> Answer {
        let limits = Limits {
            primary: MAX_REFERENCES,
            flow: MAX_REFERENCES,
            ..Limits::default()
        };
        let context = Context {
            limits,
            searched_in_part: state.coverage.losses.time > 0,
            ..Context::new(&self.registry, present, ExploreIntent::Explain)
        };
        let verdict = validate(&self.selection, &context);
        let mut facts = RunFacts::new(state.root.clone(), state.requested.topic.clone());
        facts.coverage = state.coverage.clone();
        facts.stats.model.clone_from(&state.model);
        let report = verdict.into_report(facts);
        let result = self.result(state, &report);
        Answer { result, report }
    }

    fn result(&self, state: &RunState, report: &VerifiedReport) -> SearchResult {
        let (mut places, mut claims) = (Vec::new(), Vec::<Claim>::new());
        // A claim whose text was withheld is left out.
        let has_text = |link: &&Link| !link.fact.trim().is_empty();
        for link in report.body().flow.iter().filter(has_text) {
            let reference = Reference {
                place: place_number(&mut places, place(&link.place, state)),
                quote: link.quote.text.clone(),
                line: link.quote.line,
            };
            match claims.last_mut() {
                Some(last_claim)
                    if last_claim.text == link.fact && last_claim.part == link.role =>
                {
                    last_claim.references.push(reference);
                }
                _ => claims.push(Claim {
                    text: link.fact.clone(),
                    part: link.role.clone(),
                    references: vec![reference],
                }),
            }
        }
        let verified: usize = claims.iter().map(|claim| claim.references.len()).sum();
        let proposed = self.selection.flow.len() + self.unresolved;
        let mut degraded = state.degraded.clone();
        if verified < proposed {
            let unverified = proposed - verified;
            let reason =
                format!("{unverified} of {proposed} references did not hold and were left out");
            degraded.push(degradation(Stage::Synthesize, reason));
        }
        if !state.coverage.absent.is_empty() {
            let absent = state.coverage.absent.join(", ");
            let reason = format!("these words stand in no searched file: {absent}");
            degraded.push(degradation(Stage::Classify, reason));
        }
        let losses = state.coverage.losses;
        if state.coverage.files_seen == 0 {
            degraded.push(degradation(Stage::Classify, "no file was searched"));
        }
        if !losses.is_empty() {
            degraded.push(Degradation {
                stage: "coverage".to_owned(),
                reason: format!("not all was searched, read or shown: {losses}"),
            });
        }
        SearchResult {
            coverage: (!losses.is_empty()).then(|| state.coverage.clone()),
            synthesis: synthesis(&claims, state),
            evidence: state.evidence.iter().map(Hit::evidence).collect(),
            decomp_trace: state.trace(),
            tokens_used: i64::try_from(state.tokens).unwrap_or(i64::MAX),
            iterations: i64::from(state.progress.iterations),
            degraded,
            places,
            claims,
            not_found: state.not_found.clone(),
        }
    }
}

/// A degradation of a stage.
pub(crate) fn degradation(stage: Stage, reason: impl Into<String>) -> Degradation {
    Degradation {
        stage: stage.name().to_owned(),
        reason: reason.into(),
    }
}

fn id_of(registry: &Registry, hit: &Hit) -> Option<CandidateId> {
    registry.id_at(hit.path(), hit.lines())
}

/// Returns the number of a place in the list, from 1; adds it if it is new.
fn place_number(places: &mut Vec<Place>, place: Place) -> u32 {
    let index = places.iter().position(|other| *other == place);
    let index = index.unwrap_or_else(|| {
        places.push(place);
        places.len() - 1
    });
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// Converts a verified place for the result; a commit is written as its id and day.
fn place(verified: &VerifiedPlace, state: &RunState) -> Place {
    let range = verified.range();
    let mut place = Place {
        start: range.map_or(0, LineRange::start),
        end: range.map_or(0, LineRange::end),
        ..Place::default()
    };
    match commit_of(verified.path()) {
        None => verified.path().as_str().clone_into(&mut place.path),
        Some(commit) => {
            let seen = state.seen.iter().find(|hit| hit.path() == verified.path());
            place.date = seen.map(|hit| hit.date.clone()).unwrap_or_default();
            commit.clone_into(&mut place.commit);
        }
    }
    place
}

/// Formats the answer as text: its claims in order; or, without claims, that no evidence was found, and which spelled
/// names nothing declares. Where something was lost, evidence may be there.
fn synthesis(claims: &[Claim], state: &RunState) -> Prose {
    if claims.is_empty() {
        let undeclared = state.undeclared();
        let undeclared_note = match undeclared.is_empty() {
            true => String::new(),
            false => format!(" Nothing declares {}.", undeclared.join(", ")),
        };
        let files = count(
            usize::try_from(state.coverage.files_seen).unwrap_or(usize::MAX),
            "searched file",
            "searched files",
        );
        let losses = state.coverage.losses;
        return match losses.is_empty() {
            true => format!("No evidence was found in {files}.{undeclared_note}").into(),
            false => format!("Nothing can be cited from {files}, but not all was searched, read or shown: {losses}.").into(),
        };
    }
    let mut text = String::new();
    for claim in claims {
        text += &format!("- {} {}\n", claim.text, claim.place_numbers());
    }
    text.into()
}
