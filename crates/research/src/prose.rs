//! Prose of a model, to be stored and printed: its type keeps decisions from depending on it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A model's own words. The type has no comparison and no `str` access, so that code that branches on the text has to
/// print it first; validation checks only whether it is blank.
///
/// ```compile_fail,E0369
/// use firsthand_research::Prose;
/// fn routes_by_words(rationale: &Prose) -> bool {
///     *rationale == Prose::from("enough")
/// }
/// ```
/// ```compile_fail,E0599
/// use firsthand_research::Prose;
/// fn routes_by_words(rationale: &Prose) -> bool {
///     rationale.contains("enough")
/// }
/// ```
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Prose(String);

impl Prose {
    /// Whether the text is blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Whether the text is empty; an empty text is omitted in JSON.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Prose {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Prose {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prose({} characters)", self.0.chars().count())
    }
}
