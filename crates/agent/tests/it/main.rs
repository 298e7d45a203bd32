//! The loop's laws, budgets and texts, with scripted models and a repository in memory.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

mod always_ends;
mod budgets;
mod cancel;
mod dialogue;
mod memory;
mod odd;
mod recalled;
mod replayable;
mod resumed;
mod stops;
mod time;
mod unchanged;

use std::collections::{HashMap, HashSet};

use firsthand_agent::{
    Answer, Event, ExploreError, Explored, Message, State, read_transcript, replay,
    write_transcript,
};
use firsthand_testkit::{FakeRepo, Log, json};
use serde_json::Value;

/// Two files: `greet` is called in one and defined in the other.
fn greeter() -> FakeRepo {
    FakeRepo::new()
        .with("src/main.rs", "fn main() {\n    greet(\"you\");\n}\n")
        .with(
            "src/greet.rs",
            "/// Says hello.\npub fn greet(name: &str) {\n    println!(\"hello {name}\");\n}\n",
        )
}

/// A report with these (id, quote) links; every linked place is a primary one.
fn report(links: &[(&str, &str)], confidence: &str) -> Value {
    let ids: Vec<&str> = links.iter().map(|(id, _)| *id).collect();
    let flow: Vec<Value> = links
        .iter()
        .map(|(id, quote)| json!({"candidateId": id, "role": "step", "fact": "It happens.", "quote": quote}))
        .collect();
    json!({
        "primaryCandidateIds": ids, "flow": flow,
        "recommendedPrimaryAction": "answer_from_report", "confidence": confidence
    })
}

/// A report with these links that names something as missing.
fn with_missing(links: &[(&str, &str)], what: &str) -> Value {
    let mut report = report(links, "medium");
    report["missingCoverage"] = json!([what]);
    report
}

fn find(text: &str) -> Value {
    json!({ "text": text })
}

/// The answers the model got, in order.
fn answers(state: &State) -> Vec<&Answer> {
    let messages = state.messages().iter();
    messages
        .filter_map(|message| match message {
            Message::Answer(answer) => Some(answer),
            _ => None,
        })
        .collect()
}

/// What holds of every run, however it ends.
fn check_laws(log: &Log, result: &Result<Explored, ExploreError>) {
    let events = log.events();
    if let Ok(explored) = result {
        assert_eq!(explored.transcript, events);
    }
    check_replayable(&events, result);
    let state = State::of(&events);
    check_answers(&state, result);
    check_budgets(&state);
    check_ids(&state);
    let mut times = events.iter().filter_map(Event::at_ms);
    let mut last = 0;
    assert!(
        times.all(|at| std::mem::replace(&mut last, at) <= at),
        "the clock runs backwards"
    );
}

/// `replayable`: the events alone give the same state after every step, and the same result, also
/// after they were written and read.
fn check_replayable(events: &[Event], result: &Result<Explored, ExploreError>) {
    let mut state = State::default();
    for (at, event) in events.iter().enumerate() {
        state.apply(event);
        let step = !matches!(event, Event::Answered { .. });
        if step && at < 30 {
            assert_eq!(state, State::of(&events[..=at]), "after event {at}");
        }
    }
    let read = read_transcript(&write_transcript(events)).expect("what was written is read");
    assert_eq!(read, events);
    match result {
        Ok(explored) => assert_eq!(replay(&read).as_ref(), Ok(&explored.report)),
        Err(ExploreError::Tool(_)) => {
            assert!(matches!(replay(&read), Err(ExploreError::Transcript(_))));
        }
        Err(error) => assert_eq!(replay(&read).as_ref(), Err(error)),
    }
    // No shorter transcript passes for a whole one with another result.
    for end in events.len().saturating_sub(4)..events.len() {
        if let (Ok(short), Ok(explored)) = (replay(&events[..end]), result) {
            assert_eq!(short, explored.report, "cut off after {end} events");
        }
    }
}

/// Every call is answered exactly once, before the model's next turn, in the calls' order.
fn check_answers(state: &State, result: &Result<Explored, ExploreError>) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = HashSet::new();
    for message in state.messages() {
        match message {
            Message::Model(turn) => {
                assert!(
                    open.is_empty(),
                    "the model was asked with {open:?} unanswered"
                );
                open = turn.calls.iter().map(|call| call.id.as_str()).collect();
                for id in &open {
                    assert!(
                        !id.is_empty() && ids.insert(*id),
                        "the id {id:?} is not distinct"
                    );
                }
            }
            Message::Answer(answer) => {
                assert!(
                    !open.is_empty(),
                    "{} is answered, and was not asked",
                    answer.call
                );
                assert_eq!(answer.call, open.remove(0));
                assert!(!answer.text.is_empty(), "an answer says nothing");
            }
            Message::User(_) => assert!(open.is_empty(), "the host speaks over {open:?}"),
        }
    }
    assert!(open.is_empty(), "{open:?} were never answered; {result:?}");
}

fn check_budgets(state: &State) {
    let (budgets, stats) = (state.budgets(), state.stats());
    let chars = |text: &str| text.chars().count();
    assert!(stats.observation_chars <= budgets.observation_chars as u64);
    assert!(stats.steps <= budgets.steps);
    assert!(stats.nudges <= budgets.nudges && stats.continuations <= budgets.continuations);
    let mut of_file: HashMap<String, usize> = HashMap::new();
    for answer in answers(state) {
        let shown: usize = answer
            .seen
            .iter()
            .map(|(o, ids)| chars(&firsthand_registry::show(o, ids)))
            .sum();
        assert!(
            shown <= budgets.result_chars,
            "{shown} characters in one result"
        );
        for (window, id) in answer
            .seen
            .iter()
            .flat_map(|(o, ids)| o.windows().iter().zip(ids))
        {
            let one = firsthand_registry::Observation::read(
                firsthand_registry::Source::READ,
                window.clone(),
            );
            let shown = chars(&firsthand_registry::show(&one, &[*id]));
            *of_file.entry(window.span.path().to_string()).or_default() += shown;
        }
        // Errors and notes do not count, and have limits of their own.
        assert!(chars(&answer.text) <= budgets.result_chars.saturating_add(10_000));
    }
    assert!(
        of_file.values().all(|shown| *shown <= budgets.file_chars),
        "{of_file:?}"
    );
}

/// `one_conversation`: ids only grow, and the same place has the same id.
fn check_ids(state: &State) {
    let mut places = HashMap::new();
    let mut next = 1;
    for (observation, ids) in answers(state).iter().flat_map(|answer| &answer.seen) {
        let windows = observation.windows().iter();
        let windows = windows.map(|w| (w.span.path().clone(), Some(w.span.range())));
        let paths = observation.paths().iter().map(|path| (path.clone(), None));
        for (place, id) in windows.chain(paths).zip(ids) {
            let known = places.entry(place).or_insert_with(|| {
                next += 1;
                format!("c{}", next - 1)
            });
            assert_eq!(id.to_string(), *known);
        }
    }
}
