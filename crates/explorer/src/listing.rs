//! Places of one line each: every site of a relation, and the outline of a file.

use std::sync::Arc;

use firsthand_codegraph::{Cancel, Declaration, Scope, SearchResult, Site};
use firsthand_registry::{MaskedFile, RepoPath};
use firsthand_source::fs::ReadError as FileReadError;
use firsthand_tools::{ReadError, Toolbox, redact_name};
use schemars::JsonSchema;
use serde::Serialize;

use crate::search::SearchSymbol;
use crate::{SearchLine, SearchOutput};

/// A place that is listed by one of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ListedLine {
    /// The file.
    pub path: RepoPath,
    /// The line, with secrets hidden.
    pub line: SearchLine,
    /// The declaration that begins on it or contains it: its name, kind, first and last line.
    pub symbol: Option<(SearchSymbol, u32, u32)>,
}

/// A line that calls or names a symbol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchSite {
    /// Relative to the root.
    pub path: String,
    /// 1-based.
    pub line: u32,
    /// The declaration around it.
    pub symbol: Option<SearchSymbol>,
    /// `import`, `scope`, `name` or `text`.
    pub resolution: String,
    /// Whether it stands in a test, or in what supports tests.
    pub test: bool,
    /// Whether it is part of an import.
    pub import: bool,
    /// Whether it only hands over the function whose callers were asked for.
    pub handed_over: bool,
}

/// A declaration of an outline.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchDeclaration {
    /// The line of its name, 1-based.
    pub line: u32,
    /// Its first line, documentation included.
    pub start: u32,
    /// Its last line, inclusive.
    pub end: u32,
    /// What it is.
    pub symbol: SearchSymbol,
}

impl ListedLine {
    fn of(file: &MaskedFile, line: u32, symbol: Option<&Declaration>) -> Self {
        let labelled = |symbol: &Declaration| {
            (SearchSymbol::of(symbol), symbol.range.start(), symbol.range.end())
        };
        Self {
            path: file.path().clone(),
            line: SearchLine::of(file, line, true),
            symbol: symbol.map(labelled),
        }
    }
}

impl SearchSite {
    pub(crate) fn of(site: &Site) -> Self {
        Self {
            path: site.path.as_str().to_owned(),
            line: site.line,
            symbol: site.symbol.as_ref().map(SearchSymbol::of),
            resolution: site.resolution.to_string(),
            test: site.is_test,
            import: site.is_import,
            handed_over: site.is_handed_over,
        }
    }
}

impl SearchDeclaration {
    pub(crate) fn of(row: &ListedLine) -> Option<Self> {
        let (symbol, start, end) = row.symbol.clone()?;
        let line = row.line.number;
        Some(Self { line, start, end, symbol })
    }
}

impl SearchOutput {
    /// The source line of each site, in the order of the sites, with secrets hidden.
    #[must_use]
    pub fn site_lines(&self) -> Vec<ListedLine> {
        let mut files = self.masked.clone();
        let sites = self.result.sites.iter().map(|site| {
            let file = files.of(&site.path, &site.file);
            ListedLine::of(file, site.line, site.symbol.as_ref())
        });
        sites.collect()
    }
}

/// The path as the tree spells it, if its accents may be written in another way.
fn stored_path(toolbox: &Toolbox, path: &str) -> Option<String> {
    if path.is_ascii() {
        return None;
    }
    match Scope::of(path, &toolbox.graph().files()) {
        Ok(Scope::Below(stored)) => Some(stored.as_str().to_owned()),
        _ => None,
    }
}

/// The declarations of the file at `path`, and a search result with the notes and statistics only. If the file cannot
/// be read or has no known declaration, a note says so.
pub(crate) fn outline(
    toolbox: &Toolbox,
    path: &str,
    cancel: &Cancel,
) -> (SearchResult, Vec<ListedLine>) {
    let mut found = SearchResult::default();
    let stored = stored_path(toolbox, path);
    let read = toolbox.sandbox().resolve(stored.as_deref().unwrap_or(path));
    let read = read.map_err(|error| error.to_string()).and_then(|path| {
        let bytes = toolbox.sandbox().read(&path);
        bytes.map(|bytes| (path, bytes)).map_err(|error| match error {
            ReadError::Unreadable { path, why: FileReadError::Folder } => {
                format!("{path} is a folder, which a query or a symbol searches")
            }
            error => error.to_string(),
        })
    });
    let (path, bytes) = match read {
        Ok(read) => read,
        Err(error) => {
            found.notes.push(format!("an outline is of one file: {error}"));
            return (found, Vec::new());
        }
    };
    found.stats.files_seen = 1;
    found.stats.files_read = 1;
    found.stats.bytes_read = bytes.len() as u64;
    let file = toolbox.sandbox().masked(&path, Arc::new(bytes));
    let bytes = file.bytes();
    let declarations = toolbox.graph().declarations(path.as_str(), bytes, cancel);
    if cancel.is_cancelled() {
        found.stats.truncated = true;
        found.stats.losses.time = 1;
    } else if declarations.is_empty() {
        let given_up = toolbox.graph().given_up(path.as_str(), bytes, cancel);
        let none = || format!("no declaration is known in {path}");
        found.notes.push(given_up.unwrap_or_else(none));
    }
    let row = |mut declaration: Declaration| {
        declaration.qualified = redact_name(&declaration.qualified).into_owned();
        ListedLine::of(&file, declaration.head.start(), Some(&declaration))
    };
    let rows = declarations.into_iter().map(row).collect();
    (found, rows)
}
