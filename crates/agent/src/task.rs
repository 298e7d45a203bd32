//! The question of an exploration.

use firsthand_source::guesses;
use firsthand_validator::Intent;
use serde::{Deserialize, Serialize};

/// The question of an exploration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Task {
    /// The question, in the caller's words.
    pub query: String,
    /// What the answer is for.
    pub intent: Intent,
    /// The repository's root, as the caller names it.
    pub root: String,
    /// What the caller guesses that the code calls it: words, names, constants, settings. They lead to places; they are
    /// no part of the question, so none of them is reported as absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

impl Task {
    /// A question about the repository at `root`.
    #[must_use]
    pub fn new(query: impl Into<String>, intent: Intent, root: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            intent,
            root: root.into(),
            words: Vec::new(),
        }
    }

    /// Adds what the caller guesses that the code calls it, as far as [`guesses`] accepts it.
    #[must_use]
    pub fn with_words<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.words = guesses(words);
        self
    }
}
