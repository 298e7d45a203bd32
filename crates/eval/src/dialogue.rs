//! A conversation between a model and some tools that ends with one final call.
//!
//! A baseline must not profit from the agent loop that it is compared with, so this is the simplest possible agent:
//! every call is answered in order, nothing is checked, and the final call ends the conversation.

use std::sync::Arc;
use std::time::{Duration, Instant};

use firsthand::agent::{
    Answer, CallContext, Message, ModelError, ModelRequest, ModelTurn, Notice, Notices,
    RemainingBudget, ShownAs, ShownObservation, ToolCall, ToolOutput, ToolSpec,
};
use firsthand::registry::{Registry, fit};
use firsthand::{Model, Task, Tool};
use serde_json::Value;

use crate::trace::{Actor, CallKind, RunEvent, Trace};

/// The limits of a conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// The most turns of the model. In the last turn only the final call counts.
    pub(crate) steps: u32,
    /// The most characters of places in one tool result.
    pub(crate) result_chars: usize,
    /// The most characters of places in all tool results.
    pub(crate) observation_chars: usize,
}

/// How a conversation ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum DialogueEnd {
    /// With the final call, and these arguments.
    Called(Value),
    /// Without the final call, even after a reminder, or because the turns are used up.
    NoFinalCall,
    /// The model failed.
    Failed(ModelError),
    /// The time is up.
    TimeIsUp,
    /// The caller cancelled.
    Cancelled,
}

/// Classifies each call by its arguments and its output.
pub(crate) type CallClassifier<'a> =
    &'a mut (dyn FnMut(&ToolCall, &ToolOutput) -> Option<CallKind> + Send);

/// One conversation.
pub(crate) struct Dialogue<'a> {
    pub(crate) model: Arc<dyn Model>,
    pub(crate) actor: Actor,
    pub(crate) task: &'a Task,
    pub(crate) system: &'a str,
    pub(crate) tools: Vec<Arc<dyn Tool>>,
    /// The tool whose call ends the conversation.
    pub(crate) final_tool: ToolSpec,
    pub(crate) limits: Limits,
    /// When the conversation times out.
    pub(crate) deadline: Instant,
    pub(crate) context: CallContext,
    pub(crate) trace: &'a Trace,
    /// The observations; a later conversation may continue with them.
    pub(crate) registry: &'a mut Registry,
}

/// The notice appended to the tool result before the last turn.
const LAST_TURN: &str =
    "(The next turn is the last: only the call that ends the work counts in it.)";

impl Dialogue<'_> {
    /// Runs the conversation to its end, starting with this message.
    pub(crate) async fn run(
        &mut self,
        first_message: String,
        classify: CallClassifier<'_>,
    ) -> DialogueEnd {
        let mut specs: Vec<ToolSpec> = self.tools.iter().map(|tool| tool.spec()).collect();
        specs.push(self.final_tool.clone());
        let mut messages = vec![Message::User(first_message)];
        let (mut chars_left, mut nudged) = (self.limits.observation_chars, false);
        for step in 1..=self.limits.steps {
            let turn = match self.turn(&specs, &messages, step).await {
                Ok(turn) => with_unique_call_ids(turn, step),
                Err(end) => return end,
            };
            messages.push(Message::Model(turn.clone()));
            if let Some(call) = turn.calls.iter().find(|call| call.tool == self.final_tool.name) {
                return DialogueEnd::Called(decode_arguments(&call.arguments));
            }
            if turn.calls.is_empty() {
                if nudged {
                    return DialogueEnd::NoFinalCall;
                }
                nudged = true;
                self.trace.record(RunEvent::Nudged { actor: self.actor });
                let text = format!(
                    "No tool was called. The work ends with a call of {}.",
                    self.final_tool.name
                );
                messages.push(Message::User(text));
                continue;
            }
            for call in &turn.calls {
                let answer = self.answer(call, &mut chars_left, classify).await;
                messages.push(Message::Answer(answer));
            }
            if let Some(Message::Answer(last)) = messages.last_mut()
                && step + 1 >= self.limits.steps
            {
                last.remaining = Some(RemainingBudget::OnlyReport(LAST_TURN));
            }
        }
        DialogueEnd::NoFinalCall
    }

    /// Asks the model for its turn `step`; the last one must be the final call.
    async fn turn(
        &self,
        specs: &[ToolSpec],
        messages: &[Message],
        step: u32,
    ) -> Result<ModelTurn, DialogueEnd> {
        let time_left = self.deadline.saturating_duration_since(Instant::now());
        let retried = |notice: Notice| {
            self.trace.record(RunEvent::Retried { actor: self.actor, error: notice.to_string() });
        };
        let request = ModelRequest {
            task: self.task,
            system: self.system,
            messages,
            registry: self.registry,
            tools: specs,
            must_call: (step == self.limits.steps).then_some(self.final_tool.name.as_str()),
            steps_left: self.limits.steps - step + 1,
            time_left: Some(time_left),
            notices: Notices::to(&retried),
        };
        tokio::select! {
            biased;
            turn = self.model.turn(&request) => turn.map_err(DialogueEnd::Failed),
            () = self.context.cancel.cancelled() => Err(DialogueEnd::Cancelled),
            () = tokio::time::sleep(time_left.max(Duration::from_millis(1))) => Err(DialogueEnd::TimeIsUp),
        }
    }

    /// Executes one call, cuts its output to the limits, and observes what is left.
    async fn answer(
        &mut self,
        call: &ToolCall,
        chars_left: &mut usize,
        classify: CallClassifier<'_>,
    ) -> Answer {
        let room = self.limits.result_chars.min(*chars_left);
        let tool = self.tools.iter().find(|tool| tool.spec().name == call.tool);
        let outcome = match tool {
            None => Err(format!("There is no tool `{}`.", call.tool)),
            Some(tool) => {
                let mut context = self.context.clone();
                context.room = room;
                let outcome = tool.call(decode_arguments(&call.arguments), &context).await;
                outcome.map_err(|why| why.to_string())
            }
        };
        let (mut output, error) = match outcome {
            Ok(output) => (output, None),
            Err(why) => (ToolOutput::default(), Some(why)),
        };
        let before = self.registry.len();
        let (observations, chars, truncated) = self.observe(&mut output, room);
        *chars_left -= chars.min(*chars_left);
        let shown_places: usize = observations.iter().map(|shown| shown.ids.len()).sum();
        let new_places = self.registry.len() - before;
        let to_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.trace.record(RunEvent::Called {
            actor: self.actor,
            tool: call.tool.clone(),
            kind: classify(call, &output),
            chars: (chars + output.summary.chars().count()) as u64,
            new_places: to_u32(new_places),
            known_places: to_u32(shown_places - new_places.min(shown_places)),
            error: error.clone(),
        });
        Answer {
            call: call.id.clone(),
            tool: call.tool.clone(),
            error,
            summary: output.summary,
            observations,
            diagnostics: output.diagnostics,
            truncated,
            ..Answer::default()
        }
    }

    /// Observes what fits into `room`, in characters; returns the observations, their characters, and whether any were
    /// cut.
    fn observe(
        &mut self,
        output: &mut ToolOutput,
        room: usize,
    ) -> (Vec<ShownObservation>, usize, bool) {
        let (mut observations, mut used_chars, mut cut) = (Vec::new(), 0, false);
        for observation in &mut output.observations {
            let fitted = fit(observation, room.saturating_sub(used_chars));
            cut |= fitted.dropped + fitted.narrowed > 0;
            let (ids, text) = self.registry.see(observation);
            used_chars += text.chars().count();
            observations.push(ShownObservation {
                shown: vec![ShownAs::Whole; observation.windows.len()],
                observation: observation.clone(),
                ids,
            });
        }
        (observations, used_chars, cut)
    }
}

/// Gives each call of the turn a distinct id: some servers leave ids empty or repeat them.
fn with_unique_call_ids(mut turn: ModelTurn, step: u32) -> ModelTurn {
    for index in 0..turn.calls.len() {
        let id = &turn.calls[index].id;
        if id.is_empty() || turn.calls[..index].iter().any(|call| call.id == *id) {
            turn.calls[index].id = format!("call_{step}_{index}");
        }
    }
    turn
}

/// The arguments of a call as an object: a string is parsed as JSON, and `null` is an empty object.
fn decode_arguments(arguments: &Value) -> Value {
    match arguments {
        Value::String(text) => serde_json::from_str(text).unwrap_or_else(|_| arguments.clone()),
        Value::Null => Value::Object(serde_json::Map::new()),
        other => other.clone(),
    }
}
