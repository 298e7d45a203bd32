//! The models of a measurement: behind a server, embedded, or of the caller; and a model that records its turns.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use firsthand::agent::{Message, ModelError, ModelRequest, ModelTraits, ModelTurn};
use firsthand::{Builtin, HttpModel, Model, ModelOpenError, Secret, Service};

use crate::trace::{Actor, RunEvent, TakenTurn, Trace};

/// A configured model that can serve any actor in any run.
#[derive(Clone)]
pub struct ModelSource {
    name: String,
    is_language_model: bool,
    open: Arc<Opener>,
}

/// Opens the model for a conversation of this actor, in this arm, about the task with this id.
type Opener = dyn Fn(Actor, &str, &str) -> Result<Arc<dyn Model>, ModelOpenError> + Send + Sync;

impl fmt::Debug for ModelSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Why a model cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ModelSourceError {
    /// The name has no known form.
    #[error("`{0}` names no model: builtin, or a service and a model, as in openai:NAME")]
    Name(String),
    /// The service cannot be opened.
    #[error(transparent)]
    Open(#[from] ModelOpenError),
}

impl ModelSource {
    /// Parses `builtin` or `SERVICE:NAME`, with an optional base URL. The key is read from the service's environment
    /// variable. Nothing is sent.
    ///
    /// # Errors
    /// A [`ModelSourceError`].
    pub fn open(text: &str, base_url: Option<&str>) -> Result<Self, ModelSourceError> {
        if text == "builtin" {
            return Ok(Self::custom(text, |_, _, _| Arc::new(Builtin::new())));
        }
        let named = text.split_once(':');
        let named = named.and_then(|(service, model)| Some((Service::named(service)?, model)));
        let Some((service, model)) = named else {
            return Err(ModelSourceError::Name(text.to_owned()));
        };
        let (model, base_url) = (model.to_owned(), base_url.map(str::to_owned));
        let connect = move || {
            let key = Secret::from_env(service.key_variable);
            HttpModel::open(service, &model, base_url.as_deref(), key)
        };
        // A missing key is reported now rather than in every run.
        connect()?;
        let open: Arc<Opener> = Arc::new(move |_, _, _| Ok(Arc::new(connect()?)));
        Ok(Self { name: text.to_owned(), is_language_model: true, open })
    }

    /// A model of the caller, such as a scripted one, whose answers are the same in each repetition. `open` returns the
    /// model for a conversation of an actor, in an arm, about the task with an id.
    #[must_use]
    pub fn custom(
        name: &str,
        open: impl Fn(Actor, &str, &str) -> Arc<dyn Model> + Send + Sync + 'static,
    ) -> Self {
        let open: Arc<Opener> = Arc::new(move |actor, arm, id| Ok(open(actor, arm, id)));
        Self { name: name.to_owned(), is_language_model: false, open }
    }

    /// The name that the caller gave.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a language model answers. The answers of the other models are the same in each repetition.
    #[must_use]
    pub fn is_language_model(&self) -> bool {
        self.is_language_model
    }

    /// A recording model for one conversation of a run. Each conversation opens its own connection.
    pub(crate) fn conversation(
        &self,
        actor: Actor,
        arm: &str,
        id: &str,
        trace: &Arc<Trace>,
    ) -> Result<Arc<dyn Model>, ModelOpenError> {
        let (name, trace) = (self.name.clone(), Arc::clone(trace));
        Ok(Arc::new(RecordingModel { name, model: (self.open)(actor, arm, id)?, actor, trace }))
    }
}

/// Reuses the turn that an interrupted attempt at the run received for the same request, and requests a new one
/// otherwise; both are recorded.
struct RecordingModel {
    name: String,
    model: Arc<dyn Model>,
    actor: Actor,
    trace: Arc<Trace>,
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
            RunEvent::Turned(TakenTurn { actor, request: hash.clone(), turn: turn.clone(), ms })
        };
        if let Some(turn) = self.trace.past_turn(actor, &hash) {
            // 0 ms: `past_turn` has added the recorded time to the saved time.
            self.trace.record(turned(&turn, 0));
            return Ok(turn);
        }
        let start = Instant::now();
        let turn = self.model.turn(request).await;
        let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &turn {
            Ok(turn) => self.trace.record(turned(turn, ms)),
            Err(why) => self.trace.record(RunEvent::Failed { actor, error: why.to_string() }),
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
