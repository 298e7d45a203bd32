//! Access checks for requests: path, token, origin, host and body size.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use firsthand::Cancel;
use http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use rmcp::model::{ErrorData, RequestId, ServerJsonRpcMessage};
use rmcp::transport::StreamableHttpServerConfig;
use tokio::net::{TcpListener, TcpStream};

use super::{Body, Connection, DroppedRequest, Gate, HttpOptions};
use crate::client::SESSION_HEADER;
use crate::in_flight::ID_IN_FLIGHT;
use crate::stdio::frame::Frame;

/// The path of the MCP endpoint.
pub(super) const PATH: &str = "/mcp";
/// The maximum size of a request body.
const MAX_BODY_BYTES: usize = 1 << 20;
/// The time limit for a request body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Checks requests before they reach the service.
pub(super) struct RequestGuard {
    options: HttpOptions,
    address: SocketAddr,
}

impl RequestGuard {
    pub(super) fn new(options: HttpOptions, address: SocketAddr) -> Self {
        Self { options, address }
    }

    /// The configuration of the protocol library's own checks: of the `Host` header, against DNS rebinding, and of the
    /// `Origin` header. A server that other machines reach with a token accepts any host name.
    pub(super) fn config(&self) -> StreamableHttpServerConfig {
        let port = self.address.port();
        let own = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("http://{host}:{port}"));
        let mut config = StreamableHttpServerConfig::default()
            .with_allowed_origins(own.iter().chain(&self.options.origins))
            .enforce_origin_validation()
            .with_sse_retry(None)
            .with_max_request_body_bytes(MAX_BODY_BYTES);
        if !self.address.ip().is_loopback() {
            config = config.disable_allowed_hosts();
        }
        config
    }
}

impl Gate {
    /// Accepts a connection.
    ///
    /// # Errors
    /// The system's error, for example if no file descriptor is free.
    pub(super) async fn accept(
        &self,
        listener: &TcpListener,
    ) -> io::Result<(TcpStream, SocketAddr)> {
        self.connections.room().await;
        listener.accept().await
    }

    /// The answer to a request.
    pub(super) async fn answer(
        &self,
        request: Request<Incoming>,
        connection: &Connection,
    ) -> Response<Body> {
        if request.uri().path() != PATH {
            return text_response(StatusCode::NOT_FOUND, &format!("the server answers at {PATH}"));
        }
        if !self.guard.is_authorized(request.headers()) {
            let mut refusal =
                text_response(StatusCode::UNAUTHORIZED, "the token is missing or wrong");
            let bearer = http::HeaderValue::from_static("Bearer");
            refusal.headers_mut().insert(WWW_AUTHENTICATE, bearer);
            return refusal;
        }
        let (mut parts, body) = request.into_parts();
        let method = parts.method.clone();
        let body = match method {
            Method::POST => read_body(body).await,
            _ => Ok(bytes::Bytes::new()),
        };
        let body = match body {
            Ok(body) => body,
            Err(refusal) => return refusal,
        };
        let message = match method {
            Method::POST if body.trim_ascii().is_empty() => {
                Frame::Refused(None, ErrorData::parse_error("the body is empty", None))
            }
            Method::POST => Frame::of(&body, false),
            _ => Frame::Ignored,
        };
        match message {
            Frame::Refused(id, error) => return error_response(id, error),
            // The protocol's library would refuse it.
            Frame::Ignored if method == Method::POST => {
                let mut accepted = Response::new(Full::new(bytes::Bytes::new()).boxed());
                *accepted.status_mut() = StatusCode::ACCEPTED;
                return accepted;
            }
            _ => {}
        }
        let begun = match (session_of(&parts.headers), &message) {
            (Some(session), Frame::Message(message)) => self.in_flight.begin(session, message),
            _ => Ok(None),
        };
        let in_flight = match begun {
            Ok(in_flight) => in_flight,
            Err(id) => {
                return error_response(Some(id), ErrorData::invalid_request(ID_IN_FLIGHT, None));
            }
        };
        // Until here, the connection may be closed for another one.
        let running = self.connections.run(connection);
        let session = session_of(&parts.headers).map(str::to_owned);
        let running_session = match session.as_deref().filter(|_| is_request(&body)) {
            Some(session) => self.sessions.run(session).await,
            None => None,
        };
        let dropped = Cancel::new();
        let dropped_guard = dropped.on_drop();
        parts.extensions.insert(DroppedRequest(dropped));
        let request = Request::from_parts(parts, Full::new(body));
        let answered = self.service.handle(request).await;
        match (&session, session_of(answered.headers())) {
            (None, Some(opened)) => self.sessions.opened(opened, connection.peer).await,
            (Some(session), _) if method == Method::DELETE => self.sessions.ended(session),
            _ => {}
        }
        // The closure owns the guards, which are thus dropped with the body: after it was sent, or when its client is
        // gone.
        let keep_guards = move |never| {
            let _guards = (&dropped_guard, &running, &running_session, &in_flight);
            never
        };
        let mut answered = answered.map(|body| body.map_err(keep_guards).boxed());
        if method == Method::DELETE && answered.status() == StatusCode::ACCEPTED {
            // The session is already closed; some clients treat 202 as a failure.
            *answered.status_mut() = StatusCode::NO_CONTENT;
        }
        answered
    }
}

impl RequestGuard {
    fn is_authorized(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.options.token else {
            return true;
        };
        let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        header.and_then(|value| value.split_once(' ')).is_some_and(|(scheme, sent_token)| {
            scheme.eq_ignore_ascii_case("bearer")
                && constant_time_eq(sent_token.trim().as_bytes(), token.as_bytes())
        })
    }
}

/// The session that a request or an answer names.
fn session_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_HEADER)?.to_str().ok()
}

/// Whether the body is a request of the protocol, and no notification: a client that only opens a session sends one
/// notification, too.
fn is_request(body: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Head {
        id: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_slice::<Head>(body).is_ok_and(|head| head.id.is_some())
}

/// Compares two texts in constant time, so that the time does not reveal where they differ.
fn constant_time_eq(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Reads the body, within the size and time limits.
async fn read_body(body: Incoming) -> Result<bytes::Bytes, Response<Body>> {
    let reading = Limited::new(body, MAX_BODY_BYTES).collect();
    match tokio::time::timeout(BODY_TIMEOUT, reading).await {
        Ok(Ok(read)) => Ok(read.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(text_response(
            StatusCode::PAYLOAD_TOO_LARGE,
            &format!("a request may have {MAX_BODY_BYTES} bytes"),
        )),
        Ok(Err(_)) => Err(text_response(StatusCode::BAD_REQUEST, "the request breaks off")),
        Err(_) => Err(text_response(StatusCode::REQUEST_TIMEOUT, "the request takes too long")),
    }
}

/// The answer to a body that is served as no message.
fn error_response(id: Option<RequestId>, error: ErrorData) -> Response<Body> {
    let error = ServerJsonRpcMessage::error(error, id);
    let body = serde_json::to_vec(&error).unwrap_or_default();
    response(StatusCode::BAD_REQUEST, "application/json", body)
}

fn text_response(status: StatusCode, what: &str) -> Response<Body> {
    response(status, "text/plain; charset=utf-8", format!("{what}\n").into_bytes())
}

fn response(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Full::new(bytes::Bytes::from(body)).boxed());
    *response.status_mut() = status;
    let content_type = http::HeaderValue::from_static(content_type);
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_with_the_token_is_authorized() {
        let check = |token: Option<&str>, header: Option<&str>, expect: bool| {
            let token = token.map(str::to_owned);
            let options = HttpOptions { token, ..HttpOptions::default() };
            let mut headers = HeaderMap::new();
            if let Some(header) = header {
                headers.insert(AUTHORIZATION, header.parse().unwrap());
            }
            assert_eq!(
                RequestGuard::new(options, ([127, 0, 0, 1], 1).into()).is_authorized(&headers),
                expect,
                "{header:?}"
            );
        };
        check(None, None, true);
        check(None, Some("Bearer x"), true);
        check(Some("abc"), None, false);
        check(Some("abc"), Some("Bearer abc"), true);
        check(Some("abc"), Some("bearer  abc"), true);
        check(Some("abc"), Some("Bearer abcd"), false);
        check(Some("abc"), Some("Bearer abd"), false);
        check(Some("abc"), Some("Basic abc"), false);
        check(Some("abc"), Some("abc"), false);
    }
}
