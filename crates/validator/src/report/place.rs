//! Places, links and targets of a report. Only the validator makes them.

use firsthand_registry::{LineRange, RepoPath};
use schemars::JsonSchema;
use serde::Serialize;

use crate::draft::CitedPlace;

/// A place that was observed and still stood when the report was built: a path and, where lines were
/// seen, a range. Only the validator makes one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
pub struct Place {
    pub(super) path: RepoPath,
    start: Option<u32>,
    end: Option<u32>,
}

impl Place {
    pub(crate) fn of(cited: &CitedPlace<'_>) -> Self {
        let path = cited.candidate.path().clone();
        Self {
            path,
            start: cited.range.map(LineRange::start),
            end: cited.range.map(LineRange::end),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// The lines; `None` for a path known from a listing only.
    #[must_use]
    pub fn range(&self) -> Option<LineRange> {
        LineRange::new(self.start?, self.end?)
    }
}

/// The source's own text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Quote {
    pub(crate) text: String,
    pub(crate) line: u32,
}

impl Quote {
    /// One source line or part of one, or two adjacent ones with `\n` between, byte for byte.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number (1-based) of the line on which it starts.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }
}

/// One step of the explanation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Link {
    #[serde(flatten)]
    pub(crate) place: Place,
    pub(crate) role: String,
    pub(crate) fact: String,
    pub(crate) quote: Quote,
}

impl Link {
    /// The cited place; always with lines.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The part it plays: the model's words, empty where withheld.
    #[must_use]
    pub fn role(&self) -> &str {
        &self.role
    }

    /// What happens there: the model's words, empty where withheld.
    #[must_use]
    pub fn fact(&self) -> &str {
        &self.fact
    }

    /// The source's text that supports the fact.
    #[must_use]
    pub fn quote(&self) -> &Quote {
        &self.quote
    }
}

/// A place to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Target {
    #[serde(flatten)]
    pub(crate) place: Place,
    pub(crate) purpose: String,
    pub(crate) required: bool,
}

impl Target {
    /// The place to read; always with lines.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The purpose of reading it: the model's words, empty where withheld.
    #[must_use]
    pub fn purpose(&self) -> &str {
        &self.purpose
    }

    /// Whether the caller cannot go on without it.
    #[must_use]
    pub fn required(&self) -> bool {
        self.required
    }
}
