//! Each rule, by name.

mod ids;
mod places;
mod prose;

use crate::repo::check;

const LINK: &str = r#"{"candidateId":"c1","role":"entry","fact":"Runs.","quote":"run(a, b)"}"#;

/// A selection of c1 with one sound flow link, and what else is given.
fn with(fields: &str) -> String {
    check(&format!(
        r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK}]{fields}}}"#
    ))
}

/// The same with a second link.
fn link(id: &str, fact: &str, quote: &str) -> String {
    let second = serde_json::json!({"candidateId": id, "fact": fact, "quote": quote});
    check(&format!(
        r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK},{second}]}}"#
    ))
}
