//! The open conversations: each is one run of the loop.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use firsthand::{Cancel, Explorer, Model, Question, Rule, Workspace};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};

use super::clock::{HostClock, SharedClock};
use super::model::{HostAction, HostCall, HostModel, Reply};
use crate::client::{Client, random_id};
use crate::finished::{FinishedReport, FinishedReports};
use crate::tool_result::ToolResult;
use crate::{Limits, lock};

/// The maximum number of queued calls in one conversation.
const MAX_QUEUED_CALLS: usize = 16;
/// The maximum size of one call's arguments, as JSON. With the run's budgets it bounds the memory of a conversation.
pub(super) const MAX_ARGUMENT_BYTES: usize = 32 << 10;

/// The preamble of a report that is returned for a call that neither submits nor requests a report.
const ENDED_NOTE: &str = "The exploration has ended, and this call did nothing. Its report:";

/// The characters of an id that [`random_id`] returns.
const HANDLE_CHARS: usize = 32;
/// Why a call of a handle is refused that no exploration of the client has.
const UNKNOWN_HANDLE: &str = "there is no exploration of this handle: it expired, is another client's, or was never opened; call open";

/// The result of a run: its report, or an error message. `None` while it runs.
pub(super) type Outcome = Option<Result<Arc<FinishedReport>, String>>;

/// A run whose model is a client.
#[derive(Clone)]
struct Conversation {
    client: Client,
    /// The roots that it reads.
    roots: Workspace,
    calls: mpsc::Sender<HostCall>,
    outcome: watch::Receiver<Outcome>,
}

impl Conversation {
    /// The reply to a call that comes through `reply`; `None` if the run ended without one.
    ///
    /// The end of the run is awaited beside the reply, so that a call is answered whoever still owns the other end of
    /// its channel: an error of `send` owns the call, and a message that is sent while the receiver is dropped stays in
    /// the channel as long as there is a sender.
    async fn reply_to(&mut self, call: HostCall, reply: oneshot::Receiver<Reply>) -> Option<Reply> {
        let replied = async {
            self.calls.send(call).await.ok()?;
            reply.await.ok()
        };
        tokio::select! {
            biased;
            reply = replied => reply,
            _ = self.outcome.wait_for(Option::is_some) => None,
        }
    }
}

/// A registered conversation, and what its run owns of it.
pub(super) struct Registered {
    pub(super) slot: OpenSlot,
    pub(super) calls: mpsc::Receiver<HostCall>,
    pub(super) outcome: watch::Sender<Outcome>,
}

type OpenConversations = Mutex<HashMap<String, Conversation>>;

/// The slot of an open conversation; dropped when the run ends, it removes the conversation.
pub(super) struct OpenSlot {
    open: Arc<OpenConversations>,
    pub(super) handle: String,
}

impl Drop for OpenSlot {
    fn drop(&mut self) {
        lock(&self.open).remove(&self.handle);
    }
}

/// The conversations that are open, by handle.
pub(crate) struct Conversations {
    open: Arc<OpenConversations>,
    max_open: usize,
    idle_timeout: Duration,
}

impl Conversations {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { open: Arc::default(), max_open: limits.open, idle_timeout: limits.idle }
    }

    /// Begins a run, whose report names this model, and returns its handle.
    ///
    /// # Errors
    /// A message for the client if too many conversations are open, or the system has no random numbers.
    pub(super) fn begin(
        &self,
        explorer: &Explorer,
        question: Question,
        (client, model): (Client, String),
        finished: &Arc<FinishedReports>,
    ) -> Result<String, String> {
        let roots = explorer.toolbox().sandbox().workspace().clone();
        let Registered { slot, calls, outcome } = self.register(client.clone(), roots)?;
        let handle = slot.handle.clone();
        let clock = Arc::new(HostClock::start());
        let model = HostModel::new(model, Arc::clone(&clock), self.idle_timeout, calls);
        let model: Arc<dyn Model> = Arc::new(model);
        let run = explorer.clone().driven_by(model, Arc::new(SharedClock(clock)));
        let finished = Arc::clone(finished);
        tokio::spawn(async move {
            let explored = run.explore_until(question, Cancel::new()).await;
            let to_finished =
                |explored| FinishedReport::new(slot.handle.clone(), client, explored, &run);
            let finished_report = explored.map(|explored| finished.store(to_finished(explored)));
            outcome.send_replace(Some(finished_report.map_err(|error| error.to_string())));
        });
        Ok(handle)
    }

    /// Registers a conversation of this client under a new handle, if a slot is free.
    pub(super) fn register(&self, client: Client, roots: Workspace) -> Result<Registered, String> {
        let handle = random_id()?;
        let mut open = lock(&self.open);
        if open.len() >= self.max_open {
            return Err("too many explorations are open; end one, or wait".to_owned());
        }
        let (calls, call_receiver) = mpsc::channel(MAX_QUEUED_CALLS);
        let (outcome_sender, outcome) = watch::channel(None);
        let conversation = Conversation { client, roots, calls, outcome };
        open.insert(handle.clone(), conversation);
        let open = Arc::clone(&self.open);
        Ok(Registered {
            slot: OpenSlot { open, handle },
            calls: call_receiver,
            outcome: outcome_sender,
        })
    }

    /// Sends an action to a conversation and waits for its result: the loop's answer, or the report if the action ended
    /// the run.
    ///
    /// # Errors
    /// A message for the client: the handle is unknown, or there is no report.
    pub(super) async fn call(
        &self,
        handle: &str,
        client: &Client,
        action: HostAction,
        finished: &FinishedReports,
    ) -> Result<ToolResult, String> {
        let asks_for_report = matches!(action, HostAction::KeepReport);
        let Some(mut conversation) = self.find(handle, client) else {
            let finished_report = finished.find(handle, client).ok_or(UNKNOWN_HANDLE)?;
            let report = ToolResult::report(&finished_report);
            return Ok(if asks_for_report { report } else { report.with_preamble(ENDED_NOTE) });
        };
        let ends_run = asks_for_report || action.submits_report();
        let (reply, pending_answer) = oneshot::channel();
        let withdrawn = Cancel::new();
        // Raised when this call is dropped, however it ends: it stops the work that still runs for the call.
        let _cancel_on_drop = withdrawn.on_drop();
        let call = HostCall { action, reply, withdrawn };
        match conversation.reply_to(call, pending_answer).await {
            Some(Reply { text, is_error }) if is_error => Ok(ToolResult::error(text)),
            Some(Reply { text, .. }) => Ok(ToolResult::text(text)),
            None => {
                let report = outcome_answer(&mut conversation.outcome).await?;
                Ok(if ends_run { report } else { report.with_preamble(ENDED_NOTE) })
            }
        }
    }

    /// The roots that an open conversation of this client reads.
    pub(super) fn roots(&self, handle: &str, client: &Client) -> Option<Workspace> {
        self.find(handle, client).map(|conversation| conversation.roots)
    }

    /// A conversation of this client. Does not reveal whether the handle is another client's.
    fn find(&self, handle: &str, client: &Client) -> Option<Conversation> {
        let handle = handle_in(handle);
        lock(&self.open).get(handle).filter(|conversation| conversation.client == *client).cloned()
    }
}

/// The handle in a text: some models copy what was printed before it, too.
fn handle_in(text: &str) -> &str {
    let is_handle = |part: &&str| {
        part.len() == HANDLE_CHARS && part.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    text.split(|c: char| !c.is_ascii_alphanumeric()).find(is_handle).unwrap_or(text)
}

/// Waits for the end of the run and returns its report.
///
/// # Errors
/// A message for the client if there is no report.
async fn outcome_answer(outcome: &mut watch::Receiver<Outcome>) -> Result<ToolResult, String> {
    let ended = outcome.wait_for(Option::is_some).await;
    match ended.ok().and_then(|outcome| outcome.clone()) {
        Some(Ok(finished_report)) => {
            let report = ToolResult::report(&finished_report);
            let mut findings = finished_report.explored.report.body().findings.iter();
            let earlier = findings.find(|finding| finding.rule == Rule::EarlierReport);
            Ok(match earlier {
                Some(finding) => {
                    report.with_preamble(&format!("Of your reports, {}.", finding.detail))
                }
                None => report,
            })
        }
        Some(Err(why)) => Err(format!("the exploration ended without a report: {why}")),
        None => Err("the exploration broke off".to_owned()),
    }
}

/// Removes the handle from the arguments of a call and returns it.
///
/// # Errors
/// A message for the client if the arguments have no handle, or are longer than [`MAX_ARGUMENT_BYTES`].
pub(super) fn take_handle(arguments: &mut Value) -> Result<String, String> {
    if arguments.to_string().len() > MAX_ARGUMENT_BYTES {
        return Err(format!("the arguments are longer than {MAX_ARGUMENT_BYTES} bytes"));
    }
    match arguments.as_object_mut().and_then(|all| all.remove(super::HANDLE)) {
        Some(Value::String(handle)) => Ok(handle),
        _ => Err("`handle` is missing: the one that open returned".to_owned()),
    }
}
