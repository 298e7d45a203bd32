//! Resumed runs.

use std::sync::Arc;
use std::time::Duration;

use firsthand_agent::validator::{Rule, Stats, StopReason, VerifiedReport};
use firsthand_agent::{
    Event, ExploreError, Explored, Message, ModelError, State, TranscriptError,
    read_complete_lines, read_transcript, replay, resumable, resume, resume_in, write_transcript,
};
use firsthand_testkit::{FakeRepo, Reply, Script, Setup, strategy};
use firsthand_validator::Intent;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::always_ends::on_a_paused_clock;
use crate::{check_answers, check_ids, find, greeter, report};

/// Checks the invariants of a resumed run: one conversation, one clock, one report.
fn check_resumed(explored: &Explored) {
    let events = &explored.transcript;
    let read =
        read_transcript::<Event>(&write_transcript(events)).expect("what was written is read");
    assert_eq!(replay(&read).as_ref(), Ok(&explored.report));
    let state = State::of(events);
    check_answers(&state, &Ok(explored.clone()));
    check_ids(&state);
    let times: Vec<u64> = events.iter().filter_map(Event::at_ms).collect();
    assert!(times.is_sorted(), "the clock runs backwards: {times:?}");
}

/// A report and its statistics without what an interruption changes: time, and repeated requests.
fn comparable(report: &VerifiedReport) -> (String, Stats) {
    let stats = Stats { model_calls: 0, elapsed_ms: 0, ..report.facts().stats.clone() };
    let mut json = serde_json::to_value(report).expect("a report is JSON");
    json["stats"] = serde_json::Value::Null;
    (json.to_string(), stats)
}

/// The number of the model's turns.
fn turn_count(events: &[Event]) -> usize {
    let is_turn = |event: &&Event| matches!(event, Event::ModelAnswered { .. });
    events.iter().filter(is_turn).count()
}

/// Explores once without interruption; then resumes that run after every one of its events, and compares the reports.
async fn resume_after_every_event(
    repo: &FakeRepo,
    replies: &[Reply],
    change: impl Fn(Setup) -> Setup,
) -> Result<(), TestCaseError> {
    let setup_with = |replies: Vec<Reply>| change(Setup::new(repo, &Script::repeating(replies)));
    let setup = setup_with(replies.to_vec());
    let uninterrupted = setup.explore("who does greet name?").await;
    let Ok(uninterrupted) = uninterrupted else {
        return Ok(());
    };
    let events = &uninterrupted.transcript;
    for end in 1..=events.len() {
        let before = events[..end].to_vec();
        if end == events.len()
            && uninterrupted.report.facts().stats.stop_reason == StopReason::Accepted
        {
            let refused = ExploreError::Transcript(TranscriptError::Finished);
            prop_assert_eq!(resume(before, &setup.parts).await, Err(refused));
            continue;
        }
        let mut rest = replies.to_vec();
        rest.rotate_left(turn_count(&before) % replies.len());
        let resumed = setup_with(rest);
        let explored = resume(before.clone(), &resumed.parts).await;
        let explored = explored.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&explored.transcript[..end], &before[..]);
        prop_assert_eq!(&explored.transcript[end..], &resumed.log.events()[..]);
        check_resumed(&explored);
        prop_assert_eq!(
            comparable(&explored.report),
            comparable(&uninterrupted.report),
            "cut after {}",
            end
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Resumed after any event, a run ends with the report of the uninterrupted one.
    #[test]
    fn replayable_after_any_interruption(
        repo in strategy::repo(),
        turns in vec(strategy::turn().prop_filter("a few calls", |turn| turn.calls.len() < 9), 1..7),
        (steps, nudges, continuations) in (1_u32..9, 0_u32..3, 0_u32..3),
        intent in select(&Intent::ALL),
    ) {
        let replies: Vec<Reply> = turns.into_iter().map(Reply::Turn).collect();
        let change = |setup: Setup| setup.intent(intent).budgets(|budgets| {
            (budgets.steps, budgets.nudges, budgets.continuations) = (steps, nudges, continuations);
        });
        on_a_paused_clock(resume_after_every_event(&repo, &replies, change))?;
    }
}

fn script() -> Script {
    Script::new().calls("find", find("greet")).submits(report(&[("c1", "pub fn greet")], "high"))
}

/// A run whose model only searches, until no turn is left, and does not submit.
fn steps_used_up(repo: &FakeRepo) -> Setup {
    let looks = Script::new().calls("find", find("greet"));
    let looks = looks.calls("find", find("name")).calls("find", find("hello"));
    Setup::new(repo, &looks).budgets(|budgets| budgets.steps = 2)
}

/// A run whose report was accepted.
async fn accepted_run() -> Explored {
    let explored = Setup::new(&greeter(), &script()).explore("who greets?").await;
    explored.expect("a report")
}

/// A transcript is parsed up to its last complete line.
#[tokio::test(start_paused = true)]
async fn a_transcript_cut_at_any_byte_is_parsed() {
    let events = accepted_run().await.transcript;
    let text = write_transcript(&events);
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        // A line that lacks only its line end is complete.
        let complete_lines = ends.iter().filter(|line_end| **line_end <= end).count();
        let (read, complete_bytes) =
            read_complete_lines::<Event>(&text[..end]).expect("it is read");
        assert_eq!(read, events[..complete_lines], "cut at {end}");
        assert_eq!(
            complete_bytes,
            if complete_lines == 0 { 0 } else { end.min(ends[complete_lines - 1] + 1) }
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_invalid_run_is_rejected() {
    let events = accepted_run().await.transcript;
    assert_eq!(resumable(&[]), Err(TranscriptError::NoStart));
    assert_eq!(resumable(&events[1..]), Err(TranscriptError::NoStart));
    assert_eq!(resumable(&events), Err(TranscriptError::Finished));
    let mut newer = events.clone();
    if let Some(Event::Started { version, .. }) = newer.first_mut() {
        *version = 9;
    }
    assert_eq!(
        resumable(&newer),
        Err(TranscriptError::Version { found: 9, expected: firsthand_agent::TRANSCRIPT_VERSION })
    );
    // Accepted, but without the last check of the files.
    assert!(resumable(&events[..events.len() - 1]).is_ok());
}

/// A run that ended by a failure, a cancellation, or a used-up budget can be resumed.
#[tokio::test(start_paused = true)]
async fn a_run_without_an_accepted_report_can_be_resumed() {
    let failing = |error| Script::new().calls("find", find("greet")).fails(error);
    let failed = Setup::new(&greeter(), &failing(ModelError::Unavailable("busy".to_owned())));
    let hangs = || Setup::new(&greeter(), &Script::new().calls("find", find("greet")).hangs());
    let late = hangs();
    let cancelled = hangs();
    let cancel = cancelled.parts.cancel.clone();
    for (setup, expect) in [
        (failed, StopReason::ModelError),
        (late, StopReason::TimeBudget),
        (cancelled, StopReason::Cancelled),
        (steps_used_up(&greeter()), StopReason::StepBudget),
    ] {
        let stopping = async {
            tokio::time::sleep(Duration::from_secs(9)).await;
            if expect == StopReason::Cancelled {
                cancel.cancel();
            }
        };
        let (result, ()) = tokio::join!(setup.explore("who greets?"), stopping);
        let before = setup.log.events();
        assert_eq!(State::of(&before).stopped(), Some(expect));
        let elapsed_before = result.map(|explored| explored.report.facts().stats.elapsed_ms);
        let script = Script::new().submits(report(&[("c1", "pub fn greet")], "high"));
        let resumed = Setup::new(&greeter(), &script);
        let explored = resume(before.clone(), &resumed.parts).await;
        let explored = explored.expect("a report");
        script.finished();
        check_resumed(&explored);
        let stats = &explored.report.facts().stats;
        let steps = State::of(&before).stats().steps + 1;
        assert_eq!((stats.stop_reason, stats.steps), (StopReason::Accepted, steps));
        assert!(stats.elapsed_ms >= elapsed_before.unwrap_or_default(), "time goes on");
    }
}

/// The wall time of a resumed run is its own; other budgets count over the whole run.
#[tokio::test(start_paused = true)]
async fn all_budgets_except_the_wall_time_count_over_the_whole_run() {
    let hangs = Setup::new(&greeter(), &Script::new().calls("find", find("greet")).hangs());
    let late = hangs.explore("who greets?").await.expect("a fallback");
    let slow = Script::new()
        .after(Duration::from_secs(60))
        .calls("find", find("hello"))
        .after(Duration::from_secs(20))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &slow);
    let explored = resume(late.transcript.clone(), &setup.parts).await;
    let explored = explored.expect("a report");
    slow.finished();
    check_resumed(&explored);
    assert_eq!(explored.report.facts().stats.elapsed_ms, 90_000 + 80_000);
    let no_steps_left = Setup::new(&greeter(), &Script::new()).budgets(|budgets| budgets.steps = 1);
    let again = resume(late.transcript, &no_steps_left.parts).await;
    let stopped = again.map(|explored| explored.report.facts().stats.stop_reason);
    assert_eq!(stopped, Ok(StopReason::StepBudget));
}

#[tokio::test(start_paused = true)]
async fn unchanged_places_that_changed_before_the_resumption_are_not_reported() {
    let repo = greeter();
    let before = steps_used_up(&repo).explore("who greets?").await.expect("a fallback");
    repo.write("src/greet.rs", "pub fn salute() {}\n");
    let links = [("c1", "pub fn greet"), ("c2", "greet(")];
    let script = Script::new().submits(report(&links, "high"));
    let setup = Setup::new(&repo, &script).budgets(|budgets| budgets.continuations = 0);
    let explored = resume_in(before.transcript, "/moved".to_owned(), &setup.parts).await;
    let explored = explored.expect("a report");
    check_resumed(&explored);
    let rules: Vec<Rule> = explored.report.body().findings.iter().map(|f| f.rule).collect();
    assert!(rules.contains(&Rule::Stale), "{rules:?}");
    let paths = explored.report.body().primary.iter();
    assert!(paths.clone().all(|place| place.path().as_str() == "src/main.rs"));
    assert_eq!(paths.count(), 1);
    assert_eq!(explored.report.facts().root, "/moved");
}

/// The last turn is not over while one of its calls runs again; what earlier turns were told does not change.
#[tokio::test(start_paused = true)]
async fn one_conversation_when_calls_run_again_only_the_last_turn_loses_its_remaining_budget() {
    let script = Script::new()
        .calls("find", find("greet"))
        .calls_all([("find", find("name")), ("find", find("hello"))])
        .fails(ModelError::Unavailable("busy".to_owned()));
    let setup = Setup::new(&greeter(), &script);
    assert!(setup.explore("who greets?").await.is_ok());
    let mut events = setup.log.events();
    let states_budget = |events: &[Event]| -> Vec<bool> {
        let state = State::of(events);
        let answers = state.messages().iter().filter_map(|message| match message {
            Message::Answer(answer) => Some(answer.remaining.is_some()),
            _ => None,
        });
        answers.collect()
    };
    assert_eq!(states_budget(&events), [true, false, true]);
    let last_turn = events.iter().rev().find_map(|event| match event {
        Event::ModelAnswered { turn, .. } => Some(turn),
        _ => None,
    });
    let first_call = last_turn.expect("a turn").calls[0].id.clone();
    events.push(Event::Resumed {
        root: "/shop".to_owned(),
        model: "scripted".to_owned(),
        budgets: setup.parts.budgets,
        unfinished: vec![first_call],
        at_ms: 1_000_000,
    });
    assert_eq!(states_budget(&events), [true, false]);
}

/// The report names the model of the last part.
#[tokio::test(start_paused = true)]
async fn another_model_may_resume() {
    struct Other(Script);
    #[async_trait::async_trait]
    impl firsthand_agent::Model for Other {
        fn name(&self) -> &str {
            "other"
        }
        async fn turn(
            &self,
            request: &firsthand_agent::ModelRequest<'_>,
        ) -> Result<firsthand_agent::ModelTurn, ModelError> {
            self.0.turn(request).await
        }
    }
    let before = steps_used_up(&greeter()).explore("who greets?").await.expect("a fallback");
    let script = Script::new().submits(report(&[("c1", "pub fn greet")], "high"));
    let mut setup = Setup::new(&greeter(), &script);
    setup.parts.model = Arc::new(Other(script));
    let explored = resume(before.transcript, &setup.parts).await;
    let explored = explored.expect("a report");
    assert_eq!(explored.report.facts().stats.model, "other");
    check_resumed(&explored);
}
