//! The claims of a document about a tree: that a path, lines, a quote or a name are there.

mod judge;
mod lines;
mod names;
mod print;

use std::path::Path;

use firsthand_source::secrets::redact_name;
use firsthand_source::{Receipt, RepoPath};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Code;
use crate::lock::Lock;
use judge::Judge;
pub use print::{claims_json_schema, claims_sarif};

/// The name and version of the JSON form.
pub(crate) const CLAIMS_SCHEMA: &str = "firsthand.claims/1";

/// What a claim states to be there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClaimKind {
    /// Lines of a file.
    Lines,
    /// A file or a folder.
    Path,
    /// The text of a file.
    Quote,
    /// A name in code.
    Name,
}

/// Whether a claim is true.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClaimState {
    /// What it states is there.
    Holds,
    /// The document itself shows it as code to be written.
    Proposed,
    /// It could not be checked.
    Unproved,
    /// It is not there, and may be a proposal as well as a fault.
    NotThere,
    /// It is a statement about the present, and not true.
    Wrong,
}

/// A claim with its state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CheckedClaim {
    /// Its line in the document, from 1.
    pub line: u32,
    /// Its first character in that line, from 1.
    pub column: u32,
    /// One past its last character, in the same line.
    pub end_column: u32,
    /// What it states to be there.
    pub kind: ClaimKind,
    /// What was looked for.
    pub text: String,
    /// Whether it is true.
    pub state: ClaimState,
    /// What is wrong, in a few words; empty if nothing is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// What is there instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// Whether a baseline accepts that it does not hold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub accepted: bool,
    /// Whether only the existence of its lines was checked.
    #[serde(skip)]
    pub only_exists: bool,
}

/// The claims of a document. Serialized, it is the JSON form `firsthand.claims/1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CheckedClaims {
    /// The name and version of the JSON form.
    pub schema: &'static str,
    /// Whether no claim is wrong but accepted ones; `false` without claims, since nothing was checked.
    pub holds: bool,
    /// The document, as it was named.
    pub document: String,
    /// In the order of the document.
    pub claims: Vec<CheckedClaim>,
    /// How many claims a comment of the document, or the repository's settings, tell to ignore.
    pub ignored: usize,
    /// What was searched for the names that are not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// What was not checked.
    pub unchecked: &'static str,
}

impl CheckedClaim {
    /// A claim that holds.
    fn new(kind: ClaimKind, text: impl Into<String>) -> Self {
        Self {
            line: 0,
            column: 0,
            end_column: 0,
            kind,
            text: text.into(),
            state: ClaimState::Holds,
            why: String::new(),
            instead: None,
            accepted: false,
            only_exists: false,
        }
    }

    fn is(self, state: ClaimState, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { state, why, ..self }
    }

    fn with_instead(self, instead: Option<String>) -> Self {
        Self { instead, ..self }
    }

    /// The same claim, with the secrets of the document replaced in what is printed of it.
    fn redacted(self) -> Self {
        let redacted = |text: String| redact_name(&text).into_owned();
        Self {
            text: redacted(self.text),
            why: redacted(self.why),
            instead: self.instead.map(redacted),
            ..self
        }
    }
}

impl CheckedClaims {
    /// The claims in one of these states.
    pub fn in_state(&self, state: ClaimState) -> impl Iterator<Item = &CheckedClaim> {
        self.claims.iter().filter(move |claim| claim.state == state)
    }
}

/// The names that a search proved to be absent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AbsentNames {
    /// The names.
    pub names: Vec<String>,
    /// What was searched for them.
    pub receipt: Receipt,
}

impl AbsentNames {
    /// Names that a search proved to be absent.
    #[must_use]
    pub fn new(names: Vec<String>, receipt: Receipt) -> Self {
        Self { names, receipt }
    }
}

/// Searches the tree that a document speaks of.
pub trait ClaimSearch {
    /// Those of some names that stand in no file but these, as whole words.
    ///
    /// # Errors
    /// Why nothing is proved.
    fn absent(&self, names: &[String], but: &[RepoPath]) -> Result<AbsentNames, String>;

    /// If a type or a module of the tree lacks the member that a qualified name states: what has its name elsewhere, or, of a
    /// name with a number of arguments (`module.function/2`), with which ones the module has it.
    fn lacked_member(&self, qualified: &str) -> Option<Vec<String>>;

    /// Names of the tree that are like this one, the nearest first.
    fn similar_names(&self, name: &str) -> Vec<String>;

    /// Paths of the tree that are like this one, the nearest first.
    fn similar_paths(&self, path: &str) -> Vec<String>;
}

/// A Markdown document whose claims are to be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClaimDocument {
    /// Its path below the root; where it is not below it, a path that names it.
    pub path: RepoPath,
    /// Its text.
    pub text: String,
    /// The files in which a name may stand only because of the document: itself, and results of earlier checks.
    pub no_evidence: Vec<RepoPath>,
    /// Names that are its own, and state nothing of the tree.
    pub terms: Vec<String>,
}

impl ClaimDocument {
    /// A document at a path.
    #[must_use]
    pub fn new(path: RepoPath, text: impl Into<String>) -> Self {
        Self { no_evidence: vec![path.clone()], path, text: text.into(), terms: Vec::new() }
    }

    /// The same document, in which these names state nothing of the tree, as those of a form that it has.
    #[must_use]
    pub fn with_terms(mut self, terms: impl IntoIterator<Item = String>) -> Self {
        self.terms.extend(terms);
        self
    }

    /// The same document, with a file that holds the result of an earlier check of it.
    #[must_use]
    pub fn with_result(mut self, path: RepoPath) -> Self {
        self.no_evidence.push(path);
        self
    }
}

/// Checks every claim of a document about the tree below `root`.
#[must_use]
pub fn check_claims(
    root: &Path,
    document: &ClaimDocument,
    code: &dyn Code,
    search: &dyn ClaimSearch,
) -> CheckedClaims {
    let lock = Lock::default();
    Judge::new(root, document, (code, &lock), search).judge()
}
