//! What weak models write, as far as it reads one way only.

use firsthand_agent::Explored;
use firsthand_testkit::{Script, Setup, answer, json, user};
use firsthand_validator::StopReason;
use serde_json::Value;

use crate::{check_laws, find, greeter, report};

async fn run(script: Script) -> Explored {
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    result.expect("a report")
}

fn good() -> Value {
    report(&[("c1", "pub fn greet")], "high")
}

/// A call or a report that stands in the text, however it is marked, is one.
#[tokio::test(start_paused = true)]
async fn a_call_that_is_written_as_text_is_one() {
    let call = r#"{"name": "find", "arguments": {"text": "pub fn greet"}}"#;
    let nested = r#"{"function": {"name": "find", "arguments": "{\"text\": \"pub fn greet\"}"}}"#;
    for said in [
        format!("I look.\n<tool_call>\n{call}\n</tool_call>"),
        format!("<tool_call>{call}"),
        format!("```json\n{call}\n```"),
        format!("```\n[{call},]\n```"),
        nested.to_owned(),
        call.replace('"', "'"),
        call.replace("\"find\"", "\"functions.find\""),
    ] {
        let script = Script::new()
            .says(&said)
            .expects(answer("pub fn greet(name: &str)"))
            .says(&format!("Done.\n```json\n{}\n```", good()));
        let explored = run(script).await;
        assert_eq!(
            explored.report.stats().stop_reason,
            StopReason::Accepted,
            "{said}"
        );
        assert_eq!(explored.report.flow().len(), 1);
    }
}

/// What cannot be read so is text, and the reminder says that it is none.
#[tokio::test(start_paused = true)]
async fn other_text_is_no_call() {
    for said in [
        "{\"name\": \"no_such_tool\"}",
        "<tool_call>{\"name\": \"find\"",
        "{\"greet\": 1}",
    ] {
        let script = Script::new()
            .says(said)
            .expects(user("What you wrote as text is none."))
            .calls("functions.find", find("pub fn greet"))
            .submits(good());
        assert_eq!(run(script).await.report.flow().len(), 1, "{said}");
    }
}

/// A report with commas too many, with bare ids, or broken off behind its flow.
#[tokio::test(start_paused = true)]
async fn a_report_that_reads_one_way_is_read() {
    let whole = good().to_string();
    let commas = whole.replace('}', ",}").replace(']', ",]");
    let mut bare = good();
    bare["readTargets"] = json!(["c1", "[c1]"]);
    let flow = r#"{"primaryCandidateIds": ["c1"], "flow": [{"candidateId": "c1", "role": "r", "fact": "It is so.", "quote": "pub fn greet"}"#;
    for (submitted, reads) in [
        (Value::String(commas), 0),
        (Value::String(whole.replace('"', "'")), 0),
        (bare, 1),
        (
            Value::String(format!("{flow}], \"missingCoverage\": [\"the te")),
            0,
        ),
        (
            Value::String(format!("{flow}, {{\"candidateId\": \"c1\", \"ro")),
            0,
        ),
    ] {
        let script = Script::new()
            .calls("find", find("pub fn greet"))
            .submits(submitted.clone());
        let explored = run(script).await;
        assert_eq!(explored.report.flow().len(), 1, "{submitted}");
        assert!(explored.report.read_targets().len() >= reads, "{submitted}");
        let noted = explored.report.findings().iter();
        assert!(
            noted
                .map(|f| f.rule.name())
                .any(|rule| rule == "argument_repaired"),
            "{submitted}"
        );
    }
}

/// All faults of a report are told at once.
#[tokio::test(start_paused = true)]
async fn all_faults_are_told_at_once() {
    let script = Script::new()
        .calls("find", find("pub fn greet"))
        .submits(json!({"primaryCandidateIds": {"a": 1}, "flow": 7, "confidence": "high"}))
        .expects(answer("`primaryCandidateIds` must be a list"))
        .expects(answer("`flow` must be a list"))
        .expects(answer("`recommendedPrimaryAction` is missing"))
        .submits(good());
    run(script).await;
}
