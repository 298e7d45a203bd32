//! The result: the changed declarations, and the places that depend on them.

use firsthand_source::{LineRange, Losses, RepoPath, wire_names};
use firsthand_tools::NoUse;
use schemars::JsonSchema;
use serde::Serialize;

/// The JSON form `firsthand.impact/1`: what a change touches.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ImpactDocument {
    /// `firsthand.impact/1`.
    pub schema: &'static str,
    /// The change.
    pub change: Change,
    /// The changed declarations, by path and line; those of which only comments or layout changed come last.
    pub changed: Vec<ChangedDeclaration>,
    /// The places that depend on them: by role, the most certain first.
    pub affected: Vec<Affected>,
    /// The declarations whose name stands nowhere else, with the proof.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<Unused>,
    /// Routes from the change to other code that are not followed, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unresolved: Vec<String>,
    /// Messages about the search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What was not searched or not looked up, by cause.
    #[serde(skip_serializing_if = "Losses::is_empty")]
    pub losses: Losses,
}

/// The change that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Change {
    /// How the states were asked for, where they are of revisions; empty otherwise.
    #[serde(skip)]
    pub asked: String,
    /// The earlier state: a commit's id, or `before the diff`.
    pub before: String,
    /// The later state: a commit's id, `index`, `work tree` or `after the diff`.
    pub after: String,
    /// The paths of the files that differ.
    pub files: Vec<RepoPath>,
    /// Those whose declarations are not known, as their language is not read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undeclared: Vec<RepoPath>,
}

/// A declaration that the change adds, removes or changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ChangedDeclaration {
    /// Its file; of a removed one, where it was.
    pub path: RepoPath,
    /// Its lines after the change; of a removed one, before it.
    pub lines: LineRange,
    /// Its name with its containers.
    pub name: String,
    /// Its kind: `function`, `method`, `class`, …
    pub kind: String,
    /// What the change does to it.
    pub state: ChangedState,
    /// Whether it is a test, or inside one: nothing is looked up.
    pub is_test: bool,
    /// Of a new one, whether other lines of the change hold its name.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub named_in_change: bool,
    /// Whether its uses were not looked up, or not all of them, as the time was up: that none is listed says nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_looked_up: bool,
    /// Whether a limit cut what depends on it: there are more places than are listed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// Of a moved or renamed one: where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// Its signature before and after, if that or its value changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signatures: Option<(String, String)>,
    /// How many places hold its name that may well mean something else, beside those that are listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_listed: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

wire_names! {
    /// What a change does to a declaration, the most consequential first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum ChangedState {
        /// It is there no more.
        Removed => "removed",
        /// The same text has another name.
        Renamed => "renamed",
        /// It stands in another file or container, with at least half of the same lines.
        Moved => "moved",
        /// What is before its body changed.
        Signature => "signature",
        /// What stands behind its name and its type changed, where that is no body of its own.
        Value => "value",
        /// Its text changed.
        Body => "body",
        /// It is new.
        Added => "added",
        /// Only comments, empty lines or indentation changed.
        Comment => "comment",
    }
}

/// A place that depends on a changed declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Affected {
    /// The id of the observation: `c7`.
    pub id: String,
    /// Its file.
    pub path: RepoPath,
    /// The line that uses the declaration, 1-based; 1 for a file that is listed as a whole.
    pub line: u32,
    /// Further lines of the declaration around it that depend on the change, ascending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<u32>,
    /// The lines of the declaration around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<LineRange>,
    /// The name of the declaration around it, with its containers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The beginning of the line, verbatim, at most 160 characters; none of a line with a secret, and of a whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The texts, keys or names of the change that it holds, where it uses no declaration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// Whether the changed file still has these, with another value: nothing that it holds is gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reworded: bool,
    /// What it is to the changed declaration.
    pub role: Dependence,
    /// How it was found; of a test behind several calls, the least certain way among them.
    pub how: How,
    /// The index in [`ImpactDocument::changed`]; none of a place that depends on the change as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// The number of calls between it and the declaration: 1 for a direct use.
    pub distance: u32,
    /// The declarations on the way, from the changed one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
    /// Whether the change changes the declaration around it, too.
    pub in_change: bool,
    /// Whether it may well mean another declaration: it was found by name, and most lines with the name mean others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub weak: bool,
}

wire_names! {
    /// What a place is to a changed declaration.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Dependence {
        /// It calls it.
        Caller => "caller",
        /// It overrides or implements it, or is a subtype.
        Implementor => "implementor",
        /// It names it in another way.
        Reference => "reference",
        /// It enumerates the same members, or may have been forgotten for another reason: see `how`.
        Sibling => "sibling",
        /// It hands it over by its name, or registers it.
        Registration => "registration",
        /// It holds a text or a key that the change removes elsewhere, or gives another value.
        Text => "text",
        /// It is a test that reaches it.
        Test => "test",
        /// It is a document that names it.
        Document => "document",
        /// It is a file that usually changes with the changed file.
        Together => "together",
    }
}

impl Dependence {
    /// Whether it uses the declaration in code.
    pub(crate) fn is_use(self) -> bool {
        let uses =
            [Self::Caller, Self::Implementor, Self::Reference, Self::Registration, Self::Test];
        uses.contains(&self)
    }
}

wire_names! {
    /// How a place was found, most certain first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum How {
        /// Followed through an import to the declaring file.
        Import => "import",
        /// Resolved within the scopes of the file or the folder.
        Scope => "scope",
        /// Only the name is the same; nothing contradicts it.
        Name => "name",
        /// It is as lines that the change replaces.
        SameLines => "same_lines",
        /// It has the same name, and most of the words that the declaration had before.
        Alike => "alike",
        /// It holds names that several changed places share, or that they had before.
        SharedNames => "shared_names",
        /// It names enough of the same members.
        Enumeration => "enumeration",
        /// A string names the path, the name or the key.
        String => "string",
        /// The file is named after the changed file.
        FileName => "file_name",
        /// Commits changed both.
        History => "history",
    }
}

impl How {
    /// Whether only a name or a string says that a place depends on the change.
    pub(crate) fn is_by_name(self) -> bool {
        matches!(self, How::Name | How::String)
    }
}

/// A declaration of which no use was found.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Unused {
    /// The index in [`ImpactDocument::changed`].
    pub of: usize,
    /// What proves it, and what is left open.
    #[serde(flatten)]
    pub no_use: NoUse,
}
