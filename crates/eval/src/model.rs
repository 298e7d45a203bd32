//! The models of a measurement: behind a server, embedded, or scripted; and a model that records its turns.

mod script;

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use firsthand::agent::{Message, ModelError, ModelRequest, ModelTraits, ModelTurn};
use firsthand::{Builtin, HttpModel, Model, ModelOpenError, Secret, Service};

use crate::trace::{Actor, RunEvent, TakenTurn, Trace};

use script::Script;

/// A configured model that can serve any actor in any run.
#[derive(Clone, Debug)]
pub struct ModelSource {
    name: String,
    kind: ModelKind,
}

#[derive(Clone, Debug)]
enum ModelKind {
    Builtin,
    Script(Arc<Script>),
    Http(HttpSource),
}

#[derive(Clone, Debug)]
struct HttpSource {
    service: &'static Service,
    model: String,
    base_url: Option<String>,
}

impl HttpSource {
    fn connect(&self) -> Result<HttpModel, ModelOpenError> {
        let key = Secret::from_env(self.service.key_variable);
        HttpModel::open(self.service, &self.model, self.base_url.as_deref(), key)
    }
}

/// Why a model cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ModelSourceError {
    /// The name has no known form.
    #[error(
        "`{0}` names no model: builtin, script:FILE, or a service and a model, as in openai:NAME"
    )]
    Name(String),
    /// The script cannot be read.
    #[error("the script {0} cannot be read: {1}")]
    Script(String, String),
    /// The service cannot be opened.
    #[error(transparent)]
    Open(#[from] ModelOpenError),
}

impl ModelSource {
    /// Parses `builtin`, `script:FILE` or `SERVICE:NAME`, with an optional base URL. The key is read from the service's
    /// environment variable. Nothing is sent.
    ///
    /// # Errors
    /// A [`ModelSourceError`].
    pub fn open(text: &str, base_url: Option<&str>) -> Result<Self, ModelSourceError> {
        let kind = match text.split_once(':') {
            None if text == "builtin" => ModelKind::Builtin,
            Some(("script", path)) => {
                let failed = |why: String| ModelSourceError::Script(path.to_owned(), why);
                let text = std::fs::read_to_string(path).map_err(|why| failed(why.to_string()))?;
                let script = Script::read(&text).map_err(|why| failed(why.to_string()))?;
                ModelKind::Script(Arc::new(script))
            }
            Some((service, model)) => {
                let http = HttpSource {
                    service: Service::named(service)
                        .ok_or_else(|| ModelSourceError::Name(text.to_owned()))?,
                    model: model.to_owned(),
                    base_url: base_url.map(str::to_owned),
                };
                // A missing key is reported now rather than in every run.
                http.connect()?;
                ModelKind::Http(http)
            }
            None => return Err(ModelSourceError::Name(text.to_owned())),
        };
        // A script is named by its file name alone: its folder does not matter to a measurement.
        let name = match &kind {
            ModelKind::Script(_) => {
                let file = text.rsplit(['/', '\\', ':']).next();
                format!("script:{}", file.unwrap_or_default())
            }
            ModelKind::Builtin | ModelKind::Http(_) => text.to_owned(),
        };
        Ok(Self { name, kind })
    }

    /// The name that the caller gave; a script's name is shortened to `script:` and the name of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a language model answers. The answers of the other models are the same in each repetition.
    #[must_use]
    pub fn is_language_model(&self) -> bool {
        matches!(self.kind, ModelKind::Http(_))
    }

    /// A recording model for one conversation of a run. Each conversation opens its own connection.
    pub(crate) fn conversation(
        &self,
        actor: Actor,
        arm: &str,
        id: &str,
        trace: &Arc<Trace>,
    ) -> Result<Arc<dyn Model>, ModelOpenError> {
        let model: Arc<dyn Model> = match &self.kind {
            ModelKind::Script(script) => Arc::new(script.conversation(actor, arm, id)),
            ModelKind::Builtin => Arc::new(Builtin::new()),
            ModelKind::Http(http) => Arc::new(http.connect()?),
        };
        Ok(Arc::new(RecordingModel {
            name: self.name.clone(),
            model,
            is_scripted: matches!(self.kind, ModelKind::Script(_)),
            actor,
            trace: Arc::clone(trace),
        }))
    }
}

/// Reuses the turn that an interrupted attempt at the run received for the same request, and requests a new one
/// otherwise; both are recorded.
pub(crate) struct RecordingModel {
    pub(super) name: String,
    pub(super) model: Arc<dyn Model>,
    /// Whether the model is a [`ScriptedConversation`](script::ScriptedConversation).
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
            RunEvent::Turned(TakenTurn { actor, request: hash.clone(), turn: turn.clone(), ms })
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
