//! Parses a saved report and compares it with the present files. Parsing does not make it verified again.

mod faults;

use firsthand_anchors::{
    Anchor, Declarations, ExactQuote, FileText, Found, PlaceState, Wanted, find,
};
use firsthand_registry::{LineRange, Receipt, RepoPath};
use serde::{Deserialize, Deserializer};

use crate::NameOccurrences;
use crate::{Action, Confidence, Coverage, FileProof, Finding, Intent, Outcome, Quote, Stats};

/// The parts of a report's JSON document that can be checked against a tree. Unknown fields
/// pass.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct SavedReport {
    /// The root that it was made for.
    pub root: String,
    /// The question.
    #[serde(default)]
    pub query: String,
    /// The intent of the question.
    pub intent: Intent,
    /// What kind of result it is.
    pub outcome: Option<Outcome>,
    /// The recommended action.
    pub action: Option<Action>,
    /// The confidence.
    pub confidence: Option<Confidence>,
    /// Primary places.
    pub primary: Vec<SavedPlace>,
    /// Flow links.
    pub flow: Vec<SavedPlace>,
    /// Read targets.
    pub read_targets: Vec<SavedPlace>,
    /// Lines that use what it cites, and that it does not cite.
    pub uncited_uses: Vec<SavedPlace>,
    /// Where the names of what it cites stand.
    pub name_lines: Vec<NameOccurrences>,
    /// Search targets.
    pub search_targets: Vec<String>,
    /// What it lists as missing.
    pub missing: Vec<String>,
    /// What it says of what it proves to be absent.
    pub absence_facts: Vec<String>,
    /// What it proves to be absent.
    pub absent: Vec<Receipt>,
    /// What was searched.
    pub coverage: Coverage,
    /// The cited files when the report was built.
    pub files: Vec<FileProof>,
    /// The run's statistics; empty if they are not of the present form.
    #[serde(deserialize_with = "stats_or_default")]
    pub stats: Stats,
    /// What was dropped, clamped or lowered.
    pub findings: Vec<Finding>,
    /// Its Markdown form.
    pub markdown: String,
}

fn stats_or_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stats, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// A place of a saved report.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[non_exhaustive]
pub struct SavedPlace {
    /// The file; a path that leaves the root does not parse.
    pub path: RepoPath,
    /// First line.
    pub start: Option<u32>,
    /// Last line.
    pub end: Option<u32>,
    /// The quote of a flow link.
    pub quote: Option<Quote>,
    /// What finds its lines again.
    pub anchor: Option<Anchor>,
    /// Its role in the flow.
    #[serde(default)]
    pub role: String,
    /// The fact about it.
    #[serde(default)]
    pub fact: String,
    /// The purpose of a read target.
    #[serde(default)]
    pub purpose: String,
    /// Whether a read target is required.
    #[serde(default)]
    pub required: bool,
}

impl SavedPlace {
    /// Its lines; `None` where it has none, or no valid range.
    #[must_use]
    pub fn range(&self) -> Option<LineRange> {
        LineRange::new(self.start?, self.end?)
    }
}

/// Compares a place with its present file, and with the file `then` when the report was built (`None`: the report does
/// not state it). A report without anchors is compared by its quotes.
#[must_use]
pub fn find_place(
    place: &SavedPlace,
    now: &FileText,
    then: Option<&FileProof>,
    declarations: &dyn Declarations,
) -> Found {
    let changed = |why: &str| Found::new(PlaceState::Changed, Vec::new(), why);
    let range = match (place.range(), &place.quote) {
        (Some(range), _) => range,
        (None, None) if (place.start, place.end) == (None, None) => {
            return Found::new(PlaceState::Unchanged, Vec::new(), "");
        }
        (None, _) => return changed("it has no sound range of lines"),
    };
    let quote = place.quote.as_ref();
    let quote = quote.map(|quote| ExactQuote::new(&*quote.text, quote.line));
    let mut wanted = Wanted::new(range);
    if let Some(quote) = &quote {
        wanted = wanted.with_quote(quote);
    }
    let is_same_file = then.is_some_and(|then| then.blake3 == now.blake3());
    if is_same_file && now.has(range) && (quote.is_none() || wanted.is_quote_there(now)) {
        let is_of_these_lines = |anchor: &Anchor| anchor.is_masked() || anchor.is_at(now, range);
        return if place.anchor.as_ref().is_none_or(is_of_these_lines) {
            Found::new(PlaceState::Unchanged, vec![range], "")
        } else {
            changed("its anchor is that of other lines")
        };
    }
    match (&place.anchor, &quote) {
        (Some(anchor), _) => find(&wanted.with_anchor(anchor), now, declarations),
        (None, Some(_)) => find(&wanted, now, declarations),
        (None, None) => {
            changed("its file changed, and the report has neither quote nor anchor of it")
        }
    }
}
