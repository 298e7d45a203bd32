//! The result types of searches and relation queries: regions of files, with their exact bytes and their scores.

mod declaration;

use crate::query::Relation;
use firsthand_source::{Cancel, LineRange, Losses, NotSearched, RepoPath, wire_names};
use std::sync::Arc;
use std::time::Instant;

pub use declaration::Declaration;
pub(crate) use declaration::{is_field_kind, is_function_kind};

/// The result of a search or of a relation query.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchResult {
    /// Regions, at most [`Query::limit`](crate::Query::limit): the five best by file, the best file first, then the
    /// others, best first.
    pub regions: Vec<Region>,
    /// Files, best first, at most 20: a wider list than the regions.
    pub files: Vec<RankedFile>,
    /// For callers and references: every line with an occurrence (at most 1,000), those of the best places first. A
    /// line with occurrences in several declarations is listed for each of them. The query's limit does not apply.
    pub sites: Vec<Site>,
    /// The tokens of the query with their counts: those that occur in a file first, most informative first.
    pub tokens: Vec<TokenStat>,
    /// The words that the caller guesses that stand in no searched file; a note names them, too.
    pub absent_guesses: Vec<String>,
    /// How much of a query was used that has more words than files are ranked by; `None` for others.
    pub query_words: Option<QueryWords>,
    /// What was not searched although it may hold what was searched for; notes name it, too.
    pub not_searched: Vec<NotSearched>,
    /// Messages about the search: ambiguity, similar names, truncation. They are no evidence.
    pub notes: Vec<String>,
    /// The note that says which of several declarations a symbol can mean, and what names each.
    pub ambiguity: Option<String>,
    /// The cost of the search.
    pub stats: Stats,
}

/// How many of the different words of a long query were used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryWords {
    /// Those that occur in a file and by which files were ranked.
    pub used: u64,
    /// All of the query.
    pub of: u64,
}

/// A file and its score.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RankedFile {
    /// Relative to the root.
    pub path: RepoPath,
    /// Comparable within one result only; higher is better.
    pub score: f64,
}

/// The most files in the list of files.
pub(crate) const MAX_LISTED_FILES: usize = 20;

/// The first `most` files of a list, each once.
pub(crate) fn first_files(files: impl Iterator<Item = RankedFile>, most: usize) -> Vec<RankedFile> {
    let mut first: Vec<RankedFile> = Vec::new();
    for file in files {
        if first.len() >= most {
            break;
        }
        if first.iter().all(|other| other.path != file.path) {
            first.push(file);
        }
    }
    first
}

/// How often a token of the query occurs in the repository.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TokenStat {
    /// The token in lower case.
    pub text: String,
    /// Whether the query contains it as a word of its own, not only as a part of one or joined from two.
    pub whole: bool,
    /// The number of files that contain it.
    pub files: u32,
    /// The number of occurrences in all files.
    pub occurrences: u32,
    /// How many of them are in code: in an identifier, or next to a bracket, a dot or an operator.
    pub in_code: u32,
}

/// A range of lines of one file, with its bytes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Region {
    /// Relative to the root.
    pub path: RepoPath,
    /// Its lines; never beyond `file_lines`.
    pub range: LineRange,
    /// Number of lines of the whole file.
    pub file_lines: u32,
    /// The bytes of the lines in `range`, line ends included.
    pub bytes: Vec<u8>,
    /// The whole file as it was read for this result; it contains `bytes`.
    pub file: Arc<Vec<u8>>,
    /// Lines that matched or that define the symbol, 1-based, ascending, all within the region.
    pub hits: Vec<u32>,
    /// The sum of `components`.
    pub score: f64,
    /// The named parts of the score, in a fixed order; parts that are 0 are left out.
    pub components: Vec<(&'static str, f64)>,
    /// The declaration that the region shows, or that contains it.
    pub symbol: Option<Declaration>,
    /// The relation by which it was found: the queried one or, in a search, that of a place to which a link leads
    /// which is no call, such as from a text that people see to its users.
    pub relation: Option<Relation>,
    /// How the relation was resolved.
    pub resolution: Option<Resolution>,
    /// For relations: the lines with an occurrence, ascending, and how each was resolved: those within the region and,
    /// in the first region of a long declaration, those that none of its regions shows. For the queried declaration
    /// itself, the line of its name.
    pub related: Vec<(u32, Resolution)>,
    /// The symbol, or the key, to which this region is related.
    pub relation_of: Option<String>,
    /// Of a file that the queried file or declaration names: the line that does.
    pub named_at: Option<u32>,
    /// The number of steps in the graph from the queried symbol; 0 is its definition.
    pub distance: Option<u32>,
    /// The tokens of the query that occur in the region, most informative first.
    pub tokens: Vec<String>,
    /// Whether it owes its rank to the caller's words: the text of the query alone does not find it, or leads to other files
    /// than the words.
    pub guessed: bool,
}

impl SearchResult {
    /// States what was not searched, and counts it among the losses.
    pub(crate) fn set_not_searched(&mut self, not_searched: Vec<NotSearched>) {
        let known: Vec<String> = notes(&self.not_searched).collect();
        self.notes.retain(|note| !known.contains(note));
        self.notes.extend(notes(&not_searched));
        self.stats.losses.unreadable = NotSearched::total(&not_searched);
        self.not_searched = not_searched;
    }

    /// The result with its wall time; if the search was cancelled or timed out, it is marked as truncated, with a note.
    pub(crate) fn ended(mut self, begun: Instant, cancel: &Cancel) -> SearchResult {
        if cancel.is_cancelled() {
            self.stats.truncated = true;
            self.stats.losses.time = 1;
            let why = if cancel.is_late() {
                "the time was up: only what was found until then"
            } else {
                "cancelled: what was found until then"
            };
            self.notes.push(why.to_owned());
        }
        self.stats.elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self
    }
}

/// The notes about what was not searched.
fn notes(not_searched: &[NotSearched]) -> impl Iterator<Item = String> {
    let notes = not_searched.iter().map(NotSearched::note);
    notes.map(|note| format!("not read: {note}"))
}

/// A line that calls or names a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Relative to the root.
    pub path: RepoPath,
    /// The line, 1-based.
    pub line: u32,
    /// The whole file as it was read for this result.
    pub file: Arc<Vec<u8>>,
    /// The innermost declaration that contains the line.
    pub symbol: Option<Declaration>,
    /// How the relation was resolved: the most certain way, if the line has several occurrences.
    pub resolution: Resolution,
    /// The symbol that it calls or names.
    pub relation_of: String,
    /// Whether it is in a test, or in a file that only supports tests.
    pub is_test: bool,
    /// Whether it is part of an import.
    pub is_import: bool,
    /// Whether it only hands over the function whose callers were asked for.
    pub is_handed_over: bool,
}

wire_names! {
    /// How a relation was resolved, most certain first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Resolution {
        /// Followed through an import to the declaring file.
        Import => "import",
        /// Resolved within the scopes of the file, or within the folder if that is a scope of the language; of a
        /// definition, it is the only declaration of the name.
        Scope => "scope",
        /// Only the name is the same, or for an implementor the methods of the interface; nothing contradicts it.
        Name => "name",
        /// The name stands in a string, or in a text that is not parsed as code: whether it means the symbol is not known.
        Text => "text",
    }
}

impl Resolution {
    /// Whether it follows from imports and scopes, and not from the name alone.
    #[must_use]
    pub fn is_certain(self) -> bool {
        match self {
            Resolution::Import | Resolution::Scope => true,
            Resolution::Name | Resolution::Text => false,
        }
    }
}

/// The cost of a search. The counts are of files unless named otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Files in the inventory.
    pub files_seen: u64,
    /// What the inventory skipped ([`Skipped`](crate::Skipped)), and the files that are binary, too large or
    /// unreadable. Files that git or [`Options::excludes`](crate::Options::excludes) ignore are not counted.
    pub files_skipped: u64,
    /// Files whose content was searched.
    pub files_read: u64,
    /// How many of them were not read again, since an earlier search recorded their contents' words and they have not
    /// changed. The text that a result shows is always read.
    pub files_recalled: u64,
    /// Files that were parsed for this result.
    pub files_parsed: u64,
    /// Bytes of content that were read.
    pub bytes_read: u64,
    /// Files whose facts were in the cache.
    pub cache_hits: u64,
    /// Wall time in milliseconds.
    pub elapsed_ms: u64,
    /// Whether a limit or a cancellation cut the result short. A note states which.
    pub truncated: bool,
    /// What was not searched or not read, by cause.
    pub losses: Losses,
}

wire_names! {
    /// What a line that holds a name is, by the syntax of its file; of several, the last of this list.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum NameUse {
        /// A comment holds it.
        Comment => "comment",
        /// It declares something of that name.
        Declaration => "declaration",
        /// A parameter, a local variable or a field has the name.
        Binding => "binding",
        /// It imports the name.
        Import => "import",
        /// It names something without a call.
        Mention => "mention",
        /// It calls something of that name.
        Call => "call",
        /// It names something behind a member of the own value, as `this.a`, of which nothing is known.
        Behind => "behind",
        /// It uses a parameter or a local variable of that name, whose value may be anything.
        Local => "local",
        /// A string holds it.
        String => "string",
        /// It is in a file that is not code of a known language.
        Text => "text",
        /// It is in code that was not understood, or not read.
        Unread => "unread",
    }
}

/// How often the words of a text occur in the tree.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WordCounts {
    /// The words: those that occur in a file first, most informative first.
    pub tokens: Vec<TokenStat>,
    /// The number of files in which they were counted.
    pub files: u64,
}
