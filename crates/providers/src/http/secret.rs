//! A key that no output shows.

use std::fmt;

use reqwest::header::HeaderValue;

/// What stands where a key would.
const HIDDEN: &str = "[key]";

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

    /// A text of someone else's, without the key: servers repeat what they were sent.
    pub(super) fn hide(&self, text: &str) -> String {
        text.replace(&self.0, HIDDEN)
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
