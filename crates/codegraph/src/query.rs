//! What a caller asks: the text, the relation, what to include, and how to stop.

use std::fmt;
use std::str::FromStr;

/// A search as a caller states it. Any text will do: a word, a symbol, a sentence, a whole issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The text to look for. Its words are weighted by how rare they
    /// are in the tree, how often they are said, and how far down.
    pub text: String,
    /// The greatest number of regions in the answer (10).
    pub limit: usize,
    /// Which classes of files are ranked without a penalty.
    pub include: Include,
    /// Leave test files out altogether.
    pub no_tests: bool,
    /// The greatest number of lines of one region (120); never below 1.
    pub window_lines: u32,
    /// Answer from these files alone: a file, a folder or a glob, as [`Scope::of`](crate::Scope::of)
    /// reads it. What a relation follows to get there may stand anywhere.
    pub within: Option<String>,
    /// Of a relation: the greatest number of files that hold a name and are parsed for it (400). A common name
    /// stands in most files, and few of these mean the symbol; a note says how many were left out.
    pub max_parsed: usize,
    /// Of a relation: whether a note says which names are nearly one that nothing declares (true). Every file of code is
    /// looked through for them.
    pub near_names: bool,
}

impl Default for Query {
    fn default() -> Self {
        Query {
            text: String::new(),
            limit: 10,
            include: Include::default(),
            no_tests: false,
            window_lines: 120,
            within: None,
            max_parsed: 400,
            near_names: true,
        }
    }
}

impl Query {
    /// A query for `text` with the default limits.
    pub fn new(text: impl Into<String>) -> Query {
        Query {
            text: text.into(),
            ..Query::default()
        }
    }
}

/// Classes of files that are ranked lower unless they are included here.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Include {
    /// Rank test and test-support files like any other.
    pub tests: bool,
    /// Rank generated files like any other.
    pub generated: bool,
    /// Rank documentation and examples like any other.
    pub docs: bool,
}

/// How a place relates to the symbol that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// Where the symbol is declared.
    Definition,
    /// Declarations that call it.
    Callers,
    /// Declarations that it calls.
    Callees,
    /// Every place that names it, its declarations left out.
    References,
    /// Types that extend or implement it.
    Implementors,
}

impl Relation {
    /// Every relation, in the order in which they are documented.
    pub const ALL: [Relation; 5] = [
        Relation::Definition,
        Relation::Callers,
        Relation::Callees,
        Relation::References,
        Relation::Implementors,
    ];

    /// The lower-case name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Definition => "definition",
            Relation::Callers => "callers",
            Relation::Callees => "callees",
            Relation::References => "references",
            Relation::Implementors => "implementors",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no relation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such relation: {0} (one of definition, callers, callees, references, implementors)")]
pub struct UnknownRelation(pub String);

impl FromStr for Relation {
    type Err = UnknownRelation;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Relation::ALL
            .into_iter()
            .find(|relation| relation.name() == word)
            .ok_or_else(|| UnknownRelation(word.to_owned()))
    }
}
