//! A model turn while its answer is being read: the adapter of each API fills in a [`PartialTurn`].

mod calls;

use firsthand_agent::validator::Tokens;
use firsthand_agent::{ModelTurn, ToolCall};
use serde_json::{Value, json};

use self::calls::{Calls, MAX_CALLS};
use super::fault::{Fault, FaultKind};
use super::provider_state::ProviderState;

/// Why an answer ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FinishReason {
    /// The model finished it.
    Complete,
    /// It reached the limit of its length.
    Truncated,
    /// The model's context is full.
    ContextFull,
    /// The model declined to answer, or a filter blocked the answer.
    Refusal,
    /// The server could not parse what its model generated.
    Malformed,
}

/// How far an answer has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Progress {
    /// No text and no call has arrived; reasoning may have.
    NotStarted,
    /// A part has arrived.
    Started,
    /// It is complete; only its token usage may still come.
    Complete,
    /// The server has sent its end marker.
    Closed,
}

/// The field of the provider state for the extra fields of calls: an object whose `calls` lists them in the order of
/// the calls.
pub(super) const CALL_EXTRAS: &str = "beside";

/// A model turn while its answer is being read.
#[derive(Default)]
pub(super) struct PartialTurn {
    pub(super) text: String,
    /// The explanation that comes in place of an answer.
    pub(super) refusal: String,
    pub(super) provider_state: ProviderState,
    pub(super) tokens: Option<Tokens>,
    pub(super) finish_reason: Option<FinishReason>,
    /// Whether the server has sent its end marker.
    pub(super) closed: bool,
    pub(super) calls: Calls,
}

impl PartialTurn {
    pub(super) fn progress(&self) -> Progress {
        match self.finish_reason {
            _ if self.closed => Progress::Closed,
            Some(_) => Progress::Complete,
            None if self.text.is_empty() && self.calls.is_empty() => Progress::NotStarted,
            None => Progress::Started,
        }
    }

    /// Marks the end of the answer, which is complete unless the server gave another reason.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.finish_reason.get_or_insert(FinishReason::Complete);
    }

    /// A fault if the answer has too many tool calls.
    pub(super) fn check_call_count(&self) -> Result<(), Fault> {
        if self.calls.too_many {
            let message = format!("an answer with more than {MAX_CALLS} tool calls");
            Err(Fault::new(FaultKind::Malformed, message))
        } else {
            Ok(())
        }
    }

    /// Returns the turn after the end of the answer. A fault if the answer broke off; or if it has no calls, and was
    /// refused, could not be parsed by its server or had no room in the context.
    pub(super) fn finish(self) -> Result<ModelTurn, Fault> {
        let Some(finish_reason) = self.finish_reason else {
            return Err(Fault::new(FaultKind::ConnectionLost, "the answer broke off"));
        };
        if self.calls.is_empty() {
            match finish_reason {
                FinishReason::ContextFull => {
                    return Err(Fault::new(FaultKind::TooLong, "it has no room for an answer"));
                }
                FinishReason::Refusal => return Err(refusal_fault(&self.refusal)),
                FinishReason::Malformed => return Err(malformed_fault(&self.refusal)),
                FinishReason::Complete | FinishReason::Truncated if !self.refusal.is_empty() => {
                    return Err(refusal_fault(&self.refusal));
                }
                FinishReason::Complete | FinishReason::Truncated => {}
            }
        }
        let mut provider_state = self.provider_state;
        if let Some(extra) = self.calls.extras() {
            provider_state.append_field(CALL_EXTRAS, &extra);
        }
        let calls = self.calls.all;
        let call_count = calls.len();
        let provider_state = provider_state.finish().filter(|_| call_count > 0);
        let calls = calls.into_iter().enumerate().map(|(index, call)| {
            let truncated = finish_reason == FinishReason::Truncated && index + 1 == call_count;
            let arguments = parse_arguments(call.arguments, truncated);
            ToolCall::new(call.id, call.tool, arguments)
        });
        Ok(ModelTurn {
            calls: calls.collect(),
            text: self.text,
            tokens: self.tokens,
            provider_state,
            continued: false,
        })
    }
}

fn malformed_fault(explanation: &str) -> Fault {
    let message = format!("its own server could not read it: {}", explanation.trim());
    Fault::new(FaultKind::Malformed, firsthand_agent::registry::clip(&message, 300))
}

fn refusal_fault(explanation: &str) -> Fault {
    let message = match explanation.trim() {
        "" => "it declines to answer".to_owned(),
        explanation => format!("it declines to answer: {explanation}"),
    };
    Fault::new(FaultKind::Refused, firsthand_agent::registry::clip(&message, 300))
}

/// Parses the arguments of a call: an object, the content of a JSON string, or else the text as a string. An empty text
/// means an empty object, unless the call was truncated.
fn parse_arguments(text: String, truncated: bool) -> Value {
    if text.trim().is_empty() && !truncated {
        return json!({});
    }
    match serde_json::from_str(&text) {
        Ok(object @ Value::Object(_)) => object,
        Ok(Value::String(inner)) => Value::String(inner),
        _ => Value::String(text),
    }
}
