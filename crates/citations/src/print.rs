//! The lost citations as SARIF, and the JSON Schema of the results.

use firsthand_source::document_schema;
use firsthand_source::sarif::{Found, Rule, log};
use serde_json::Value;

use crate::check::{Checked, CitationState};

const RULES: &[Rule<'static>] = &[
    Rule {
        name: "citation-missing",
        what: "A cited file is not there.",
        help: "name the file that the text is about, or take the citation out",
    },
    Rule {
        name: "citation-beyond",
        what: "A cited file has fewer lines than are cited.",
        help: "cite the lines on which it stands now",
    },
    Rule {
        name: "citation-moved",
        what: "What is quoted stands on other lines than are cited.",
        help: "cite the lines on which it stands now",
    },
    Rule {
        name: "citation-changed",
        what: "What is quoted does not stand in the cited file.",
        help: "quote what stands there now, and see whether the text is still true",
    },
];

/// The citations that are lost, as one run of SARIF 2.1.0.
#[must_use]
pub fn sarif(checked: &Checked) -> Value {
    let lost = checked.citations.iter().filter_map(|one| {
        let rule = match one.standing {
            CitationState::Holds | CitationState::Unread => return None,
            CitationState::Missing => "citation-missing",
            CitationState::Beyond => "citation-beyond",
            CitationState::Moved => "citation-moved",
            CitationState::Changed => "citation-changed",
        };
        let message = format!("{}:{}-{}: {}", one.path, one.start, one.end, one.why);
        Some((one, rule, message))
    });
    let lost: Vec<_> = lost.collect();
    let found = lost.iter().map(|(one, rule, message)| Found {
        rule,
        message,
        path: one.document.as_str(),
        start: (one.line as usize, one.column as usize),
        end: (one.line as usize, one.end_column as usize),
    });
    log("firsthand", env!("CARGO_PKG_VERSION"), RULES, found)
}

/// The JSON Schema of a serialized [`Checked`].
#[must_use]
pub fn json_schema() -> Value {
    document_schema::<Checked>("firsthand.citations/1")
}
