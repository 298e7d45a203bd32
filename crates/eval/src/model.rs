//! The models of a measurement: behind a server, embedded, or following a script.

mod recorded;
mod script;

use std::sync::Arc;

use firsthand::{Builtin, HttpModel, Model, ModelOpenError, Secret, Service};

pub(crate) use recorded::RecordingModel;
pub use script::{Script, ScriptLineError};

use crate::event::Actor;
use crate::trace::Trace;

/// A configured model that can serve any actor in any run.
#[derive(Clone, Debug)]
pub struct ModelSource {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Builtin,
    Script(Arc<Script>),
    Http {
        service: &'static Service,
        model: String,
        base_url: Option<String>,
    },
}

/// A name that identifies no model, or a model that cannot be opened.
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
    /// Reads `builtin`, `script:FILE` or `SERVICE:NAME`, at another address where one is given. The key is that of
    /// the service's environment variable. Nothing is sent.
    ///
    /// # Errors
    /// A [`ModelSourceError`].
    pub fn open(text: &str, base_url: Option<&str>) -> Result<Self, ModelSourceError> {
        let kind = match text.split_once(':') {
            None if text == "builtin" => Kind::Builtin,
            Some(("script", path)) => {
                let failed = |why: String| ModelSourceError::Script(path.to_owned(), why);
                let text = std::fs::read_to_string(path).map_err(|why| failed(why.to_string()))?;
                let script = Script::read(&text).map_err(|why| failed(why.to_string()))?;
                Kind::Script(Arc::new(script))
            }
            Some((service, model)) => Kind::Http {
                service: Service::named(service)
                    .ok_or_else(|| ModelSourceError::Name(text.to_owned()))?,
                model: model.to_owned(),
                base_url: base_url.map(str::to_owned),
            },
            None => return Err(ModelSourceError::Name(text.to_owned())),
        };
        // A script is named by its file alone: where it lies is no matter of the measurement.
        let name = match &kind {
            Kind::Script(_) => text.rsplit(['/', '\\', ':']).next(),
            Kind::Builtin | Kind::Http { .. } => None,
        };
        let name = name.map_or_else(|| text.to_owned(), |file| format!("script:{file}"));
        let source = Self { name, kind };
        // A missing key is better reported now than in every run.
        source.connect()?;
        Ok(source)
    }

    /// A model that follows a script.
    #[must_use]
    pub fn script(name: &str, script: Script) -> Self {
        Self {
            name: format!("script:{name}"),
            kind: Kind::Script(Arc::new(script)),
        }
    }

    /// The name that the caller gave.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a language model answers. The answers of the other models are the same in each repetition.
    #[must_use]
    pub fn is_language_model(&self) -> bool {
        matches!(self.kind, Kind::Http { .. })
    }

    fn connect(&self) -> Result<Option<Arc<dyn Model>>, ModelOpenError> {
        Ok(match &self.kind {
            Kind::Script(_) => None,
            Kind::Builtin => Some(Arc::new(Builtin::new())),
            Kind::Http {
                service,
                model,
                base_url,
            } => {
                let key = Secret::from_env(service.key_variable);
                let model = HttpModel::open(service, model, base_url.as_deref(), key)?;
                Some(Arc::new(model))
            }
        })
    }

    /// A recording model for one conversation of a run. Each conversation opens its own connection.
    pub(crate) fn conversation(
        &self,
        actor: Actor,
        arm: &str,
        id: &str,
        trace: &Arc<Trace>,
    ) -> Result<Arc<dyn Model>, ModelOpenError> {
        let turns = match (&self.kind, self.connect()?) {
            (Kind::Script(script), _) => {
                recorded::TurnSource::Script(script.conversation(actor, arm, id))
            }
            (_, Some(model)) => recorded::TurnSource::Model(model),
            (_, None) => recorded::TurnSource::Model(Arc::new(Builtin::new())),
        };
        Ok(Arc::new(RecordingModel::new(
            self.name.clone(),
            turns,
            actor,
            Arc::clone(trace),
        )))
    }
}
