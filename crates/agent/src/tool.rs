//! The port to a tool.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand_registry::{LineRange, Observation, RepoPath, TokenCount};
use firsthand_source::Cancel;
use firsthand_validator::{Coverage, Finding};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{RepoReader, ToolSpec};

/// Something that observes the repository. Everything a report can cite comes through here, typed.
#[async_trait]
pub trait Tool: Send + Sync {
    /// Its name, description and argument schema.
    fn spec(&self) -> ToolSpec;

    /// Observes. The loop applies its [`Policy`](crate::Policy) to what is returned, and cuts it to `room`
    /// characters, before it counts as observed. It may block its thread: the run still ends in time
    /// (see [`Threads`](crate::Threads)).
    ///
    /// # Errors
    /// [`ToolError::Answer`] becomes the answer to the model; [`ToolError::Stop`] ends the run.
    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError>;

    /// Whether it may run side by side with other calls. A tool that only reads may.
    fn parallel_safe(&self) -> bool {
        true
    }
}

#[async_trait]
impl<T: Tool + ?Sized> Tool for Arc<T> {
    fn spec(&self) -> ToolSpec {
        (**self).spec()
    }

    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        (**self).call(arguments, call).await
    }

    fn parallel_safe(&self) -> bool {
        (**self).parallel_safe()
    }
}

/// What a tool may know of the run it is called in.
#[derive(Clone, Debug)]
pub struct CallContext {
    /// Set when the caller cancels; a tool that runs long looks at it.
    pub cancel: Cancel,
    /// How many characters of its observations will be shown, at most.
    pub room: usize,
    /// Reads files of the repository, under the run's policy.
    pub repo: RepoReader,
}

/// What a tool saw.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ToolOutput {
    /// What was observed, in the order in which it should be shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observations: Vec<Observation>,
    /// What a model should know and cannot cite: counts, a tree summary.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What went otherwise than asked: truncated, searched literally, no such path. Never evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<String>,
    /// Lines that were asked for and are in no observation: the answer names them, but for those that
    /// another place shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<(RepoPath, LineRange)>,
    /// What was searched.
    #[serde(default)]
    pub coverage: Coverage,
    /// What the host should note in the report, such as redactions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

impl From<Observation> for ToolOutput {
    fn from(observation: Observation) -> Self {
        Self {
            observations: vec![observation],
            ..Self::default()
        }
    }
}

/// Why a tool gave nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ToolError {
    /// The model reads this and goes on.
    #[error("{0}")]
    Answer(String),
    /// The run cannot go on.
    #[error("{0}")]
    Stop(String),
}

/// The present bytes of files, for looking at cited places once more before a report is built.
#[async_trait]
pub trait FileSource: Send + Sync {
    /// The file's bytes; `None` where it is gone, outside the root, or cannot be read.
    async fn bytes(&self, path: &RepoPath) -> Option<Vec<u8>>;

    /// How common these words are in the repository: asked when a report is checked, for the words of the
    /// question that no tool counted. Empty where nobody can count.
    async fn count_words(&self, words: &[String]) -> Vec<TokenCount> {
        let _ = words;
        Vec::new()
    }
}
