//! A pattern that was searched for.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{clip, escape};

/// The most characters of the pattern in a sentence.
const MAX_PATTERN_CHARS: usize = 80;

/// A pattern, and how it was read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchedPattern {
    /// As it was given.
    pub text: String,
    /// Whether it is a regex, rather than plain text.
    pub regex: bool,
    /// Whether only whole words match.
    pub word: bool,
    /// Whether capitals count.
    pub case_sensitive: bool,
}

impl SearchedPattern {
    /// Plain text in any case, also inside longer words: what says the most when it is absent.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            regex: false,
            word: false,
            case_sensitive: false,
        }
    }

    /// The same pattern, as a regex or not.
    #[must_use]
    pub fn with_regex(self, regex: bool) -> Self {
        Self { regex, ..self }
    }

    /// The same pattern, of whole words or not.
    #[must_use]
    pub fn with_word(self, word: bool) -> Self {
        Self { word, ..self }
    }

    /// The same pattern, with capitals that count or not.
    #[must_use]
    pub fn with_case(self, case_sensitive: bool) -> Self {
        Self {
            case_sensitive,
            ..self
        }
    }
}

impl fmt::Display for SearchedPattern {
    /// The pattern in backticks, and what narrows it: `` `Cache` (whole word, capitals count) ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = clip(&self.text, MAX_PATTERN_CHARS);
        write!(f, "`{}`", escape(&text))?;
        let narrowed = [
            (self.regex, "regex"),
            (self.word, "whole word"),
            (self.case_sensitive, "capitals count"),
        ];
        let narrowed = narrowed.into_iter().filter(|(is, _)| *is);
        let narrowed: Vec<&str> = narrowed.map(|(_, label)| label).collect();
        if narrowed.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", narrowed.join(", "))
    }
}
