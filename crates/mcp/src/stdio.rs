//! Serves one client over standard input and output, or over two other streams, with one JSON value per line.

use firsthand::Cancel;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::service::{QuitReason, ServerInitializeError, serve_server};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::McpConfig;
use crate::http::ServeError;
use crate::server::Server;

/// The maximum size of a frame. A longer one is dropped.
const MAX_FRAME_BYTES: usize = 4 << 20;

/// Serves one client over standard input and output, until the input ends or `cancel` is raised. Nothing but frames is
/// written.
///
/// # Errors
/// A [`ServeError`] if the client cannot be served.
pub async fn serve_stdio(config: McpConfig, cancel: Cancel) -> Result<(), ServeError> {
    let (read, write) = rmcp::transport::io::stdio_pipes();
    serve_on(config, read, write, cancel).await
}

/// Serves one client over any two streams, until the input ends or `cancel` is raised.
///
/// # Errors
/// A [`ServeError`] if the client cannot be served.
pub async fn serve_on<R, W>(
    config: McpConfig,
    read: R,
    write: W,
    cancel: Cancel,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let frames = AsyncRwTransport::new_server(read, write).with_max_line_length(MAX_FRAME_BYTES);
    let initialized = tokio::select! {
        () = cancel.cancelled() => return Ok(()),
        result = serve_server(Server::new(config), SkipUntilRequest::new(frames)) => result,
    };
    let serving = match initialized {
        // The input ended before the client sent a request.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        result => result.map_err(|error| ServeError::Protocol(error.to_string()))?,
    };
    let stop_token = serving.cancellation_token();
    let mut quitting = std::pin::pin!(serving.waiting());
    let quit = tokio::select! {
        quit = &mut quitting => quit,
        () = cancel.cancelled() => {
            stop_token.cancel();
            quitting.await
        }
    };
    match quit {
        Ok(QuitReason::Closed | QuitReason::Cancelled) => Ok(()),
        Ok(QuitReason::JoinError(error)) | Err(error) => {
            Err(ServeError::Protocol(error.to_string()))
        }
        Ok(_) => Ok(()),
    }
}

/// Skips frames before the first request, so that a client that starts with a notification is served, too.
struct SkipUntilRequest<T> {
    frames: T,
    /// Whether a request was received.
    request_seen: bool,
}

impl<T> SkipUntilRequest<T> {
    fn new(frames: T) -> Self {
        let request_seen = false;
        Self {
            frames,
            request_seen,
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for SkipUntilRequest<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        frame: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.frames.send(frame)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let frame = self.frames.receive().await?;
            self.request_seen |= matches!(frame, ClientJsonRpcMessage::Request(_));
            if self.request_seen {
                return Some(frame);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.frames.close().await
    }
}
