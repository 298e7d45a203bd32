//! Streamable HTTP.

mod gate;
mod sessions;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use firsthand::Cancel;
use http::{Request, Response};
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};

use crate::McpConfig;
use crate::in_flight::InFlightBySession;
use crate::server::{Server, ServerState};
use gate::RequestGuard;
use sessions::{Held, HoldLimits, Sessions};

/// The maximum number of connections, and that of one peer that is another machine. For a further one, the one is closed
/// that waits longest for a request; none is accepted while requests run in all.
const MAX_CONNECTIONS: usize = 256;
const MAX_OF_PEER: usize = 192;
/// The maximum number of concurrent handlers: one for each session, and one for each request without a session.
const MAX_HANDLERS: usize = 1_024;
/// The time limit for a request's headers.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// A session without a request is closed after this time plus the idle timeout: a killed client cannot close it.
const SESSION_TIMEOUT: Duration = Duration::from_secs(300);
/// The delay after a connection could not be accepted, for example because no file descriptor is free.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

type Body = BoxBody<bytes::Bytes, Infallible>;

/// Access options of an HTTP server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HttpOptions {
    /// The token that clients send as `Authorization: Bearer …`. It is required for an address that other machines
    /// reach.
    pub token: Option<String>,
    /// Origins of web pages that may call, such as `http://localhost:6274`; by default none.
    pub origins: Vec<String>,
}

/// Why a server cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{address} cannot be listened on: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        why: io::Error,
    },
    /// Other machines can reach the address, and no token is set.
    #[error("{0} can be reached from other machines, so it needs a token")]
    NoToken(SocketAddr),
    /// The client offers no root, and the server has none of its own.
    #[error("{0}")]
    Refused(String),
    /// The connection failed.
    #[error("the client cannot be served: {0}")]
    Protocol(String),
}

/// A listening server.
pub struct HttpServer {
    listener: TcpListener,
    address: SocketAddr,
    guard: RequestGuard,
    config: McpConfig,
}

impl HttpServer {
    /// Listens on an address. Port 0 takes a free one.
    ///
    /// # Errors
    /// A [`ServeError`] if the address is not available, or needs a token.
    pub async fn bind(
        address: SocketAddr,
        options: HttpOptions,
        config: McpConfig,
    ) -> Result<Self, ServeError> {
        if !address.ip().is_loopback() && options.token.is_none() {
            return Err(ServeError::NoToken(address));
        }
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|why| ServeError::Listen { address, why })?;
        let address = listener.local_addr().unwrap_or(address);
        let guard = RequestGuard::new(options, address);
        Ok(Self { listener, address, guard, config })
    }

    /// The URL to which clients connect.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, gate::PATH)
    }

    /// Serves clients until `cancel` is raised.
    pub async fn serve(self, cancel: Cancel) {
        let http_config = self.guard.config();
        let _cancel_on_return = http_config.cancellation_token.clone().drop_guard();
        let sessions = Arc::new(session_manager(&self.config));
        let limits = HoldLimits {
            of_peer: if self.address.ip().is_loopback() {
                MAX_CONNECTIONS // all clients have the same address
            } else {
                MAX_OF_PEER
            },
            of_all: MAX_CONNECTIONS,
            idle: None,
        };
        let gate = Arc::new(Gate {
            guard: self.guard,
            service: service(self.config, http_config, Arc::clone(&sessions)),
            sessions: Sessions::new(sessions),
            in_flight: InFlightBySession::default(),
            connections: Arc::new(Held::new(limits)),
        });
        for number in 0_u64.. {
            let accepted = tokio::select! {
                () = cancel.cancelled() => return,
                accepted = gate.accept(&self.listener) => accepted,
            };
            let Ok((stream, peer)) = accepted else {
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            };
            let connection = Connection { number, peer: peer.ip(), closed: Cancel::new() };
            for closed in gate.connections.add(connection.clone(), connection.peer) {
                closed.closed.cancel();
            }
            let (gate, cancel) = (Arc::clone(&gate), cancel.clone());
            tokio::spawn(async move {
                tokio::select! {
                    () = cancel.cancelled() => {}
                    () = connection.closed.cancelled() => {}
                    () = serve_connection(stream, |request| gate.answer(request, &connection)) => {}
                }
                gate.connections.remove(&connection);
            });
        }
    }
}

/// What all connections share.
struct Gate {
    guard: RequestGuard,
    service: Service,
    sessions: Sessions,
    in_flight: InFlightBySession,
    connections: Arc<Held<Connection>>,
}

/// A connection of a peer.
#[derive(Clone)]
struct Connection {
    number: u64,
    peer: IpAddr,
    /// Raised when it is closed for another one.
    closed: Cancel,
}

impl PartialEq for Connection {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

type Service = StreamableHttpService<Server, LocalSessionManager>;

/// The protocol's service. It makes a handler for each session, and for each request without a session; all handlers
/// share one state.
fn service(
    config: McpConfig,
    http_config: StreamableHttpServerConfig,
    sessions: Arc<LocalSessionManager>,
) -> Service {
    let state = Arc::new(ServerState::new(config));
    let handler = move || match Arc::strong_count(&state) {
        count if count > MAX_HANDLERS => Err(io::Error::other("too many sessions")),
        _ => Ok(Server::of(Arc::clone(&state))),
    };
    StreamableHttpService::new(handler, sessions, http_config)
}

fn session_manager(config: &McpConfig) -> LocalSessionManager {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_TIMEOUT + config.limits.idle);
    sessions.session_config.sse_retry = None;
    sessions
}

async fn serve_connection<A: Future<Output = Response<Body>>>(
    stream: TcpStream,
    answer: impl Fn(Request<Incoming>) -> A,
) {
    let answer = service_fn(|request| {
        let answered = answer(request);
        async move { Ok::<_, Infallible>(answered.await) }
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    // A failed connection only affects its client.
    let _ = http.serve_connection(TokioIo::new(stream), answer).await;
}

/// An HTTP request's signal, raised when its client drops it.
#[derive(Clone, Debug)]
struct DroppedRequest(Cancel);

/// The signal of the HTTP request that carried this call; never raised without one.
pub(crate) fn dropped_request(context: &RequestContext<RoleServer>) -> Cancel {
    let parts = context.extensions.get::<http::request::Parts>();
    let dropped = parts.and_then(|parts| parts.extensions.get::<DroppedRequest>());
    dropped.map_or_else(Cancel::new, |dropped| dropped.0.clone())
}
