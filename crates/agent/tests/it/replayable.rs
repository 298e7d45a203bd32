//! The law `replayable`: cases beyond the property test.

use firsthand_agent::{Event, ExploreError, ModelError, read_transcript, replay, write_transcript};
use firsthand_testkit::{Fault, FaultyTool, Reply, Script, Setup, json};
use firsthand_validator::StopReason;
use serde_json::Value;

use crate::{check_laws, find, greeter, report};

/// The events of a run whose report was accepted.
async fn accepted_run() -> Vec<Event> {
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    setup.log.events()
}

/// The reason why the events cannot be replayed.
fn refusal(events: &[Event]) -> String {
    match replay(events) {
        Err(ExploreError::Transcript(why)) => why.to_string(),
        other => format!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn replayable_a_truncated_transcript_is_rejected() {
    let events = accepted_run().await;
    assert_eq!(refusal(&[]), "the transcript does not begin with the start of a run");
    assert_eq!(refusal(&events[1..]), "the transcript does not begin with the start of a run");
    let running = &events[..events.len() - 1];
    assert_eq!(refusal(running), "the transcript breaks off before the run ended");
    let mut newer = events.clone();
    if let Some(Event::Started { version, .. }) = newer.first_mut() {
        *version = 3;
    }
    assert_eq!(refusal(&newer), "the transcript has version 3, not 2");
}

/// Without the final check of the files, a run is not finished.
#[tokio::test(start_paused = true)]
async fn replayable_an_unchecked_report_is_rejected() {
    let mut events = accepted_run().await;
    let at_ms = 9;
    events.pop();
    events.push(Event::ModelRequested { must_call: None, repeated: false, at_ms });
    events.push(Event::ModelFailed {
        error: "gone".to_owned(),
        too_long: false,
        idle: false,
        at_ms,
    });
    let reason = StopReason::BestOfContinuations;
    events.push(Event::Stopped { reason, at_ms });
    assert_eq!(refusal(&events), "the transcript breaks off before the report was checked");
}

#[tokio::test(start_paused = true)]
async fn replayable_a_last_line_cut_off_in_writing_is_left_out() {
    let events = accepted_run().await;
    let text = write_transcript(&events);
    let cut = &text[..text.len() - 5];
    assert_eq!(read_transcript::<Event>(cut).as_deref(), Ok(&events[..events.len() - 1]));
}

/// The version is checked before any other field; whatever else cannot be read is an error of its line.
#[tokio::test(start_paused = true)]
async fn replayable_an_invalid_transcript_has_a_typed_error() {
    let text = write_transcript(&accepted_run().await);
    let check = |from: &str, to: &str| {
        let error =
            read_transcript::<Event>(&text.replacen(from, to, 1)).expect_err("it cannot be read");
        error.to_string()
    };
    insta::assert_snapshot!(check("\"model_answered\"", "\"turnip\""), @"line 3 of the transcript cannot be read: unknown variant `turnip`, expected one of `started`, `model_requested`, `attempt_failed`, `model_answered`, `model_failed`, `compacted`, `tool_answered`, `host_message`, `usages_found`, `files_checked`, `fit_checked`, `stopped`, `resumed`, `cache_hit`, `cache_miss` at line 1 column 17");
    insta::assert_snapshot!(check("\"reason\":\"accepted\"", "\"reason\":\"stopped\""), @"line 9 of the transcript cannot be read: unknown variant `stopped`, expected one of `accepted`, `best_of_continuations`, `no_submit`, `nothing_verified`, `skip_unfounded`, `step_budget`, `observation_budget`, `time_budget`, `model_error`, `idle`, `cancelled`");
    insta::assert_snapshot!(check("\"version\":2,\"task\"", "\"version\":1,\"job\""), @"the transcript has version 1, not 2");
    insta::assert_snapshot!(check("{\"event\":\"model_requested\"", "{\"event\":\"model_requested\"!"), @"line 2 of the transcript cannot be read: expected `,` or `}` at line 1 column 27");
}

/// The model failed before anything was observed, so that the run has no report.
#[tokio::test(start_paused = true)]
async fn an_error_of_the_model_is_the_same_when_replayed() {
    let script = Script::new().fails(ModelError::Refused("no credit".to_owned()));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    let Err(ExploreError::Model { error, transcript }) = &result else {
        panic!("{result:?}");
    };
    assert_eq!(*error, ModelError::Refused("no credit".to_owned()));
    let replayed = firsthand_agent::replay(transcript).unwrap_err();
    assert_eq!(replayed.to_string(), error.to_string());
    check_laws(&setup.log, &result);
}

/// The model's arguments are nested more deeply than a parser accepts, and a tool's weight cannot be written as JSON.
#[tokio::test(start_paused = true)]
async fn replayable_a_transcript_can_always_be_parsed() {
    let deep = (0..120).fold(json!(1), |inner, _| json!([inner]));
    let weight = FaultyTool { name: "odd", fault: Fault::WeighsNothing, repo: greeter() };
    let script = Script::new()
        .calls_all([("find", deep), ("find", json!({"text": 0.1_f64 + 0.2})), ("odd", json!({}))])
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script).tool(weight);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
}

/// A transcript with reordered or repeated events is rejected or replayed.
#[tokio::test(start_paused = true)]
async fn replayable_a_transcript_in_any_order_does_not_panic() {
    let events = accepted_run().await;
    for index in 0..events.len() {
        let mut mixed = events.clone();
        mixed.rotate_left(index);
        let _ = replay(&mixed);
        mixed.reverse();
        let _ = replay(&mixed);
        let mut doubled = events.clone();
        doubled.insert(index, events[index].clone());
        let _ = replay(&doubled);
    }
}

/// They are distinct over the whole conversation, whatever ids the provider gives.
#[tokio::test(start_paused = true)]
async fn call_ids_are_distinct() {
    let turn = |ids: &[&str]| {
        let calls = ids.iter().map(|id| firsthand_agent::ToolCall::new(*id, "list", Value::Null));
        Reply::Turn(firsthand_agent::ModelTurn { calls: calls.collect(), ..Default::default() })
    };
    let script = Script::new()
        .replies(turn(&["call_0_1", "", "", "call_0_2"]))
        .replies(turn(&["", "call_0_1", "call_1_0", "x", "x"]))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
}

/// A run with two messages of the host and two verdicts replays from the events in its result.
#[tokio::test(start_paused = true)]
async fn replayable_from_the_events_of_the_result() {
    let script = Script::new()
        .calls("find", find("greet"))
        .replies_text("Hm.")
        .submits(crate::with_missing(&[("c1", "pub fn greet")], "the tests"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let explored = setup.explore("who calls greet?").await.expect("a report");
    script.finished();
    let stats = &explored.report.facts().stats;
    assert_eq!((stats.nudges, stats.continuations), (1, 1));
    let read = read_transcript::<Event>(&write_transcript(&explored.transcript)).expect("events");
    assert_eq!(replay(&read), Ok(explored.report));
}
