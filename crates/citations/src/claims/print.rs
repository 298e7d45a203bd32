//! The claims that do not hold as SARIF, and the JSON Schema of the results.

use firsthand_source::document_schema;
use firsthand_source::sarif::Rule;
use serde_json::Value;

use super::{CLAIMS_SCHEMA, CheckedClaims, ClaimKind, ClaimState};
use crate::print::log_of;

const RULES: &[Rule<'static>] = &[
    Rule {
        name: "claim-lines",
        what: "What is cited does not stand on these lines.",
        help: "cite the lines on which it stands now",
    },
    Rule {
        name: "claim-path",
        what: "There is no such file or folder.",
        help: "name one that is there",
    },
    Rule {
        name: "claim-quote",
        what: "What is quoted does not stand there.",
        help: "quote what stands there now, and see whether the text is still true",
    },
    Rule {
        name: "claim-name",
        what: "The name does not stand where the text says.",
        help: "look for what the text is about, and see whether it is still true",
    },
];

/// The claims that are in a state from `least` on and not accepted, as one run of SARIF 2.1.0.
#[must_use]
pub fn claims_sarif(checked: &CheckedClaims, least: ClaimState) -> Value {
    let faults = checked.claims.iter().filter(|one| one.is_fault(least)).map(|one| {
        let rule = match one.kind {
            ClaimKind::Lines => "claim-lines",
            ClaimKind::Path => "claim-path",
            ClaimKind::Quote => "claim-quote",
            ClaimKind::Name => "claim-name",
        };
        let instead = one.instead.as_ref();
        let instead = instead.map_or(String::new(), |there| format!("; there is {there}"));
        let message = format!("{}: {}{instead}", one.text, one.why);
        (rule, message, &*checked.document, (one.line, one.column, one.end_column))
    });
    log_of(RULES, faults)
}

/// The JSON Schema of a serialized [`CheckedClaims`].
#[must_use]
pub fn claims_json_schema() -> Value {
    document_schema::<CheckedClaims>(CLAIMS_SCHEMA)
}
