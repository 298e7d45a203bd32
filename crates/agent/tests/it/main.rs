//! The loop's laws, budgets and texts, with scripted models and a repository in memory.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

mod accounted;
mod always_ends;
mod blocking;
mod budgets;
mod cancel;
mod compacting;
mod dialogue;
mod failed_attempts;
mod faulty_tools;
mod faulty_turns;
mod fit;
mod memory;
mod policy;
mod receipts;
mod repairing;
mod replayable;
mod report_cache;
mod required_report;
mod resumed;
mod shown_again;
mod stops;
mod texts;
mod time;
mod unchanged;
mod usages;
mod weak_models;
mod withdrawn;

use std::collections::{HashMap, HashSet};

use firsthand_agent::{
    Answer, Budgets, Event, ExploreError, Explored, Message, ShownObservation, State,
    read_transcript, replay, write_transcript,
};
use firsthand_registry::{LineRange, Window, line_chars, show_rest, show_rows, show_window};
use firsthand_testkit::{FakeRepo, Log, Script, Setup, json};
use serde_json::Value;

/// Two files: `greet` is called in one and defined in the other.
fn greeter() -> FakeRepo {
    FakeRepo::new().with("src/main.rs", "fn main() {\n    greet(\"you\");\n}\n").with(
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

/// A report with these links and a named gap.
fn with_missing(links: &[(&str, &str)], what: &str) -> Value {
    let mut report = report(links, "medium");
    report["missingCoverage"] = json!([what]);
    report
}

fn find(text: &str) -> Value {
    json!({ "text": text })
}

/// A script whose first call finds both files.
fn found() -> Script {
    Script::new().calls("find", find("greet"))
}

/// A report without a gap, for a model that has observed what [`found`] finds.
fn good() -> Value {
    report(&[("c1", "pub fn greet")], "high")
}

/// Runs to the end of the script, and checks the invariants of every run.
async fn run(setup: &Setup, script: &Script) -> Explored {
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    result.expect("a report")
}

/// The answers that the model received, in order.
fn answers(state: &State) -> Vec<&Answer> {
    let messages = state.messages().iter();
    messages
        .filter_map(|message| match message {
            Message::Answer(answer) => Some(answer),
            _ => None,
        })
        .collect()
}

/// Checks the invariants of every run, however it ends.
fn check_laws(log: &Log, result: &Result<Explored, ExploreError>) {
    let events = log.events();
    if let Ok(explored) = result {
        assert_eq!(explored.transcript, events);
    }
    check_replayable(&events, result);
    let state = State::of(&events);
    check_answers(&state, result);
    check_budgets(&events);
    check_ids(&state);
    let mut times = events.iter().filter_map(Event::at_ms);
    let mut last = 0;
    assert!(times.all(|at| std::mem::replace(&mut last, at) <= at), "the clock runs backwards");
}

/// `replayable`: the events alone give the same state after each of the first 30 events, except answers of tools, and
/// the same result, also after they were written and read.
fn check_replayable(events: &[Event], result: &Result<Explored, ExploreError>) {
    let mut state = State::default();
    for (index, event) in events.iter().enumerate() {
        state.apply(event);
        let is_answer = matches!(event, Event::ToolAnswered { .. });
        if !is_answer && index < 30 {
            assert_eq!(state, State::of(&events[..=index]), "after event {index}");
        }
    }
    let read =
        read_transcript::<Event>(&write_transcript(events)).expect("what was written is read");
    assert_eq!(read, events);
    match result {
        Ok(explored) => assert_eq!(replay(&read).as_ref(), Ok(&explored.report)),
        Err(ExploreError::Tool(_)) => {
            assert!(matches!(replay(&read), Err(ExploreError::Transcript(_))));
        }
        Err(error) => {
            let replayed = replay(&read).expect_err("a run without a report has none again");
            assert_eq!(replayed.to_string(), error.to_string());
        }
    }
    // No shorter transcript passes for a whole one with another result.
    for end in events.len().saturating_sub(4)..events.len() {
        if let (Ok(short), Ok(explored)) = (replay(&events[..end]), result) {
            assert_eq!(short, explored.report, "cut off after {end} events");
        }
    }
}

/// Checks that every call is answered exactly once, before the model's next turn, in the calls' order.
fn check_answers(state: &State, result: &Result<Explored, ExploreError>) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = HashSet::new();
    for message in state.messages() {
        match message {
            Message::Model(turn) => {
                assert!(open.is_empty(), "the model was asked with {open:?} unanswered");
                open = turn.calls.iter().map(|call| call.id.as_str()).collect();
                for id in &open {
                    assert!(!id.is_empty() && ids.insert(*id), "the id {id:?} is not distinct");
                }
            }
            Message::Answer(answer) => {
                assert!(!open.is_empty(), "{} is answered, and was not asked", answer.call);
                assert_eq!(answer.call, open.remove(0));
                assert!(!answer.text().is_empty(), "an answer says nothing");
            }
            Message::User(_) => assert!(open.is_empty(), "the host speaks over {open:?}"),
        }
    }
    assert!(open.is_empty(), "{open:?} were never answered; {result:?}");
}

fn check_budgets(events: &[Event]) {
    let state = State::of(events);
    let (budgets, stats) = (state.budgets(), state.stats());
    assert!(stats.observation_chars <= budgets.observation_chars as u64);
    assert!(stats.steps <= budgets.steps);
    assert!(stats.nudges <= budgets.nudges && stats.continuations <= budgets.continuations);
    // Errors and notes do not count, and have limits of their own.
    let max_chars = budgets.result_chars.saturating_add(10_000);
    assert!(answers(&state).iter().all(|a| a.text().chars().count() <= max_chars));
    check_shown(events, budgets);
}

/// A place whose lines stand in an answer, that answer's call, and the place under which some of them stand.
type ShownPlace = (Window, String, Option<String>);

/// Checks what each answer shows, and the characters of each file. A place whose lines are in the conversation
/// is shown by its header; no header of a place is missing.
fn check_shown(events: &[Event], budgets: Budgets) {
    let mut chars_by_file: HashMap<String, usize> = HashMap::new();
    let mut shown_places: HashMap<String, ShownPlace> = HashMap::new();
    let mut state = State::default();
    for event in events {
        let before = state.stats().observation_chars;
        state.apply(event);
        if let Event::Compacted { answers, .. } = event {
            // Lines of a place may stand in an answer before, as lines of another place.
            let mut left = usize::MAX;
            while shown_places.len() < std::mem::replace(&mut left, shown_places.len()) {
                let ids: Vec<String> = shown_places.keys().cloned().collect();
                shown_places.retain(|_, (_, call, rest)| {
                    !answers.contains(call) && rest.as_ref().is_none_or(|rest| ids.contains(rest))
                });
            }
        }
        let (Event::ToolAnswered { call, .. }, Some(Message::Answer(answer))) =
            (event, state.messages().last())
        else {
            continue;
        };
        let shown = state.stats().observation_chars - before;
        assert!(shown <= budgets.result_chars as u64, "{shown} characters");
        let places = answer.observations.iter();
        for (window, id, _) in places.flat_map(ShownObservation::windows) {
            let shown_place = shown_places.get(&id.to_string());
            let is_known = shown_place.is_some_and(|(shown, ..)| {
                shown.span == window.span && has_focus(shown, window, window.span.range())
            });
            let whole = show_window(window, Some(id), None);
            let overlapping = overlapping_place(&shown_places, window);
            let within_place =
                overlapping.filter(|(_, lines)| *lines == window.span.range()).map(|it| it.0);
            let within = overlapping.map(|(place, lines)| {
                if lines == window.span.range() {
                    let note = format!("(these lines stand above, in [c{place}])");
                    return (show_window(window, Some(id), Some(&note)), None);
                }
                let note = if lines.len() == 1 {
                    format!("(line {} stands above, in [c{place}])", lines.start())
                } else {
                    format!("(lines {lines} stand above, in [c{place}])")
                };
                (show_rest(window, id, lines, &note), Some(format!("c{place}")))
            });
            let chars = |text: &str| text.chars().count();
            // A small hole is not worth its note.
            let most =
                |rest: &Option<String>| chars(&whole) * if rest.is_some() { 3 } else { 4 } / 4;
            let within = within.filter(|(text, rest)| chars(text) < most(rest));
            let (lines_of, text) = match (is_known, within) {
                (true, _) => (None, show_window(window, Some(id), Some("(shown above)"))),
                (false, Some((text, rest))) => (rest.map(Some), text),
                (false, None) => (Some(None), whole),
            };
            // Several shown places are named in one line.
            let known = answer.text();
            let mut known = known.lines().filter(|line| line.starts_with("Shown above"));
            let is_named = known.any(|line| {
                let within = within_place.map(|place| format!("Shown above, in [c{place}]: "));
                let is_within = within.is_some_and(|within| line.starts_with(&within));
                (is_known || is_within) && line.contains(&format!("[{id}]"))
            });
            // Rows of one file share its path.
            let rows = show_rows(&[(window, id)]);
            let row = rows.lines().nth(1).filter(|_| window.row).unwrap_or(text.trim_end());
            assert!(
                is_named || answer.text().contains(text.trim_end()) || answer.text().contains(row),
                "{text} is not in {}",
                answer.text()
            );
            if let Some(rest) = lines_of {
                shown_places.insert(id.to_string(), (window.clone(), call.clone(), rest));
            }
            let path = window.span.path().to_string();
            let chars = text.chars().count();
            let file_chars = chars_by_file.entry(path).or_default();
            *file_chars += chars;
            // A small read, and a few lines of a match, always get through.
            let small = window.span.range().len() <= 60 || chars <= 600;
            assert!(small || *file_chars <= budgets.file_chars, "{file_chars}: {text}");
        }
    }
}

/// The number of the first place with the most of these lines, and the same text; and which lines it has.
fn overlapping_place(
    shown_places: &HashMap<String, ShownPlace>,
    window: &Window,
) -> Option<(u32, LineRange)> {
    let mut best: Option<(u32, LineRange)> = None;
    let lines = &window.span;
    for (id, (shown, ..)) in shown_places {
        let span = &shown.span;
        let shared = lines.range().intersection(span.range());
        let shared = shared.filter(|shared| {
            span.path() == lines.path()
                && span.narrow(*shared) == lines.narrow(*shared)
                && has_focus(shown, window, *shared)
        });
        let number: Option<u32> = id.strip_prefix('c').and_then(|id| id.parse().ok());
        if let Some((number, shared)) = number.zip(shared)
            && best.is_none_or(|(first, most)| {
                shared.len() > most.len() || (shared.len() == most.len() && number < first)
            })
        {
            best = Some((number, shared));
        }
    }
    best
}

/// Whether the parts for which a window shows long lines among these are those of one that was shown.
fn has_focus(shown: &Window, window: &Window, lines: LineRange) -> bool {
    let mut focus = window.focus.iter().filter(|(line, _)| lines.contains(*line));
    let as_long = line_chars(window) <= line_chars(shown);
    focus.all(|at| as_long && shown.focus.contains(at))
}

/// `one_conversation`: ids only grow, and the same place always has the same id.
fn check_ids(state: &State) {
    let mut places = HashMap::new();
    let mut next = 1;
    let answers = answers(state).into_iter();
    for ShownObservation { observation, ids, .. } in answers.flat_map(|answer| &answer.observations)
    {
        let windows = observation.windows.iter();
        let windows = windows.map(|w| (w.span.path().clone(), Some(w.span.range())));
        let paths = observation.paths.iter().map(|path| (path.clone(), None));
        for (place, id) in windows.chain(paths).zip(ids) {
            let first_id = places.entry(place).or_insert_with(|| {
                next += 1;
                format!("c{}", next - 1)
            });
            assert_eq!(id.to_string(), *first_id);
        }
    }
}
