//! Turns a draft into a verified result. A reference whose place or quote cannot be verified is left out, and the
//! result reports how many were.

use std::sync::Arc;

use firsthand_agent::FileSource;
use firsthand_agent::validator::{
    Action, Confidence, Context, FlowLink, Intent, Limits, Link, Place, Present, PresentFile,
    RunFacts, Selection, VerifiedReport, cited, validate,
};
use firsthand_registry::{LineRange, Registry, count};
use futures::StreamExt as _;
use tokio::time::{Instant, timeout_at};

use crate::Stage;
use crate::hit::{Hit, commit_of};
use crate::payload::{self, Claim, Degradation, Prose, Reference, SearchResult};
use crate::run::RunState;

/// The most references of all claims together, and the most places that they refer to.
const MAX_REFERENCES: usize = 60;
/// The most files that are read concurrently.
const MAX_CONCURRENT_READS: usize = 8;

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
        let evidence = &state.input.evidence;
        let mut registry = Registry::new();
        for hit in state.seen.iter().chain(evidence) {
            registry.observe(hit.observation());
        }
        let mut selection = Selection {
            recommended_primary_action: Action::AnswerFromReport,
            confidence: Confidence::Medium,
            ..Selection::default()
        };
        let mut unresolved = 0;
        let claims = state.draft.claims.iter();
        let references = claims.flat_map(|claim| claim.references.iter().map(move |r| (claim, r)));
        for (claim, reference) in references {
            let index = usize::try_from(reference.evidence).ok();
            let hit = index.and_then(|index| evidence.get(index));
            let Some(id) = hit.and_then(|hit| registry.id_at(hit.path(), hit.lines())) else {
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
        Self { registry, selection, unresolved }
    }

    /// The current content of the cited lines that were observed. What cannot be read before the deadline counts as
    /// unreadable.
    pub(crate) async fn reread(&self, files: &Arc<dyn FileSource>, deadline: Instant) -> Present {
        let cited = cited(&self.registry, &self.selection, Intent::Explain);
        let mut present = Present::unread(cited.keys());
        let reads = cited.into_iter().map(|(path, ranges)| async move {
            let bytes = timeout_at(deadline, files.bytes(&path)).await.ok()?.ok()?;
            let file = bytes.map(|bytes| PresentFile::of(&path, &bytes, &ranges));
            Some((path, file))
        });
        let mut read = futures::stream::iter(reads).buffered(MAX_CONCURRENT_READS);
        while let Some(file) = read.next().await {
            if let Some((path, file)) = file {
                present.set(path, file);
            }
        }
        present.only_seen(&self.registry)
    }

    /// Verifies the draft against the reread content; what does not hold is left out.
    pub(crate) fn verify(&self, state: &RunState, present: &Present) -> Answer {
        let limits = Limits { primary: MAX_REFERENCES, flow: MAX_REFERENCES, ..Limits::default() };
        let context = Context {
            limits,
            searched_in_part: state.coverage.losses.time > 0,
            query: &state.request.intent.topic,
            ..Context::new(&self.registry, present, Intent::Explain)
        };
        let verdict = validate(&self.selection, &context);
        let mut facts =
            RunFacts::new(state.request.root.clone(), state.request.intent.topic.clone());
        facts.coverage = state.coverage.clone();
        facts.stats.model.clone_from(&state.request.model);
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
                place: place_number(&mut places, wire_place(&link.place, state)),
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
        let losses = state.coverage.losses;
        SearchResult {
            coverage: (!losses.is_empty()).then(|| state.coverage.clone()),
            synthesis: synthesis(&claims, state),
            evidence: state.input.evidence.iter().map(Hit::evidence).collect(),
            decomp_trace: state.trace(),
            tokens_used: i64::try_from(state.tokens).unwrap_or(i64::MAX),
            iterations: i64::from(state.progress.iterations),
            degraded: self.degradations(&claims, state),
            places,
            claims,
            not_found: state.not_found.clone(),
        }
    }

    /// The problems of the run, and what of the draft did not hold or was not searched.
    fn degradations(&self, claims: &[Claim], state: &RunState) -> Vec<Degradation> {
        let mut degraded = state.degraded.clone();
        let verified: usize = claims.iter().map(|claim| claim.references.len()).sum();
        let proposed = self.selection.flow.len() + self.unresolved;
        if verified < proposed {
            let unverified = proposed - verified;
            let reason =
                format!("{unverified} of {proposed} references did not hold and were left out");
            degraded.push(Degradation::new(Stage::Synthesize, reason));
        }
        if !state.coverage.absent.is_empty() {
            let absent = state.coverage.absent.join(", ");
            let reason = format!("these words stand in no searched file: {absent}");
            degraded.push(Degradation::new(Stage::Classify, reason));
        }
        if state.coverage.files_seen == 0 {
            degraded.push(Degradation::new(Stage::Classify, "no file was searched"));
        }
        let losses = state.coverage.losses;
        if !losses.is_empty() {
            degraded.push(Degradation {
                stage: "coverage".to_owned(),
                reason: format!("not all was searched, read or shown: {losses}"),
            });
        }
        degraded
    }
}

/// Returns the number of a place in the list, from 1; adds it if it is new.
fn place_number(places: &mut Vec<payload::Place>, place: payload::Place) -> u32 {
    let index = places.iter().position(|other| *other == place).unwrap_or_else(|| {
        places.push(place);
        places.len() - 1
    });
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// Converts a verified place for the result; a commit is written as its id and day.
fn wire_place(verified: &Place, state: &RunState) -> payload::Place {
    let range = verified.range();
    let mut place = payload::Place {
        start: range.map_or(0, LineRange::start),
        end: range.map_or(0, LineRange::end),
        ..payload::Place::default()
    };
    match commit_of(verified.path()) {
        None => verified.path().as_str().clone_into(&mut place.path),
        Some(commit) => {
            if let Some(hit) = state.seen.iter().find(|hit| hit.path() == verified.path()) {
                place.date.clone_from(&hit.date);
                place.began = hit.changed.iter().any(|change| change.began);
            }
            commit.clone_into(&mut place.commit);
        }
    }
    place
}

/// Formats the answer as text: its claims in order; or, without claims, that no evidence was found, and which spelled
/// names nothing declares. Where something was lost, evidence may be there.
fn synthesis(claims: &[Claim], state: &RunState) -> Prose {
    if !claims.is_empty() {
        let lines = claims.iter();
        let lines = lines.map(|claim| format!("- {} {}\n", claim.text, claim.place_numbers()));
        return lines.collect::<String>().into();
    }
    let files = usize::try_from(state.coverage.files_seen).unwrap_or(usize::MAX);
    let files = count(files, "searched file", "searched files");
    let losses = state.coverage.losses;
    if !losses.is_empty() {
        return format!(
            "Nothing can be cited from {files}, but not all was searched, read or shown: {losses}."
        )
        .into();
    }
    let mut text = format!("No evidence was found in {files}.");
    let undeclared = state.input.classified.undeclared_names();
    if !undeclared.is_empty() {
        text += &format!(" Nothing declares {}.", undeclared.join(", "));
    }
    text.into()
}
