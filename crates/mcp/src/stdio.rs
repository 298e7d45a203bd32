//! Serves one client over standard input and output, or over two other streams, with one JSON value per line.

pub(crate) mod frame;
mod frames;

use std::sync::Arc;

use firsthand::Cancel;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, ServerJsonRpcMessage};
use rmcp::service::{QuitReason, ServerInitializeError, serve_server};
use rmcp::transport::Transport as _;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::McpConfig;
use crate::http::ServeError;
use crate::server::{Server, ServerState};
use frames::Frames;

/// The maximum size of a frame. A longer one is refused.
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
    let refusal = config.roots.refusal().map(str::to_owned);
    let server = Server::of(Arc::new(ServerState::new(config)));
    let initialized = tokio::select! {
        () = cancel.cancelled() => return Ok(()),
        result = serve_server(server, Frames::new(read, write)) => result,
    };
    let serving = match initialized {
        // The input ended before the client sent a request.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(ServerInitializeError::InitializeFailed(_)) if refusal.is_some() => {
            return Err(ServeError::Refused(refusal.unwrap_or_default()));
        }
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
        Ok(QuitReason::JoinError(error)) | Err(error) => {
            Err(ServeError::Protocol(error.to_string()))
        }
        Ok(_) => Ok(()),
    }
}

/// Answers each request of a client over standard input with an error that says why there is no server, until the input
/// ends or `cancel` is raised. A client shows the error; of a server that exits it can only say that the connection was
/// closed.
pub async fn refuse_stdio(why: &str, cancel: Cancel) {
    let (read, write) = rmcp::transport::io::stdio_pipes();
    refuse_on(why, read, write, cancel).await;
}

/// Does what [`refuse_stdio`] does, over any two streams.
pub async fn refuse_on<R, W>(why: &str, read: R, write: W, cancel: Cancel)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let mut frames = Frames::new(read, write);
    loop {
        let frame = tokio::select! {
            () = cancel.cancelled() => return,
            frame = frames.receive() => frame,
        };
        match frame {
            Some(ClientJsonRpcMessage::Request(request)) => {
                let error = ErrorData::internal_error(why.to_owned(), None);
                let error = ServerJsonRpcMessage::error(error, Some(request.id));
                if frames.send(error).await.is_err() {
                    return;
                }
            }
            Some(_) => {}
            None => return,
        }
    }
}
