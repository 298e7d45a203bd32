//! The log of a run: triples for observers, and the stage outputs that they describe, so that a run can be resumed and
//! replayed from its log alone.

use firsthand_agent::validator::Present;
use firsthand_registry::escape_json;
use serde::{Deserialize, Serialize};

use crate::stage_io::StageOutput;
use crate::{Caps, Degradation, Intent, Prose, SearchResult, Stage};

/// The version of the log format.
pub const LOG_VERSION: u32 = 1;
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

impl Triple {
    fn new(subject: &str, predicate: impl Into<String>, object: Object) -> Self {
        Self {
            subject: subject.to_owned(),
            predicate: predicate.into(),
            object,
            source: TRIPLE_SOURCE.to_owned(),
        }
    }

    pub(crate) fn typed(subject: &str, predicate: &str, object: impl Into<String>) -> Self {
        Self::new(subject, predicate, Object::Typed(object.into()))
    }

    pub(crate) fn opaque(subject: &str, predicate: &str, opaque: Prose) -> Self {
        Self::new(subject, predicate, Object::Opaque { opaque })
    }
}

/// One line of a log. A stage's output and its triples are in one record, so that no log has one without the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum Record {
    /// A run was requested.
    Requested {
        /// [`LOG_VERSION`].
        version: u32,
        /// The id of the run.
        loop_id: String,
        /// The repository, as the caller names it.
        root: String,
        /// The model that decides; empty without one.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        model: String,
        /// The requested intent.
        intent: Intent,
        /// The caps, resolved.
        caps: Caps,
        /// The triples about it.
        triples: Vec<Triple>,
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
        /// Milliseconds since the run began.
        at_ms: u64,
        /// The triples about it.
        triples: Vec<Triple>,
    },
    /// The answer was verified and returned.
    Finished {
        /// The content of the cited files at the end of the run.
        present: Present,
        /// The result.
        result: Box<SearchResult>,
        /// Milliseconds since the run began.
        at_ms: u64,
        /// The triples about it.
        triples: Vec<Triple>,
    },
}

impl Record {
    /// The triples of the record.
    #[must_use]
    pub fn triples(&self) -> &[Triple] {
        match self {
            Self::Requested { triples, .. }
            | Self::Completed { triples, .. }
            | Self::Finished { triples, .. } => triples,
        }
    }
}

/// Why a log cannot be read or used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A line is not a record.
    #[error("line {line} of the log cannot be read: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The message of the parser.
        why: String,
    },
    /// The first record is not a request.
    #[error("the log does not begin with a request")]
    NoRequest,
    /// The log has another version.
    #[error("the log has version {0}, not {LOG_VERSION}")]
    Version(u32),
    /// The run did not finish.
    #[error("the log breaks off before the run was finished")]
    Unfinished,
    /// The run is finished: there is nothing to resume.
    #[error("the run is finished")]
    Finished,
    /// The recomputed result differs from the recorded one.
    #[error("the log does not make the result that it states")]
    Differs,
}

/// Writes a record as one line of JSON.
#[must_use]
pub fn write_record(record: &Record) -> String {
    escape_json(serde_json::to_string(record).unwrap_or_default()) + "\n"
}

/// Parses a log; also returns the number of bytes of complete lines: an incomplete last line is left out.
///
/// # Errors
/// A [`LogError`]: a complete line cannot be parsed, the first record is not a request, or its version is another.
pub fn read_log(text: &str) -> Result<(Vec<Record>, usize), LogError> {
    let (mut records, mut complete_bytes) = (Vec::new(), 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.trim().is_empty() {
            match serde_json::from_str(line) {
                Ok(record) => records.push(record),
                Err(_) if !line.ends_with('\n') => break,
                Err(error) => {
                    let (line, why) = (index + 1, error.to_string());
                    return Err(LogError::Line { line, why });
                }
            }
        }
        complete_bytes += line.len();
    }
    match records.first() {
        Some(Record::Requested { version, .. }) if *version != LOG_VERSION => {
            Err(LogError::Version(*version))
        }
        Some(Record::Requested { .. }) => Ok((records, complete_bytes)),
        _ => Err(LogError::NoRequest),
    }
}
