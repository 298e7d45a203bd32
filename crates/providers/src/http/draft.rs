//! A turn while it is being read: both shapes fill in one of these.

mod calls;
mod open;

use firsthand_agent::validator::Tokens;
use firsthand_agent::{ModelTurn, ToolCall};
use serde_json::{Value, json};

use self::calls::{Calls, MOST};
use super::fault::{Fault, Kind};
use super::provider_state::ProviderState;
use super::surrogates;

/// Why an answer ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It said all it wanted to.
    Complete,
    /// It was cut at a limit of its length.
    Cut,
    /// The conversation has no room for more.
    Full,
    /// It does not want to, or may not.
    Declined,
    /// The server could not read what its own model wrote.
    Garbled,
}

/// How far an answer has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Progress {
    /// Nothing of it is there.
    Nothing,
    /// A part is there.
    Begun,
    /// It is whole; only its cost may still come.
    Whole,
    /// Nothing more comes.
    Closed,
}

/// Under this name is kept what came beside the calls: a list in their order.
pub(super) const BESIDE: &str = "beside";

/// A turn while it is being read.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) text: String,
    /// What it says in place of an answer that it refuses.
    pub(super) refusal: String,
    pub(super) provider_state: ProviderState,
    pub(super) tokens: Option<Tokens>,
    pub(super) end: Option<End>,
    pub(super) closed: bool,
    /// Whether halves of characters stand in what was read.
    pub(super) has_halves: bool,
    calls: Calls,
}

impl Draft {
    pub(super) fn progress(&self) -> Progress {
        match self.end {
            _ if self.closed => Progress::Closed,
            Some(_) => Progress::Whole,
            None if self.text.is_empty() && self.calls.is_empty() => Progress::Nothing,
            None => Progress::Begun,
        }
    }

    /// Nothing more comes.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.end.get_or_insert(End::Complete);
    }

    /// A piece of a call.
    pub(super) fn piece(&mut self, key: Option<u64>, id: &str, tool: &str, arguments: &str) {
        self.calls.piece(key, id, tool, arguments);
    }

    /// A whole call.
    pub(super) fn call(&mut self, id: &str, tool: &str, arguments: &Value) {
        self.calls.begin(None, id, tool, &arguments.to_string());
    }

    /// Something beside the last call.
    pub(super) fn beside(&mut self, what: &Value) {
        self.calls.beside(what);
    }

    /// Whether it can still become a turn.
    pub(super) fn check(&self) -> Result<(), Fault> {
        match self.calls.too_many() {
            true => {
                let what = format!("an answer with more than {MOST} tool calls");
                Err(Fault::new(Kind::Garbled, what))
            }
            false => Ok(()),
        }
    }

    /// The turn, once the answer has ended.
    pub(super) fn finish(self) -> Result<ModelTurn, Fault> {
        let Some(end) = self.end else {
            return Err(Fault::new(Kind::Lost, "the answer broke off"));
        };
        if self.calls.is_empty() {
            match end {
                End::Full => return Err(Fault::new(Kind::TooLong, "it has no room for an answer")),
                End::Declined => return Err(declined(&self.refusal)),
                End::Garbled => return Err(garbled(&self.refusal)),
                End::Complete | End::Cut if !self.refusal.is_empty() => {
                    return Err(declined(&self.refusal));
                }
                End::Complete | End::Cut => {}
            }
        }
        let mut provider_state = self.provider_state;
        if let Some(beside) = self.calls.all_beside() {
            provider_state.field(BESIDE, &beside);
        }
        let calls = self.calls.finish();
        let last = calls.len();
        let provider_state = provider_state.finish().filter(|_| last > 0);
        let calls = calls.into_iter().enumerate().map(|(at, call)| {
            let cut = end == End::Cut && at + 1 == last;
            ToolCall {
                id: call.id,
                tool: call.tool,
                arguments: arguments(call.arguments.finish(), cut),
            }
        });
        let mut turn = ModelTurn {
            calls: calls.collect(),
            text: self.text,
            tokens: self.tokens,
            provider_state,
        };
        if self.has_halves {
            turn.text = surrogates::join(&turn.text).into_owned();
            let calls = turn.calls.iter_mut().map(|call| &mut call.arguments);
            calls
                .chain(&mut turn.provider_state)
                .for_each(surrogates::join_in);
        }
        Ok(turn)
    }
}

fn garbled(words: &str) -> Fault {
    let what = format!("its own server could not read it: {}", words.trim());
    Fault::new(Kind::Garbled, firsthand_agent::registry::clip(&what, 300))
}

fn declined(words: &str) -> Fault {
    let what = match words.trim() {
        "" => "it declines to answer".to_owned(),
        words => format!("it declines to answer: {words}"),
    };
    Fault::new(Kind::Refused, firsthand_agent::registry::clip(&what, 300))
}

/// Arguments as the port has them: an object, or the text that was written. Nothing at all is an
/// empty object, unless the call was cut off before it said anything.
fn arguments(text: String, cut: bool) -> Value {
    if text.trim().is_empty() && !cut {
        return json!({});
    }
    match serde_json::from_str(&text) {
        Ok(object @ Value::Object(_)) => object,
        Ok(Value::String(inner)) => Value::String(inner),
        _ => Value::String(text),
    }
}
