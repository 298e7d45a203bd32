//! Parses a saved report and compares it with the present files. Parsing does not make it verified again.

mod faults;

use std::collections::BTreeSet;

use firsthand_registry::{LineRange, RepoPath, lines_of};
use firsthand_source::secrets::{overwritten, redact};
use serde::{Deserialize, Serialize};

use crate::present::hash;
use crate::{Action, Confidence, Coverage, FileProof, Finding, Intent, Quote};

/// The parts of a `firsthand.report/1` document that can be checked against a tree. Unknown fields
/// pass.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct SavedReport {
    /// The root that it was made for.
    pub root: String,
    /// The intent of the question.
    pub intent: Intent,
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
    /// Search targets.
    pub search_targets: Vec<String>,
    /// What it lists as missing.
    pub missing: Vec<String>,
    /// What was searched.
    pub coverage: Coverage,
    /// The cited files when the report was built.
    pub files: Vec<FileProof>,
    /// What was dropped, clamped or lowered.
    pub findings: Vec<Finding>,
    /// Its Markdown form.
    pub markdown: String,
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

/// The state of a place of a saved report, compared with its present file; in order, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceState {
    /// The file has the same bytes, the lines exist, and the quote is at its line.
    Unchanged,
    /// The file changed, or the report does not state its hash, but the lines exist and the quote is at its line; the
    /// other lines may have changed. For a place without lines: the file exists.
    Stands,
    /// The lines or the quote are not in the file; or the file may have changed, and the place has lines but no quote
    /// to compare.
    Changed,
    /// The file is gone or cannot be read.
    Gone,
}

/// A file's present bytes, with their hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileNow {
    /// With `_` in place of each byte of a secret.
    bytes: Vec<u8>,
    blake3: String,
    /// The numbers of the lines that contain a secret: whatever is said to be quoted from them is not found.
    hidden_lines: BTreeSet<u32>,
}

impl FileNow {
    /// A file with these bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        let blake3 = hash(&bytes);
        let hidden_lines = redact(&bytes).into_iter().map(|line| line.line).collect();
        Self {
            bytes: overwritten(&bytes).unwrap_or(bytes),
            blake3,
            hidden_lines,
        }
    }

    /// Whether a line that the quote is taken from contains a secret.
    fn hides(&self, quote: &Quote) -> bool {
        let next = quote
            .line
            .saturating_add(u32::from(quote.text.contains('\n')));
        [quote.line, next]
            .iter()
            .any(|line| self.hidden_lines.contains(line))
    }

    /// Its text, where its hash is that of the file when the report was built, and it is UTF-8.
    #[must_use]
    pub fn text_of(&self, then: &FileProof) -> Option<&str> {
        let text = std::str::from_utf8(&self.bytes).ok();
        text.filter(|_| then.blake3 == self.blake3)
    }
}

/// Compares a place with its present file `now` (`None`: gone) and with the file `then` when the report was built
/// (`None`: the report does not state it).
#[must_use]
pub fn place_state(
    place: &SavedPlace,
    now: Option<&FileNow>,
    then: Option<&FileProof>,
) -> PlaceState {
    let Some(now) = now else {
        return PlaceState::Gone;
    };
    let FileNow { bytes, blake3, .. } = now;
    let same_bytes = then.is_some_and(|then| then.blake3 == *blake3);
    let lines: Vec<&[u8]> = lines_of(bytes).collect();
    let has_lines = place.start.is_some() || place.end.is_some();
    let range = place.range();
    let in_file = range.is_some_and(|range| range.end() as usize <= lines.len());
    let quote_holds = place.quote.as_ref().is_none_or(|quote| {
        !now.hides(quote) && range.is_some_and(|range| is_quote_there(quote, range, &lines))
    });
    let stands = (in_file || !has_lines) && quote_holds;
    if stands && same_bytes {
        PlaceState::Unchanged
    } else if stands && (!has_lines || place.quote.is_some()) {
        PlaceState::Stands
    } else {
        PlaceState::Changed
    }
}

/// Whether the quote is at its line, inside the range.
fn is_quote_there(quote: &Quote, range: LineRange, lines: &[&[u8]]) -> bool {
    let line = |number: u32| {
        let index = (number as usize)
            .checked_sub(1)
            .filter(|_| range.contains(number))?;
        lines.get(index).copied()
    };
    let (first, next) = (line(quote.line), quote.line.checked_add(1).and_then(line));
    let parts: Vec<&[u8]> = quote.text.split('\n').map(str::as_bytes).collect();
    match parts.as_slice() {
        [part] => {
            !part.is_empty() && first.is_some_and(|l| memchr::memmem::find(l, part).is_some())
        }
        [first_part, next_part] => {
            let not_empty = !first_part.is_empty() && !next_part.is_empty();
            not_empty
                && first.is_some_and(|line| line.ends_with(first_part))
                && next.is_some_and(|line| line.starts_with(next_part))
        }
        _ => false,
    }
}
