//! The frames of one client: one JSON value per line.

use std::io;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader, Empty};

use super::MAX_FRAME_BYTES;
use super::frame::Frame;
use crate::in_flight::{ID_IN_FLIGHT, InFlight};

/// Reads and writes frames. The protocol library reads none: it drops what it cannot read, and whoever sent a request
/// then waits for its answer without end. Here each such line is answered with an error.
pub(super) struct Frames<R, W: AsyncWrite> {
    read: BufReader<R>,
    /// The line so far, up to [`MAX_FRAME_BYTES`] of it. It is kept here because reading may be interrupted.
    line: Vec<u8>,
    is_cut: bool,
    write: AsyncRwTransport<RoleServer, Empty, W>,
    /// The answer to a refused frame, until it is written.
    refusal: Option<BoxFuture<'static, io::Result<()>>>,
    /// The ids of the requests that were not answered yet. The protocol's library forgets the first of two with one id.
    in_flight: InFlight,
    /// Whether a request was received. Messages before the first one are skipped, so that a client that starts with a
    /// notification is served, too.
    request_seen: bool,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Send + Unpin + 'static> Frames<R, W> {
    pub(super) fn new(read: R, write: W) -> Self {
        Self {
            read: BufReader::new(read),
            line: Vec::new(),
            is_cut: false,
            write: AsyncRwTransport::new_server(tokio::io::empty(), write),
            refusal: None,
            in_flight: InFlight::default(),
            request_seen: false,
        }
    }

    /// The next frame; `None` at the end of the input.
    async fn next(&mut self) -> Option<Frame> {
        loop {
            let read = self.read.fill_buf().await.ok()?;
            let line_end = read.iter().position(|&byte| byte == b'\n');
            let taken = line_end.map_or(read.len(), |at| at + 1);
            let (is_end, room) = (taken == 0, MAX_FRAME_BYTES.saturating_sub(self.line.len()));
            self.is_cut |= taken > room;
            self.line.extend_from_slice(&read[..taken.min(room)]);
            self.read.consume(taken);
            if is_end && self.line.is_empty() {
                return None;
            }
            if is_end || line_end.is_some() {
                let line = std::mem::take(&mut self.line);
                return Some(Frame::of(&line, std::mem::take(&mut self.is_cut)));
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for Frames<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        frame: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.in_flight.answered(&frame);
        self.write.send(frame)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(refusal) = &mut self.refusal {
                let written = refusal.await;
                self.refusal = None;
                written.ok()?;
            }
            match self.next().await? {
                Frame::Ignored => {}
                Frame::Refused(id, error) => {
                    let error = ServerJsonRpcMessage::error(error, id);
                    self.refusal = Some(self.write.send(error).boxed());
                }
                Frame::Message(message) if !self.in_flight.begins(&message) => {
                    if let ClientJsonRpcMessage::Request(request) = *message {
                        let error = ErrorData::invalid_request(ID_IN_FLIGHT, None);
                        let error = ServerJsonRpcMessage::error(error, Some(request.id));
                        self.refusal = Some(self.write.send(error).boxed());
                    }
                }
                Frame::Message(message) => {
                    self.request_seen |= matches!(*message, ClientJsonRpcMessage::Request(_));
                    if self.request_seen {
                        return Some(*message);
                    }
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.write.close().await
    }
}
