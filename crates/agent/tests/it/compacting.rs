//! Compaction of a conversation that is too long for the model.

use firsthand_agent::{Event, Message, ModelError};
use firsthand_testkit::{FakeRepo, Script, Setup, answer, json, saw};
use firsthand_validator::StopReason;
use serde_json::Value;

use crate::{answers, check_laws, find, greeter, report, run, with_missing};

fn too_long() -> ModelError {
    ModelError::TooLong("8193 tokens".to_owned())
}

/// Six files of 100 lines each.
fn repo() -> FakeRepo {
    (0..6).fold(FakeRepo::new(), |repo, n| {
        let lines = (0..100).map(|at| format!("let value_{n}_{at} = greet({at});\n"));
        repo.with(&format!("src/f{n}.rs"), lines.collect::<String>())
    })
}

/// The text of all answers.
fn texts(messages: &[Message]) -> String {
    let texts = messages.iter().filter_map(|message| match message {
        Message::Answer(answer) => Some(answer.text()),
        _ => None,
    });
    texts.collect()
}

fn read(n: u32) -> Value {
    json!({"path": format!("src/f{n}.rs")})
}

/// How many answers each compaction shortened.
fn compactions(setup: &Setup) -> Vec<usize> {
    let events = setup.log.events();
    let sizes = events.iter().filter_map(|event| match event {
        Event::Compacted { answers, .. } => Some(answers.len()),
        _ => None,
    });
    sizes.collect()
}

/// Compaction removes the lines of the oldest answers, and retains the lines of the newest.
#[tokio::test(start_paused = true)]
async fn old_lines_are_compacted_and_can_still_be_quoted() {
    let script = Script::new()
        .calls_all([("read", read(0)), ("read", read(1))])
        .calls_all([("read", read(2)), ("read", read(3))])
        .calls("read", read(4))
        .fails(too_long())
        .expects(saw("lines of the newest alone", |r| {
            let text = texts(r.messages);
            !text.contains("let value_0_1 ") && text.contains("let value_4_1 ")
        }))
        .submits(report(&[("c1", "let value_0_7 = greet(7);")], "high"));
    let setup = Setup::new(&repo(), &script);
    let explored = run(&setup, &script).await;
    assert_eq!(compactions(&setup), [2]);
    assert_eq!(explored.report.body().flow[0].quote.line, 8);
    let state = setup.log.state();
    let first = answers(&state)[0];
    insta::assert_snapshot!(first.text(), @r#"
    #### src/f0.rs [c1] 1-100 (to the end)
    (The lines shown here were left out to make room. The ids stay good; reading a place again shows its lines.)
    "#);
    assert_eq!(first.observations[0].observation.windows[0].span.lines().count(), 100);
}

#[tokio::test(start_paused = true)]
async fn compaction_repeats_until_the_conversation_fits() {
    let script = Script::new()
        .calls_all([("read", read(0)), ("read", read(1)), ("list", json!({}))])
        .calls_all([("read", read(2)), ("read", read(3))])
        .fails(too_long())
        .fails(too_long())
        .fails(too_long())
        .submits(report(&[("c1", "let value_0_7 = greet(7);")], "high"));
    let setup = Setup::new(&repo(), &script);
    let explored = run(&setup, &script).await;
    assert_eq!(compactions(&setup), [1, 1, 1]);
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted);
}

#[tokio::test(start_paused = true)]
async fn a_run_ends_if_nothing_more_can_be_compacted() {
    let seen = || Script::new().calls("read", read(0));
    let gap = || with_missing(&[("c1", "let value_0_7")], "the tests");
    for (script, reason) in
        [(seen(), StopReason::ModelError), (seen().submits(gap()), StopReason::BestOfContinuations)]
    {
        let script = script.fails(too_long()).fails(too_long());
        let setup = Setup::new(&repo(), &script);
        let explored = run(&setup, &script).await;
        assert_eq!(compactions(&setup), [1]);
        assert_eq!(explored.report.facts().stats.stop_reason, reason);
    }
    // Nothing was seen at all: the error is the model's.
    let script = Script::new().fails(too_long());
    let setup = Setup::new(&repo(), &script);
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    assert!(result.is_err());
}

/// A compacted place is shown with its lines when it is read again; until then no answer refers to its lines as shown.
#[tokio::test(start_paused = true)]
async fn a_compacted_place_is_shown_again() {
    let script = Script::new()
        .calls("read", read(0))
        .calls("read", read(1))
        .calls("read", read(0))
        .expects(answer("src/f0.rs [c1] 1-100 (to the end) (shown above)"))
        .fails(too_long())
        .fails(too_long())
        .expects(answer("src/f0.rs [c1] 1-100 (to the end) (left out)"))
        .calls("read", read(0))
        .expects(answer("let value_0_1 = greet(1);"))
        .calls("read", read(0))
        .expects(answer("src/f0.rs [c1] 1-100 (to the end) (shown above)"))
        .submits(report(&[("c1", "let value_0_7 = greet(7);")], "high"));
    let setup = Setup::new(&repo(), &script);
    run(&setup, &script).await;
}

#[tokio::test(start_paused = true)]
async fn a_part_of_a_compacted_place_is_shown_again() {
    let part = || json!({"path": "src/f0.rs", "start": 11, "end": 20});
    let script = Script::new()
        .calls("read", read(0))
        .calls("read", read(1))
        .calls("read", part())
        .expects(answer("src/f0.rs [c3] 11-20 of 100 (these lines stand above, in [c1])"))
        .fails(too_long())
        .expects(answer("src/f0.rs [c3] 11-20 of 100 (left out)"))
        .calls("read", part())
        .expects(answer("11| let value_0_10 = greet(10);"))
        .submits(report(&[("c3", "let value_0_11 = greet(11);")], "high"));
    let setup = Setup::new(&repo(), &script);
    run(&setup, &script).await;
}

/// A place of which some lines stand in a removed answer is shown again, also where the others stood in a later one.
#[tokio::test(start_paused = true)]
async fn a_place_that_shared_lines_with_a_compacted_one_is_shown_again() {
    let part = |start: u32, end: u32| json!({"path": "src/f0.rs", "start": start, "end": end});
    let script = Script::new()
        .calls("read", part(1, 60))
        .calls("read", read(1))
        .calls("read", part(51, 70))
        .expects(answer("src/f0.rs [c3] 51-70 of 100 (lines 51-60 stand above, in [c1])"))
        .fails(too_long())
        .expects(answer("src/f0.rs [c3] 51-70 of 100 (left out)"))
        .calls("read", part(61, 69))
        .expects(answer("65| let value_0_64 = greet(64);"))
        .submits(report(&[("c4", "let value_0_64 = greet(64);")], "high"));
    let setup = Setup::new(&repo(), &script);
    run(&setup, &script).await;
}

/// The repeated request counts as the same step.
#[tokio::test(start_paused = true)]
async fn a_required_report_whose_request_was_too_long_is_requested_again() {
    let script = Script::new()
        .calls("find", find("greet"))
        .fails(too_long())
        .replies_text("Hm.")
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script).budgets(|b| b.steps = 2);
    let explored = run(&setup, &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted);
}
