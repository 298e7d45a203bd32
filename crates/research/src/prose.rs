//! Prose of a model: it can be stored and printed, but no decision can depend on it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A model's own words. It has no comparison, no pattern and no access to its text but for printing, so
/// that no transition can branch on it.
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
    /// Whether the text is blank; validation uses nothing else of it.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Whether the text is empty; an empty text is omitted on the wire.
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
