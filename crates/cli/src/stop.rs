//! Ctrl-C: the first one cancels, the second one ends the process at once.

use std::io;

use firsthand::Cancel;

use crate::failure::{Exit, Failure};

/// The caller's wish to stop, for every kind of work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(pub(crate) Cancel);

impl Stop {
    /// Begins to listen; needs a runtime.
    pub(crate) fn watch() -> io::Result<Self> {
        let stop = Self::default();
        let seen = stop.clone();
        let mut signal = interrupts()?;
        tokio::spawn(async move {
            signal.recv().await;
            seen.0.cancel();
            signal.recv().await;
            std::process::exit(Exit::Cancelled as i32);
        });
        Ok(stop)
    }

    /// The work's value, unless the caller cancels before.
    pub(crate) async fn or<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            biased;
            () = self.0.cancelled() => Err(Failure::Cancelled),
            done = work => done,
        }
    }

    /// The value of work that blocks, on a thread of its own, unless the caller cancels before.
    pub(crate) async fn or_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let working = tokio::task::spawn_blocking(work);
        self.or(async { working.await.unwrap_or(Err(Failure::Crashed)) })
            .await
    }
}

#[cfg(unix)]
fn interrupts() -> io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(windows)]
fn interrupts() -> io::Result<tokio::signal::windows::CtrlC> {
    tokio::signal::windows::ctrl_c()
}
