//! Repair of arguments that do not match their schema.

use firsthand_agent::Explored;
use firsthand_testkit::{FakeRepo, Script, Setup, answer, json, user};
use firsthand_validator::Confidence;
use serde_json::Value;

use crate::{answers, check_laws, find, greeter, report};

async fn run(script: &Script) -> (Explored, Vec<String>) {
    let setup = Setup::new(&greeter(), script);
    let explored = crate::run(&setup, script).await;
    let findings = explored.report.body().findings.iter();
    let findings = findings.filter(|f| f.rule.name() == "argument_repaired");
    let details = findings.map(|f| f.detail.clone()).collect();
    (explored, details)
}

#[tokio::test(start_paused = true)]
async fn unambiguous_reports_are_repaired() {
    let script = Script::new().calls("find", find("greet")).submits(json!({
        "primary_candidate_ids": "[c1]",
        "flow": {"candidateId": " `c1` ", "role": "entry", "lines": null, "fact": "It greets.", "quote": "pub fn greet", "line": 2},
        "readTargets": "[{\"candidateId\": \"c2\", \"purpose\": \"why\", \"required\": \"True\"}]",
        "missingCoverage": null,
        "recommendedPrimaryAction": "Answer-From Report", "confidence": " HIGH",
        "src/evil.rs": 1
    }));
    let (explored, repairs) = run(&script).await;
    let report = &explored.report;
    assert_eq!(
        (report.body().flow.len(), report.body().primary.len(), report.body().read_targets.len()),
        (1, 1, 1)
    );
    insta::assert_snapshot!(repairs.join("\n"), @r#"
    submit_report: `confidence`: spelled as the schema does
    submit_report: `flow`: one value taken as a list of one
    submit_report: `flow[].candidateId`: what stood around the id taken off
    submit_report: `flow[].lines`: null taken as left out
    submit_report: `missingCoverage`: null taken as left out
    submit_report: `primaryCandidateIds`: its name spelled as the schema does
    submit_report: `primaryCandidateIds`: one value taken as a list of one
    submit_report: `primaryCandidateIds[]`: what stood around the id taken off
    submit_report: `readTargets`: a list written as text
    submit_report: `readTargets[].required`: a yes or no written as text
    submit_report: `recommendedPrimaryAction`: spelled as the schema does
    submit_report: `(another name)`: not a field of it, left out
    submit_report: `flow[].line`: not a field of it, left out
    "#);
}

/// A value with more than one possible meaning is rejected; a path in place of an id, for example, is no id where no quote
/// shows which place it means.
#[tokio::test(start_paused = true)]
async fn ambiguous_reports_are_rejected() {
    let mut paths = report(&[("[src/greet.rs]", "pub fn greeting")], "high");
    paths["primaryCandidateIds"] = json!(["greet", "c01", "1"]);
    let with = |field: &str, value: Value| {
        let mut report = report(&[("c1", "pub fn greet")], "high");
        report[field] = value;
        report
    };
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(with("flow", json!("see c1")))
        .expects(answer("`flow` must be a list of objects with candidateId, role, fact, quote, not \"see c1\". Nothing was submitted."))
        .submits(with(
            "flow",
            json!([{"candidateId": "c1", "role": "entry", "fact": "It greets."}]),
        ))
        .expects(answer("`flow[0].quote` is missing: a text. Nothing was submitted."))
        .submits(paths.clone())
        .submits(paths);
    let (explored, repairs) = run(&script).await;
    assert_eq!(repairs, [""; 0]);
    assert!(explored.report.body().flow.is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_invalid_value_affects_only_its_own_item() {
    let mut report = report(&[("c1", "pub fn greet"), ("1", "greet_all(")], "0.9");
    report["primaryCandidateIds"] = json!(["C1", 7]);
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(report.clone())
        .expects(user("not an id that was shown to you: `7`"))
        .submits(report);
    let (explored, repairs) = run(&script).await;
    insta::assert_snapshot!(repairs.join("\n"), @"
    submit_report: `primaryCandidateIds[]`: what stood around the id taken off
    submit_report: `primaryCandidateIds[]`: a text written as a number
    submit_report: `confidence`: taken as high: a fraction, read by thirds
    ");
    let report = explored.report;
    assert_eq!(report.body().confidence, Confidence::Medium);
    assert_eq!((report.body().flow.len(), report.body().primary.len()), (1, 1));
}

/// Wrong ids are repaired by the quotes beside them, without another turn; the model and the report are told.
#[tokio::test(start_paused = true)]
async fn wrong_ids_are_repaired_by_their_quotes() {
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(report(&[("7", "pub fn greet"), ("c2", "greet(\"you\");")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    insta::assert_snapshot!(answers(&state)[1].text(), @"
    Received.

    Notes (not evidence):
    - flow link 1: its id was never shown; taken as c1, where its quote stands
    ");
    let report = result.map(|explored| explored.report).expect("a report");
    let body = report.body();
    assert_eq!((body.flow.len(), body.primary.len()), (2, 2));
    assert_eq!(report.facts().stats.continuations, 0);
    let details: Vec<&str> = body.findings.iter().map(|f| f.detail.as_str()).collect();
    insta::assert_snapshot!(details.join("\n"), @"submit_report: flow link 1: its id was never shown; taken as c1, where its quote stands");
}

/// What is read in the most cautious way hides no other fault: the model hears of all in one turn.
#[tokio::test(start_paused = true)]
async fn one_fault_of_a_report_does_not_hide_the_others() {
    let link = |id: Value, quote: &str| {
        let mut link = json!({"candidateId": id, "fact": "It greets.", "quote": quote});
        if id.is_null() {
            link["path"] = json!("src/greet.rs");
        }
        link
    };
    let script = Script::new()
        .calls_all([("find", find("greet")), ("read", json!({"path": "src/main.rs"}))])
        .submits(json!({
            "primaryCandidateIds": ["c1"], "confidence": "sure",
            "flow": [
                link(json!("c1"), "pub fn greeting(name: &str)"), link(Value::Null, "pub fn greet"),
                link(json!("c1"), "fn main() {"),
            ],
        }))
        .submits(report(&[("c1", "pub fn greet")], "med"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let gap = state.messages().iter().filter_map(|message| match message {
        firsthand_agent::Message::User(text) if text.contains("gap") => Some(text.as_str()),
        _ => None,
    });
    let told = answers(&state)[2].text();
    insta::assert_snapshot!(format!("{told}\n{}", gap.collect::<String>()), @r"
    Received.

    Notes (not evidence):
    - `flow[].role`: missing or no text, left blank
    - flow link 2: its id was never shown; taken as c1, where its quote stands
    Your report has a gap:
    - flow link 1 [c1]: the quote `pub fn greeting(name: &str)` does not stand in the lines shown for that id; nearest is line 2: `pub fn greet(name: &str) {`
    - flow link 3 [c1]: the quote `fn main() {` does not stand in the lines shown for that id; it stands in [c2], line 1
    There is room for about 59,000 characters of places, in 10 turns. Quote what stands there and call submit_report again with the whole report; if that cannot be, say so without a call, and it stays as it was.

    As it is:
    - `recommendedPrimaryAction`: taken as read_targets: it is missing
    - `confidence`: taken as low: what is given is none of high, medium and low
    ");
    let report = result.map(|explored| explored.report).expect("a report");
    assert_eq!(report.body().confidence, Confidence::Medium);
}

/// An id of a place in the argument `path` is read as its path, with its lines where lines can be named.
#[tokio::test(start_paused = true)]
async fn an_id_stands_for_its_path() {
    let script = Script::new()
        .calls("find", find("println"))
        .calls_all([
            ("read", json!({"path": "[c1]", "start": 1, "end": 2})),
            ("read", json!({"path": "c1"})),
            ("read", json!({"path": "c9"})),
        ])
        .submits(report(&[("c1", "println!")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let seen: Vec<String> = answers(&state)[1..4].iter().map(|a| a.text()).collect();
    assert!(seen[0].contains("#### src/greet.rs [c2] 1-2"), "{}", seen[0]);
    assert!(seen[0].contains("- `[c1]` was read as `src/greet.rs`"), "{}", seen[0]);
    assert!(seen[1].contains("`c1` was read as `src/greet.rs:"), "{}", seen[1]);
    assert!(!seen[2].contains("was read as"), "{}", seen[2]);
}

/// A file may have any name; only what a model reads is escaped.
#[tokio::test(start_paused = true)]
async fn an_id_stands_for_a_path_with_invisible_characters() {
    let name = "src/gr\u{200b}eet.rs";
    let repo = FakeRepo::new().with(name, "pub fn greet() {}\n");
    let script = Script::new()
        .calls("find", find("pub fn greet"))
        .calls("read", json!({"path": "c1", "start": 1, "end": 1}))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&repo, &script);
    let result = setup.explore("who greets?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let read = answers(&setup.log.state())[1].text();
    assert!(read.contains("`c1` was read as `src/gr\\u{200b}eet.rs"), "{read}");
    assert!(!read.contains("no such"), "{read}");
}

#[tokio::test(start_paused = true)]
async fn arguments_of_tools_are_repaired_by_their_schema() {
    let script = Script::new()
        .calls("read", json!({"path": ["src/greet.rs"], "start": "2", "end": " 3 "}))
        .calls("read", json!({"path": "src/main.rs", "start": null}))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    assert!(answers(&state)[0].text().starts_with("#### src/greet.rs [c1] 2-3 of 4"));
    let findings = result.map(|e| e.report.body().findings.to_vec()).unwrap_or_default();
    let details: Vec<&str> = findings.iter().map(|f| f.detail.as_str()).collect();
    insta::assert_snapshot!(details.join("\n"), @r#"
    read: `end`: a number written as text
    read: `path`: a list of one taken as its value
    read: `start`: a number written as text
    read: `start`: null taken as left out
    "#);
}
