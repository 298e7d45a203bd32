//! Failed attempts before a turn: sent to the observer at once, recorded in order, and their tokens counted.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::{
    Event, ExploreError, Model, ModelError, ModelRequest, ModelTurn, Notice, Observer, State,
    read_transcript, resume, write_transcript,
};
use firsthand_testkit::{Reply, Script, Setup, json};
use firsthand_validator::Tokens;
use serde_json::Value;

use crate::{check_laws, find, greeter, report};

/// A model that returns each turn after two failed attempts, 40 ms apart.
struct FailsTwice(Script);

#[async_trait]
impl Model for FailsTwice {
    fn name(&self) -> &str {
        self.0.name()
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        for attempt in 1..=2 {
            request.notices.send(notice(attempt));
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
        self.0.turn(request).await
    }
}

fn notice(attempt: u32) -> Notice {
    let tokens = Tokens { input: 10, cached: 0, output: 1 };
    let mut notice = Notice::new("HTTP 429: slow down", attempt, 7);
    (notice.wait_ms, notice.tokens) = (Some(40), Some(tokens));
    notice
}

fn event_kind(event: &Event) -> String {
    let event = serde_json::to_value(event).expect("an event is JSON");
    event["event"].as_str().unwrap_or_default().to_owned()
}

/// Records events and notices in the order in which it receives them.
#[derive(Default)]
struct Recorder(Mutex<Vec<String>>);

impl Observer for Recorder {
    fn event(&self, event: &Event, _: &State) {
        self.0.lock().expect("a lock").push(event_kind(event));
    }

    fn notice(&self, notice: &Notice) {
        self.0.lock().expect("a lock").push(notice.to_string());
    }
}

#[tokio::test(start_paused = true)]
async fn failed_attempts_are_sent_at_once_and_recorded_later() {
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let mut setup = Setup::new(&greeter(), &script);
    setup.parts.model = Arc::new(FailsTwice(script));
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    let explored = result.unwrap();
    let tokens = explored.report.facts().stats.tokens.unwrap();
    assert_eq!((tokens.input, tokens.output), (40, 4), "tries cost too");
    let kinds: Vec<_> = explored.transcript[..5].iter().map(event_kind).collect();
    assert_eq!(
        kinds,
        ["started", "model_requested", "attempt_failed", "attempt_failed", "model_answered"]
    );
    let times: Vec<_> = explored.transcript[1..5].iter().filter_map(Event::at_ms).collect();
    assert_eq!(times, [0, 0, 40, 80]);

    let (recorder, script) = (Arc::new(Recorder::default()), Script::new().hangs());
    setup.parts.model = Arc::new(FailsTwice(script));
    setup.parts.observer = Some(recorder.clone());
    setup.parts.budgets.wall_ms = 60;
    let result = setup.explore("who calls greet?").await;
    assert!(result.is_ok() || matches!(result, Err(ExploreError::Model { .. })));
    let received = recorder.0.lock().unwrap().clone();
    let (first, second) =
        ("try 2 of 7 in 0.1 s: HTTP 429: slow down", "try 3 of 7 in 0.1 s: HTTP 429: slow down");
    assert_eq!(
        received[..6],
        ["started", "model_requested", first, second, "attempt_failed", "attempt_failed"]
    );
    assert_eq!(received[6], "stopped", "what ends a run does not hide its tries");
}

/// The run is interrupted after its first call, which was answered after seven seconds.
#[tokio::test(start_paused = true)]
async fn the_times_of_failed_attempts_in_a_resumed_run_continue_those_of_the_first_part() {
    let script = Script::new().after(Duration::from_secs(7));
    let setup = Setup::new(&greeter(), &script.calls("find", find("greet")).hangs());
    let explored = setup.explore("who calls greet?").await.unwrap();
    let answered = |event: &Event| matches!(event, Event::ToolAnswered { .. });
    let first_answer = explored.transcript.iter().position(answered).unwrap();
    let before = explored.transcript[..=first_answer].to_vec();

    let script = Script::new().submits(report(&[("c1", "pub fn greet")], "high"));
    let mut setup = Setup::new(&greeter(), &script);
    setup.parts.model = Arc::new(FailsTwice(script));
    let resumed = resume(before, &setup.parts).await.unwrap();
    let times: Vec<u64> = resumed.transcript.iter().filter_map(Event::at_ms).collect();
    assert!(times.is_sorted() && times.contains(&7_040), "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn provider_state_is_recorded_unless_it_is_too_large() {
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    for (provider_state, is_recorded) in [
        (json!({ "parts": [{ "thoughtSignature": "c2ln" }] }), true),
        (json!("x".repeat(256 * 1024 - 2)), true),
        (json!("x".repeat(256 * 1024)), false),
        (deep, false),
    ] {
        let turn = ModelTurn {
            text: "Looking.".to_owned(),
            provider_state: Some(provider_state.clone()),
            ..ModelTurn::default()
        };
        let script = Script::new().replies(Reply::Turn(turn)).submits(
            json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"}),
        );
        let setup = Setup::new(&greeter(), &script).budgets(|budgets| budgets.continuations = 0);
        let result = setup.explore("who calls greet?").await;
        check_laws(&setup.log, &result);
        let provider_state_of = |event: &Event| match event {
            Event::ModelAnswered { turn, .. } => turn.provider_state.clone(),
            _ => None,
        };
        let recorded = setup.log.events().iter().find_map(provider_state_of);
        assert_eq!(recorded, is_recorded.then_some(provider_state));
        let report = serde_json::to_string(&result.unwrap().report).unwrap();
        assert!(!report.contains("c2ln"), "{report}");
    }
}

/// Older transcripts have no failed attempts and no provider state.
#[test]
fn older_transcripts_are_parsed() {
    let line = "{\"event\":\"model_answered\",\"turn\":{\"text\":\"hm\"},\"at_ms\":3}\n";
    let events = read_transcript::<Event>(line).unwrap();
    let [Event::ModelAnswered { turn, .. }] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((turn.text.as_str(), &turn.provider_state), ("hm", &None::<Value>));
    assert_eq!(write_transcript(&events), line);
}
