//! Checks citations against the present files.

pub(crate) mod checker;
pub(crate) mod named;
pub(crate) mod result;

use std::path::Path;

use firsthand_anchors::PlaceState;
use firsthand_source::{LineRange, RepoPath};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Code;
use crate::lock::Lock;
use crate::tree::Tree;
use checker::Checker;

/// The state of a citation; in order, from best to worst.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Standing")]
pub enum CitationState {
    /// The quote, the recorded lines or the named declaration stand on the cited lines.
    Unchanged,
    /// The lines exist, and nothing tells what should stand on them.
    Unanchored,
    /// The file is not read: it is a link, too large, binary, or contains secrets by its name.
    Unread,
    /// It stands on other lines, and only there.
    Moved,
    /// It does not stand in the file as it was.
    Changed,
    /// It stands in several other places.
    Ambiguous,
    /// There is no such file, or it has fewer lines.
    Gone,
    /// No file can have what is cited.
    Odd,
}

impl CitationState {
    /// Whether the citation is not true.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self > Self::Unread
    }
}

impl From<PlaceState> for CitationState {
    fn from(state: PlaceState) -> Self {
        match state {
            PlaceState::Unchanged => Self::Unchanged,
            PlaceState::Moved => Self::Moved,
            PlaceState::Changed => Self::Changed,
            PlaceState::Ambiguous => Self::Ambiguous,
            PlaceState::Gone => Self::Gone,
        }
    }
}

/// The name and version of the JSON form.
pub(crate) const CHECKED_SCHEMA: &str = "firsthand.citations/2";

/// What a citation was compared with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckedBy {
    /// The code that is quoted beside it.
    Quote,
    /// What the lock file records of its lines.
    Lock,
    /// The declaration that is named beside it.
    Name,
    /// Nothing but whether its lines exist.
    Lines,
}

/// A citation with its state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CheckedCitation {
    /// The document that contains it.
    pub document: RepoPath,
    /// Its line in the document, from 1.
    pub line: u32,
    /// Its first character in that line, from 1.
    pub column: u32,
    /// One past its last character, in the same line.
    pub end_column: u32,
    /// The file as it is cited.
    pub path: String,
    /// The first cited line.
    pub start: u32,
    /// The last cited line.
    pub end: u32,
    /// The name beside it.
    #[serde(skip)]
    pub(crate) name: Option<String>,
    /// What it was compared with.
    pub by: CheckedBy,
    /// Its state.
    pub standing: CitationState,
    /// The path of the cited file, if the citation gives only a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<RepoPath>,
    /// The present lines of what has moved; each place of what is ambiguous; where the rest of what has changed is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<LineRange>,
    /// The file in which it stands now, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now_in: Option<RepoPath>,
    /// What is wrong, in a few words; empty if nothing is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Whether a baseline accepts that it does not hold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub accepted: bool,
}

impl CheckedCitation {
    /// The cited file, as far as it is known.
    pub(crate) fn cited_file(&self) -> Option<RepoPath> {
        self.file.clone().or_else(|| RepoPath::new(&self.path).ok())
    }
}

/// The citations of some documents. Serialized, it is the JSON form `firsthand.citations/2`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// The name and version of the JSON form.
    pub schema: &'static str,
    /// Whether no citation is lost but accepted ones; `false` without citations, since nothing was checked.
    pub holds: bool,
    /// The number of checked documents.
    pub documents: usize,
    /// In the order of the documents, and within each by position.
    pub citations: Vec<CheckedCitation>,
    /// How many citations a comment of their documents, or the repository's settings, tell to ignore.
    pub ignored: usize,
    /// The documents that could not be read, and why.
    pub unread: Vec<String>,
    /// The citations that were rewritten before this check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rewritten: Vec<Rewritten>,
}

/// A citation that was rewritten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Rewritten {
    /// The document that contains it.
    pub document: RepoPath,
    /// Its line in the document, from 1.
    pub line: u32,
    /// What was written.
    pub before: String,
    /// What is written now.
    pub after: String,
}

/// Checks every citation of the documents, which are paths relative to `root`. A document that cannot be read is listed
/// in [`Checked::unread`].
#[must_use]
pub fn check(root: &Path, documents: &[RepoPath], code: &dyn Code, lock: &Lock) -> Checked {
    let mut checker = Checker::new(Tree::open(root), code, lock);
    checker.documents(documents);
    checker.result(documents.len())
}
