//! The parameters of a search: the text, the relation, the included classes, and the limits.

use firsthand_source::{wire_names, without_colours};

/// A search. The text can be anything: a word, a symbol, a sentence, or a whole issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The text to search for. Its words are weighted by their rarity in the tree, their frequency in the text, and
    /// their position in it.
    pub text: String,
    /// What the caller guesses that the code calls it: words, names, constants, settings. The result mixes what the text
    /// alone finds with what both find together, so wrong guesses take at most part of the places; the first
    /// [`MAX_GUESSES`](firsthand_source::MAX_GUESSES) count. A relation ignores them.
    pub words: Vec<String>,
    /// The most regions in the result (10).
    pub limit: usize,
    /// The classes of files that are ranked without a penalty.
    pub include: Include,
    /// Excludes tests, also those in files with other code.
    pub no_tests: bool,
    /// The most lines of one region (120), at least 1.
    pub window_lines: u32,
    /// Restricts the result to these files: a file, a folder or a glob, as [`Scope::of`](crate::Scope::of) reads it.
    /// Files through which a relation is resolved can be elsewhere.
    pub within: Option<String>,
    /// For a relation: the most files with the name that are parsed (400). Most files contain a common name, and few of
    /// these mean the symbol; a note states how many were left out.
    pub max_parsed: usize,
    /// For a relation: whether a note lists names that are similar to an undeclared one (true). That takes a scan of
    /// every file of code.
    pub near_names: bool,
    /// For callers: whether the lines that hand a function over without calling it are listed, too (false).
    pub handed_over: bool,
    /// For siblings: the changed lists of the symbol ([`Graph::lists`](crate::Graph::lists)); only places that name what
    /// was kept of one, and not what was added to it or still what was removed from it, are siblings then. Empty: all
    /// places that enumerate what the symbol does.
    pub lists: Vec<ChangedList>,
}

/// A list of names before and after a change, as [`Graph::lists`](crate::Graph::lists) returns them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedList {
    /// The names before.
    pub before: Vec<String>,
    /// The names after.
    pub after: Vec<String>,
}

impl ChangedList {
    /// A list with these names before and after.
    #[must_use]
    pub fn new(before: Vec<String>, after: Vec<String>) -> Self {
        Self { before, after }
    }
}

impl Default for Query {
    fn default() -> Self {
        Query {
            text: String::new(),
            words: Vec::new(),
            limit: 10,
            include: Include::default(),
            no_tests: false,
            window_lines: 120,
            within: None,
            max_parsed: 400,
            near_names: true,
            handed_over: false,
            lists: Vec::new(),
        }
    }
}

impl Query {
    /// A query for `text`, without the colours of a terminal, with the default limits.
    pub fn new(text: impl Into<String>) -> Query {
        Query { text: without_colours(&text.into()).into_owned(), ..Query::default() }
    }

    /// The most lines of one region.
    pub(crate) fn max_lines(&self) -> u32 {
        self.window_lines.max(1)
    }
}

/// The classes of files that are ranked lower unless they are included here.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Include {
    /// Ranks tests, also those in files with other code, and test-support files like any other.
    pub tests: bool,
    /// Ranks generated files like any other.
    pub generated: bool,
    /// Ranks documentation and examples like any other.
    pub docs: bool,
}

wire_names! {
    /// The relation of a place to the queried symbol.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Relation {
        /// Its declarations.
        Definition => "definition",
        /// Declarations that call it.
        Callers => "callers",
        /// Declarations that it calls.
        Callees => "callees",
        /// Every occurrence of its name, except in its declarations.
        References => "references",
        /// Types that extend or implement it.
        Implementors => "implementors",
        /// Other places that enumerate its members: at least three, and such as seldom occur together by chance.
        Siblings => "siblings",
        /// What shows a text that people see: the value in a key/value file, and the code that uses its key. The symbol is
        /// the text, or a part of it.
        Texts => "texts",
        /// Places whose strings name a file by its path or the end of it, such as a view or a template, and the files that
        /// are named. The symbol is the path of a file, for both, or a declaration, for the files that its strings name.
        Files => "files",
        /// Places that hand a declaration over by its name or by a string that is its name, as a table, an attribute or
        /// a container does, and the other ends: what it is registered as or with. The symbol is a declaration, or a
        /// string by which something is registered.
        Registrations => "registrations",
        /// Constants, settings and defaults whose value is a number that the symbol, a text, states, perhaps with a unit
        /// of time or of bytes, and the code that uses them.
        Numbers => "numbers",
    }
}
