//! Each rule, by name.

mod ids;
mod lower;
mod places;
mod prose;

use crate::repo::check;

const LINK: &str = r#"{"candidateId":"c1","role":"entry","fact":"Runs.","quote":"run(a, b)"}"#;

/// The verdict on a selection of c1 with one valid flow link and these further fields.
fn verdict_with(fields: &str) -> String {
    check(&format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK}]{fields}}}"#))
}

/// The verdict on the same selection with a second link.
fn verdict_with_link(id: &str, fact: &str, quote: &str) -> String {
    let second = serde_json::json!({"candidateId": id, "fact": fact, "quote": quote});
    check(&format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK},{second}]}}"#))
}
