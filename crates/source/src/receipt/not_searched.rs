//! What a search did not search, by reason.

use crate::secrets::redact_name;
use crate::text::{clip, distinct, escape};
use crate::wire_names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most paths that stand as examples for one reason.
const MAX_EXAMPLES: usize = 3;

wire_names! {
    /// Why a file or folder was not searched.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum Unsearched {
        /// An ignore file's rule leaves it out; a folder counts once.
        Ignored => "ignored",
        /// Its name begins with a dot; a folder counts once.
        Hidden => "hidden",
        /// The settings or the host leave it out; a folder counts once.
        Excluded => "excluded",
        /// A folder with a further checkout of the repository around it.
        Checkout => "checkout",
        /// Git tracks it, and it is not in the working tree: what a sparse checkout leaves out, a submodule without files, a
        /// file that was deleted; a folder counts once.
        NotCheckedOut => "not_checked_out",
        /// A symbolic link.
        Link => "link",
        /// A pipe, a socket or a device.
        Special => "special",
        /// Its path is not UTF-8.
        Name => "name",
        /// By its name it holds secrets.
        Secret => "secret",
        /// It is no text.
        Binary => "binary",
        /// It is a text with NUL bytes.
        Nul => "nul",
        /// It is larger than the limit.
        TooLarge => "too_large",
        /// Its text is in an encoding in which the pattern could not be searched for.
        Encoding => "encoding",
        /// It is a text in UTF-16.
        Utf16 => "utf16",
        /// It is what Git LFS leaves in the place of a file that is not checked out.
        LfsPointer => "lfs_pointer",
        /// It has no text.
        Empty => "empty",
        /// It could not be read, or was gone when its turn came.
        Unreadable => "unreadable",
    }
}

impl Unsearched {
    /// Whether it lies outside of what is searched at all, as for git and for a search by hand.
    #[must_use]
    pub fn is_outside(self) -> bool {
        matches!(self, Self::Ignored | Self::Hidden | Self::Excluded | Self::Checkout)
    }

    /// Whether it may hold a text that was looked for, and was not searched for it.
    #[must_use]
    pub fn is_unread_text(self) -> bool {
        use Unsearched::{Encoding, Name, Nul, TooLarge, Unreadable, Utf16};
        matches!(self, Unreadable | TooLarge | Nul | Utf16 | Encoding | Name)
    }

    /// What a reader is told of such a file.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::NotCheckedOut => "not checked out",
            Self::LfsPointer => "not checked out by Git LFS",
            Self::Name => "a name that is no path",
            Self::Nul => "a text with NUL bytes",
            Self::TooLarge => "too large",
            Self::Encoding => "not in UTF-8",
            Self::Utf16 => "UTF-16",
            Self::Binary => "no text",
            other => other.name(),
        }
    }
}

/// Files of the scope that were not searched for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct NotSearched {
    /// Why.
    pub why: Unsearched,
    /// How many.
    pub count: u64,
    /// The paths of the first ones, at most 3, with the secrets in them replaced.
    pub examples: Vec<String>,
}

impl NotSearched {
    /// Groups paths by the reason why they were not searched.
    #[must_use]
    pub fn grouped(left_out: impl IntoIterator<Item = (Unsearched, String)>) -> Vec<Self> {
        let mut all: Vec<(Unsearched, String)> = left_out.into_iter().collect();
        all.sort_unstable();
        let groups = all.chunk_by(|one, next| one.0 == next.0);
        let grouped = groups.map(|group| Self {
            why: group[0].0,
            count: group.len() as u64,
            examples: group
                .iter()
                .take(MAX_EXAMPLES)
                .map(|one| redact_name(&one.1).into_owned())
                .collect(),
        });
        grouped.collect()
    }

    /// What was not searched of two different parts of a tree.
    #[must_use]
    pub fn joined(one: Vec<Self>, other: Vec<Self>) -> Vec<Self> {
        Self::merged(one, other, u64::saturating_add)
    }

    /// What two searches of one tree did not search: for each reason, the greater count.
    #[must_use]
    pub fn of_both(one: Vec<Self>, other: Vec<Self>) -> Vec<Self> {
        Self::merged(one, other, u64::max)
    }

    fn merged(one: Vec<Self>, other: Vec<Self>, count: fn(u64, u64) -> u64) -> Vec<Self> {
        let mut all = one;
        for group in other {
            let Some(known) = all.iter_mut().find(|known| known.why == group.why) else {
                all.push(group);
                continue;
            };
            known.count = count(known.count, group.count);
            let examples = std::mem::take(&mut known.examples);
            known.examples = distinct(examples.into_iter().chain(group.examples));
            known.examples.truncate(MAX_EXAMPLES);
        }
        all.sort_by_key(|group| group.why);
        all
    }

    /// How many files were not searched, for all reasons.
    #[must_use]
    pub fn total(all: &[Self]) -> u64 {
        all.iter().map(|group| group.count).sum()
    }

    /// What a reader is told: `too large: a.csv, b.csv, … 3 more`.
    #[must_use]
    pub fn note(&self) -> String {
        let examples = self.examples.iter().map(|path| escape(path));
        let mut note = examples.collect::<Vec<_>>().join(", ");
        let more = self.count.saturating_sub(self.examples.len() as u64);
        if more > 0 {
            note += &format!(", … {more} more");
        }
        format!("{}: {note}", self.why.phrase())
    }
}

// A pattern that was searched for.

/// The most characters of the pattern in a sentence.
const MAX_PATTERN_CHARS: usize = 80;

/// A pattern, and how it was read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
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
    /// Whether it is a regex that could match a line end, of which every match within one line was searched for alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_line: bool,
}

impl SearchedPattern {
    /// Plain text in any case, also inside longer words: what says the most when it is absent.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
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

    /// The same pattern, as one whose matches within one line alone are searched for, or not.
    #[must_use]
    pub fn with_one_line(self, one_line: bool) -> Self {
        Self { one_line, ..self }
    }

    /// The same pattern, with capitals that count or not.
    #[must_use]
    pub fn with_case(self, case_sensitive: bool) -> Self {
        Self { case_sensitive, ..self }
    }
}

impl fmt::Display for SearchedPattern {
    /// The pattern in backticks, and what narrows it: `` `Cache` (whole word, capitals count) ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = clip(&self.text, MAX_PATTERN_CHARS);
        write!(f, "`{}`", escape(&text))?;
        let narrowed = [
            (self.regex, "regex"),
            (self.one_line, "within one line"),
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
