//! The typed result of one tool call.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{LineRange, RelatedLines, RepoPath, Span, escape};

/// The tool that made an observation, and its weight when places are ranked (0 to 1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The tool's name.
    pub name: Cow<'static, str>,
    /// 0 to 1; the graph outweighs a read, a read a match, a match a listing.
    pub weight: f64,
}

impl Source {
    /// The code graph: symbols and relations.
    pub const GRAPH: Self = Self { name: Cow::Borrowed("graph"), weight: 1.0 };
    /// A file that was read.
    pub const READ: Self = Self { name: Cow::Borrowed("read"), weight: 0.7 };
    /// A text match.
    pub const GREP: Self = Self { name: Cow::Borrowed("grep"), weight: 0.5 };
    /// A path in a listing.
    pub const LIST: Self = Self { name: Cow::Borrowed("list"), weight: 0.1 };
}

/// The typed result of one tool call.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Observation {
    /// The tool, with its weight.
    pub source: Source,
    /// What the result shows.
    pub kind: ObservationKind,
    /// The observed lines, in the tool's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// Paths alone, in the tool's order: without observed text, so nothing there can be quoted or be a read target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<RepoPath>,
    /// Document and occurrence counts of words, where the tool counted them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<TokenCount>,
    /// Every line that the tool found to be related to a symbol, shown or not: a list that ends before them says how many
    /// more there are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related_lines: Vec<RelatedLines>,
}

/// The kinds of tool results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ObservationKind {
    /// Clusters of text matches with their context.
    Matches,
    /// A range of a file that was read.
    Read,
    /// Windows on declarations that a search found.
    Symbols,
    /// Windows on places related to a symbol.
    Relations,
    /// Paths alone.
    Listed,
}

/// Observed lines, and why they are relevant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// The lines.
    pub span: Span,
    /// The hit lines (1-based, inside the span): the matches for which the window is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<u32>,
    /// Lines that are too long to be printed whole, with the offset in bytes of what each is shown for: that part of it is
    /// printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub focus: Vec<(u32, usize)>,
    /// The declaration that labels it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
    /// Declarations that lie in or around the span, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declarations: Vec<Declaration>,
    /// How it relates to the queried symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related: Option<Related>,
    /// Steps in the code graph from the queried symbol; 0 is the symbol itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Whether it is a one-line row of a list: [`show`](crate::show()) prints it behind its header.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub row: bool,
    /// Whether the search ranked it by words that the caller guessed, and not by the question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guessed: bool,
}

/// A declared symbol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Symbol {
    /// Its own name.
    pub name: String,
    /// Its name with its containers, in the language's own notation.
    pub qualified: String,
    /// Its kind, in the language's terms: `function`, `struct`, `class`.
    pub kind: String,
}

/// A declaration and its lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declaration {
    /// Its own name.
    pub name: String,
    /// Its kind, in the language's terms.
    pub kind: String,
    /// All its lines, its documentation included.
    pub range: LineRange,
    /// From the line of its name to the end of its signature, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<LineRange>,
    /// Whether it is a test, or lies in one, as far as the language's syntax shows it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_test: bool,
}

/// The edge of the code graph from the queried symbol to a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Related {
    /// The relation's name: `callers`, `references`.
    pub relation: String,
    /// The queried symbol.
    pub of: String,
    /// How it was resolved: `import`, `scope` or a `unique name`; or only by its `name`, or in a `text`.
    pub resolution: String,
}

impl fmt::Display for Related {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (relation, of) = (escape(&self.relation), escape(&self.of));
        write!(f, "{relation} of {of}, by {}", escape(&self.resolution))
    }
}

/// Document and occurrence counts of a word in the repository.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TokenCount {
    /// The word, lower case.
    pub token: String,
    /// How many files contain it (document frequency).
    pub files: u32,
    /// How many files were searched.
    pub of_files: u32,
    /// How often it occurs in all files together; 0 where occurrences were not counted.
    #[serde(default)]
    pub occurrences: u32,
    /// How many of these occurrences are in code rather than in comments or prose.
    #[serde(default)]
    pub in_code: u32,
}

impl TokenCount {
    /// The normalized inverse document frequency, from near 0 (in every file of many) to 1 (in one file);
    /// 0 for a word in no file.
    #[must_use]
    pub fn rarity(&self) -> f64 {
        let files = f64::from(self.files);
        let total_files = f64::from(self.of_files.max(self.files));
        if files == 0.0 { 0.0 } else { (1.0 + total_files / files).ln() / (1.0 + total_files).ln() }
    }

    /// How informative the word is, from 0 to 1: its rarity, lowered for a word that occurs in prose rather than in
    /// code. The function words of a question occur in comments, the words for its subject also in
    /// identifiers. Without a count of occurrences, the rarity alone.
    #[must_use]
    pub fn information(&self) -> f64 {
        const MIN_SHARE: f64 = 0.25;
        let share = match self.occurrences {
            0 => 1.0,
            all => f64::from(self.in_code.min(all)) / f64::from(all),
        };
        self.rarity() * (MIN_SHARE + (1.0 - MIN_SHARE) * share)
    }
}

impl Window {
    /// A window without hits or other metadata.
    #[must_use]
    pub fn new(span: Span) -> Self {
        Self {
            span,
            hits: Vec::new(),
            focus: Vec::new(),
            symbol: None,
            declarations: Vec::new(),
            related: None,
            distance: None,
            row: false,
            guessed: false,
        }
    }

    /// Whether it is printed as a row: as one that is marked so, with a single line.
    #[must_use]
    pub fn is_row(&self) -> bool {
        self.row && self.span.range().len() == 1
    }

    /// Makes it a row of a list.
    #[must_use]
    pub fn as_row(mut self) -> Self {
        self.row = true;
        self
    }

    /// Sets the hit lines; those outside the span are dropped.
    #[must_use]
    pub fn with_hits(mut self, hits: impl IntoIterator<Item = u32>) -> Self {
        let range = self.span.range();
        self.hits = hits.into_iter().filter(|&line| range.contains(line)).collect();
        self
    }

    /// Sets the declarations in or around it.
    #[must_use]
    pub fn with_declarations(mut self, declarations: Vec<Declaration>) -> Self {
        self.declarations = declarations;
        self
    }

    /// The part of the window inside `range`, with a label for that part ([`Window::with_label`]); `None` where
    /// they do not overlap.
    #[must_use]
    pub fn narrow(&self, range: LineRange) -> Option<Self> {
        let span = self.span.narrow(range)?;
        let narrowed = Self { span, symbol: None, ..self.clone() };
        let narrowed = narrowed.with_hits(self.hits.iter().copied());
        Some(narrowed.with_label(self.symbol.clone(), &self.declarations))
    }
}

impl Observation {
    /// An observation of windows, without counts of words.
    #[must_use]
    pub fn new(source: Source, kind: ObservationKind, windows: Vec<Window>) -> Self {
        Self {
            source,
            kind,
            windows,
            paths: Vec::new(),
            counts: Vec::new(),
            related_lines: Vec::new(),
        }
    }

    /// The observation of one read range.
    #[must_use]
    pub fn read(source: Source, window: Window) -> Self {
        Self::new(source, ObservationKind::Read, vec![window])
    }

    /// The observation of listed paths.
    #[must_use]
    pub fn listed(source: Source, paths: Vec<RepoPath>) -> Self {
        Self { paths, ..Self::new(source, ObservationKind::Listed, Vec::new()) }
    }

    /// The observation of clusters of text matches.
    #[must_use]
    pub fn matches(source: Source, windows: Vec<Window>) -> Self {
        Self::new(source, ObservationKind::Matches, windows)
    }

    /// Adds counts of words.
    #[must_use]
    pub fn with_counts(mut self, counts: Vec<TokenCount>) -> Self {
        self.counts = counts;
        self
    }
}
