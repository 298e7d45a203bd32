//! What a check of a citation in one file finds.

use firsthand_anchors::{FileText, Found, PlaceState};
use firsthand_source::{LineRange, count};

use super::CitationState;

/// The state of a citation, the present lines, and what is wrong.
pub(crate) struct CheckResult {
    pub(crate) standing: CitationState,
    pub(super) now: Vec<LineRange>,
    pub(crate) why: String,
}

impl CheckResult {
    pub(super) fn new(standing: CitationState, why: impl Into<String>) -> Self {
        Self { standing, now: Vec::new(), why: why.into() }
    }
}

impl From<Found> for CheckResult {
    fn from(found: Found) -> Self {
        let is_elsewhere = found.state != PlaceState::Unchanged;
        Self {
            standing: found.state.into(),
            now: found.at.into_iter().filter(|_| is_elsewhere).collect(),
            why: found.why,
        }
    }
}

pub(super) fn missing() -> CheckResult {
    CheckResult::new(CitationState::Gone, "there is no such file")
}

pub(super) fn odd(why: &str) -> CheckResult {
    CheckResult::new(CitationState::Odd, why)
}

pub(crate) fn by_lines(file: &FileText, lines: LineRange) -> CheckResult {
    if file.has(lines) {
        CheckResult::new(CitationState::Unanchored, "")
    } else {
        let lines = count(file.line_count() as usize, "line", "lines");
        CheckResult::new(CitationState::Gone, format!("the file has {lines}"))
    }
}
