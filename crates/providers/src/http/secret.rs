//! An API key, which is redacted from every output.

mod pieces;
mod turn;

use std::fmt;

use firsthand_agent::ModelTurn;
use reqwest::header::HeaderValue;

use self::pieces::{KeyPieces, PLACEHOLDER};

/// The shortest piece of a key, in bytes, that is redacted from errors.
const MIN_ERROR_PIECE_BYTES: usize = 8;

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

    /// Redacts the key, and pieces of it, from a text of a server: servers repeat what they receive.
    pub(super) fn redact(&self, text: &str) -> String {
        KeyPieces::of(&self.0, MIN_ERROR_PIECE_BYTES).redact(text)
    }

    /// Redacts the key from a turn: everything in a turn can end up in a transcript.
    pub(super) fn redact_turn(&self, turn: ModelTurn) -> ModelTurn {
        turn::redact_turn(&self.0, turn)
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
        assert_eq!(
            key.redact("no such key: sk-fake-0123!"),
            "no such key: [key]!"
        );
        assert_eq!(key.redact("it ends in …ake-0123"), "it ends in …[key]");
        assert_eq!(key.redact("sk-fake-… is not known"), "[key]… is not known");
        assert_eq!(key.redact("it ends in …0123"), "it ends in …0123");
        assert_eq!(
            key.redact(r"sk-fake-012\u0033 {"),
            "[key] {",
            "the escapes are decoded"
        );
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
