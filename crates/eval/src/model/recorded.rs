//! A model that records its turns, and reuses the turns of an interrupted attempt.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use firsthand::agent::{Message, ModelError, ModelRequest, ModelTurn};
use firsthand::{Budgets, Model};

use super::script::ScriptedConversation;
use crate::event::{Actor, RunEvent};
use crate::trace::Trace;

/// The source of turns that no earlier attempt recorded.
pub(crate) enum TurnSource {
    Model(Arc<dyn Model>),
    Script(ScriptedConversation),
}

/// Reuses the turn of an interrupted attempt if its request was the same, and requests a new one otherwise; both are
/// recorded.
pub(crate) struct RecordingModel {
    name: String,
    source: TurnSource,
    actor: Actor,
    trace: Arc<Trace>,
}

impl RecordingModel {
    pub(crate) fn new(name: String, source: TurnSource, actor: Actor, trace: Arc<Trace>) -> Self {
        Self {
            name,
            source,
            actor,
            trace,
        }
    }
}

#[async_trait]
impl Model for RecordingModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_cacheable(&self) -> bool {
        match &self.source {
            TurnSource::Model(model) => model.is_cacheable(),
            TurnSource::Script(_) => true,
        }
    }

    fn reads_related(&self) -> bool {
        match &self.source {
            TurnSource::Model(model) => model.reads_related(),
            TurnSource::Script(_) => true,
        }
    }

    fn budgets(&self, given: Budgets) -> Budgets {
        match &self.source {
            TurnSource::Model(model) => model.budgets(given),
            TurnSource::Script(_) => given,
        }
    }

    async fn withdrawn(&self, call: &str) {
        match &self.source {
            TurnSource::Model(model) => model.withdrawn(call).await,
            TurnSource::Script(_) => std::future::pending().await,
        }
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let (actor, hash) = (self.actor, request_hash(request));
        let recorded = |turn: &ModelTurn, ms| RunEvent::Turned {
            actor,
            request: hash.clone(),
            turn: turn.clone(),
            ms,
        };
        if let Some(turn) = self.trace.past_turn(actor, &hash) {
            if let TurnSource::Script(script) = &self.source {
                script.skip_turn();
            }
            self.trace.record(recorded(&turn, 0));
            return Ok(turn);
        }
        let start = Instant::now();
        let turn = match &self.source {
            TurnSource::Model(model) => model.turn(request).await,
            TurnSource::Script(script) => script.next_turn(request),
        };
        let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &turn {
            Ok(turn) => self.trace.record(recorded(turn, ms)),
            Err(why) => self.trace.record(RunEvent::Failed {
                actor,
                error: why.to_string(),
            }),
        }
        turn
    }
}

/// A short hash of a request: the policy, the tools, the conversation, and the required tool call.
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
