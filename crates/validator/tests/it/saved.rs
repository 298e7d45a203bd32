//! What a saved report says that no report of the validator can say.

use firsthand_validator::{Intent, RunFacts, SavedReport};
use serde_json::{Value, json};

use crate::repo::judge;

/// A whole report: a place, a quoted link, and a place to read.
fn saved() -> Value {
    let text = r#"{"primaryCandidateIds":["c1"],"readTargets":[{"candidateId":"c3","purpose":"why"}],
        "flow":[{"candidateId":"c1","fact":"It runs.","quote":"run(a, b)"}]}"#;
    let verdict = judge(Intent::Explain, text, |_| {});
    serde_json::to_value(verdict.into_report(RunFacts::new("/repo", "query"))).unwrap()
}

fn faults(report: &Value) -> Vec<String> {
    let report: SavedReport = serde_json::from_value(report.clone()).unwrap();
    report.faults(|_| None)
}

#[test]
fn what_the_validator_made_has_no_fault() {
    assert_eq!(faults(&saved()), Vec::<String>::new());
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn what_it_cannot_have_made_is_named() {
    for (at, value, expect) in [
        (
            "/primary/0/end",
            json!(0),
            "primary: src/app.ts has no sound range of lines",
        ),
        (
            "/primary/0/start",
            json!(0),
            "primary: src/app.ts has no sound range of lines",
        ),
        (
            "/primary/0/end",
            json!(null),
            "primary: src/app.ts has no sound range of lines",
        ),
        (
            "/primary/0/end",
            json!(121),
            "primary: src/app.ts has 121 lines, the most is 120",
        ),
        (
            "/primary/0/path",
            json!("b.ts"),
            "primary: b.ts is not among the files that were verified",
        ),
        (
            "/read_targets/0/start",
            json!(10),
            "read_targets: src/store.ts has no sound range of lines",
        ),
        ("/flow/0/quote", json!(null), "flow[0]: it has no quote"),
        (
            "/flow/0/quote/text",
            json!("}"),
            "flow[0]: its quote is too slight to identify a place",
        ),
        (
            "/flow/0/quote/text",
            json!("aaa\nb\nc"),
            "flow[0]: its quote is longer than a quote may be",
        ),
        (
            "/flow/0/fact",
            json!(""),
            "answer_from_report without a fact",
        ),
        (
            "/intent",
            json!("edit"),
            "answer_from_report is no action for this intent",
        ),
        (
            "/action",
            json!("skip_explore_result"),
            "a skip with places",
        ),
        ("/action", json!(null), "no action is named"),
        ("/confidence", json!(null), "no confidence is named"),
        (
            "/missing",
            json!(["all"]),
            "high beside a gap, or beside something that was dropped",
        ),
        ("/flow", json!([]), "high without a quoted fact"),
        (
            "/read_targets/0/purpose",
            json!(""),
            "high beside a fact or a purpose that was left blank",
        ),
        (
            "/search_targets",
            json!(["run"]),
            "search targets beside another action",
        ),
    ] {
        let mut report = saved();
        *report.pointer_mut(at).unwrap() = value.clone();
        let faults = faults(&report);
        assert!(
            faults.iter().any(|fault| fault == expect),
            "{at} {value}: {faults:?}"
        );
    }
}
