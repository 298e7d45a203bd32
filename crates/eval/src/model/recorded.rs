//! A model whose turns are written down, and not asked for a second time.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use firsthand::Model;
use firsthand::agent::{Message, ModelError, ModelRequest, ModelTurn};

use super::script::Seat;
use crate::event::{Actor, RunEvent};
use crate::trace::Trace;

/// Who is asked where no turn is known.
pub(crate) enum Inner {
    Model(Arc<dyn Model>),
    Script(Seat),
}

/// Takes a turn from the attempt that broke off where the request is the same, or else asks; both are recorded.
pub(crate) struct Recorded {
    name: String,
    inner: Inner,
    actor: Actor,
    trace: Arc<Trace>,
}

impl Recorded {
    pub(crate) fn new(name: String, inner: Inner, actor: Actor, trace: Arc<Trace>) -> Self {
        Self {
            name,
            inner,
            actor,
            trace,
        }
    }
}

#[async_trait]
impl Model for Recorded {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_cacheable(&self) -> bool {
        match &self.inner {
            Inner::Model(model) => model.is_cacheable(),
            Inner::Script(_) => true,
        }
    }

    fn reads_related(&self) -> bool {
        match &self.inner {
            Inner::Model(model) => model.reads_related(),
            Inner::Script(_) => true,
        }
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let (actor, hash) = (self.actor, hash(request));
        let recorded = |turn: &ModelTurn, ms| RunEvent::Turned {
            actor,
            request: hash.clone(),
            turn: turn.clone(),
            ms,
        };
        if let Some(turn) = self.trace.past_turn(actor, &hash) {
            if let Inner::Script(seat) = &self.inner {
                seat.pass();
            }
            self.trace.record(recorded(&turn, 0));
            return Ok(turn);
        }
        let start = Instant::now();
        let turn = match &self.inner {
            Inner::Model(model) => model.turn(request).await,
            Inner::Script(seat) => seat.turn(request),
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

/// A request as a short hash: the policy, the tools, the conversation, and what has to be called.
fn hash(request: &ModelRequest<'_>) -> String {
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
