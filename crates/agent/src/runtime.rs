//! Time, and threads for work of a host that may block.

use std::panic::AssertUnwindSafe;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::channel::oneshot;
use futures::future::BoxFuture;

/// The clock of a run, and an executor for the host's code.
///
/// The loop itself never blocks. Tools may, so [`Runtime::spawn`] runs them on other threads than the one
/// on which the run is polled. [`Threads`] works with any executor; a test may have its own clock.
pub trait Runtime: Send + Sync {
    /// The time since a fixed moment.
    fn now(&self) -> Duration;

    /// Waits for this time. Dropping the future ends the wait.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// Starts the work; the returned future completes with it. Dropping that future does not stop the work.
    fn spawn(&self, work: BoxFuture<'static, ()>) -> BoxFuture<'static, ()>;
}

/// The system's clock, and a thread for each piece of work. It needs no executor with timers, and work
/// that blocks its thread does not delay the run, even on a single-threaded runtime. If the run is polled
/// inside a tokio runtime, work runs inside it, too, so that tools may use tokio.
///
/// Work that outlives its run continues on a detached thread until it returns.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    start: Instant,
}

impl Default for Threads {
    fn default() -> Self {
        let start = Instant::now();
        Self { start }
    }
}

impl Runtime for Threads {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let (wake, woken) = oneshot::channel();
        // Dropped with the future that is returned, which ends the thread.
        let (alive, gone) = channel::<()>();
        let started = thread::Builder::new().spawn(move || {
            if gone.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                let _ = wake.send(());
            }
        });
        async move {
            let _alive = alive;
            if started.is_err() || woken.await.is_err() {
                // Without a thread there is no timer; the clock is still read between two effects.
                std::future::pending::<()>().await;
            }
        }
        .boxed()
    }

    fn spawn(&self, work: BoxFuture<'static, ()>) -> BoxFuture<'static, ()> {
        let (done, ended) = oneshot::channel::<()>();
        let tokio = tokio::runtime::Handle::try_current();
        let work = AssertUnwindSafe(work).catch_unwind();
        let started = thread::Builder::new().spawn(move || {
            let _ = match tokio {
                Ok(handle) => handle.block_on(work),
                Err(_) => futures::executor::block_on(work),
            };
            let _ = done.send(());
        });
        if let Err(error) = started {
            tracing::warn!(%error, "no thread could be started; the work is not done");
        }
        ended.map(drop).boxed()
    }
}

/// Milliseconds since `start`, in addition to the `before_ms` of earlier parts of the run.
pub(crate) fn elapsed_ms(runtime: &dyn Runtime, start: Duration, before_ms: u64) -> u64 {
    let elapsed = runtime.now().saturating_sub(start).as_millis();
    before_ms.saturating_add(u64::try_from(elapsed).unwrap_or(u64::MAX))
}

/// As [`run_on`], and `None` where the work takes longer than this.
pub(crate) async fn run_in_time<T: Send + 'static>(
    runtime: &dyn Runtime,
    time: Duration,
    work: impl Future<Output = T> + Send + 'static,
) -> Option<T> {
    tokio::select! {
        biased;
        value = run_on(runtime, work) => value,
        () = runtime.sleep(time) => None,
    }
}

/// Runs the work on the runtime; returns its value, or `None` where it panicked.
pub(crate) async fn run_on<T: Send + 'static>(
    runtime: &dyn Runtime,
    work: impl Future<Output = T> + Send + 'static,
) -> Option<T> {
    let (send, value) = oneshot::channel();
    let work = AssertUnwindSafe(work).catch_unwind();
    let work = async move {
        if let Ok(value) = work.await {
            let _ = send.send(value);
        }
    };
    let ((), value) = futures::future::join(runtime.spawn(work.boxed()), value).await;
    value.ok()
}
