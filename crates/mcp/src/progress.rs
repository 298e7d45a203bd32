//! Progress notifications to the client.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use firsthand::agent::Notice;
use firsthand::{Event, Observer, State, progress_message};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::watch;

/// How often the last message is repeated: clients time out calls that report nothing for long.
const REPEAT_INTERVAL: Duration = Duration::from_secs(10);

/// Sends the progress of one call, if the client asked for it.
pub(crate) struct Progress {
    /// The number of messages sent: the protocol's progress value may only grow.
    sent: AtomicU32,
    target: Option<(ProgressToken, Peer<RoleServer>)>,
}

/// Keeps the last progress message of a run.
struct LastMessage(watch::Sender<String>);

impl Observer for LastMessage {
    fn event(&self, event: &Event, state: &State) {
        if let Some(message) = progress_message(event, state) {
            self.0.send_replace(message);
        }
    }

    fn notice(&self, notice: &Notice) {
        self.0.send_replace(firsthand::registry::escape(&notice.to_string()).into_owned());
    }
}

impl Progress {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        let token = context.meta.get_progress_token();
        Self { sent: AtomicU32::new(0), target: token.map(|token| (token, context.peer.clone())) }
    }

    /// Runs the work; meanwhile sends `first`, then the messages that its observer receives. `None` if the client is
    /// unreachable.
    pub(crate) async fn during<T, W: Future<Output = T> + Send>(
        &self,
        first: &str,
        work: impl FnOnce(Arc<dyn Observer>) -> W,
    ) -> Option<T> {
        let (message, messages) = watch::channel(first.to_owned());
        tokio::select! {
            biased;
            done = work(Arc::new(LastMessage(message))) => Some(done),
            () = self.send_messages(messages) => None,
        }
    }

    /// Sends messages until the client is unreachable; waits forever if it asked for none.
    async fn send_messages(&self, mut messages: watch::Receiver<String>) {
        let Some((token, peer)) = &self.target else {
            return std::future::pending().await;
        };
        loop {
            let sent = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
            let message = messages.borrow_and_update().clone();
            let progress = ProgressNotificationParam::new(token.clone(), f64::from(sent));
            if peer.notify_progress(progress.with_message(message)).await.is_err() {
                return;
            }
            let changed = tokio::time::timeout(REPEAT_INTERVAL, messages.changed()).await;
            if matches!(changed, Ok(Err(_))) {
                // No more messages will come, and the work is about to end.
                return std::future::pending().await;
            }
        }
    }
}
