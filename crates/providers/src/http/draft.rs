//! A turn while it is being read: both shapes fill in one of these.

use firsthand_agent::validator::Tokens;
use firsthand_agent::{ModelTurn, ToolCall};
use serde_json::{Value, json};

use super::fault::{Fault, Kind};
use super::kept::Kept;

/// Why an answer ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It said all it wanted to.
    Said,
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

/// A call while it is being read.
#[derive(Default)]
struct Call {
    /// What the pieces of one call have in common.
    key: Option<u64>,
    id: String,
    tool: String,
    arguments: String,
    /// What came beside a call, to go back with it.
    beside: Value,
}

impl Call {
    /// Whether a piece with this id and name belongs to it. One without a name does: some servers give
    /// every piece an id of its own. One that repeats both does, until the arguments are whole.
    fn goes_on(&self, id: &str, tool: &str) -> bool {
        let open = || serde_json::from_str::<Value>(&self.arguments).is_err();
        let repeats = || id == self.id && tool == self.tool && open();
        tool.is_empty() || self.tool.is_empty() || repeats()
    }
}

/// Under this name is kept what came beside the calls: a list in their order.
pub(super) const BESIDE: &str = "beside";

/// A turn while it is being read.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) text: String,
    /// What it says in place of an answer that it refuses.
    pub(super) refusal: String,
    pub(super) kept: Kept,
    pub(super) tokens: Option<Tokens>,
    pub(super) end: Option<End>,
    pub(super) closed: bool,
    calls: Vec<Call>,
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
        self.end.get_or_insert(End::Said);
    }

    /// A piece of a call. It goes on with the call of its key (the last one, where there is no key),
    /// unless it begins another: some servers give every call the same key.
    pub(super) fn piece(&mut self, key: Option<u64>, id: &str, tool: &str, arguments: &str) {
        let known = self
            .calls
            .iter()
            .rposition(|call| key.is_none() || call.key == key);
        let same = known.filter(|at| {
            let call = self.calls.get(*at);
            call.is_some_and(|call| call.goes_on(id, tool))
        });
        let at = same.unwrap_or(self.calls.len());
        if same.is_none() {
            self.calls.push(Call {
                key,
                ..Call::default()
            });
        }
        if let Some(call) = self.calls.get_mut(at) {
            call.id += if call.id.is_empty() { id } else { "" };
            call.tool += if call.tool.is_empty() { tool } else { "" };
            call.arguments += arguments;
        }
    }

    /// A whole call.
    pub(super) fn call(&mut self, id: &str, tool: &str, arguments: &Value) {
        self.calls.push(Call {
            id: id.to_owned(),
            tool: tool.to_owned(),
            arguments: arguments.to_string(),
            ..Call::default()
        });
    }

    /// Something beside the last call.
    pub(super) fn beside(&mut self, what: &Value) {
        if let Some(call) = self.calls.last_mut() {
            call.beside = what.clone();
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
                End::Said | End::Cut if !self.refusal.is_empty() => {
                    return Err(declined(&self.refusal));
                }
                End::Said | End::Cut => {}
            }
        }
        let last = self.calls.len();
        let mut kept = self.kept;
        if self.calls.iter().any(|call| !call.beside.is_null()) {
            let beside = self.calls.iter().map(|call| call.beside.clone());
            kept.field(BESIDE, &json!({ "calls": beside.collect::<Value>() }));
        }
        let kept = kept.finish().filter(|_| last > 0);
        let calls = self.calls.into_iter().enumerate().map(|(at, call)| {
            let cut = end == End::Cut && at + 1 == last;
            ToolCall {
                id: call.id,
                tool: call.tool,
                arguments: arguments(call.arguments, cut),
            }
        });
        Ok(ModelTurn {
            calls: calls.collect(),
            text: self.text,
            tokens: self.tokens,
            kept,
        })
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
