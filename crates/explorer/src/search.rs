//! Search without a model.

use std::borrow::Cow;

use firsthand_codegraph::{Cancel, Declaration, Include, Query, Region, Relation, SearchResult};
use firsthand_tools::{EmptyRelation, NoUse, Undecided, redact_name, search_coverage};
use firsthand_validator::Coverage;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Explorer;
use crate::listing::{self, ListedLine, SearchDeclaration, SearchSite};
use crate::window::MaskedFiles;

/// What to search for.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SearchRequest {
    /// Any text, such as a whole issue; with a symbol it only ranks the related places.
    pub query: String,
    /// What the caller guesses that the code calls it; as [`Question::with_words`](crate::Question::with_words).
    pub words: Vec<String>,
    /// A symbol (`name`, a qualified name, or `path:line`), and the relation to search for.
    pub symbol: Option<(String, Relation)>,
    /// The most regions.
    pub limit: usize,
    /// The kinds of files to rank like other source.
    pub include: Include,
    /// Whether tests are left out.
    pub no_tests: bool,
    /// A file, a folder or a glob that limits the search. A file without a query and a symbol returns its outline.
    pub path: Option<String>,
}

impl SearchRequest {
    /// A search for a text, with ten regions.
    #[must_use]
    pub fn new(query: impl Into<String>) -> Self {
        let query = query.into();
        Self {
            query,
            words: Vec::new(),
            symbol: None,
            limit: 10,
            include: Include::default(),
            no_tests: false,
            path: None,
        }
    }
}

/// The result of a search. The bytes of the files that were read for it can contain secrets, so they are not accessible:
/// [`SearchOutput::document`], [`SearchOutput::windows`] and [`SearchOutput::site_lines`] show them with secrets hidden.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct SearchOutput {
    /// The request's text: the query, or the symbol and relation.
    pub query: String,
    /// The declarations of the file whose outline was requested.
    pub outline: Vec<ListedLine>,
    /// See [`SearchDocument::no_use`].
    pub no_use: Option<NoUse>,
    /// See [`SearchDocument::undecided`].
    pub undecided: Option<Undecided>,
    pub(crate) result: SearchResult,
    pub(crate) masked: MaskedFiles,
}

/// Without the bytes of files.
impl std::fmt::Debug for SearchOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SearchOutput").field(&self.document()).finish()
    }
}

/// The JSON form `firsthand.search/1`: places and scores, no source text.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchDocument {
    /// `firsthand.search/1`.
    pub schema: &'static str,
    /// What was searched for.
    pub query: String,
    /// Best first.
    pub regions: Vec<SearchRegion>,
    /// For callers and references: every line that calls or names the symbol, nearest first (at most
    /// 1,000), whatever the limit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<SearchSite>,
    /// Of a file alone: its declarations, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<SearchDeclaration>,
    /// Best first; a wider list than the regions.
    pub files: Vec<String>,
    /// What the reader should know: ambiguity, near names, truncation.
    pub notes: Vec<String>,
    /// The note that says which of several declarations a symbol can mean.
    #[serde(skip)]
    pub ambiguity: Option<String>,
    /// Of a symbol of which no caller, reference or implementor was found: what proves that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_use: Option<NoUse>,
    /// Of a symbol of which callers or references were found: the other lines with its name that may be such uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<Undecided>,
    /// What was searched, if something was not: what was lost, by cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// What it cost.
    pub stats: SearchStats,
}

/// A place.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchRegion {
    /// Relative to the root.
    pub path: String,
    /// First line, 1-based.
    pub start: u32,
    /// Last line, inclusive.
    pub end: u32,
    /// The sum of the components.
    pub score: f64,
    /// The named parts of the score.
    pub components: std::collections::BTreeMap<String, f64>,
    /// The declaration it shows.
    pub symbol: Option<SearchSymbol>,
    /// How it is related to what was searched for: `callers`, `texts`. A search for a text names it for the places that
    /// it finds by a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<String>,
    /// What it is related to: a symbol, the key of a text, or a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// For relations: `import`, `scope`, `name` or `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolution: Option<String>,
    /// Of a file that the asked file or declaration names: the line that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named_at: Option<u32>,
    /// Whether it owes its rank to the guessed words: the query does not find it, or leads to other files than these.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guessed: bool,
    /// For relations: each line of the region that relates, and how that was resolved: the surest way
    /// where a line holds several. The first region of a long declaration also has the lines that
    /// none of its regions shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<Vec<(u32, String)>>,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchSymbol {
    /// Its name with its containers.
    pub name: String,
    /// The language's word for what it is.
    pub kind: String,
}

/// What a search cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchStats {
    /// Files in the tree.
    pub files_seen: u64,
    /// Files whose content was searched.
    pub files_read: u64,
    /// How many of them were not read again: they have not changed since an earlier search.
    pub files_recalled: u64,
    /// Files that were parsed.
    pub files_parsed: u64,
    /// Bytes that were read.
    pub bytes_read: u64,
    /// Files whose facts were known before.
    pub cache_hits: u64,
    /// Milliseconds.
    pub elapsed_ms: u64,
}

impl Explorer {
    /// Searches the code graph; blocks until it is done, or `cancel` is raised.
    #[must_use]
    pub fn search(&self, request: &SearchRequest, cancel: &Cancel) -> SearchOutput {
        let query = Query {
            text: request.query.clone(),
            words: request.words.clone(),
            limit: request.limit,
            include: request.include,
            no_tests: request.no_tests,
            within: request.path.clone(),
            handed_over: true,
            ..Query::default()
        };
        let graph = self.toolbox.graph();
        let (mut no_use, mut undecided) = (None, None);
        let (text, mut result, outline) = match (&request.symbol, &request.path) {
            (Some((symbol, relation)), _) => {
                let toolbox = self.toolbox.snapshot(cancel);
                let found = toolbox.graph().relate(symbol, *relation, &query, cancel);
                let asked = EmptyRelation::new(symbol, *relation, &query);
                undecided = toolbox.undecided_beside(&asked, &found, cancel);
                no_use = toolbox.no_use_of(asked, &found, cancel);
                (format!("{relation} of {symbol}"), found, Vec::new())
            }
            (None, Some(path)) if request.query.is_empty() => {
                let (found, outline) = listing::outline(&self.toolbox, path, cancel);
                (format!("outline of {path}"), found, outline)
            }
            _ => (request.query.clone(), graph.search(&query, cancel), Vec::new()),
        };
        redact_names(&mut result);
        let masked = MaskedFiles::under_policy(&self.toolbox, &result);
        SearchOutput { query: text, result, outline, no_use, undecided, masked }
    }
}

impl SearchOutput {
    /// Whether something was not searched, not read or not shown.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.result.stats.truncated || !self.result.stats.losses.is_empty()
    }

    /// The JSON form.
    #[must_use]
    pub fn document(&self) -> SearchDocument {
        let stats = self.result.stats;
        SearchDocument {
            schema: "firsthand.search/1",
            query: self.query.clone(),
            regions: self.result.regions.iter().map(search_region).collect(),
            sites: self.result.sites.iter().map(SearchSite::of).collect(),
            outline: (self.outline.iter()).filter_map(SearchDeclaration::of).collect(),
            files: (self.result.files.iter()).map(|file| file.path.as_str().to_owned()).collect(),
            notes: self.result.notes.clone(),
            ambiguity: self.result.ambiguity.clone(),
            no_use: self.no_use.clone(),
            undecided: self.undecided.clone(),
            coverage: (!stats.losses.is_empty()).then(|| search_coverage(&self.result)),
            stats: SearchStats {
                files_seen: stats.files_seen,
                files_read: stats.files_read,
                files_recalled: stats.files_recalled,
                files_parsed: stats.files_parsed,
                bytes_read: stats.bytes_read,
                cache_hits: stats.cache_hits,
                elapsed_ms: stats.elapsed_ms,
            },
        }
    }
}

/// Replaces secrets in names and notes. The bytes of regions are unchanged.
fn redact_names(result: &mut SearchResult) {
    let redact = |text: &mut String| {
        if let Cow::Owned(hidden) = redact_name(text) {
            *text = hidden;
        }
    };
    result.notes.iter_mut().chain(&mut result.ambiguity).for_each(redact);
    let redact_symbol = |symbol: &mut Declaration| {
        redact(&mut symbol.name);
        redact(&mut symbol.qualified);
        redact(&mut symbol.signature);
    };
    for site in &mut result.sites {
        redact(&mut site.relation_of);
        site.symbol.iter_mut().for_each(redact_symbol);
    }
    for region in &mut result.regions {
        region.relation_of.iter_mut().for_each(redact);
        region.symbol.iter_mut().for_each(redact_symbol);
    }
}

impl SearchSymbol {
    pub(crate) fn of(declaration: &Declaration) -> Self {
        Self { name: declaration.qualified.clone(), kind: declaration.kind.clone() }
    }
}

fn search_region(region: &Region) -> SearchRegion {
    let hits = region.related.iter().map(|(line, how)| (*line, how.to_string()));
    SearchRegion {
        path: region.path.as_str().to_owned(),
        start: region.range.start(),
        end: region.range.end(),
        score: region.score,
        components: region.components.iter().map(|&(name, v)| (name.to_owned(), v)).collect(),
        named_at: region.named_at,
        guessed: region.guessed,
        symbol: region.symbol.as_ref().map(SearchSymbol::of),
        relation: region.relation.map(|relation| relation.to_string()),
        of: region.relation_of.clone(),
        resolution: region.resolution.map(|resolution| resolution.to_string()),
        hits: region.resolution.map(|_| hits.collect()),
    }
}
