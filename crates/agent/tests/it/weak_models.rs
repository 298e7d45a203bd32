//! Unambiguous mistakes of weak models.

use firsthand_agent::{Explored, Message};
use firsthand_testkit::{Script, Setup, answer, json, user};
use firsthand_validator::{Action, StopReason};
use serde_json::Value;

use crate::{check_laws, find, good, greeter};

async fn run(script: Script) -> Explored {
    let setup = Setup::new(&greeter(), &script);
    crate::run(&setup, &script).await
}

/// Both tool calls and reports may be written as text, with any delimiters.
#[tokio::test(start_paused = true)]
async fn a_call_written_as_text_is_run() {
    let call = r#"{"name": "find", "arguments": {"text": "pub fn greet"}}"#;
    let other = r#"{"name": "find", "arguments": {"text": "fn main"}}"#;
    let nested = r#"{"function": {"name": "find", "arguments": "{\"text\": \"pub fn greet\"}"}}"#;
    for reply in [
        format!("I look.\n<tool_call>\n{call}\n</tool_call>"),
        format!("<tool_call>{call}"),
        format!("```json\n{call}\n```"),
        format!("```\n[{call},]\n```"),
        format!("As [c7] says: {call} (see [c8])"),
        format!("As [c7] says: [{call}, {other}], then [c8]."),
        format!("As {{greet}} says: {call}"),
        format!("As {{greet}} and {{\"c7\"}} say: [{call}, {other}], then [c8]."),
        format!("As {{greet}} says: <tool_call>I look. [\n{call},\n{other},\n]</tool_call>"),
        format!("As {{}} says: [{{}}, {call}, {other}], then [c8]."),
        nested.to_owned(),
        call.replace('"', "'"),
        call.replace("\"find\"", "\"functions.find\""),
    ] {
        let script = Script::new()
            .replies_text(&reply)
            .expects(answer("pub fn greet(name: &str)"))
            .replies_text(&format!("Done.\n```json\n{}\n```", good()));
        let explored = run(script).await;
        assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted, "{reply}");
        assert_eq!(explored.report.body().flow.len(), 1);
    }
}

/// A report written as text counts with the faults that a call of it may have; other objects do not, whatever field of a
/// report they have.
#[tokio::test(start_paused = true)]
async fn a_report_written_as_text_may_have_faults() {
    let link =
        r#"{"path": "src/greet.rs", "lines": "2", "fact": "It greets.", "quote": "pub fn greet"}"#;
    for end in ["", r#", "action": "answer", "confidence": 0.9"#] {
        let script = Script::new()
            .calls("find", find("pub fn greet"))
            .replies_text(&format!(
                "Here it is:\n```json\n{{\"summary\": \"a\", \"primary\": [\"c1\"], \"flow\": [{link}]{end}}}\n```"
            ));
        // It is told how what is missing was read.
        let script = match end {
            "" => script.expects(user("`confidence`: taken as low")).replies_text("It stays."),
            _ => script,
        };
        let explored = run(script).await;
        let stats = &explored.report.facts().stats;
        assert_eq!(stats.stop_reason, StopReason::Accepted, "{end}");
        assert_eq!(explored.report.body().flow.len(), 1, "{end}");
    }
    for other in [r#"{"ids": ["c1"]}"#, r#"{"primaryCandidateIds": ["c1"], "flow": []}"#] {
        let script = Script::new()
            .calls("find", find("pub fn greet"))
            .replies_text(other)
            .expects(user("What you wrote as text is none."))
            .submits(good());
        assert_eq!(run(script).await.report.body().flow.len(), 1, "{other}");
    }
}

/// The reminder states that the text is no call, or that it is truncated.
#[tokio::test(start_paused = true)]
async fn other_text_is_no_call() {
    for (reply, reminder) in [
        ("{\"name\": \"no_such_tool\"}", "What you wrote as text is none.)"),
        ("<tool_call>{\"name\": \"find\"", "is none: it breaks off.)"),
        ("```json\n{\"flow\": [{\"candidateId\": \"c1\", \"ro", "is none: it breaks off.)"),
        ("{\"greet\": 1}", "What you wrote as text is none.)"),
    ] {
        let script = Script::new()
            .replies_text(reply)
            .expects(user(reminder))
            .calls("functions.find", find("pub fn greet"))
            .submits(good());
        assert_eq!(run(script).await.report.body().flow.len(), 1, "{reply}");
    }
}

/// A report may have trailing commas, single quotes, or ids in place of read targets.
#[tokio::test(start_paused = true)]
async fn unambiguous_reports_are_accepted() {
    let report = good().to_string();
    let trailing_commas = report.replace('}', ",}").replace(']', ",]");
    let mut with_bare_ids = good();
    with_bare_ids["readTargets"] = json!(["c1", "[c1]"]);
    for (submitted, reads) in [
        (Value::String(trailing_commas), 0),
        (Value::String(report.replace('"', "'")), 0),
        (with_bare_ids, 1),
    ] {
        let script = Script::new().calls("find", find("pub fn greet")).submits(submitted.clone());
        let explored = run(script).await;
        assert_eq!(explored.report.body().flow.len(), 1, "{submitted}");
        assert!(explored.report.body().read_targets.len() >= reads, "{submitted}");
        let findings = explored.report.body().findings.iter();
        assert!(
            findings.map(|f| f.rule.name()).any(|rule| rule == "argument_repaired"),
            "{submitted}"
        );
    }
}

/// The report is read up to its last complete link, in whatever form it is written, and the model is asked for the
/// rest.
#[tokio::test(start_paused = true)]
async fn of_a_truncated_report_no_whole_field_is_lost() {
    let mut report = good();
    report["recommendedPrimaryAction"] = json!("answer_from_report");
    let written = format!("{{\"name\": \"submit_report\", \"arguments\": {report}");
    let whole = report.to_string();
    for written in [&written, &whole[..whole.len() - 1]] {
        let script = Script::new()
            .calls("find", find("pub fn greet"))
            .replies_text(&format!("{written}, "))
            .replies_text("That is all.");
        let explored = run(script).await;
        let body = explored.report.body();
        assert_eq!(body.action, Action::AnswerFromReport, "{written}: {:?}", body.findings);
    }
}

#[tokio::test(start_paused = true)]
async fn a_truncated_report_is_accepted_in_part() {
    let report = good().to_string();
    let at = report.find("\"recommended").unwrap_or_default();
    let flow = r#"{"primaryCandidateIds": ["c1"], "flow": [{"candidateId": "c1", "role": "r", "fact": "It is so.", "quote": "pub fn greet"}"#;
    let named = |report: &str| format!("{{\"name\": \"submit_report\", \"arguments\": {report}");
    let seen = || Script::new().calls("find", find("pub fn greet"));
    let submits = |text: String| seen().submits(Value::String(text));
    for script in [
        submits(format!("{flow}], \"missingCoverage\": [\"the te")),
        submits(format!("{flow}, {{\"candidateId\": \"c1\", \"ro")),
        seen().replies_text(&format!("```json\n{flow}], \"missingCoverage\": [\"the te")),
        seen().replies_text(&format!("Here it is.\n```json\n{flow}, {{\"candidateId\": \"c1\"")),
        seen().replies_text(&format!("<tool_call>\n{}", named(&format!("{flow}], \"mi")))),
        seen().replies_text(&format!(
            "<tool_call>{}</tool_call>",
            named(&format!("{flow}, {{\"can"))
        )),
        seen().replies_text(&format!("I found it: {flow}], \"confidence\": \"hi")),
        seen().replies_text(&format!("As {{greet}} says: {flow}], \"confidence\": \"hi")),
        seen().replies_text(&named(&report[..at])),
    ] {
        let script = script
            .expects(user("- the report breaks off; only what is whole in it was read"))
            .replies_text("That is all.");
        let explored = run(script).await;
        let stats = &explored.report.facts().stats;
        assert_eq!((explored.report.body().flow.len(), stats.nudges), (1, 0));
        let mut findings = explored.report.body().findings.iter();
        assert!(findings.any(|f| f.detail.contains("breaks off")));
    }
}

#[tokio::test(start_paused = true)]
async fn a_report_after_prose_is_accepted() {
    let text = format!("The answer is {} as I said.", good());
    let script = Script::new().calls("find", find("pub fn greet")).replies_text(&text);
    assert_eq!(run(script).await.report.body().flow.len(), 1);
}

/// In the conversation, the model reads its calls as it should have written them.
#[tokio::test(start_paused = true)]
async fn the_conversation_has_the_repaired_calls() {
    let text = |text: &str| Value::String(text.to_owned());
    let cut = r#"{"primaryCandidateIds": ["c1"], "flow": [{"candidateId": "c1", "role": "r", "fact": "It is so.", "quote": "pub fn greet"}], "mi"#;
    let script = Script::new()
        .calls("find", text("{'text': 'pub fn greet',}"))
        .calls("read", json!({"path": ["src/main.rs"], "start": "1"}))
        .replies_text(
            "<tool_call>{\"name\": \"functions.find\", \"arguments\": {\"text\": \"fn main\"}}",
        )
        .calls("find", text("no object"))
        .submits(text(cut))
        .replies_text("That is all.");
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let turns = state.messages().iter().filter_map(|message| match message {
        Message::Model(turn) => turn.calls.first(),
        _ => None,
    });
    let calls: Vec<String> =
        turns.map(|call| format!("{} {}", call.tool, call.arguments)).collect();
    insta::assert_snapshot!(calls.join("\n"), @r#"
    find {"text":"pub fn greet"}
    read {"path":"src/main.rs","start":1}
    find {"text":"fn main"}
    find "no object"
    submit_report {"confidence":"low","flow":[{"candidateId":"c1","fact":"It is so.","quote":"pub fn greet","role":"r"}],"primaryCandidateIds":["c1"],"recommendedPrimaryAction":"read_targets"}
    "#);
}

#[tokio::test(start_paused = true)]
async fn all_faults_are_stated_at_once() {
    let script = Script::new()
        .calls("find", find("pub fn greet"))
        .submits(json!({"primaryCandidateIds": {"a": 1}, "flow": 7, "confidence": "high"}))
        .expects(answer("`primaryCandidateIds` must be a list"))
        .expects(answer("`flow` must be a list"))
        .expects(answer("`recommendedPrimaryAction` is missing"))
        .submits(good());
    run(script).await;
}
