//! What a search answers: regions of files, each with its exact bytes and its reasons.

use std::sync::Arc;

use firsthand_source::{Cancel, LineRange, RepoPath};

/// The answer to a search or a relation query.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchResult {
    /// Regions, at most [`Query::limit`](crate::Query::limit): the five best by file, the best file first, then the
    /// others, best first.
    pub regions: Vec<Region>,
    /// Files, best first, at most 20: the list for recall, wider than the regions.
    pub files: Vec<RankedFile>,
    /// For callers and references: every place that was found, each line once, nearest first (at most
    /// 1,000). Unlike `regions`, they do not depend on the query's limit.
    pub sites: Vec<Site>,
    /// The tokens of the query that were used, most informative first, then those that stand in no
    /// file.
    pub tokens: Vec<TokenStat>,
    /// Diagnostics for the reader: ambiguity, near names, truncation. Never evidence.
    pub notes: Vec<String>,
    /// What the search cost.
    pub stats: Stats,
}

/// A file and how well it fits the query.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RankedFile {
    /// Relative to the root.
    pub path: RepoPath,
    /// Comparable within one answer only; greater is better.
    pub score: f64,
}

/// How often a token of the query stands in the repository.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TokenStat {
    /// The token in lower case.
    pub text: String,
    /// Whether the query has it as a word of its own, not only as a part of one or as two of them.
    pub whole: bool,
    /// Files that hold it.
    pub files: u32,
    /// Occurrences in all files together.
    pub occurrences: u32,
    /// How many of them stand in code: in an identifier, or beside a bracket, a dot, an operator.
    pub in_code: u32,
    /// Inverse document frequency in this repository (natural logarithm); 0 is everywhere.
    pub rarity: f64,
}

/// A range of lines of one file, with the bytes that were read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Region {
    /// Relative to the root.
    pub path: RepoPath,
    /// Its lines; never beyond `file_lines`.
    pub range: LineRange,
    /// Number of lines of the whole file.
    pub file_lines: u32,
    /// Exactly the lines of `range` as they stand in the file, line ends included.
    pub bytes: Vec<u8>,
    /// The whole file, as it was read for this answer: what `bytes` is a part of.
    pub file: Arc<Vec<u8>>,
    /// Lines that matched or that define the symbol, 1-based, ascending, all within the region.
    pub hits: Vec<u32>,
    /// The sum of `components`.
    pub score: f64,
    /// Where the score comes from: named parts, in a fixed order; parts that are 0 are left out.
    pub components: Vec<(&'static str, f64)>,
    /// The declaration that the region shows, or that encloses it.
    pub symbol: Option<SymbolInfo>,
    /// For relations: how sure the relation is. `None` for a search.
    pub resolution: Option<Resolution>,
    /// For relations: the lines that relate, ascending, and how sure each is: those within the region
    /// and, with the first region of a long declaration, those that none of its regions shows. The
    /// line of the name where the region is a declaration that was asked for.
    pub related: Vec<(u32, Resolution)>,
    /// For relations: the symbol that this region stands in relation to.
    pub relation_of: Option<String>,
    /// For relations: steps in the graph from what was asked (0 is the definition itself).
    pub distance: Option<u32>,
    /// Which tokens of the query stand in the region, most informative first.
    pub tokens: Vec<String>,
}

impl SearchResult {
    /// Says that it is not all there is, where the search was stopped or its time was up.
    pub(crate) fn note_end(&mut self, cancel: &Cancel) {
        if !cancel.is_cancelled() {
            return;
        }
        self.stats.truncated = true;
        let why = match cancel.is_late() {
            true => "the time was up: only what was found until then",
            false => "cancelled: what was found until then",
        };
        self.notes.push(why.to_owned());
    }
}

/// One line that calls or names a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Relative to the root.
    pub path: RepoPath,
    /// The line, 1-based.
    pub line: u32,
    /// The whole file, as it was read for this answer.
    pub file: Arc<Vec<u8>>,
    /// The innermost declaration around it.
    pub symbol: Option<SymbolInfo>,
    /// How sure the relation is: the surest, where the line holds several.
    pub resolution: Resolution,
    /// The symbol that it calls or names.
    pub relation_of: String,
    /// Whether it stands in a test, or in a file that only supports tests.
    pub is_test: bool,
    /// Whether it is part of an import.
    pub is_import: bool,
}

/// How a relation was established, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resolution {
    /// Followed through an import to the declaring file.
    Import,
    /// Resolved within the file's own scopes, or in the folder that is the language's scope.
    Scope,
    /// The same name, and nothing that says otherwise.
    Name,
}

impl Resolution {
    /// The lower-case name: `import`, `scope` or `name`.
    pub fn name(self) -> &'static str {
        match self {
            Resolution::Import => "import",
            Resolution::Scope => "scope",
            Resolution::Name => "name",
        }
    }
}

impl std::fmt::Display for Resolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A declaration as a region shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolInfo {
    /// The bare name.
    pub name: String,
    /// The name with its containers, joined by `.` or `::` as the language writes it.
    pub qualified: String,
    /// `function`, `method`, `class`, … as the language's query names it.
    pub kind: String,
    /// Its lines, documentation and attributes included.
    pub range: LineRange,
    /// The declaration up to its body, on one line, at most 240 characters.
    pub signature: String,
}

/// What a search cost. Counts are of files unless named otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Files in the inventory.
    pub files_seen: u64,
    /// Files left out: binary, too large, unreadable, links, names that are not UTF-8, excluded.
    pub files_skipped: u64,
    /// Files whose content was searched.
    pub files_read: u64,
    /// How many of them were not read again: what an earlier search found in them is remembered, and
    /// they have not changed since. What is shown was read, always.
    pub files_recalled: u64,
    /// Files that were parsed for this answer.
    pub files_parsed: u64,
    /// Bytes of content that were read.
    pub bytes_read: u64,
    /// Files whose facts were already known.
    pub cache_hits: u64,
    /// Wall time in milliseconds.
    pub elapsed_ms: u64,
    /// Whether something was cut short: a cap, or a cancellation. A note says what.
    pub truncated: bool,
}

/// A declaration of a file, for callers that place lines in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declaration {
    /// The bare name.
    pub name: String,
    /// The name with its containers.
    pub qualified: String,
    /// `function`, `method`, `class`, … as the language's query names it.
    pub kind: String,
    /// Its lines, documentation and attributes included.
    pub range: LineRange,
    /// From the line of its name to the end of its signature.
    pub head: LineRange,
    /// Whether it is a test, or lies in one.
    pub is_test: bool,
}
