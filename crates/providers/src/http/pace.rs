//! Time, as an adapter needs it: injected, so that tests wait for nothing.

use std::time::{Duration, Instant};

use async_trait::async_trait;

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The next try after a fault.
    Retry,
    /// Something from the server; when this wait is over first, the server is taken to be stalled.
    Server,
}

/// A clock, and waiting by it.
#[async_trait]
pub trait Pace: Send + Sync {
    /// The time by this clock.
    fn now(&self) -> Instant;

    /// Waits that long. Dropping the future ends the wait.
    async fn wait(&self, why: Wait, time: Duration);
}

/// The machine's clock, through tokio.
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
