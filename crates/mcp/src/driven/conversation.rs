//! The conversations that are open: one run of the loop each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use firsthand::{Cancel, Explorer, Intent, Model};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};

use super::clock::{HostClock, SharedClock};
use super::model::{HostAction, HostCall, HostModel, Reply};
use crate::Limits;
use crate::answer::Answer;
use crate::client::{Client, secret};
use crate::finished::{FinishedReport, FinishedReports};

/// Calls that wait for their turn in one conversation.
const QUEUED: usize = 16;
/// Bytes of one call's arguments, as JSON: what is kept of a conversation is bounded by it and the run's budgets.
pub(super) const ARGUMENT_BYTES: usize = 32 << 10;

/// Stands before a report that a client gets for another call than one that ends an exploration.
const ENDED: &str = "The exploration has ended, and this call did nothing. Its report:";

/// What became of a run: its report, or why there is none. `None` while it goes on.
type Outcome = Option<Result<Arc<FinishedReport>, String>>;

/// A run whose model is a client.
#[derive(Clone)]
struct Conversation {
    client: Client,
    calls: mpsc::Sender<HostCall>,
    outcome: watch::Receiver<Outcome>,
}

type Open = Mutex<HashMap<String, Conversation>>;

/// The place of a conversation, free again when the run is over, however it ended.
struct OpenSlot {
    open: Arc<Open>,
    handle: String,
}

impl Drop for OpenSlot {
    fn drop(&mut self) {
        lock(&self.open).remove(&self.handle);
    }
}

/// The conversations that are open, by handle.
pub(crate) struct Conversations {
    open: Arc<Open>,
    most: usize,
    idle: Duration,
}

/// What a conversation is opened for.
pub(super) struct NewConversation {
    pub(super) query: String,
    pub(super) intent: Intent,
    pub(super) client: Client,
    /// The model's name, in the report.
    pub(super) model: String,
}

impl Conversations {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            open: Arc::default(),
            most: limits.open,
            idle: limits.idle,
        }
    }

    /// Begins a run, and returns its handle.
    ///
    /// # Errors
    /// A sentence for the client, where there are too many already.
    pub(super) fn begin(
        &self,
        explorer: &Explorer,
        asked: NewConversation,
        finished: &Arc<FinishedReports>,
    ) -> Result<String, String> {
        let NewConversation {
            query,
            intent,
            client,
            model,
        } = asked;
        let (calls, received) = mpsc::channel(QUEUED);
        let (ended, outcome) = watch::channel(None);
        let slot = self.enter(Conversation {
            client: client.clone(),
            calls,
            outcome,
        })?;
        let handle = slot.handle.clone();
        let clock = Arc::new(HostClock::start());
        let model = HostModel::new(model, Arc::clone(&clock), self.idle, received);
        let model: Arc<dyn Model> = Arc::new(model);
        let run = explorer
            .clone()
            .driven_by(model, Arc::new(SharedClock(clock)));
        let finished = Arc::clone(finished);
        tokio::spawn(async move {
            let explored = run.explore_until(&query, intent, Cancel::new()).await;
            let keep = |explored| FinishedReport::new(slot.handle.clone(), client, explored, &run);
            let kept = explored.map(|explored| finished.keep(keep(explored)));
            // Before its calls are dropped with the run, so that who waits for one finds the outcome.
            ended.send_replace(Some(kept.map_err(|error| error.to_string())));
        });
        Ok(handle)
    }

    /// Takes a place for a conversation.
    fn enter(&self, conversation: Conversation) -> Result<OpenSlot, String> {
        let handle = secret()?;
        let mut open = lock(&self.open);
        if open.len() >= self.most {
            return Err("too many explorations are open; end one, or wait".to_owned());
        }
        open.insert(handle.clone(), conversation);
        Ok(OpenSlot {
            open: Arc::clone(&self.open),
            handle,
        })
    }

    /// HostAction something in a conversation, and waits for what comes of it: the loop's answer, or the report where the run
    /// ended with it.
    ///
    /// # Errors
    /// A sentence for the client: no such handle, or no report.
    pub(super) async fn call(
        &self,
        handle: &str,
        client: &Client,
        what: HostAction,
        finished: &FinishedReports,
    ) -> Result<Answer, String> {
        let asks_for_report = matches!(what, HostAction::KeepReport);
        let Some(mut conversation) = self.find(handle, client) else {
            let kept = finished.find(handle, client).ok_or_else(unknown)?;
            let report = Answer::report(&kept);
            return Ok(match asks_for_report {
                true => report,
                false => report.after(ENDED),
            });
        };
        let ends = asks_for_report || what.is_report();
        let (reply, answered) = oneshot::channel();
        let withdrawn = Cancel::new();
        // DroppedRequest with this call, however it ends: what still works for it ends, too.
        let _gone = withdrawn.on_drop();
        let call = HostCall {
            what,
            reply,
            withdrawn,
        };
        let sent = conversation.calls.send(call).await;
        match (sent, answered.await) {
            (
                Ok(()),
                Ok(Reply {
                    text,
                    is_error: false,
                }),
            ) => Ok(Answer::text(text)),
            (Ok(()), Ok(Reply { text, .. })) => Ok(Answer::error(text)),
            _ => {
                let report = ended(&mut conversation.outcome).await?;
                Ok(if ends { report } else { report.after(ENDED) })
            }
        }
    }

    /// A conversation of this client. That there is one of another is not said.
    fn find(&self, handle: &str, client: &Client) -> Option<Conversation> {
        let open = lock(&self.open);
        open.get(handle)
            .filter(|one| one.client == *client)
            .cloned()
    }
}

fn lock(open: &Open) -> MutexGuard<'_, HashMap<String, Conversation>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn ended(outcome: &mut watch::Receiver<Outcome>) -> Result<Answer, String> {
    let ended = outcome.wait_for(Option::is_some).await;
    match ended.ok().and_then(|outcome| outcome.clone()) {
        Some(Ok(kept)) => Ok(Answer::report(&kept)),
        Some(Err(why)) => Err(format!("the exploration ended without a report: {why}")),
        None => Err("the exploration broke off".to_owned()),
    }
}

fn unknown() -> String {
    "there is no exploration of this handle: it expired, is another client's, or was never opened; call open".to_owned()
}

/// The handle of a call, taken out of its arguments.
///
/// # Errors
/// A sentence for the client.
pub(super) fn handle_of(arguments: &mut Value) -> Result<String, String> {
    if arguments.to_string().len() > ARGUMENT_BYTES {
        return Err(format!(
            "the arguments are longer than {ARGUMENT_BYTES} bytes"
        ));
    }
    match arguments
        .as_object_mut()
        .and_then(|all| all.remove(super::HANDLE))
    {
        Some(Value::String(handle)) => Ok(handle),
        _ => Err("`handle` is missing: the one that open returned".to_owned()),
    }
}
