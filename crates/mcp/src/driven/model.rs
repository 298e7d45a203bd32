//! The client's agent as a model of the loop.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand::agent::prompt::WITHOUT_CALL;
use firsthand::agent::{Answer, Message, ModelError, ModelRequest, ModelTurn, SUBMIT, ToolCall};
use firsthand::{Cancel, Model};
use serde_json::Value;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::timeout;

use super::arguments;
use super::clock::HostClock;

/// Calls that come so close together were made in one turn: clients send the calls of a turn at once.
const TURN_WINDOW: Duration = Duration::from_millis(25);
/// Calls of one turn.
const MOST: usize = 16;

/// What a client does in a conversation.
pub(super) struct HostCall {
    pub(super) what: HostAction,
    /// DroppedRequest unanswered where the run is over.
    pub(super) reply: oneshot::Sender<Reply>,
    /// Raised when its client has given it up.
    pub(super) withdrawn: Cancel,
}

/// What a client does.
pub(super) enum HostAction {
    /// It opened the conversation.
    Open,
    /// It calls a tool of the loop.
    Call { tool: String, arguments: Value },
    /// It leaves its report as it is.
    KeepReport,
}

/// What a client reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) is_error: bool,
}

/// A model whose turns are the calls of a client.
pub(super) struct HostModel {
    name: String,
    clock: Arc<HostClock>,
    idle: Duration,
    queue: Mutex<TurnQueue>,
}

/// The calls that are open.
struct TurnQueue {
    calls: mpsc::Receiver<HostCall>,
    /// The calls of the last turn, with the ids that the loop knows them by.
    pending: Vec<(String, HostCall)>,
    /// Came with the last turn and belongs to the next.
    next: Option<HostCall>,
    numbered: u64,
}

impl HostModel {
    pub(super) fn new(
        name: String,
        clock: Arc<HostClock>,
        idle: Duration,
        calls: mpsc::Receiver<HostCall>,
    ) -> Self {
        let queue = TurnQueue {
            calls,
            pending: Vec::new(),
            next: None,
            numbered: 0,
        };
        Self {
            name,
            clock,
            idle,
            queue: Mutex::new(queue),
        }
    }
}

#[async_trait]
impl Model for HostModel {
    fn name(&self) -> &str {
        &self.name
    }

    /// A kept report would make the handle useless.
    fn is_cacheable(&self) -> bool {
        false
    }

    async fn withdrawn(&self, call: &str) {
        let queue = self.queue.lock().await;
        let mut pending = queue.pending.iter();
        let found = pending.find(|(id, _)| id == call);
        let withdrawn = found.map(|(_, call)| call.withdrawn.clone());
        drop(queue);
        match withdrawn {
            Some(withdrawn) => withdrawn.cancelled().await,
            None => std::future::pending().await,
        }
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let mut queue = self.queue.lock().await;
        queue.answer(request);
        loop {
            let first = match queue.next.take() {
                Some(call) => Some(call),
                None => {
                    let call = timeout(self.idle, queue.calls.recv());
                    self.clock.paused_during(call).await.ok().flatten()
                }
            };
            let first = first.ok_or_else(|| self.abandoned())?;
            if first.withdrawn.is_cancelled() {
                match first.what {
                    // Nobody else knows the handle.
                    HostAction::Open => return Err(unknown_to_all()),
                    _ => continue,
                }
            }
            match first.what {
                HostAction::Open => first.reply(opening(request)),
                HostAction::KeepReport if !is_asked(request) => first.reply(Reply {
                    text: format!("Nothing was submitted yet: end the exploration with {SUBMIT}."),
                    is_error: true,
                }),
                HostAction::KeepReport => {
                    queue.pending.push((String::new(), first));
                    return Ok(ModelTurn::default());
                }
                HostAction::Call { .. } => {
                    let more = self.clock.paused_during(queue.together()).await;
                    return Ok(queue.turn(first, more));
                }
            }
        }
    }
}

fn unknown_to_all() -> ModelError {
    ModelError::Unavailable("the client gave it up before it knew the handle".to_owned())
}

impl HostModel {
    fn abandoned(&self) -> ModelError {
        let seconds = self.idle.as_secs();
        ModelError::Unavailable(format!("the client made no call for {seconds} s"))
    }
}

impl HostCall {
    fn reply(self, reply: Reply) {
        // Who does not wait any more reads it in the next answer: the ids stay.
        let _ = self.reply.send(reply);
    }
}

impl TurnQueue {
    /// Answers the calls of the last turn with what the loop made of them.
    fn answer(&mut self, request: &ModelRequest<'_>) {
        let mut pending = std::mem::take(&mut self.pending);
        // What the loop says after a turn is about its report, if there is one.
        let is_report = |(_, call): &(String, HostCall)| call.what.is_report();
        let last = pending.len().saturating_sub(1);
        let told = pending.iter().rposition(is_report).unwrap_or(last);
        for (at, (id, call)) in pending.drain(..).enumerate() {
            let mut reply = reply_to(&id, request.messages);
            if let Some(said) = said(request).filter(|_| at == told) {
                let said = said.replace(WITHOUT_CALL, LEAVE);
                reply.text = format!("{}\n\n{said}", reply.text);
            }
            call.reply(reply);
        }
    }

    /// The calls that come close after the first of a turn.
    async fn together(&mut self) -> Vec<HostCall> {
        let mut more = Vec::new();
        while more.len() + 1 < MOST {
            match timeout(TURN_WINDOW, self.calls.recv()).await {
                Ok(Some(call)) if matches!(call.what, HostAction::Call { .. }) => more.push(call),
                Ok(other) => {
                    self.next = other;
                    break;
                }
                Err(_) => break,
            }
        }
        more
    }

    fn turn(&mut self, first: HostCall, more: Vec<HostCall>) -> ModelTurn {
        let mut turn = ModelTurn::default();
        for call in std::iter::once(first).chain(more) {
            let HostAction::Call { tool, arguments } = &call.what else {
                continue;
            };
            self.numbered += 1;
            let id = self.numbered.to_string();
            turn.calls.push(ToolCall {
                id: id.clone(),
                tool: tool.clone(),
                arguments: arguments.clone(),
            });
            self.pending.push((id, call));
        }
        turn
    }
}

impl HostAction {
    /// Whether it submits a report.
    pub(super) fn is_report(&self) -> bool {
        matches!(self, Self::Call { tool, .. } if tool == SUBMIT)
    }
}

/// How a client leaves its report as it is: it cannot answer without a call.
const LEAVE: &str = "call `report` with the handle";

/// What the client reads when it opened the conversation: the policy, what the tools' arguments mean, and the question.
fn opening(request: &ModelRequest<'_>) -> Reply {
    let question = request.messages.iter().find_map(|message| match message {
        Message::User(text) => Some(text.as_str()),
        _ => None,
    });
    let meant = arguments::explained(request.tools);
    let question = question.unwrap_or_default();
    Reply {
        text: format!("{}\n\n{meant}\n{question}", request.system),
        is_error: false,
    }
}

/// What the loop said last, if it spoke last and not only asked the question.
fn said<'r>(request: &ModelRequest<'r>) -> Option<&'r str> {
    match request.messages.split_last()? {
        (Message::User(text), before) if !before.is_empty() => Some(text),
        _ => None,
    }
}

fn is_asked(request: &ModelRequest<'_>) -> bool {
    said(request).is_some()
}

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
