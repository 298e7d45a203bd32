//! A question about a repository.

use firsthand_validator::Intent;

/// What to find out, and what for.
///
/// ```
/// use firsthand::{Intent, Question};
///
/// let question = Question::new("why is my edit lost when two people save?", Intent::Debug)
///     .with_words(["conflict", "lock version", "stale"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Question {
    /// The question, in the caller's words.
    pub query: String,
    /// What the answer is for.
    pub intent: Intent,
    /// What the caller guesses that the code calls it; see [`Question::with_words`].
    pub words: Vec<String>,
}

impl Question {
    /// A question without guessed words.
    #[must_use]
    pub fn new(query: impl Into<String>, intent: Intent) -> Self {
        Self { query: query.into(), intent, words: Vec::new() }
    }

    /// Adds words, names, constants or settings that the code probably uses for it; the first
    /// [`MAX_GUESSES`](firsthand_source::MAX_GUESSES) count. Whoever asks knows more words for a thing than the question
    /// has. One that stands nowhere changes nothing, a wrong one that stands somewhere can displace a place; none of them is
    /// reported as absent.
    #[must_use]
    pub fn with_words<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.words = words.into_iter().map(Into::into).collect();
        self
    }
}
