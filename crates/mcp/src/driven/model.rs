//! The client's agent as a model of the loop.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand::agent::prompt::WITHOUT_CALL;
use firsthand::agent::{
    Answer, Message, ModelError, ModelRequest, ModelTraits, ModelTurn, SUBMIT, ToolCall,
};
use firsthand::{Cancel, Model};
use serde_json::Value;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::arguments;
use super::clock::HostClock;

/// Calls that arrive within this time belong to one turn: clients send the calls of a turn at once.
const TURN_WINDOW: Duration = Duration::from_millis(25);
/// A call that arrives within this time after the answers to a turn belongs to that turn: some clients send the calls of
/// a turn one after another. A language model that reads an answer first needs longer for its next call.
const SERIAL_WINDOW: Duration = Duration::from_millis(150);
/// The maximum number of calls in one turn.
const MAX_TURN_CALLS: usize = 16;

/// An action of a client, with the channel for its reply.
pub(super) struct HostCall {
    pub(super) action: HostAction,
    /// Dropped without a reply when the run ends.
    pub(super) reply: oneshot::Sender<Reply>,
    /// Raised when the client has cancelled the call.
    pub(super) withdrawn: Cancel,
}

/// An action of a client in a conversation.
pub(super) enum HostAction {
    /// The client opened the conversation.
    Open,
    /// The client calls a tool of the loop.
    Call { tool: String, arguments: Value },
    /// The client keeps the submitted report as it is.
    KeepReport,
}

/// The reply to a client's call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) is_error: bool,
}

/// A model whose turns are the calls of a client.
pub(super) struct HostModel {
    name: String,
    clock: Arc<HostClock>,
    idle_timeout: Duration,
    queue: Mutex<TurnQueue>,
}

/// The unanswered calls.
struct TurnQueue {
    calls: mpsc::Receiver<HostCall>,
    /// The calls of the last turn, with the ids that the loop knows them by.
    pending: Vec<(String, HostCall)>,
    /// A call received during the last turn that belongs to the next one.
    next: Option<HostCall>,
    last_call_number: u64,
    /// How many calls the client's turn has so far.
    turn_calls: usize,
    /// When the last calls were answered.
    answered_at: Option<Instant>,
}

impl HostModel {
    pub(super) fn new(
        name: String,
        clock: Arc<HostClock>,
        idle_timeout: Duration,
        calls: mpsc::Receiver<HostCall>,
    ) -> Self {
        let queue = TurnQueue {
            calls,
            pending: Vec::new(),
            next: None,
            last_call_number: 0,
            turn_calls: 0,
            answered_at: None,
        };
        Self { name, clock, idle_timeout, queue: Mutex::new(queue) }
    }
}

#[async_trait]
impl Model for HostModel {
    fn name(&self) -> &str {
        &self.name
    }

    /// A cached report would end the run before the client's first call, and make the handle useless. A client that reads
    /// each answer before its next call has a turn for each call, so the number of calls alone limits it.
    fn traits(&self) -> ModelTraits {
        let mut traits = ModelTraits::default();
        traits.cacheable = false;
        traits.default_budgets.steps = traits.default_budgets.tool_calls;
        traits
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let mut queue = self.queue.lock().await;
        queue.answer(request);
        loop {
            let first = match queue.next.take() {
                Some(call) => Some(call),
                None => {
                    let call = timeout(self.idle_timeout, queue.calls.recv());
                    self.clock.paused_during(call).await.ok().flatten()
                }
            };
            let first = first.ok_or(ModelError::Idle(self.idle_timeout.as_secs()))?;
            if first.withdrawn.is_cancelled() {
                match first.action {
                    // Without the reply to `open`, no client knows the handle.
                    HostAction::Open => {
                        let why = "the client gave it up before it knew the handle";
                        return Err(ModelError::Unavailable(why.to_owned()));
                    }
                    _ => continue,
                }
            }
            match first.action {
                HostAction::Open => first.reply(opening_reply(request)),
                HostAction::KeepReport if host_message(request).is_none() => first.reply(Reply {
                    text: format!("Nothing was submitted yet: end the exploration with {SUBMIT}."),
                    is_error: true,
                }),
                HostAction::KeepReport => {
                    queue.pending.push((String::new(), first));
                    return Ok(ModelTurn::default());
                }
                HostAction::Call { .. } => {
                    let continued = queue.continue_turn();
                    let more = self.clock.paused_during(queue.calls_of_turn()).await;
                    return Ok(ModelTurn { continued, ..queue.turn(first, more) });
                }
            }
        }
    }
}

impl HostCall {
    fn reply(self, reply: Reply) {
        // If the client stopped waiting, the send fails; a later answer refers to the same ids.
        let _ = self.reply.send(reply);
    }
}

impl TurnQueue {
    /// Replies to the calls of the last turn with the loop's answers.
    fn answer(&mut self, request: &ModelRequest<'_>) {
        let mut pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            self.answered_at = Some(Instant::now());
        }
        // A message of the loop after a turn is appended to the reply for the turn's report, else to the last reply.
        let submits_report = |(_, call): &(String, HostCall)| call.action.submits_report();
        let last = pending.len().saturating_sub(1);
        let target = pending.iter().rposition(submits_report).unwrap_or(last);
        for (index, (id, call)) in pending.drain(..).enumerate() {
            let mut reply = reply_to(&id, request.messages);
            if let Some(host_message) = host_message(request).filter(|_| index == target) {
                let host_message = host_message.replace(WITHOUT_CALL, KEEP_REPORT_CALL);
                reply.text = format!("{}\n\n{host_message}", reply.text).trim_start().to_owned();
            }
            call.reply(reply);
        }
    }

    /// Whether a call that arrives now belongs to the last turn; if not, another turn begins.
    fn continue_turn(&mut self) -> bool {
        let is_soon = self.answered_at.is_some_and(|at| at.elapsed() <= SERIAL_WINDOW);
        let continues = is_soon && self.turn_calls < MAX_TURN_CALLS;
        if !continues {
            self.turn_calls = 0;
        }
        continues
    }

    /// The further calls of a turn, after its first.
    async fn calls_of_turn(&mut self) -> Vec<HostCall> {
        let mut more = Vec::new();
        while self.turn_calls + more.len() + 1 < MAX_TURN_CALLS {
            match timeout(TURN_WINDOW, self.calls.recv()).await {
                Ok(Some(call)) if matches!(call.action, HostAction::Call { .. }) => more.push(call),
                Ok(other) => {
                    self.next = other;
                    break;
                }
                Err(_) => break,
            }
        }
        more
    }

    /// Assigns ids to the calls, and keeps them until the loop answers them.
    fn turn(&mut self, first: HostCall, more: Vec<HostCall>) -> ModelTurn {
        let mut turn = ModelTurn::default();
        for call in std::iter::once(first).chain(more) {
            let HostAction::Call { tool, arguments } = &call.action else {
                continue;
            };
            (self.last_call_number, self.turn_calls) =
                (self.last_call_number + 1, self.turn_calls + 1);
            let id = self.last_call_number.to_string();
            let mut tool_call = ToolCall::new(&id, tool, arguments.clone());
            tool_call.withdrawn = call.withdrawn.clone();
            turn.calls.push(tool_call);
            self.pending.push((id, call));
        }
        turn
    }
}

impl HostAction {
    /// Whether it submits a report.
    pub(super) fn submits_report(&self) -> bool {
        matches!(self, Self::Call { tool, .. } if tool == SUBMIT)
    }
}

/// Replaces the prompt's "answer without a call", which a client cannot do.
const KEEP_REPORT_CALL: &str = "call `report` with the handle, which ends the exploration";

/// The reply to `open`: the system prompt, the descriptions of the tools' arguments, and the question.
fn opening_reply(request: &ModelRequest<'_>) -> Reply {
    let question = request.messages.iter().find_map(|message| match message {
        Message::User(text) => Some(text.as_str()),
        _ => None,
    });
    let argument_help = arguments::descriptions(request.tools);
    let question = question.unwrap_or_default();
    Reply { text: format!("{}\n\n{argument_help}\n{question}", request.system), is_error: false }
}

/// The loop's message after the last turn, if there is one; the question does not count.
fn host_message<'r>(request: &ModelRequest<'r>) -> Option<&'r str> {
    match request.messages.split_last()? {
        (Message::User(text), before) if !before.is_empty() => Some(text),
        _ => None,
    }
}

/// The loop's last answer to the call with this id; an empty text if there is none.
fn reply_to(id: &str, messages: &[Message]) -> Reply {
    let answer = messages.iter().rev().find_map(|message| match message {
        Message::Answer(answer) if answer.call == id => Some(answer),
        _ => None,
    });
    Reply {
        text: answer.map(Answer::text).unwrap_or_default(),
        is_error: answer.is_some_and(|answer| answer.error.is_some()),
    }
}

#[cfg(test)]
mod tests;
