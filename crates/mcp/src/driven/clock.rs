//! A clock that pauses while the client thinks.

use std::sync::Mutex;
use std::time::Duration;

use firsthand::agent::{Runtime, Threads};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use tokio::time::Instant;

use crate::lock;

/// The time of one run, excluding waits for its client. The wall-time budget thus covers the work only; the idle
/// timeout limits how long a client may think.
pub(super) struct HostClock {
    start: Instant,
    waits: Mutex<Waits>,
    threads: Threads,
}

/// The waits for the client.
#[derive(Default)]
struct Waits {
    /// The total time of finished waits.
    time: Duration,
    /// The start of the current wait.
    since: Option<Instant>,
}

impl HostClock {
    pub(super) fn start() -> Self {
        Self { start: Instant::now(), waits: Mutex::default(), threads: Threads::default() }
    }

    /// Awaits the work with the clock paused.
    pub(super) async fn paused_during<T>(&self, work: impl Future<Output = T>) -> T {
        let _wait = Wait::begin(self);
        work.await
    }
}

/// A guard of the current wait: dropping it ends the wait.
struct Wait<'c>(&'c HostClock);

impl<'c> Wait<'c> {
    fn begin(clock: &'c HostClock) -> Self {
        lock(&clock.waits).since = Some(Instant::now());
        Self(clock)
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        let mut waits = lock(&self.0.waits);
        let waited = waits.since.take().map(|since| since.elapsed());
        waits.time += waited.unwrap_or_default();
    }
}

/// A handle of the clock, for a run.
pub(super) struct SharedClock(pub(super) std::sync::Arc<HostClock>);

impl Runtime for SharedClock {
    fn now(&self) -> Duration {
        let waits = lock(&self.0.waits);
        let now = waits.since.unwrap_or_else(Instant::now);
        now.duration_since(self.0.start).saturating_sub(waits.time)
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let clock = Self(std::sync::Arc::clone(&self.0));
        let end = self.now().saturating_add(time);
        async move {
            loop {
                let left = end.saturating_sub(clock.now());
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left).await;
            }
        }
        .boxed()
    }

    fn spawn(&self, work: BoxFuture<'static, ()>) -> BoxFuture<'static, ()> {
        self.0.threads.spawn(work)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn the_clock_pauses_while_the_client_thinks() {
        let clock = Arc::new(HostClock::start());
        let run = SharedClock(Arc::clone(&clock));
        let mut alarm = run.sleep(SECOND);
        clock
            .paused_during(async {
                assert!(futures::poll!(&mut alarm).is_pending());
                tokio::time::advance(2 * SECOND).await;
                assert!(futures::poll!(&mut alarm).is_pending(), "no time has passed");
                assert_eq!(run.now(), Duration::ZERO);
            })
            .await;
        tokio::time::advance(SECOND / 2).await;
        assert_eq!(run.now(), SECOND / 2);
        alarm.await;
        assert!((SECOND..2 * SECOND).contains(&run.now()), "{:?}", run.now());
    }

    #[tokio::test(start_paused = true)]
    async fn a_dropped_wait_resumes_the_clock() {
        let clock = Arc::new(HostClock::start());
        let run = SharedClock(Arc::clone(&clock));
        let mut wait = Box::pin(clock.paused_during(std::future::pending::<()>()));
        assert!(futures::poll!(&mut wait).is_pending());
        tokio::time::advance(SECOND).await;
        drop(wait);
        tokio::time::advance(SECOND).await;
        assert_eq!(run.now(), SECOND);
    }
}
