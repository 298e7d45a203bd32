//! A receipt of absence: what was searched for a pattern that stands nowhere, so that anyone can check it.

mod not_searched;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use not_searched::SearchedPattern;
pub use not_searched::{NotSearched, Unsearched};

use crate::secrets::redact;
use crate::text::{count, escape, grouped_digits, join_at_most};
use crate::{Losses, RepoPath};

/// The most files, folders and globs of a scope in a sentence.
const MAX_SCOPE_PARTS: usize = 12;

/// The state of the files that were searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct TreeState {
    /// The BLAKE3 hash, hexadecimal, over the path and the hash of the content of each searched file, in the order of
    /// the paths: equal for equal files, on any machine.
    pub blake3: String,
    /// The commit that is checked out, in a git repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// How many of the searched files that commit does not hold with these bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<u64>,
}

impl TreeState {
    /// The state of files with this hash.
    #[must_use]
    pub fn new(blake3: String) -> Self {
        Self { blake3, commit: None, dirty: None }
    }

    /// The same state, with the commit that is checked out and the number of searched files that differ from it.
    #[must_use]
    pub fn at_commit(self, commit: String, dirty: u64) -> Self {
        Self { commit: Some(commit), dirty: Some(dirty), ..self }
    }
}

/// A pattern of the same kind that the same search found in the same files: the search can find something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Control {
    /// The pattern: a word of a searched file, read as the searched pattern was.
    pub text: String,
    /// The first file in which it stands.
    pub path: RepoPath,
    /// The line there, 1-based.
    pub line: u32,
    /// In how many of the searched files it stands.
    pub files: u64,
}

impl Control {
    /// A control that matched.
    #[must_use]
    pub fn new(text: String, path: RepoPath, line: u32, files: u64) -> Self {
        Self { text, path, line, files }
    }
}

/// What one search did, before it is known whether it proves an absence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchAccount {
    /// What was searched for.
    pub pattern: SearchedPattern,
    /// The files, folders and globs to which the search was limited; one with a leading `!` excludes. Empty for all.
    pub scope: Vec<String>,
    /// The state of the searched files.
    pub tree: TreeState,
    /// How many files were searched to their end.
    pub files: u64,
    /// What of the scope was not searched.
    pub not_searched: Vec<NotSearched>,
    /// How many lines of the searched files hold a secret: of these, only the text beside the secret was searched.
    pub masked_lines: u64,
    /// The control; `None` if none could be made.
    pub control: Option<Control>,
    /// How many lines match.
    pub matches: u64,
    /// What cut the search short, or was lost of it; texts among [`SearchAccount::not_searched`] are lost as well.
    pub losses: Losses,
}

/// A proof that a pattern stands in no file of a scope: what was searched and what was not, the state of the files, and
/// a control. [`Receipt::of`] alone makes one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Receipt {
    /// What is absent.
    pub pattern: SearchedPattern,
    /// The files, folders and globs to which the search was limited; one with a leading `!` excludes. Empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<String>,
    /// The state of the searched files.
    pub tree: TreeState,
    /// How many files were searched to their end.
    pub files: u64,
    /// What of the scope was not searched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_searched: Vec<NotSearched>,
    /// How many lines of the searched files hold a secret: of these, only the text beside the secret was searched.
    #[serde(default)]
    pub masked_lines: u64,
    /// What the same search did find.
    pub control: Control,
}

/// Why a search gives no receipt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoReceipt {
    /// The pattern was found.
    #[error("it stands in {}", lines_text(*.0))]
    Found(u64),
    /// The search was cut short, or could not read what it says it searched.
    #[error("the search is not complete: {losses}{}", examples_note(.unreadable))]
    Incomplete {
        /// What was lost, by cause.
        losses: Losses,
        /// The paths of the first texts that were not read.
        unreadable: Vec<String>,
    },
    /// No file of the scope was searched.
    #[error("no file was searched")]
    NothingSearched,
    /// The pattern has the form of a secret, and secrets are not searched.
    #[error("it has the form of a secret, and secrets are not searched (those of {0})")]
    Secret(String),
    /// No pattern of the same kind was found either.
    #[error("no searched file holds a word by which the search could be tried")]
    NoControl,
}

fn lines_text(lines: u64) -> String {
    counted(lines, "line", "lines")
}

fn counted(number: u64, one: &str, many: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), one, many)
}

fn examples_note(paths: &[String]) -> String {
    if paths.is_empty() {
        return String::new();
    }
    format!(" ({})", escape(&paths.join(", ")))
}

impl SearchAccount {
    /// The lines and files with secrets that were not searched for a pattern that is one itself; `None` if there are none,
    /// or if the pattern is none. That depends on its form alone, and not on what these hold.
    fn unsearched_secrets(&self) -> Option<String> {
        let files = self.not_searched.iter().filter(|group| group.why == Unsearched::Secret);
        let files: u64 = files.map(|group| group.count).sum();
        let is_there = self.masked_lines > 0 || files > 0;
        let is_secret = || !redact(self.pattern.text.as_bytes()).is_empty();
        let lines = (self.masked_lines > 0).then(|| counted(self.masked_lines, "line", "lines"));
        let files = (files > 0).then(|| counted(files, "file", "files"));
        let parts = [lines, files].into_iter().flatten();
        (is_there && is_secret()).then(|| parts.collect::<Vec<_>>().join(" and "))
    }
}

impl Receipt {
    /// The receipt of a search, if it proves that the pattern stands in none of the searched files.
    ///
    /// # Errors
    /// A [`NoReceipt`] if something was found, if the search was cut short or a text of the scope was not read, if it
    /// searched nothing, if the pattern is a secret and secrets were not searched, or if the control failed.
    pub fn of(search: SearchAccount) -> Result<Self, NoReceipt> {
        if search.matches > 0 {
            return Err(NoReceipt::Found(search.matches));
        }
        let unread_texts = search.not_searched.iter().filter(|group| group.why.is_unread_text());
        let unread: u64 = unread_texts.clone().map(|group| group.count).sum();
        let unreadable = search.losses.unreadable.max(unread);
        let losses = Losses { unreadable, ..search.losses };
        if !losses.is_empty() {
            let unreadable = unread_texts.flat_map(|group| group.examples.clone()).collect();
            return Err(NoReceipt::Incomplete { losses, unreadable });
        }
        if search.files == 0 {
            return Err(NoReceipt::NothingSearched);
        }
        if let Some(secrets) = search.unsearched_secrets() {
            return Err(NoReceipt::Secret(secrets));
        }
        Ok(Self {
            control: search.control.ok_or(NoReceipt::NoControl)?,
            pattern: search.pattern,
            scope: search.scope,
            tree: search.tree,
            files: search.files,
            not_searched: search.not_searched,
            masked_lines: search.masked_lines,
        })
    }

    /// The same receipt, with the commit that is checked out and the number of searched files that differ from it.
    #[must_use]
    pub fn at_commit(self, commit: String, dirty: u64) -> Self {
        Self { tree: self.tree.at_commit(commit, dirty), ..self }
    }

    /// Whether both are receipts of the same search: of the same scope for the same pattern.
    #[must_use]
    pub fn is_of_search(&self, other: &Self) -> bool {
        (&self.pattern, &self.scope) == (&other.pattern, &other.scope)
    }

    /// How many files of the scope were not searched. Ignored and hidden ones do not count: they lie outside.
    #[must_use]
    pub fn not_read(&self) -> u64 {
        let inside = self.not_searched.iter().filter(|one| !one.why.is_outside());
        inside.map(|group| group.count).sum()
    }

    /// What was not searched, by reason and with examples; empty if everything was.
    #[must_use]
    pub fn not_searched_label(&self) -> String {
        let groups: Vec<String> = self.not_searched.iter().map(NotSearched::note).collect();
        groups.join("; ")
    }

    /// What was searched, on one line: `` `bluetooth` in 1,874 files, 71 not searched, 11 lines masked ``.
    #[must_use]
    pub fn searched(&self) -> String {
        let files = match self.files {
            1 => "1 file".to_owned(),
            files => format!("{} files", grouped_digits(files)),
        };
        let mut text = format!("{} in {files}", self.pattern);
        if !self.scope.is_empty() {
            text += &format!(" of {}", escape(&join_at_most(&self.scope, MAX_SCOPE_PARTS)));
        }
        let lines = if self.masked_lines == 1 { "line masked" } else { "lines masked" };
        for (number, what) in [(self.not_read(), "not searched"), (self.masked_lines, lines)] {
            if number > 0 {
                text += &format!(", {} {what}", grouped_digits(number));
            }
        }
        text
    }
}

impl fmt::Display for Receipt {
    /// On one line: `` absent: `bluetooth` in 1,874 files, 71 not searched ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "absent: {}", self.searched())
    }
}

#[cfg(test)]
mod tests;
