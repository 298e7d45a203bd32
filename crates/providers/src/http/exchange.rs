//! One request and its answer: streamed or whole, sound or not.

use std::time::Duration;

use firsthand_agent::{ModelRequest, ModelTurn};
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use tokio::task::yield_now;

use super::HttpModel;
use super::draft::{Draft, End, Progress};
use super::fault::{ErrorBody, Fault, Kind};
use super::frames::Frames;
use super::open::machine;
use super::pace::Wait;
use super::quirks::Quirks;
use super::retry::asked_wait;
use super::surrogates;

/// The longest silence before an answer begins: a large model on a small machine reads slowly. The
/// run's own time mostly ends it before.
const SILENCE: Duration = Duration::from_secs(300);
/// The longest silence within an answer of a service.
pub(super) const STALL: Duration = Duration::from_secs(30);
/// The same of a server of the user's own: some say nothing while the model writes a whole call.
pub(super) const SLOW_STALL: Duration = Duration::from_secs(120);
/// The longest answer, in bytes.
const ANSWER: usize = 8 << 20;
/// The longest error that is read, in bytes.
const ERROR: usize = 64 << 10;
/// After so many events whoever waits beside the answer is heard: the run's time and its end by the
/// user. A server that always has more to send would never let them.
const BREATH: usize = 32;

impl HttpModel {
    /// Asks once.
    pub(super) async fn exchange(
        &self,
        request: &ModelRequest<'_>,
        quirks: &Quirks,
    ) -> Result<ModelTurn, Fault> {
        let body = (self.shape.wire().body)(&self.model, quirks, request).to_string();
        let sent = self.client.post(self.url.clone()).body(body).send();
        let response = self.patiently(SILENCE, sent).await?;
        let status = response.status().as_u16();
        if !response.status().is_success() {
            return Err(self.refusal(status, response).await);
        }
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        let mut draft = Draft::default();
        let read = if kind.contains("event-stream") {
            self.stream(response, &mut draft).await
        } else if kind.contains("json") {
            self.whole(response, &mut draft).await
        } else {
            let what =
                "an answer that is neither JSON nor a stream of events; is the base URL right?";
            return Err(Fault::new(Kind::Garbled, what));
        };
        let tokens = draft.tokens;
        let paid = |fault: Fault| Fault {
            tokens,
            what: self.hide(&fault.what),
            ..fault
        };
        let turn = read.and_then(|()| draft.finish()).map_err(paid)?;
        Ok(match &self.key {
            Some(key) => key.hide_in_turn(turn),
            None => turn,
        })
    }

    /// The result of some network work, unless nothing comes for too long.
    async fn patiently<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = Result<T, reqwest::Error>>,
    ) -> Result<T, Fault> {
        tokio::select! {
            biased;
            done = work => done.map_err(|error| self.unreachable(&error)),
            () = self.pace.wait(Wait::Server, limit) => {
                let what = format!("nothing came for {} s", limit.as_secs());
                Err(Fault::new(Kind::Lost, what).hinted("is it too much for the server?"))
            }
        }
    }

    fn unreachable(&self, error: &reqwest::Error) -> Fault {
        Fault::of_connection(error, &machine(&self.url))
    }

    /// What a status that is no success means.
    async fn refusal(&self, status: u16, mut response: Response) -> Fault {
        let asked = asked_wait(response.headers());
        let mut body = Vec::new();
        // What can be read of the reason is enough: the status says the most.
        while let Ok(Some(bytes)) = self.patiently(self.stall, response.chunk()).await {
            body.extend_from_slice(&bytes);
            if body.len() > ERROR {
                break;
            }
        }
        let error = ErrorBody::read(&body, |text| self.hide(text));
        let fault = Fault::of_words(&error, Some(status));
        Fault {
            wait: asked.or(fault.wait),
            ..fault
        }
    }

    async fn stream(&self, mut response: Response, draft: &mut Draft) -> Result<(), Fault> {
        let (mut frames, mut length) = (Frames::default(), 0);
        while draft.progress() < Progress::Closed {
            let limit = match draft.progress() {
                Progress::Nothing => SILENCE,
                _ => self.stall,
            };
            let bytes = match self.patiently(limit, response.chunk()).await {
                Ok(Some(bytes)) => bytes,
                // Only the cost, or a farewell, is missing.
                Err(_) if draft.progress() == Progress::Whole => break,
                Err(fault) => return Err(fault),
                Ok(None) => {
                    let rest = frames.finish();
                    // Half an event is no event.
                    rest.map(|data| self.event(draft, &data).is_ok());
                    break;
                }
            };
            length += bytes.len();
            within(length)?;
            for (at, data) in frames.push(&bytes).iter().enumerate() {
                self.event(draft, data)?;
                if at % BREATH == 0 {
                    yield_now().await;
                }
            }
        }
        Ok(())
    }

    async fn whole(&self, mut response: Response, draft: &mut Draft) -> Result<(), Fault> {
        let mut body = Vec::new();
        while let Some(bytes) = self.patiently(SILENCE, response.chunk()).await? {
            body.extend_from_slice(&bytes);
            within(body.len())?;
            yield_now().await;
        }
        self.event(draft, &body)?;
        if draft.progress() == Progress::Nothing {
            return Err(Fault::new(
                Kind::Garbled,
                "JSON that is no answer of a model",
            ));
        }
        draft.end.get_or_insert(End::Complete);
        Ok(())
    }

    /// Takes the data of one event, or a whole answer.
    fn event(&self, draft: &mut Draft, data: &[u8]) -> Result<(), Fault> {
        match data.trim_ascii() {
            b"" => return Ok(()),
            b"[DONE]" => {
                draft.close();
                return Ok(());
            }
            _ => {}
        }
        let (value, halves) = surrogates::read(data)
            .map_err(|error| Fault::new(Kind::Garbled, format!("it is not JSON: {error}")))?;
        draft.has_halves |= halves;
        let error = value.get(0).unwrap_or(&value).get("error");
        if error.is_some_and(|error| !error.is_null()) {
            return Err(Fault::of_words(
                &ErrorBody::read(data, |text| self.hide(text)),
                None,
            ));
        }
        (self.shape.wire().take)(draft, &value);
        draft.check()
    }
}

fn within(length: usize) -> Result<(), Fault> {
    match length > ANSWER {
        true => Err(Fault::new(Kind::Refused, "the answer is longer than 8 MiB")
            .hinted("does the model repeat itself?")),
        false => Ok(()),
    }
}
