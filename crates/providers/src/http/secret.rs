//! An API key, which is redacted from every output.

use std::fmt;

use firsthand_agent::ModelTurn;
use reqwest::header::HeaderValue;
use serde_json::Value;

/// The shortest key, in bytes, that is redacted from turns: a shorter one can be a common word.
const MIN_TURN_KEY_BYTES: usize = 8;
/// The replacement of a redacted key.
const PLACEHOLDER: &str = "[key]";

/// An API key. It has no `Display`, and its `Debug` form does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The key without surrounding white space; `None` if nothing is left.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The key in an environment variable; `None` if it is unset or blank.
    #[must_use]
    pub fn from_env(variable: &str) -> Option<Self> {
        Self::new(&std::env::var(variable).ok()?)
    }

    /// The header value with the key after a prefix; `None` if a header cannot carry it.
    pub(super) fn header_value(&self, prefix: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{prefix}{}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// Redacts the key from a text of a server: servers repeat what they receive.
    pub(super) fn redact(&self, text: &str) -> String {
        text.replace(&self.0, PLACEHOLDER)
    }

    /// Redacts the key from all parts of a turn: everything in a turn can end up in a transcript.
    pub(super) fn redact_turn(&self, mut turn: ModelTurn) -> ModelTurn {
        if self.0.len() < MIN_TURN_KEY_BYTES {
            return turn;
        }
        turn.text = self.redact(&turn.text);
        for call in &mut turn.calls {
            call.id = self.redact(&call.id);
            call.tool = self.redact(&call.tool);
            call.arguments = self.redact_value(&call.arguments);
        }
        // Signed data is useless when a part of it is redacted.
        turn.provider_state =
            turn.provider_state.filter(|state| self.redact_value(state) == *state);
        turn
    }

    /// Redacts the key from the strings and the names of a value. One in which a number has the key becomes a text.
    fn redact_value(&self, value: &Value) -> Value {
        let redacted = value.to_string().replace(&self.in_json(), PLACEHOLDER);
        serde_json::from_str(&redacted).unwrap_or(Value::String(redacted))
    }

    /// The key as it is written in a string of JSON.
    fn in_json(&self) -> String {
        let string = Value::from(self.0.as_str()).to_string();
        string[1..string.len() - 1].to_owned()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACEHOLDER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_never_shown() {
        let key = Secret::new("  sk-fake-0123 \n").unwrap();
        assert_eq!(format!("{key:?} {:?}", Some(&key)), "[key] Some([key])");
        assert_eq!(key.redact("no such key: sk-fake-0123!"), "no such key: [key]!");
        let header = key.header_value("Bearer ").unwrap();
        assert_eq!(header.to_str().unwrap(), "Bearer sk-fake-0123");
        assert!(!format!("{header:?}").contains("sk-fake"));
    }

    #[test]
    fn a_blank_text_is_no_key_and_a_header_cannot_carry_a_line_break() {
        assert_eq!(Secret::new(" \t\n"), None);
        assert_eq!(Secret::new("two\nlines").unwrap().header_value(""), None);
    }
}
