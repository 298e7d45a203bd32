//! A model that records its turns, and reuses those that an interrupted attempt at the same run recorded.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use firsthand::Model;
use firsthand::agent::{Message, ModelError, ModelRequest, ModelTraits, ModelTurn};

use crate::trace::{Actor, RunEvent, TakenTurn, Trace};

/// Reuses the turn that an interrupted attempt at the run received for the same request, and requests a new one
/// otherwise; both are recorded.
pub(crate) struct RecordingModel {
    pub(super) name: String,
    pub(super) model: Arc<dyn Model>,
    /// Whether the model is a [`ScriptedConversation`](super::script::ScriptedConversation).
    pub(super) is_scripted: bool,
    pub(super) actor: Actor,
    pub(super) trace: Arc<Trace>,
}

#[async_trait]
impl Model for RecordingModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn traits(&self) -> ModelTraits {
        self.model.traits()
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let (actor, hash) = (self.actor, request_hash(request));
        let turned = |turn: &ModelTurn, ms| {
            RunEvent::Turned(TakenTurn {
                actor,
                request: hash.clone(),
                turn: turn.clone(),
                ms,
            })
        };
        if let Some(turn) = self.trace.past_turn(actor, &hash) {
            if self.is_scripted {
                // Moves the script past this turn.
                let _ = self.model.turn(request).await;
            }
            // 0 ms: `past_turn` has added the recorded time to the saved time.
            self.trace.record(turned(&turn, 0));
            return Ok(turn);
        }
        let start = Instant::now();
        let turn = self.model.turn(request).await;
        let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &turn {
            Ok(turn) => self.trace.record(turned(turn, ms)),
            Err(why) => self.trace.record(RunEvent::Failed {
                actor,
                error: why.to_string(),
            }),
        }
        turn
    }
}

/// A short hash of a request: the system prompt, the names of the tools, the conversation, and the required tool call.
fn request_hash(request: &ModelRequest<'_>) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    add(request.system);
    add(request.must_call.unwrap_or_default());
    for tool in request.tools {
        add(&tool.name);
    }
    for message in request.messages {
        match message {
            Message::User(text) => add(text),
            Message::Answer(answer) => add(&answer.text()),
            Message::Model(turn) => {
                add(&turn.text);
                for call in &turn.calls {
                    add(&call.tool);
                    add(&call.arguments.to_string());
                }
            }
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
