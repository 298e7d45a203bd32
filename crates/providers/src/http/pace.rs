//! The clock of an adapter: injected, so that tests need not wait.

use std::time::{Duration, Instant};

use async_trait::async_trait;

/// The reason of a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The delay before a retry.
    Retry,
    /// The timeout of an operation of the server. If it ends first, the server counts as stalled.
    Server,
}

/// A clock that can wait.
#[async_trait]
pub trait Pace: Send + Sync {
    /// The current time of this clock.
    fn now(&self) -> Instant;

    /// Waits for this duration. Dropping the future cancels the wait.
    async fn wait(&self, why: Wait, time: Duration);
}

/// The system's clock, through tokio.
pub(super) struct RealTime;

#[async_trait]
impl Pace for RealTime {
    fn now(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

    async fn wait(&self, _: Wait, time: Duration) {
        tokio::time::sleep(time).await;
    }
}
