//! Faulty tools: the run continues, and stays within its limits.

use firsthand_agent::ExploreError;
use firsthand_testkit::{Fault, FaultyTool, FixedResults, Script, Setup, answer, json, saw};
use firsthand_validator::Rule;

use crate::{check_laws, find, greeter, report};

/// The answer to a call of a faulty tool, without the note about the remaining budget, or else the error of the run.
async fn answer_of(fault: Fault) -> String {
    let skip = || json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"});
    let script = Script::new()
        .calls("odd", json!({}))
        .calls("find", find("greet"))
        .submits(skip())
        .submits(skip());
    let odd = FaultyTool { name: "odd", fault, repo: greeter() };
    let setup = Setup::new(&greeter(), &script).tool(odd);
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    if let Err(error) = result {
        return error.to_string();
    }
    script.finished();
    let state = setup.log.state();
    let text = &crate::answers(&state)[0].text();
    let without_budget = text.rsplit_once("\n\n(About ");
    without_budget.map_or_else(|| text.clone(), |(text, _)| text.to_owned())
}

#[tokio::test(start_paused = true)]
async fn calls_of_faulty_tools_are_answered() {
    for (fault, text) in [
        (Fault::Nothing, "Nothing found."),
        (Fault::Panics, "The tool failed; other tools work."),
        (Fault::PanicsAtOnce, "There is no such tool. There are: find, read, list, submit_report."),
        (Fault::Stops, "the disk is on fire"),
    ] {
        assert_eq!(answer_of(fault).await, text, "{fault:?}");
    }
    for (fault, max_chars) in
        [(Fault::Refuses, 2_000), (Fault::Chatters, 19_000), (Fault::Floods, 4_000)]
    {
        let length = answer_of(fault).await.chars().count();
        assert!((max_chars / 2..=max_chars).contains(&length), "{fault:?}: {length}");
    }
    assert!(!answer_of(Fault::Chatters).await.contains("\n#### forged.rs"));
    assert!(answer_of(Fault::Masks).await.contains("1| /// Says hello."));
}

/// A tool that stops the run ends it at once, with its message.
#[tokio::test(start_paused = true)]
async fn a_stop_ends_the_run_without_waiting_for_other_calls() {
    let script = Script::new().calls_all([("slow", json!({})), ("odd", json!({}))]);
    let slow = FaultyTool { name: "slow", fault: Fault::Hangs, repo: greeter() };
    let odd = FaultyTool { name: "odd", fault: Fault::Stops, repo: greeter() };
    let setup = Setup::new(&greeter(), &script).tool(slow).tool(odd);
    let started = tokio::time::Instant::now();
    let result = setup.explore("who calls greet?").await;
    assert_eq!(result, Err(ExploreError::Tool("the disk is on fire".to_owned())));
    assert!(started.elapsed().is_zero());
    check_laws(&setup.log, &result);
}

/// The model gets no two tools of one name: providers reject such a request.
#[tokio::test(start_paused = true)]
async fn tools_have_distinct_names() {
    let has_distinct_names = |request: &firsthand_agent::ModelRequest<'_>| {
        let names: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
        names == ["find", "read", "list", "submit_report"]
    };
    let script = Script::new()
        .expects(saw("four tools", has_distinct_names))
        .calls("find", find("greet"))
        .expects(answer("#### src/greet.rs [c1]"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script)
        .tool(FixedResults::new("find", []))
        .tool(FixedResults::new("submit_report", []));
    let result = setup.explore("who calls greet?").await;
    script.finished();
    assert!(result.is_ok());
}

/// The repair is a finding in the report.
#[tokio::test(start_paused = true)]
async fn arguments_in_a_string_are_parsed() {
    let script = Script::new()
        .calls_all([
            ("find", json!("{\"text\": \"greet\"}")),
            ("find", json!("greet")),
            ("find", json!("3")),
        ])
        .expects(answer("#### src/greet.rs [c1]"))
        .expects(answer("The arguments are not a JSON object: expected value at line 1 column 1."))
        .expects(answer("The arguments are not a JSON object."))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let findings = result.map(|e| e.report.body().findings.to_vec()).unwrap_or_default();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].rule, Rule::ArgumentRepaired);
}
