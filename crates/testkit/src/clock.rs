//! A run on tokio's clock, which a test can stop.

use std::sync::OnceLock;
use std::time::Duration;

use firsthand_agent::Runtime;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use tokio::time::{Instant, sleep};

/// Tokio's clock. Tools run on the thread of the run itself, so that a paused clock waits for their work.
#[derive(Debug, Default)]
pub struct TokioClock {
    start: OnceLock<Instant>,
}

impl Runtime for TokioClock {
    fn now(&self) -> Duration {
        self.start.get_or_init(Instant::now).elapsed()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        sleep(time).boxed()
    }

    fn spawn(&self, work: BoxFuture<'static, ()>) -> BoxFuture<'static, ()> {
        work
    }
}
