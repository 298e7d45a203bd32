//! A response body that cancels its request's work when it is dropped.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use firsthand::agent::CancelOnDrop;
use http_body::{Body as HttpBody, Frame, SizeHint};

use super::Body;

/// A body that raises a flag when it is dropped: when it was sent, and when its client is gone before.
pub(super) struct BodyDropSignal {
    body: Body,
    _dropped: CancelOnDrop,
}

impl BodyDropSignal {
    pub(super) fn new(body: Body, dropped: CancelOnDrop) -> Self {
        Self {
            body,
            _dropped: dropped,
        }
    }
}

impl HttpBody for BodyDropSignal {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
