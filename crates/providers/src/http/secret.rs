//! A key that no output shows.

use std::fmt;

use firsthand_agent::ModelTurn;
use reqwest::header::HeaderValue;
use serde_json::Value;

/// What stands where a key would.
const HIDDEN: &str = "[key]";

/// A piece of a key of so many characters says too much of it.
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
        let whole = text.replace(&self.0, HIDDEN);
        let key: Vec<char> = self.0.chars().collect();
        let text: Vec<char> = whole.chars().collect();
        let (mut out, mut at) = (String::new(), 0);
        while let Some(next) = text.get(at) {
            match part(&key, text.get(at..).unwrap_or_default()) {
                length if length >= PART => {
                    out += HIDDEN;
                    at += length;
                }
                _ => {
                    out.push(*next);
                    at += 1;
                }
            }
        }
        out
    }
}

impl Secret {
    /// A turn without the key: whatever a server says goes into a transcript. Only the whole key is
    /// looked for, and not one that may be a common word: a turn quotes code.
    pub(super) fn hide_in_turn(&self, mut turn: ModelTurn) -> ModelTurn {
        if self.0.len() < 2 * PART {
            return turn;
        }
        turn.text = turn.text.replace(&self.0, HIDDEN);
        for call in &mut turn.calls {
            call.arguments = self.hide_in(std::mem::take(&mut call.arguments));
        }
        turn.kept = turn.kept.filter(|kept| !kept.to_string().contains(&self.0));
        turn
    }

    fn hide_in(&self, value: Value) -> Value {
        let text = value.to_string();
        match text.contains(&self.0) {
            true => serde_json::from_str(&text.replace(&self.0, HIDDEN)).unwrap_or(Value::Null),
            false => value,
        }
    }
}

/// The length of the longest piece of the key with which the text begins.
fn part(key: &[char], text: &[char]) -> usize {
    let from = |at| {
        let same = key.iter().skip(at).zip(text);
        same.take_while(|(a, b)| a == b).count()
    };
    (0..key.len()).map(from).max().unwrap_or_default()
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
