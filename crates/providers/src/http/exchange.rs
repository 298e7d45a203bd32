//! Sends one request and reads its answer: a stream of events or one JSON document.

use std::time::Duration;

use firsthand_agent::{ModelRequest, ModelTurn};
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use tokio::task::yield_now;

use super::fault::{ErrorBody, Fault, FaultKind};
use super::partial_turn::{FinishReason, PartialTurn, Progress};
use super::quirks::Quirks;
use super::retry::{Wait, retry_after};
use super::sse::EventParser;
use super::{HttpModel, surrogates};

/// The longest silence before the text or a call of a stream begins, and at any time in an answer that is one JSON
/// document: a large model on a slow machine needs long to process the prompt. The run's own time limit mostly ends the
/// wait earlier.
const FIRST_BYTE_TIMEOUT: Duration = Duration::from_secs(300);
/// The longest silence within a streamed answer or an error of a public service.
pub(super) const STALL_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest silence within a streamed answer or an error of the user's own server: some send nothing while the model
/// generates a whole tool call.
pub(super) const OWN_SERVER_STALL_TIMEOUT: Duration = Duration::from_secs(120);
/// The most bytes of an answer; a longer one is a fault.
const MAX_ANSWER_BYTES: usize = 8 << 20;
/// The bytes of an error body after which reading stops.
const MAX_ERROR_BYTES: usize = 64 << 10;
/// The task yields to the runtime after this many events, so that a time limit or cancellation takes effect even if
/// the server always has more to send.
const EVENTS_PER_YIELD: usize = 32;

impl HttpModel {
    /// Sends one request and reads its answer.
    pub(super) async fn exchange(
        &self,
        request: &ModelRequest<'_>,
        quirks: &Quirks,
    ) -> Result<ModelTurn, Fault> {
        let body = (self.api.adapter().body)(&self.model, quirks, request).to_string();
        let sent = self.client.post(self.url.clone()).body(body).send();
        let response = self.with_timeout(FIRST_BYTE_TIMEOUT, sent).await?;
        let status = response.status().as_u16();
        if !response.status().is_success() {
            return Err(self.status_fault(status, response).await);
        }
        let content_type = response.headers().get(CONTENT_TYPE);
        let content_type =
            content_type.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        let mut draft = PartialTurn::default();
        let read = if content_type.contains("event-stream") {
            self.read_stream(response, &mut draft).await
        } else if content_type.contains("json") {
            self.read_document(response, &mut draft).await
        } else {
            let message =
                "an answer that is neither JSON nor a stream of events; is the base URL right?";
            return Err(Fault::new(FaultKind::Malformed, message));
        };
        let tokens = draft.tokens;
        // The key is redacted before a fault repeats a part of the text.
        draft.refusal = self.redact(&draft.refusal);
        let with_tokens = |fault: Fault| Fault { tokens, ..fault };
        let turn = read.and_then(|()| draft.finish()).map_err(with_tokens)?;
        Ok(match &self.key {
            Some(key) => key.redact_turn(turn),
            None => turn,
        })
    }

    /// Awaits a network operation; a fault if it does not finish within the timeout.
    async fn with_timeout<T>(
        &self,
        timeout: Duration,
        operation: impl Future<Output = Result<T, reqwest::Error>>,
    ) -> Result<T, Fault> {
        tokio::select! {
            biased;
            done = operation => done.map_err(|error| self.connection_fault(&error)),
            () = self.pace.wait(Wait::Server, timeout) => {
                let message = format!("nothing came for {} s", timeout.as_secs());
                Err(Fault::new(FaultKind::ConnectionLost, message).with_hint("is it too much for the server?"))
            }
        }
    }

    fn connection_fault(&self, error: &reqwest::Error) -> Fault {
        // The URL has no user and no password, so this is its host and port.
        Fault::from_connection_error(error, self.url.authority())
    }

    /// The fault for an error status and the body that comes with it.
    async fn status_fault(&self, status: u16, mut response: Response) -> Fault {
        let from_headers = retry_after(response.headers());
        let mut body = Vec::new();
        // A partial body is enough: the status is the most important part.
        while let Ok(Some(bytes)) = self.with_timeout(self.stall_timeout, response.chunk()).await {
            body.extend_from_slice(&bytes);
            if body.len() > MAX_ERROR_BYTES {
                break;
            }
        }
        let error = ErrorBody::read(&body, |text| self.redact(text));
        let fault = Fault::from_error_body(&error, Some(status));
        Fault { retry_after: from_headers.or(fault.retry_after), ..fault }
    }

    async fn read_stream(
        &self,
        mut response: Response,
        draft: &mut PartialTurn,
    ) -> Result<(), Fault> {
        let (mut parser, mut length) = (EventParser::default(), 0);
        while draft.progress() < Progress::Closed {
            let timeout = match draft.progress() {
                Progress::NotStarted => FIRST_BYTE_TIMEOUT,
                _ => self.stall_timeout,
            };
            let bytes = match self.with_timeout(timeout, response.chunk()).await {
                Ok(Some(bytes)) => bytes,
                // Only the token usage, or the end marker, is missing.
                Err(_) if draft.progress() == Progress::Complete => break,
                Err(fault) => return Err(fault),
                Ok(None) => {
                    let rest = parser.finish();
                    // An incomplete event is ignored.
                    rest.map(|data| self.read_event(draft, &data).is_ok());
                    break;
                }
            };
            length += bytes.len();
            check_answer_length(length)?;
            for (index, data) in parser.push(&bytes).iter().enumerate() {
                self.read_event(draft, data)?;
                if index % EVENTS_PER_YIELD == 0 {
                    yield_now().await;
                }
            }
        }
        Ok(())
    }

    async fn read_document(
        &self,
        mut response: Response,
        draft: &mut PartialTurn,
    ) -> Result<(), Fault> {
        let mut body = Vec::new();
        while let Some(bytes) = self.with_timeout(FIRST_BYTE_TIMEOUT, response.chunk()).await? {
            body.extend_from_slice(&bytes);
            check_answer_length(body.len())?;
            yield_now().await;
        }
        self.read_event(draft, &body)?;
        if draft.progress() == Progress::NotStarted {
            return Err(Fault::new(FaultKind::Malformed, "JSON that is no answer of a model"));
        }
        draft.finish_reason.get_or_insert(FinishReason::Complete);
        Ok(())
    }

    /// Adds the data of one event, or a whole answer, to the draft.
    fn read_event(&self, draft: &mut PartialTurn, data: &[u8]) -> Result<(), Fault> {
        match data.trim_ascii() {
            b"" => return Ok(()),
            b"[DONE]" => {
                draft.close();
                return Ok(());
            }
            _ => {}
        }
        let value = surrogates::parse(data).map_err(|error| {
            Fault::new(FaultKind::Malformed, format!("it is not JSON: {error}"))
        })?;
        // Gemini can send an error as an element of a list.
        let error = value.get(0).unwrap_or(&value).get("error");
        if error.is_some_and(|error| !error.is_null()) {
            return Err(Fault::from_error_body(
                &ErrorBody::read(data, |text| self.redact(text)),
                None,
            ));
        }
        (self.api.adapter().read_event)(draft, &value);
        draft.check_call_count()
    }
}

fn check_answer_length(length: usize) -> Result<(), Fault> {
    if length > MAX_ANSWER_BYTES {
        Err(Fault::new(FaultKind::Refused, "the answer is longer than 8 MiB")
            .with_hint("does the model repeat itself?"))
    } else {
        Ok(())
    }
}
