//! Ctrl-C, or a request to terminate: the first one cancels, the second one ends the process at once.

use std::io;

use firsthand::Cancel;

use crate::failure::{Exit, Failure};

/// The caller's cancellation, for every kind of work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(pub(crate) Cancel);

impl Stop {
    /// Starts listening for signals; needs a runtime.
    pub(crate) fn watch() -> io::Result<Self> {
        let stop = Self::default();
        let signalled = stop.clone();
        let mut signals = Signals::listen()?;
        tokio::spawn(async move {
            signals.recv().await;
            signalled.0.cancel();
            signals.recv().await;
            std::process::exit(Exit::Cancelled as i32);
        });
        Ok(stop)
    }

    /// Awaits the work, unless the caller cancels first.
    pub(crate) async fn or<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            biased;
            () = self.0.cancelled() => Err(Failure::cancelled()),
            done = work => done,
        }
    }

    /// Runs blocking work on a separate thread and awaits it, unless the caller cancels first.
    pub(crate) async fn or_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let working = tokio::task::spawn_blocking(work);
        self.or(async { working.await.unwrap_or(Err(Failure::crashed())) }).await
    }
}

/// The signals that request termination.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn recv(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn listen() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn recv(&mut self) {
        self.0.recv().await;
    }
}
