//! The port to a model.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_registry::Registry;
use firsthand_validator::Tokens;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Task;

use crate::{BudgetLimits, Budgets, Cancel, Message, Notice};

/// A model that can call tools. An implementation is an adapter to a provider.
///
/// The whole conversation comes with each turn, so an implementation keeps no state of its own.
#[async_trait]
pub trait Model: Send + Sync {
    /// The model's name, for reports.
    fn name(&self) -> &str;

    /// The ways in which it differs from other models; the default is a language model behind a network.
    fn traits(&self) -> ModelTraits {
        ModelTraits::default()
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

    fn traits(&self) -> ModelTraits {
        (**self).traits()
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        (**self).turn(request).await
    }
}

/// The ways in which a model differs from others, which determine how a run treats it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ModelTraits {
    /// Whether its reports may be stored in a [`ReportCache`](crate::ReportCache). Those of a model that answers
    /// instantly should not be, because a cached report does not take new files into account.
    pub cacheable: bool,
    /// Whether it can revise a report that it has submitted: then it gets messages about gaps, and the usages of what
    /// the report cites ([`UsageFinder`](crate::UsageFinder)).
    pub revises: bool,
    /// Whether it answers at once, so that the calls of a run can share one listing of the tree.
    pub instant: bool,
    /// The limits of a run where none is stated. A model that reads no text has higher limits of characters.
    pub default_budgets: Budgets,
}

impl Default for ModelTraits {
    fn default() -> Self {
        Self { cacheable: true, revises: true, instant: false, default_budgets: Budgets::default() }
    }
}

impl ModelTraits {
    /// The limits of a run with this model: the stated ones, and its own default where none is stated. A model that
    /// does not revise its reports gets no continuations.
    #[must_use]
    pub fn budgets(&self, stated: &BudgetLimits) -> Budgets {
        let mut budgets = stated.resolve(self.default_budgets);
        if !self.revises {
            budgets.continuations = 0;
        }
        budgets
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

/// Receives the notices of a turn's failed attempts; by default they are dropped.
#[derive(Clone, Copy, Default)]
pub struct Notices<'a>(Option<&'a (dyn Fn(Notice) + Send + Sync)>);

impl<'a> Notices<'a> {
    /// Sends notices to `send`.
    #[must_use]
    pub fn to(send: &'a (dyn Fn(Notice) + Send + Sync)) -> Self {
        Self(Some(send))
    }

    /// Reports a failed attempt.
    pub fn send(&self, notice: Notice) {
        if let Some(send) = self.0 {
            send(notice);
        }
    }
}

impl fmt::Debug for Notices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notices")
    }
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
    /// Whether the calls belong to the turn before: a client may send the calls of one turn of its model one after
    /// another. Such a turn counts as no further step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub continued: bool,
    /// The adapter's own data of this turn, sent back with it, such as a provider's signed thoughts. Only the adapter
    /// reads it, and it is never part of a report. Data larger than 256 KiB as JSON, or nested more than 100 levels
    /// deep, is dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_state: Option<Value>,
}

impl ModelTurn {
    /// A turn that calls these tools with these arguments, in order; the calls' ids are `1`, `2`, ….
    #[must_use]
    pub fn calling<T: Into<String>>(calls: impl IntoIterator<Item = (T, Value)>) -> Self {
        let numbered = (1_usize..).zip(calls);
        let calls =
            numbered.map(|(id, (tool, arguments))| ToolCall::new(id.to_string(), tool, arguments));
        Self { calls: calls.collect(), ..Self::default() }
    }
}

/// One call of a tool.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// Identifies the call in its answer. Some providers repeat an id, or leave it empty.
    pub id: String,
    /// The tool's name.
    pub tool: String,
    /// Its arguments: an object, or a string with JSON as the model wrote it, which is parsed and repaired later.
    pub arguments: Value,
    /// Raised by a model that no longer needs the answer: then the tool is cancelled, and the run continues. Most
    /// models never raise it; one behind a network needs all its answers.
    #[serde(skip)]
    pub withdrawn: Cancel,
}

impl ToolCall {
    /// A call that is not withdrawn.
    #[must_use]
    pub fn new(id: impl Into<String>, tool: impl Into<String>, arguments: Value) -> Self {
        Self { id: id.into(), tool: tool.into(), arguments, withdrawn: Cancel::new() }
    }
}

/// Calls are compared by what a transcript records of them.
impl PartialEq for ToolCall {
    fn eq(&self, other: &Self) -> bool {
        (&self.id, &self.tool, &self.arguments) == (&other.id, &other.tool, &other.arguments)
    }
}

/// The description of a tool that is sent to the model.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does and when to call it.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
}

impl ToolSpec {
    /// A description; `parameters` is the JSON Schema of the arguments.
    #[must_use]
    pub fn new(name: impl Into<String>, description: impl Into<String>, parameters: Value) -> Self {
        Self { name: name.into(), description: description.into(), parameters }
    }
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
    /// The agent that drives the run made no call for this many seconds.
    #[error("the client made no call for {0} s")]
    Idle(u64),
    /// A failure that a transcript recorded: its error message.
    #[error("{0}")]
    Recorded(String),
}

/// A model that answers with what `turn` returns: for tests, scripted hosts, and adapters that need no
/// `await`. `name` is its name in reports.
///
/// ```
/// use firsthand_agent::{Model as _, ModelError, model_fn};
///
/// let model = model_fn("offline", |_| Err(ModelError::Unreachable("no network".to_owned())));
/// assert_eq!(model.name(), "offline");
/// ```
pub fn model_fn<F>(name: impl Into<String>, turn: F) -> impl Model
where
    F: Fn(&ModelRequest<'_>) -> Result<ModelTurn, ModelError> + Send + Sync,
{
    let name = name.into();
    Closure { name, turn }
}

struct Closure<F> {
    name: String,
    turn: F,
}

#[async_trait]
impl<F> Model for Closure<F>
where
    F: Fn(&ModelRequest<'_>) -> Result<ModelTurn, ModelError> + Send + Sync,
{
    fn name(&self) -> &str {
        &self.name
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        (self.turn)(request)
    }
}
