//! From a draft to a result: every reference resolved, every quote found in what was seen and seen to stand, or left
//! out and said to be.

use std::collections::BTreeMap;

use firsthand_agent::validator::{
    Action, Confidence, Context, Intent as For, Limits, Link, Place as Verified, Present, RunFacts,
    Selection, VerifiedReport, cited, validate,
};
use firsthand_registry::{CandidateId, LineRange, Registry, RepoPath};

use crate::entity::commit_of;
use crate::hit::Hit;
use crate::run_state::RunState;
use crate::{Claim, Degradation, Place, Prose, Reference, SearchResult, Stage};
use firsthand_agent::validator::FlowLink;

/// Claims, references together.
const MAX_REFERENCES: usize = 60;

/// A verified answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) result: SearchResult,
    pub(crate) report: VerifiedReport,
}

/// What a draft cites, in terms of what was observed.
pub(crate) struct Proposal {
    registry: Registry,
    selection: Selection,
    /// References to no evidence.
    unknown: usize,
}

impl Proposal {
    pub(crate) fn of(chain: &RunState) -> Self {
        let mut registry = Registry::new();
        for hit in chain.seen.iter().chain(&chain.evidence) {
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
        let mut unknown = 0;
        for claim in &chain.draft.claims {
            for reference in &claim.references {
                let shown = usize::try_from(reference.evidence).ok();
                let hit = shown.and_then(|at| chain.evidence.get(at));
                let Some(id) = hit.and_then(|hit| id_of(&registry, hit)) else {
                    unknown += 1;
                    continue;
                };
                let candidate_id = id.to_string();
                if !selection.primary_candidate_ids.contains(&candidate_id) {
                    selection.primary_candidate_ids.push(candidate_id.clone());
                }
                selection.flow.push(FlowLink {
                    candidate_id,
                    lines: None,
                    role: claim.part.clone(),
                    fact: claim.text.clone(),
                    quote: reference.quote.clone(),
                });
            }
        }
        Self {
            registry,
            selection,
            unknown,
        }
    }

    /// What must be looked at again before the answer is given.
    pub(crate) fn cited(&self) -> BTreeMap<RepoPath, Vec<LineRange>> {
        cited(&self.registry, &self.selection)
    }

    /// What was looked at, with no more of it than was seen.
    pub(crate) fn only_seen(&self, present: Present) -> Present {
        present.only_seen(&self.registry)
    }

    /// The answer of this draft, as far as it holds.
    pub(crate) fn verify(&self, chain: &RunState, present: &Present) -> Answer {
        let limits = Limits {
            primary: MAX_REFERENCES,
            flow: MAX_REFERENCES,
            ..Limits::default()
        };
        let context = Context {
            limits,
            ..Context::new(&self.registry, present, For::Explain)
        };
        let verdict = validate(&self.selection, &context);
        let mut facts = RunFacts::new(chain.root.clone(), chain.asked.topic.clone());
        facts.coverage = chain.coverage.clone();
        facts.stats.model.clone_from(&chain.model);
        let report = verdict.into_report(facts);
        let result = self.result(chain, &report);
        Answer { result, report }
    }

    fn result(&self, chain: &RunState, report: &VerifiedReport) -> SearchResult {
        let (mut places, mut claims) = (Vec::new(), Vec::<Claim>::new());
        // Words of a claim that were withheld leave nothing to say.
        let said = |link: &&Link| !link.fact().trim().is_empty();
        for link in report.flow().iter().filter(said) {
            let reference = Reference {
                place: number(&mut places, place(link.place(), chain)),
                quote: link.quote().text().to_owned(),
                line: link.quote().line(),
            };
            match claims.last_mut() {
                Some(open) if open.text == link.fact() && open.part == link.role() => {
                    open.references.push(reference);
                }
                _ => claims.push(Claim {
                    text: link.fact().to_owned(),
                    part: link.role().to_owned(),
                    references: vec![reference],
                }),
            }
        }
        let kept: usize = claims.iter().map(|claim| claim.references.len()).sum();
        let proposed = self.selection.flow.len() + self.unknown;
        let mut degraded = chain.degraded.clone();
        if kept < proposed {
            let lost = proposed - kept;
            let reason = format!("{lost} of {proposed} references did not hold and were left out");
            degraded.push(degradation(Stage::Synthesize, reason));
        }
        if !chain.coverage.absent.is_empty() {
            let absent = chain.coverage.absent.join(", ");
            let reason = format!("these words stand in no searched file: {absent}");
            degraded.push(degradation(Stage::Classify, reason));
        }
        SearchResult {
            synthesis: synthesis(&claims, chain),
            evidence: chain.evidence.iter().map(Hit::evidence).collect(),
            decomp_trace: chain.trace(),
            tokens_used: i64::try_from(chain.tokens).unwrap_or(i64::MAX),
            iterations: i64::from(chain.progress.iterations),
            degraded,
            places,
            claims,
            not_found: chain.not_found.clone(),
        }
    }
}

/// That a stage did not go as it should.
pub(crate) fn degradation(stage: Stage, reason: impl Into<String>) -> Degradation {
    Degradation {
        stage: stage.name().to_owned(),
        reason: reason.into(),
    }
}

fn id_of(registry: &Registry, hit: &Hit) -> Option<CandidateId> {
    registry.id_at(hit.path(), hit.lines())
}

/// The number of a place, from 1; a new one is added.
fn number(places: &mut Vec<Place>, place: Place) -> u32 {
    let known = places.iter().position(|known| *known == place);
    let at = known.unwrap_or_else(|| {
        places.push(place);
        places.len() - 1
    });
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}

/// A verified place as the result writes it: a commit by its id and day.
fn place(verified: &Verified, chain: &RunState) -> Place {
    let range = verified.range();
    let mut place = Place {
        start: range.map_or(0, LineRange::start),
        end: range.map_or(0, LineRange::end),
        ..Place::default()
    };
    match commit_of(verified.path()) {
        None => verified.path().as_str().clone_into(&mut place.path),
        Some(commit) => {
            let seen = chain.seen.iter().find(|hit| hit.path() == verified.path());
            place.date = seen.map(|hit| hit.date.clone()).unwrap_or_default();
            commit.clone_into(&mut place.commit);
        }
    }
    place
}

/// The answer as text: its claims, part by part; of nothing, that nothing was found.
fn synthesis(claims: &[Claim], chain: &RunState) -> Prose {
    if claims.is_empty() {
        let undeclared = chain.undeclared();
        let named = match undeclared.is_empty() {
            true => String::new(),
            false => format!(" Nothing declares {}.", undeclared.join(", ")),
        };
        let files = chain.coverage.files_seen;
        return format!("No evidence was found in {files} searched files.{named}").into();
    }
    let mut text = String::new();
    for claim in claims {
        let numbers = claim
            .references
            .iter()
            .map(|one| format!("[{}]", one.place));
        let numbers: String = numbers.collect();
        text += &format!("- {} {numbers}\n", claim.text);
    }
    text.into()
}
