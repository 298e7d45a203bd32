//! Progress notifications to the client.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use firsthand::agent::Notice;
use firsthand::{Event, Observer, State, progress_message};
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use rmcp::{RoleServer, ServiceError};
use tokio::sync::{Notify, watch};

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

    /// Runs the work; meanwhile sends `first`, then messages that its observer receives, the last one in any case.
    ///
    /// # Errors
    /// The client is unreachable.
    pub(crate) async fn during<T, W: Future<Output = T> + Send>(
        &self,
        first: &str,
        work: impl FnOnce(Arc<dyn Observer>) -> W,
    ) -> Result<T, String> {
        let (message, messages) = watch::channel(first.to_owned());
        let ended = Notify::new();
        let mut sending = pin!(self.send_messages(messages, &ended));
        let done = tokio::select! {
            biased;
            done = work(Arc::new(LastMessage(message))) => done,
            () = &mut sending => return Err("the client is gone".to_owned()),
        };
        // A message on its way is not overtaken by the next one, nor by the result.
        ended.notify_one();
        sending.await;
        Ok(done)
    }

    /// Sends messages until the work has ended and its last one is sent, or the client is unreachable.
    async fn send_messages(&self, mut messages: watch::Receiver<String>, ended: &Notify) {
        loop {
            let message = messages.borrow_and_update().clone();
            if self.send(&message).await.is_err() {
                return;
            }
            tokio::select! {
                biased;
                Ok(()) = messages.changed() => {}
                () = ended.notified() => return,
                () = tokio::time::sleep(REPEAT_INTERVAL) => {}
            }
        }
    }

    /// Sends one message if the client asked for progress.
    async fn send(&self, message: &str) -> Result<(), ServiceError> {
        let Some((token, peer)) = &self.target else {
            return Ok(());
        };
        let sent = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        let progress = ProgressNotificationParam::new(token.clone(), f64::from(sent));
        peer.notify_progress(progress.with_message(message)).await
    }
}
