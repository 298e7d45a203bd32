//! The port to a model.

mod closure;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_registry::Registry;
use firsthand_validator::{Intent, Tokens};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Budgets, Message, Notices};

pub use closure::model_fn;

/// A model that can call tools. One implementation is one way to reach a model.
///
/// The whole conversation comes with each turn, so an implementation keeps no state of its own.
#[async_trait]
pub trait Model: Send + Sync {
    /// The name that reports carry.
    fn name(&self) -> &str;

    /// Whether its reports may be stored in a [`ReportCache`](crate::ReportCache). A model that answers
    /// instantly returns `false`: a stored report does not know about new files.
    fn is_cacheable(&self) -> bool {
        true
    }

    /// Whether it can make use of a [`Related`](crate::Related) port: reads who uses what its report cites,
    /// and sends the report again, or states that it stays as it was.
    fn reads_related(&self) -> bool {
        true
    }

    /// The limits of a run with this model, out of those that were given. A model that reads no text can widen those on
    /// characters that nobody set.
    fn budgets(&self, given: Budgets) -> Budgets {
        given
    }

    /// Waits until nobody wants the answer to a call of its last turn any more. Then the tool gets the signal to stop, and the
    /// run goes on. By default it waits forever: a model that is asked over the network wants all its answers.
    async fn withdrawn(&self, call: &str) {
        let _ = call;
        std::future::pending::<()>().await;
    }

    /// The next turn of the conversation.
    ///
    /// # Errors
    /// A [`ModelError`], which ends the exploration with a fallback. After
    /// [`ModelError::TooLong`] it is asked again, as long as the conversation can be made shorter.
    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError>;
}

#[async_trait]
impl<M: Model + ?Sized> Model for Arc<M> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn is_cacheable(&self) -> bool {
        (**self).is_cacheable()
    }

    fn reads_related(&self) -> bool {
        (**self).reads_related()
    }

    fn budgets(&self, given: Budgets) -> Budgets {
        (**self).budgets(given)
    }

    async fn withdrawn(&self, call: &str) {
        (**self).withdrawn(call).await;
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        (**self).turn(request).await
    }
}

/// What a model is asked.
#[derive(Clone, Copy, Debug)]
pub struct ModelRequest<'a> {
    /// What the conversation is about.
    pub task: &'a Task,
    /// The policy; the same text in every turn, so that it caches.
    pub system: &'a str,
    /// The conversation so far. [`Answer::text`](crate::Answer::text) gives an answer as text.
    pub messages: &'a [Message],
    /// Every place that was observed, under the ids that the conversation names.
    pub registry: &'a Registry,
    /// The tools that may be called; the same in every turn.
    pub tools: &'a [ToolSpec],
    /// The tool that has to be called this time, if any. Some servers ignore this silently.
    pub must_call: Option<&'a str>,
    /// How many model turns are left, this one included.
    pub steps_left: u32,
    /// How long the run still waits, where its time is limited: a later turn is not used, so waiting
    /// longer than this before another try is of no use.
    pub time_left: Option<Duration>,
    /// Receives a notice for each attempt that fails before there is a turn.
    pub notices: Notices<'a>,
}

/// What an exploration is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The question, in the caller's words.
    pub query: String,
    /// What the answer is for.
    pub intent: Intent,
    /// The repository's root, as the caller names it.
    pub root: String,
}

/// One turn of a model: text, calls, or both.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ModelTurn {
    /// Its text; never part of a report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The tools that it calls, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// The tokens that it took, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// What the adapter wants to see again with this turn, such as a provider's signed thoughts. Nobody
    /// else reads it, and it is never part of a report. What is larger than 256 KiB as JSON is dropped.
    #[serde(default, rename = "kept", skip_serializing_if = "Option::is_none")]
    pub provider_state: Option<Value>,
}

impl ModelTurn {
    /// A turn that calls these tools with these arguments, in order; the calls' ids are `1`, `2`, ….
    #[must_use]
    pub fn calling<T: Into<String>>(calls: impl IntoIterator<Item = (T, Value)>) -> Self {
        let numbered = (1_usize..).zip(calls);
        let calls = numbered.map(|(id, (tool, arguments))| ToolCall {
            id: id.to_string(),
            tool: tool.into(),
            arguments,
        });
        Self {
            calls: calls.collect(),
            ..Self::default()
        }
    }
}

/// One call of a tool.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ToolCall {
    /// Names the call in its answer. May repeat or be empty with a careless provider.
    pub id: String,
    /// The tool's name.
    pub tool: String,
    /// Its arguments: an object, or a string with whatever the model wrote where it was not JSON.
    pub arguments: Value,
}

/// The description of a tool that is sent to the model.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does and when to call it.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
}

/// Why a model gave no turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// It could not be reached.
    #[error("the model cannot be reached: {0}")]
    Unreachable(String),
    /// It was reached, and had no answer now: too many requests, overloaded, broken.
    #[error("the model is not available: {0}")]
    Unavailable(String),
    /// The conversation is longer than it can read.
    #[error("the conversation is too long for the model: {0}")]
    TooLong(String),
    /// It refused the request.
    #[error("the model refused the request: {0}")]
    Refused(String),
    /// Its answer could not be read.
    #[error("the model's answer cannot be read: {0}")]
    Malformed(String),
    /// A failure that a transcript recorded, in its words.
    #[error("{0}")]
    Recorded(String),
}
