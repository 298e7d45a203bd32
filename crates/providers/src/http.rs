//! Models over HTTP: chat completions and messages, streamed.

mod anthropic;
mod draft;
mod exchange;
mod fault;
mod frames;
mod history;
mod open;
mod openai;
mod pace;
mod quirks;
mod retry;
mod secret;
mod service;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use firsthand_agent::{Model, ModelError, ModelRequest, ModelTurn};
use reqwest::{Client, Url};
use serde_json::Value;

use self::draft::Draft;
use self::pace::RealTime;
use self::quirks::Quirks;
use self::retry::Tries;

pub use self::open::OpenError;
pub use self::pace::{Pace, Wait};
pub use self::secret::Secret;
pub use self::service::{SERVICES, Service, Shape};

/// A model behind a server. It keeps nothing of a conversation, and shows its key to nobody else.
pub struct HttpModel {
    /// What reports call it.
    name: String,
    /// What the server calls it.
    model: String,
    shape: Shape,
    url: Url,
    quirks: Quirks,
    key: Option<Secret>,
    client: Client,
    pace: Arc<dyn Pace>,
}

impl HttpModel {
    /// The model of that name at a service, or at another address of the same shape. Nothing is sent
    /// before the first turn. It needs a tokio runtime with I/O and time enabled.
    ///
    /// # Errors
    /// An [`OpenError`] where the address or the key cannot be used.
    pub fn open(
        service: &Service,
        model: &str,
        base_url: Option<&str>,
        key: Option<Secret>,
    ) -> Result<Self, OpenError> {
        let model = model.trim().to_owned();
        if model.is_empty() {
            return Err(OpenError::NoModel {
                service: service.name,
            });
        }
        if service.needs_key && base_url.is_none() && key.is_none() {
            let (service, variable) = (service.name, service.key_variable);
            return Err(OpenError::MissingKey { service, variable });
        }
        let path = match service.shape {
            Shape::OpenAi => openai::PATH,
            Shape::Anthropic => anthropic::PATH,
        };
        let url = open::address(base_url.unwrap_or(service.base_url), path)?;
        let headers = open::headers(service, &url, key.as_ref())?;
        let host = url.host_str().unwrap_or_default();
        Ok(Self {
            name: format!("{}:{model}", service.name),
            quirks: quirks::of(service.shape, host, &model),
            client: open::client(&url, headers)?,
            shape: service.shape,
            pace: Arc::new(RealTime),
            model,
            url,
            key,
        })
    }

    /// The same, with a clock of the caller's.
    #[must_use]
    pub fn paced_by(mut self, pace: Arc<dyn Pace>) -> Self {
        self.pace = pace;
        self
    }

    fn body(&self, request: &ModelRequest<'_>, quirks: &Quirks) -> Value {
        match self.shape {
            Shape::OpenAi => openai::body(&self.model, quirks, request),
            Shape::Anthropic => anthropic::body(&self.model, quirks, request),
        }
    }

    fn take(&self, draft: &mut Draft, event: &Value) {
        match self.shape {
            Shape::OpenAi => openai::take(draft, event),
            Shape::Anthropic => anthropic::take(draft, event),
        }
    }

    /// A server's words without the key.
    fn hide(&self, text: &str) -> String {
        match &self.key {
            Some(key) => key.hide(text),
            None => text.to_owned(),
        }
    }
}

#[async_trait]
impl Model for HttpModel {
    fn name(&self) -> &str {
        &self.name
    }

    /// Asks until there is an answer, a fault that trying again does not help, or no time left.
    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let mut tries = Tries::start(self.pace.now(), request.time_left);
        let mut quirks = self.quirks;
        loop {
            let mut fault = match self.exchange(request, &quirks).await {
                Ok(turn) => return Ok(turn),
                Err(fault) => fault,
            };
            if let Some(less) = quirks.without(fault.kind) {
                quirks = less;
                continue;
            }
            let Some(wait) = tries.again(&mut fault, self.pace.now()) else {
                return Err(fault.into_error(tries.made()));
            };
            self.pace.wait(Wait::Retry, wait).await;
        }
    }
}

impl fmt::Debug for HttpModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("HttpModel");
        form.field("name", &self.name).finish_non_exhaustive()
    }
}
