//! A model that follows a script.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::{Message, Model, ModelError, ModelRequest, ModelTurn, SUBMIT, ToolCall};
use serde_json::Value;

use crate::Expect;

/// The reply of a scripted model.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// Returns a turn.
    Turn(ModelTurn),
    /// Returns an error.
    Fails(ModelError),
    /// Never returns.
    Hangs,
    /// Panics.
    Panics,
}

/// A model that follows a script: a list of turns, each with what it expects to see first.
///
/// Clones share the script, so that a test can keep one of them. Each turn ends with the
/// method for its reply; `expects`, `after` and `with_side_effect` come before it.
#[derive(Clone, Default)]
pub struct Script(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    turns: Vec<Turn>,
    /// The turn that is being written: the method for its reply ends it.
    unfinished: Turn,
    turns_taken: usize,
    /// Whether the script starts again after the last turn.
    repeats: bool,
    faults: Vec<String>,
}

type SideEffect = Arc<dyn Fn() + Send + Sync>;

#[derive(Default)]
struct Turn {
    expects: Vec<Expect>,
    after: Duration,
    side_effects: Vec<SideEffect>,
    reply: Option<Reply>,
}

impl Script {
    /// An empty script.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A script that expects nothing and replies this, over and over.
    #[must_use]
    pub fn repeating(replies: impl IntoIterator<Item = Reply>) -> Self {
        let script = replies.into_iter().fold(Self::new(), Self::replies);
        script.inner().repeats = true;
        script
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next turn fails unless the expectation holds.
    #[must_use]
    pub fn expects(self, expect: Expect) -> Self {
        self.inner().unfinished.expects.push(expect);
        self
    }

    /// The next turn takes this time (of tokio's clock).
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        self.inner().unfinished.after = time;
        self
    }

    /// Runs a side effect in the next turn, before `after` passes.
    #[must_use]
    pub fn with_side_effect(self, effect: impl Fn() + Send + Sync + 'static) -> Self {
        self.inner().unfinished.side_effects.push(Arc::new(effect));
        self
    }

    /// Ends the turn with this reply.
    #[must_use]
    pub fn replies(self, reply: Reply) -> Self {
        {
            let inner = &mut *self.inner();
            let mut turn = std::mem::take(&mut inner.unfinished);
            turn.reply = Some(reply);
            inner.turns.push(turn);
        }
        self
    }

    /// Calls one tool.
    #[must_use]
    pub fn calls(self, tool: &str, arguments: Value) -> Self {
        self.calls_all([(tool, arguments)])
    }

    /// Calls several tools in one turn.
    #[must_use]
    pub fn calls_all<'t>(self, calls: impl IntoIterator<Item = (&'t str, Value)>) -> Self {
        let turn = self.inner().turns.len();
        let calls = calls
            .into_iter()
            .enumerate()
            .map(|(at, (tool, arguments))| ToolCall::new(format!("t{turn}_{at}"), tool, arguments));
        let calls = calls.collect();
        self.replies(Reply::Turn(ModelTurn { calls, ..ModelTurn::default() }))
    }

    /// Submits a report.
    #[must_use]
    pub fn submits(self, selection: Value) -> Self {
        self.calls(SUBMIT, selection)
    }

    /// Replies with text, without a call.
    #[must_use]
    pub fn replies_text(self, text: &str) -> Self {
        self.replies(Reply::Turn(ModelTurn { text: text.to_owned(), ..ModelTurn::default() }))
    }

    /// Replies with an error.
    #[must_use]
    pub fn fails(self, error: ModelError) -> Self {
        self.replies(Reply::Fails(error))
    }

    /// Never answers.
    #[must_use]
    pub fn hangs(self) -> Self {
        self.replies(Reply::Hangs)
    }

    /// Panics.
    #[must_use]
    pub fn panics(self) -> Self {
        self.replies(Reply::Panics)
    }

    /// How many turns were requested.
    #[must_use]
    pub fn turn_count(&self) -> usize {
        self.inner().turns_taken
    }

    /// The deviations from the script.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        self.inner().faults.clone()
    }

    /// Checks that the run followed the script to its end.
    ///
    /// # Panics
    /// Where the run deviated from the script, or turns are left.
    pub fn finished(&self) {
        let inner = self.inner();
        assert!(inner.faults.is_empty(), "{}", inner.faults.join("\n"));
        let left = inner.turns.len().saturating_sub(inner.turns_taken);
        assert!(
            left == 0,
            "the run ended with {left} of {} scripted turns left",
            inner.turns.len()
        );
    }

    /// The next turn: how long it takes, what happens meanwhile, and the reply.
    fn take_turn(
        &self,
        request: &ModelRequest<'_>,
    ) -> Result<(Duration, Vec<SideEffect>, Reply), String> {
        let inner = &mut *self.inner();
        let turns_before = inner.turns_taken;
        inner.turns_taken += 1;
        let length = inner.turns.len();
        let index = if inner.repeats && length > 0 { turns_before % length } else { turns_before };
        let number = turns_before + 1;
        let Some(turn) = inner.turns.get(index) else {
            return Err(format!(
                "turn {number} was asked for, and the script has {length}{}",
                last_seen(request)
            ));
        };
        if let Some(failed) = turn.expects.iter().find(|expect| !expect.holds(request)) {
            let seen = last_seen(request);
            return Err(format!("turn {number} expected {failed:?}{seen}"));
        }
        let reply = turn.reply.clone().unwrap_or(Reply::Hangs);
        Ok((turn.after, turn.side_effects.clone(), reply))
    }
}

#[async_trait]
impl Model for Script {
    fn name(&self) -> &str {
        "script"
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let (after, side_effects, reply) = match self.take_turn(request) {
            Ok(turn) => turn,
            Err(fault) => {
                self.inner().faults.push(fault.clone());
                return Err(ModelError::Malformed(fault));
            }
        };
        for side_effect in side_effects {
            side_effect();
        }
        if !after.is_zero() {
            tokio::time::sleep(after).await;
        }
        match reply {
            Reply::Turn(turn) => Ok(turn),
            Reply::Fails(error) => Err(error),
            Reply::Hangs => std::future::pending().await,
            Reply::Panics => panic!("the script says that the model panics here"),
        }
    }
}

/// The messages since the model's last turn, for a failure message.
fn last_seen(request: &ModelRequest<'_>) -> String {
    let since = |message: &&Message| !matches!(message, Message::Model(_));
    let mut seen: Vec<&Message> = request.messages.iter().rev().take_while(since).collect();
    seen.reverse();
    let mut out = format!("\nmust call: {:?}\nit saw:", request.must_call);
    for message in seen {
        let _ = match message {
            Message::User(text) => write!(out, "\n--- the host:\n{text}"),
            Message::Answer(answer) => write!(out, "\n--- {}:\n{}", answer.tool, answer.text()),
            Message::Model(_) => Ok(()),
        };
    }
    out
}
