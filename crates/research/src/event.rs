//! The events of a run: its transcript has one in each line, with the triples about it for observers. A run resumes and
//! replays from these events alone.

use firsthand_agent::RunEvent;
use firsthand_agent::validator::Present;
use serde::{Deserialize, Serialize};

use crate::Stage;
use crate::payload::{Degradation, Prose, SearchResult};
use crate::run::Request;
use crate::stage_io::StageOutput;

/// The version of the transcript's form.
pub const TRANSCRIPT_VERSION: u32 = 1;
/// The source that every triple states.
pub const TRIPLE_SOURCE: &str = "agent-research-graph";
/// The role of a research run, as the triple `loop.role` states it.
pub const PIPELINE_ROLE: &str = "research_pipeline";

/// The object of a triple.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Object {
    /// A typed value: an id, a number, a name of a closed set.
    Typed(String),
    /// Prose, which no rule may read.
    Opaque {
        /// The prose.
        opaque: Prose,
    },
}

/// A statement about a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Triple {
    /// The id of the run.
    pub subject: String,
    /// The predicate, such as `research.route.action`.
    pub predicate: String,
    /// The value.
    pub object: Object,
    /// [`TRIPLE_SOURCE`].
    pub source: String,
}

/// One line of a transcript. An event and its triples are in one record, so that no transcript has one without the
/// other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What happened.
    #[serde(flatten)]
    pub event: ResearchEvent,
    /// Milliseconds since the run began.
    #[serde(default)]
    pub at_ms: u64,
    /// The triples about it.
    #[serde(default)]
    pub triples: Vec<Triple>,
}

/// An event of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ResearchEvent {
    /// A run was requested.
    Requested {
        /// [`TRANSCRIPT_VERSION`].
        version: u32,
        /// The request.
        #[serde(flatten)]
        request: Request,
    },
    /// A stage is complete.
    Completed {
        /// The stage.
        stage: Stage,
        /// The round, from 1.
        round: u32,
        /// Its output, or the fallback that replaces it.
        output: StageOutput,
        /// Why the output is a fallback or incomplete.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        degraded: Vec<Degradation>,
    },
    /// The answer was verified and returned.
    Finished {
        /// The content of the cited files at the end of the run.
        present: Present,
        /// The result.
        result: Box<SearchResult>,
    },
}

impl RunEvent for Record {
    const VERSION: u32 = TRANSCRIPT_VERSION;

    fn started_version(&self) -> Option<u32> {
        match self.event {
            ResearchEvent::Requested { version, .. } => Some(version),
            _ => None,
        }
    }

    fn at_ms(&self) -> Option<u64> {
        Some(self.at_ms)
    }
}

impl Record {
    /// The files that it observed.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let hits = match &self.event {
            ResearchEvent::Completed { output, .. } => output.hits.as_slice(),
            _ => &[],
        };
        hits.iter().filter(|hit| hit.date.is_empty()).map(|hit| hit.path().as_str())
    }

    /// The record of an event of the run with this id.
    pub(crate) fn new(loop_id: &str, event: ResearchEvent, at_ms: u64) -> Self {
        let statements = match &event {
            ResearchEvent::Requested { request, .. } => requested(request),
            ResearchEvent::Completed { stage, output, .. } => completed(*stage, at_ms, output),
            ResearchEvent::Finished { result, .. } => finished(result),
        };
        let triple = |(predicate, object)| Triple {
            subject: loop_id.to_owned(),
            predicate,
            object,
            source: TRIPLE_SOURCE.to_owned(),
        };
        Self { triples: statements.into_iter().map(triple).collect(), event, at_ms }
    }
}

/// The predicate and the object of a triple.
type Statement = (String, Object);

fn typed(predicate: &str, object: &dyn ToString) -> Statement {
    (predicate.to_owned(), Object::Typed(object.to_string()))
}

fn opaque(predicate: &str, opaque: impl Into<Prose>) -> Statement {
    let opaque = opaque.into();
    (predicate.to_owned(), Object::Opaque { opaque })
}

fn requested(request: &Request) -> Vec<Statement> {
    let intent = &request.intent;
    let hints = intent.hints.iter();
    let mut statements =
        vec![typed("research.requested", &intent.topic), typed("research.topic", &intent.topic)];
    statements.extend(hints.map(|(key, value)| typed("research.hint", &format!("{key}={value}"))));
    statements.extend([
        typed("research.budget_tokens", &intent.resolved_budget_tokens()),
        typed("research.max_iterations", &intent.resolved_max_iterations()),
    ]);
    if !request.parent.is_empty() {
        statements.push(typed("research.parent_loop", &request.parent));
    }
    statements.push(typed("loop.role", &PIPELINE_ROLE));
    statements
}

/// The completion of a stage, and the typed fields of its output; prose is opaque.
fn completed(stage: Stage, at_ms: u64, output: &StageOutput) -> Vec<Statement> {
    let payload = &output.payload;
    let count = |list: &str| payload[list].as_array().map_or(0, Vec::len);
    let text = |field: &str| payload[field].as_str().unwrap_or_default();
    let mut statements = vec![typed(&format!("research.{stage}.complete"), &at_ms)];
    statements.extend(match stage {
        Stage::Classify => vec![typed("research.classify.candidate_count", &count("candidates"))],
        Stage::Route => vec![
            typed("research.route.action", &text("action")),
            opaque("research.route.rationale", text("rationale")),
        ],
        Stage::Execute => vec![typed("research.execute.evidence_count", &count("evidence"))],
        Stage::Assess => {
            let sufficient = payload["sufficient"].as_bool().unwrap_or_default();
            vec![typed("research.assess.sufficient", &sufficient)]
        }
        Stage::Synthesize => Vec::new(),
    });
    statements
}

/// The result's content hash, and its text.
fn finished(result: &SearchResult) -> Vec<Statement> {
    let content = serde_json::to_vec(result).unwrap_or_default();
    let hash = blake3::hash(&content).to_hex();
    vec![
        typed("research.search_result.ref", &format!("blake3:{hash}")),
        opaque("research.synthesis", result.synthesis.clone()),
    ]
}
