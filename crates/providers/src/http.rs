//! Language models behind HTTP servers: the adapters for the APIs of OpenAI, Anthropic and Gemini. And a server that
//! searches many repositories, zoekt.

mod anthropic;
mod exchange;
mod fault;
mod gemini;
mod history;
mod open;
mod openai;
mod partial_turn;
mod provider_state;
mod quirks;
mod retry;
mod secret;
mod service;
mod sse;
mod surrogates;
mod zoekt;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::{Model, ModelError, ModelRequest, ModelTurn, Notice};
use reqwest::{Client, Url};

use self::fault::Fault;
use self::quirks::Quirks;
use self::retry::{RealTime, RetryState};

pub use self::open::OpenError;
pub use self::retry::{Pace, Wait};
pub use self::secret::Secret;
pub use self::service::{ModelApi, SERVICES, Service, UrlForm};
pub use self::zoekt::{Candidate, Candidates, Zoekt, ZoektError};

/// A model behind a server. It stores nothing of a conversation, and sends its key to no other server.
pub struct HttpModel {
    /// Its name in reports: `service:model`.
    name: String,
    /// Its name at the server.
    model: String,
    api: ModelApi,
    url: Url,
    /// What requests may contain; reduced when the server rejects a part.
    quirks: Mutex<Quirks>,
    /// The longest silence of the server within an answer.
    stall_timeout: Duration,
    key: Option<Secret>,
    client: Client,
    pace: Arc<dyn Pace>,
}

impl HttpModel {
    /// Opens a model of a service, or of another server with the same API under `base_url`. Sends nothing
    /// before the first turn. Turns need a tokio runtime with I/O and time enabled.
    ///
    /// # Errors
    /// Returns an [`OpenError`] if no model is named, a required key is missing, the URL or the key cannot be used, or
    /// the client cannot be set up.
    pub fn open(
        service: &Service,
        model: &str,
        base_url: Option<&str>,
        key: Option<Secret>,
    ) -> Result<Self, OpenError> {
        let model = model.trim().to_owned();
        if model.is_empty() {
            return Err(OpenError::NoModel { service: service.name });
        }
        if service.needs_key && base_url.is_none() && key.is_none() {
            let (service, variable) = (service.name, service.key_variable);
            return Err(OpenError::MissingKey { service, variable });
        }
        let base = base_url.unwrap_or(service.base_url);
        let url = open::request_url(base, service.api.adapter(), &model)?;
        let headers = open::headers(service, &url, key.as_ref())?;
        let host = url.host_str().unwrap_or_default();
        Ok(Self {
            name: format!("{}:{model}", service.name),
            quirks: Mutex::new(quirks::quirks_for(service.api, host, &model)),
            stall_timeout: if service.needs_key && base_url.is_none() {
                exchange::STALL_TIMEOUT
            } else {
                exchange::OWN_SERVER_STALL_TIMEOUT
            },
            client: open::client(&url, headers)?,
            api: service.api,
            pace: Arc::new(RealTime),
            model,
            url,
            key,
        })
    }

    /// Replaces the clock, for example in tests.
    #[must_use]
    pub fn paced_by(mut self, pace: Arc<dyn Pace>) -> Self {
        self.pace = pace;
        self
    }

    /// A server's text without the key.
    fn redact(&self, text: &str) -> String {
        match &self.key {
            Some(key) => key.redact(text),
            None => text.to_owned(),
        }
    }
}

#[async_trait]
impl Model for HttpModel {
    fn name(&self) -> &str {
        &self.name
    }

    /// Sends the request until there is an answer, a fault that no retry helps against, or no time left.
    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let mut retry_state = RetryState::start(self.pace.now(), request.time_left);
        let mut quirks = *self.quirks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut downgrades = 0;
        loop {
            let mut fault = match self.exchange(request, &quirks).await {
                Ok(turn) => {
                    *self.quirks.lock().unwrap_or_else(PoisonError::into_inner) = quirks;
                    return Ok(turn);
                }
                Err(fault) => fault,
            };
            let attempt = retry_state.attempts + downgrades + 1;
            if let Some(reduced) = quirks.without_unsupported(fault.kind) {
                quirks = reduced;
                downgrades += 1;
                request.notices.send(notice(&fault, Some(Duration::ZERO), attempt, attempt + 1));
                continue;
            }
            let max_attempts = fault.kind.retries() + downgrades + 1;
            let Some(delay) = retry_state.next_delay(&mut fault, self.pace.now()) else {
                // The returned error reports the fault; the notice only adds the tokens that the attempt used.
                if fault.tokens.is_some() {
                    request.notices.send(notice(&fault, None, attempt, max_attempts));
                }
                return Err(fault.into_error(retry_state.attempts));
            };
            request.notices.send(notice(&fault, Some(delay), attempt, max_attempts));
            self.pace.wait(Wait::Retry, delay).await;
        }
    }
}

fn notice(fault: &Fault, delay: Option<Duration>, attempt: u32, max_attempts: u32) -> Notice {
    let ms = |delay: Duration| u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
    let mut notice = Notice::new(&fault.message, attempt, max_attempts);
    notice.wait_ms = delay.map(ms);
    notice.tokens = fault.tokens;
    notice
}

impl fmt::Debug for HttpModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("HttpModel");
        debug.field("name", &self.name).finish_non_exhaustive()
    }
}
