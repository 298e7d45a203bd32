//! A key that no output shows.

mod pieces;
mod turn;

use std::fmt;

use firsthand_agent::ModelTurn;
use reqwest::header::HeaderValue;

use self::pieces::{HIDDEN, Pieces};

/// A piece of a key of so many characters says too much of it in an error.
const PART: usize = 8;

/// A key. It has no `Display`, and its `Debug` form hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The key, without the white space around it; `None` where nothing is left.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The key that an environment variable holds, if it holds one.
    #[must_use]
    pub fn from_env(variable: &str) -> Option<Self> {
        Self::new(&std::env::var(variable).ok()?)
    }

    /// The value of a header that carries it; `None` where a header cannot.
    pub(super) fn header(&self, before: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{before}{}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// A text of someone else's, without the key: servers repeat what they were sent, or a part of it.
    pub(super) fn hide(&self, text: &str) -> String {
        Pieces::of(&self.0, PART).hide(text)
    }

    /// A turn without the key: whatever a server says goes into a transcript.
    pub(super) fn hide_in_turn(&self, turn: ModelTurn) -> ModelTurn {
        turn::without(&self.0, turn)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
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
            key.hide("no such key: sk-fake-0123!"),
            "no such key: [key]!"
        );
        assert_eq!(key.hide("it ends in …ake-0123"), "it ends in …[key]");
        assert_eq!(key.hide("sk-fake-… is not known"), "[key]… is not known");
        assert_eq!(key.hide("it ends in …0123"), "it ends in …0123");
        assert_eq!(
            key.hide(r"sk-fake-012\u0033 {"),
            "[key] {",
            "an escape shows what it stands for"
        );
        let header = key.header("Bearer ").unwrap();
        assert_eq!(header.to_str().unwrap(), "Bearer sk-fake-0123");
        assert!(!format!("{header:?}").contains("sk-fake"));
    }

    #[test]
    fn what_is_no_key() {
        assert_eq!(Secret::new(" \t\n"), None);
        assert_eq!(Secret::new("two\nlines").unwrap().header(""), None);
    }
}
