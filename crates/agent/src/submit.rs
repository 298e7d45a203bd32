//! The task of a conversation, and the tool that ends it.

use firsthand_source::{guesses, without_colours};
use firsthand_validator::{Intent, Repair, Selection};
use serde::{Deserialize, Serialize};

use crate::{ToolCall, ToolSpec};

/// The name of the tool that ends the conversation.
pub const SUBMIT: &str = "submit_report";

/// The answer to a report that could be parsed.
pub(crate) const RECEIVED: &str = "Received.";

/// The description of the tool. The schema is [`Selection::schema`].
#[must_use]
pub fn submit_spec() -> ToolSpec {
    ToolSpec::new(
        SUBMIT,
        "Ends the exploration, or says what to mend. What does not stand is dropped.",
        Selection::schema().clone(),
    )
}

/// A submitted selection with its repairs, or else the reason why it cannot be parsed, in a
/// sentence for the model.
pub(crate) type ParsedSubmission = Result<(Selection, Vec<Repair>), String>;

/// Parses the arguments of a call of [`SUBMIT`].
pub(crate) fn parse_selection(call: &ToolCall) -> ParsedSubmission {
    let read = Selection::from_arguments(&call.arguments);
    read.map_err(|why| format!("{why} Nothing was submitted."))
}

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
    /// A question about the repository at `root`; the colours of a terminal in it are left out.
    #[must_use]
    pub fn new(query: impl Into<String>, intent: Intent, root: impl Into<String>) -> Self {
        Self {
            query: without_colours(&query.into()).into_owned(),
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
