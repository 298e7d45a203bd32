//! Models over HTTP: chat completions, messages and contents, streamed.

mod anthropic;
mod draft;
mod exchange;
mod fault;
mod frames;
mod gemini;
mod history;
mod open;
mod openai;
mod pace;
mod provider_state;
mod quirks;
mod retry;
mod secret;
mod service;
mod shape;
mod surrogates;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::{Model, ModelError, ModelRequest, ModelTurn, Notice};
use reqwest::{Client, Url};

use self::fault::Fault;
use self::pace::RealTime;
use self::quirks::Quirks;
use self::retry::Tries;

pub use self::open::OpenError;
pub use self::pace::{Pace, Wait};
pub use self::secret::Secret;
pub use self::service::{SERVICES, Service, UrlForm};
pub use self::shape::Shape;

/// A model behind a server. It keeps nothing of a conversation, and shows its key to nobody else.
pub struct HttpModel {
    /// What reports call it.
    name: String,
    /// What the server calls it.
    model: String,
    shape: Shape,
    url: Url,
    /// What is known to be taken: less than at first, once the server has refused a part.
    quirks: Mutex<Quirks>,
    /// How long it may be silent within an answer.
    stall: Duration,
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
        let base = base_url.unwrap_or(service.base_url);
        let url = open::address(base, service.shape.wire(), &model)?;
        let headers = open::headers(service, &url, key.as_ref())?;
        let host = url.host_str().unwrap_or_default();
        Ok(Self {
            name: format!("{}:{model}", service.name),
            quirks: Mutex::new(quirks::of(service.shape, host, &model)),
            stall: match service.needs_key && base_url.is_none() {
                true => exchange::STALL,
                false => exchange::SLOW_STALL,
            },
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
        let mut quirks = *self.quirks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut less_often = 0;
        loop {
            let mut fault = match self.exchange(request, &quirks).await {
                Ok(turn) => {
                    *self.quirks.lock().unwrap_or_else(PoisonError::into_inner) = quirks;
                    return Ok(turn);
                }
                Err(fault) => fault,
            };
            let tried = tries.made() + less_often + 1;
            if let Some(less) = quirks.without(fault.kind) {
                quirks = less;
                less_often += 1;
                request
                    .notices
                    .send(notice(&fault, Some(Duration::ZERO), tried, tried + 1));
                continue;
            }
            let most = fault.kind.retries() + less_often + 1;
            let Some(wait) = tries.again(&mut fault, self.pace.now()) else {
                // The error itself says the rest.
                if fault.tokens.is_some() {
                    request.notices.send(notice(&fault, None, tried, most));
                }
                return Err(fault.into_error(tries.made()));
            };
            request
                .notices
                .send(notice(&fault, Some(wait), tried, most));
            self.pace.wait(Wait::Retry, wait).await;
        }
    }
}

fn notice(fault: &Fault, wait: Option<Duration>, tried: u32, most: u32) -> Notice {
    let ms = |wait: Duration| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    Notice {
        error: fault.what.clone(),
        wait_ms: wait.map(ms),
        tried,
        most,
        tokens: fault.tokens,
    }
}

impl fmt::Debug for HttpModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("HttpModel");
        form.field("name", &self.name).finish_non_exhaustive()
    }
}
