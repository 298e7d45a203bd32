//! What a run does, as a client can show it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use firsthand::agent::Notice;
use firsthand::{Event, Observer, State, doing};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::watch;

/// Where nothing new happens, the last thing is said again so often: clients end calls that say nothing for long.
const BEAT: Duration = Duration::from_secs(10);

/// Where the progress of one call goes: nowhere, unless the client asked for it.
pub(crate) struct Progress {
    /// How often something was said: the protocol's progress only grows.
    sent: AtomicU32,
    to: Option<(ProgressToken, Peer<RoleServer>)>,
}

/// Keeps the last line of a run.
struct LastLine(watch::Sender<String>);

impl Observer for LastLine {
    fn event(&self, event: &Event, state: &State) {
        if let Some(line) = doing(event, state) {
            self.0.send_replace(line);
        }
    }

    fn notice(&self, notice: &Notice) {
        self.0
            .send_replace(firsthand::registry::escape(&notice.to_string()).into_owned());
    }
}

impl Progress {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        let token = context.meta.get_progress_token();
        Self {
            sent: AtomicU32::new(0),
            to: token.map(|token| (token, context.peer.clone())),
        }
    }

    /// HostAction the work, and meanwhile says `first`, and what its observer hears. `None` where the client can no longer be reached.
    pub(crate) async fn during<T, W: Future<Output = T> + Send>(
        &self,
        first: &str,
        work: impl FnOnce(Arc<dyn Observer>) -> W,
    ) -> Option<T> {
        let (line, lines) = watch::channel(first.to_owned());
        tokio::select! {
            biased;
            done = work(Arc::new(LastLine(line))) => Some(done),
            () = self.pass_on(lines) => None,
        }
    }

    /// Passes lines on until the client is gone; forever where it does not want them.
    async fn pass_on(&self, mut lines: watch::Receiver<String>) {
        let Some((token, peer)) = &self.to else {
            return std::future::pending().await;
        };
        loop {
            let sent = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
            let line = lines.borrow_and_update().clone();
            let progress = ProgressNotificationParam::new(token.clone(), f64::from(sent));
            if peer
                .notify_progress(progress.with_message(line))
                .await
                .is_err()
            {
                return;
            }
            let changed = tokio::time::timeout(BEAT, lines.changed()).await;
            if matches!(changed, Ok(Err(_))) {
                // Nothing more will be said, and the work is about to be done.
                return std::future::pending().await;
            }
        }
    }
}
