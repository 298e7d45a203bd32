//! The lost citations as SARIF, and the JSON Schema of the results.

use firsthand_source::document_schema;
use firsthand_source::sarif::{Found, Level, Rule, log};
use serde_json::Value;

use crate::check::{CHECKED_SCHEMA, Checked, CitationState};

const RULES: &[Rule<'static>] = &[
    Rule {
        name: "citation-gone",
        what: "A cited file or its lines are not there.",
        help: "cite where the text is about now, or take the citation out",
    },
    Rule {
        name: "citation-moved",
        what: "What is cited stands on other lines.",
        help: "cite the lines on which it stands now",
    },
    Rule {
        name: "citation-changed",
        what: "What is cited does not stand in the file as it was.",
        help: "quote what stands there now, and see whether the text is still true",
    },
    Rule {
        name: "citation-ambiguous",
        what: "What is cited stands in several other places.",
        help: "cite the one that is meant",
    },
    Rule {
        name: "citation-odd",
        what: "No file of the tree can have what is cited.",
        help: "cite a file of the tree, and its lines in order, from 1",
    },
];

/// The citations that are lost and not accepted, as one run of SARIF 2.1.0.
#[must_use]
pub fn sarif(checked: &Checked) -> Value {
    let lost = checked.citations.iter().filter(|one| one.is_fault()).filter_map(|one| {
        let rule = match one.standing {
            CitationState::Unchanged | CitationState::Unanchored | CitationState::Unread => {
                return None;
            }
            CitationState::Moved => "citation-moved",
            CitationState::Changed => "citation-changed",
            CitationState::Ambiguous => "citation-ambiguous",
            CitationState::Gone => "citation-gone",
            CitationState::Odd => "citation-odd",
        };
        let message = format!("{}:{}-{}: {}", one.path, one.start, one.end, one.why);
        Some((rule, message, one.document.as_str(), (one.line, one.column, one.end_column)))
    });
    log_of(RULES, lost)
}

/// What is wrong: its rule, what is to be said of it, its document, and the line and the columns there.
type Fault<'a> = (&'a str, String, &'a str, (u32, u32, u32));

/// Faults of documents as one run of SARIF.
pub(crate) fn log_of<'a>(rules: &[Rule<'_>], faults: impl Iterator<Item = Fault<'a>>) -> Value {
    let faults: Vec<Fault<'_>> = faults.collect();
    let found = faults.iter().map(|(rule, message, path, (line, column, end_column))| Found {
        rule,
        message,
        path,
        start: (*line as usize, *column as usize),
        end: (*line as usize, *end_column as usize),
    });
    log("firsthand", env!("CARGO_PKG_VERSION"), Level::Error, rules, found)
}

/// The JSON Schema of a serialized [`Checked`].
#[must_use]
pub fn json_schema() -> Value {
    document_schema::<Checked>(CHECKED_SCHEMA)
}
