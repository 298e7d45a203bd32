//! The port to a model.

mod closure;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_registry::Registry;
use firsthand_validator::{Intent, Tokens};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{BudgetLimits, Budgets, Message, Notices};

pub use closure::model_fn;

/// A model that can call tools. An implementation is an adapter to a provider.
///
/// The whole conversation comes with each turn, so an implementation keeps no state of its own.
#[async_trait]
pub trait Model: Send + Sync {
    /// The model's name, for reports.
    fn name(&self) -> &str;

    /// Whether its reports may be stored in a [`ReportCache`](crate::ReportCache). A model that answers
    /// instantly should return `false`, because a cached report does not take new files into account.
    fn is_cacheable(&self) -> bool {
        true
    }

    /// Whether it can use a [`UsageFinder`](crate::UsageFinder): it reads the users of what its report cites,
    /// and sends the report again, or states that it is unchanged.
    fn reads_usages(&self) -> bool {
        true
    }

    /// The limits of a run with this model: the stated ones, and its own default where none is stated. A model that
    /// reads no text has higher default limits of characters.
    fn budgets(&self, stated: &BudgetLimits) -> Budgets {
        stated.resolve(Budgets::default())
    }

    /// Waits until the model withdraws a call of its last turn. Then the tool is cancelled, and the
    /// run continues. The default never returns: a model behind a network needs all its answers.
    async fn withdrawn(&self, call: &str) {
        let _ = call;
        std::future::pending::<()>().await;
    }

    /// The next turn of the conversation.
    ///
    /// # Errors
    /// A [`ModelError`], which ends the exploration: with the best report so far, with a fallback, or with
    /// [`ExploreError::Model`](crate::ExploreError::Model) where nothing was observed. After
    /// [`ModelError::TooLong`] it is called again, as long as the conversation can be compacted.
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

    fn reads_usages(&self) -> bool {
        (**self).reads_usages()
    }

    fn budgets(&self, stated: &BudgetLimits) -> Budgets {
        (**self).budgets(stated)
    }

    async fn withdrawn(&self, call: &str) {
        (**self).withdrawn(call).await;
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        (**self).turn(request).await
    }
}

/// A request for a model's next turn.
#[derive(Clone, Copy, Debug)]
pub struct ModelRequest<'a> {
    /// The question.
    pub task: &'a Task,
    /// The system prompt; the same text in every turn, so that providers cache it.
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
    /// The wall time that is left, if it is limited. The run ignores a turn that arrives later, so an adapter should
    /// not wait longer than this before it retries.
    pub time_left: Option<Duration>,
    /// Receives a notice for each attempt that fails before there is a turn.
    pub notices: Notices<'a>,
}

/// The question of an exploration.
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
    /// The adapter's own data of this turn, sent back with it, such as a provider's signed thoughts. Only the adapter
    /// reads it, and it is never part of a report. Data larger than 256 KiB as JSON, or nested more than 100 levels
    /// deep, is dropped.
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
    /// Identifies the call in its answer. Some providers repeat an id, or leave it empty.
    pub id: String,
    /// The tool's name.
    pub tool: String,
    /// Its arguments: an object, or a string with JSON as the model wrote it, which is parsed and repaired later.
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

/// The error of a model that returned no turn.
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
    /// A failure that a transcript recorded: its error message.
    #[error("{0}")]
    Recorded(String),
}
