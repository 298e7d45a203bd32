//! The budgets, one by one.

use std::sync::Arc;

use firsthand_agent::{ExploreError, Explored, Message, Model, ModelTurn, Task, model_fn};
use firsthand_testkit::{
    ConcurrencyProbe, FakeRepo, Fault, FaultyTool, Script, Setup, answer, answers, forced, free,
    json, saw, user,
};
use firsthand_validator::StopReason;

use crate::{answers as received, find, greeter, report, run};

/// A file of `lines` lines of 44 characters.
fn long_file(lines: usize) -> String {
    (0..lines).map(|n| format!("let value_{n:05} = compute(something, {n:05});\n")).collect()
}

#[tokio::test(start_paused = true)]
async fn the_report_is_forced_on_the_last_step() {
    let script = Script::new()
        .expects(free())
        .calls("find", find("greet"))
        .expects(free())
        .calls("find", find("main"))
        .expects(forced("submit_report"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script).budgets(|b| b.steps = 3);
    let explored = run(&setup, &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted);
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_budget_are_refused_and_the_report_is_forced() {
    let script = Script::new()
        .calls_all((0..5).map(|_| ("find", find("greet"))))
        .expects(answers(5))
        .expects(answer("the tool calls of this run are used up"))
        .expects(forced("submit_report"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let probe = ConcurrencyProbe::new("unused", false);
    let setup = Setup::new(&greeter(), &script).tool(probe).budgets(|b| b.tool_calls = 3);
    let explored = run(&setup, &script).await;
    let state = setup.log.state();
    let refused = received(&state).iter().filter(|a| a.text().contains("used up")).count();
    assert_eq!(refused, 2);
    assert_eq!(explored.report.facts().stats.tool_calls, 6);
}

/// A report is received even if the budget of calls is used up.
#[tokio::test(start_paused = true)]
async fn a_report_beside_a_thousand_calls_is_received() {
    let calls = (0..1_000).map(|_| ("slow", json!({})));
    let submit = ("submit_report", report(&[("c1", "pub fn greet")], "high"));
    let script = Script::new().calls("find", find("greet")).calls_all(calls.chain([submit]));
    let probe = ConcurrencyProbe::new("slow", false);
    let setup = Setup::new(&greeter(), &script).tool(probe.clone());
    let explored = run(&setup, &script).await;
    assert_eq!((probe.all(), probe.most()), (49, 8));
    assert_eq!(explored.report.body().flow.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn calls_run_in_parallel_unless_one_is_exclusive() {
    for (parallel, is_other_exclusive, max_parallel) in
        [(8, false, 8), (3, false, 3), (0, false, 1), (8, true, 1)]
    {
        let safe = ConcurrencyProbe::new("safe", false);
        let other = safe.beside("other", is_other_exclusive);
        let mut calls = vec![("safe", json!({})); 19];
        calls.insert(9, ("other", json!({})));
        let script = Script::new()
            .calls("find", find("greet"))
            .calls_all(calls)
            .submits(report(&[("c1", "pub fn greet")], "high"));
        let setup = Setup::new(&greeter(), &script)
            .tool(safe.clone())
            .tool(other)
            .budgets(|b| b.parallel = parallel);
        run(&setup, &script).await;
        assert_eq!(
            (safe.all(), safe.most()),
            (20, max_parallel),
            "{parallel} {is_other_exclusive}"
        );
    }
}

/// The refused call is the only exclusive one.
#[tokio::test(start_paused = true)]
async fn a_refused_exclusive_call_does_not_prevent_parallel_calls() {
    let safe = ConcurrencyProbe::new("safe", false);
    let mut calls = vec![("safe", json!({})); 4];
    calls.push(("other", json!({})));
    let script = Script::new()
        .calls_all(calls)
        .expects(forced("submit_report"))
        .submits(json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"}));
    let setup = Setup::new(&greeter(), &script)
        .tool(safe.clone())
        .tool(safe.beside("other", true))
        .budgets(|b| b.tool_calls = 4);
    run(&setup, &script).await;
    assert_eq!(safe.most(), 4);
}

#[tokio::test(start_paused = true)]
async fn observations_stay_within_the_budget_of_the_run() {
    let repo = FakeRepo::new().with("a.rs", long_file(2_000)).with("b.rs", long_file(2_000));
    let read = |path: &str, start: u32| ("read", json!({"path": path, "start": start}));
    let script = Script::new()
        .calls_all([read("a.rs", 1), read("b.rs", 1), read("a.rs", 900)])
        .expects(saw("no room", |request| request.must_call.is_some()))
        .calls_all([read("b.rs", 900)])
        .expects(answer("Not run: as much was shown as a run may show"))
        .submits(report(&[("c1", "let value_00000")], "high"));
    let setup = Setup::new(&repo, &script).budgets(|b| b.observation_chars = 25_000);
    let explored = run(&setup, &script).await;
    let shown = explored.report.facts().stats.observation_chars;
    assert!((24_000..=25_000).contains(&shown), "{shown}");
    assert!(explored.report.facts().coverage.truncated);
}

/// The budget holds for several reads of a file, and for a tool that returns overlapping places.
#[tokio::test(start_paused = true)]
async fn a_file_is_shown_within_its_budget() {
    let repo = FakeRepo::new().with("a.rs", long_file(2_000)).with("b.rs", long_file(3));
    let read = |start: u32| ("read", json!({"path": "a.rs", "start": start}));
    let script = Script::new()
        .calls_all([read(1), read(500), read(1_000), read(1_400)])
        .expects(answer("not all of a.rs: 40000 characters of it were shown"))
        .calls("read", json!({"path": "b.rs"}))
        .expects(answer("#### b.rs"))
        .submits(report(&[("c1", "let value_00000")], "high"));
    let setup = Setup::new(&repo, &script);
    run(&setup, &script).await;
    let script =
        Script::new().calls("odd", json!({})).submits(report(&[("c1", "let value_00000")], "high"));
    let odd = FaultyTool { name: "odd", fault: Fault::Floods, repo: repo.clone() };
    let setup = Setup::new(&repo, &script).tool(odd).budgets(|b| b.file_chars = 5_000);
    run(&setup, &script).await;
}

#[tokio::test(start_paused = true)]
async fn a_long_line_costs_its_shown_characters() {
    let repo = FakeRepo::new()
        .with("min.js", format!("{}\nfunction tail() {{}}\n", "x=1;".repeat(10_000)));
    let read = |start: u32| json!({"path": "min.js", "start": start});
    let script = Script::new()
        .calls("read", read(1))
        .calls("read", read(2))
        .expects(answer("Shown above, in [c1]: [c2] 2"))
        .submits(report(&[("c2", "function tail()")], "high"));
    let explored = run(&Setup::new(&repo, &script), &script).await;
    assert!(explored.report.facts().stats.observation_chars < 1_000);
}

/// Results that do not fit were found: the answer must not state that there are none.
#[tokio::test(start_paused = true)]
async fn a_result_without_room_is_not_called_empty() {
    let repo = FakeRepo::new().with("a.rs", format!("{}\n", "wide ".repeat(200)).repeat(3));
    let script = Script::new()
        .calls("read", json!({"path": "a.rs"}))
        .expects(answer("1 more place did not fit here"))
        .expects(saw("no claim of absence", |r| {
            !format!("{:?}", r.messages).contains("Nothing found")
        }))
        .calls("find", find("absent"))
        .expects(answer("Nothing found."))
        .submits(json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"}))
        .expects(user("it does not show that nothing is there"))
        .submits(json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"}));
    let setup = Setup::new(&repo, &script).budgets(|b| b.result_chars = 300);
    run(&setup, &script).await;
}

#[tokio::test(start_paused = true)]
async fn after_three_answers_without_a_new_place_the_next_answer_states_it() {
    let remark = "(The 3 answers before this one brought no new place.)";
    let no_remark =
        || saw("no such remark", move |r| !format!("{:?}", r.messages).contains(remark));
    let script = Script::new()
        .calls("find", find("greet"))
        .calls("find", find("greet"))
        .calls_all([("find", find("absent")), ("no_such_tool", json!({}))])
        .expects(no_remark())
        .calls("find", find("main"))
        .expects(answer(remark))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    run(&Setup::new(&greeter(), &script), &script).await;
}

/// The last answer of a turn states it, and the statement does not count as characters of observations.
#[tokio::test(start_paused = true)]
async fn the_remaining_budget_is_stated_once_a_turn() {
    let script = Script::new()
        .calls_all([("find", find("greet")), ("find", find("main"))])
        .calls("find", find("absent"))
        .calls("find", find("absent"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script).budgets(|b| b.steps = 4);
    run(&setup, &script).await;
    let state = setup.log.state();
    let last = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    let texts: Vec<String> = received(&state).iter().map(|a| last(&a.text())).collect();
    insta::assert_snapshot!(texts.join("\n"), @r"
    3| }
    (About 59,000 characters of places are left, 3 turns and 48 calls.)
    (About 59,000 characters of places are left, 2 turns and 47 calls.)
    (The next turn is the last; only submit_report counts in it.)
    Received.
    ");
    let shown = state.stats().observation_chars;
    assert!(shown < 300, "{shown}");
}

#[tokio::test(start_paused = true)]
async fn zero_budgets_end_in_a_report() {
    let script = Script::new();
    let zero = serde_json::from_value(json!({
        "steps": 0, "tool_calls": 0, "parallel": 0, "result_chars": 0, "file_chars": 0,
        "observation_chars": 0, "nudges": 0, "continuations": 0
    }));
    let zero = zero.expect("budgets");
    let setup = Setup::new(&greeter(), &script).budgets(|b| *b = zero);
    let explored = run(&setup, &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::ObservationBudget);
}

#[tokio::test(start_paused = true)]
async fn a_question_of_white_space_is_an_error() {
    let setup = Setup::new(&greeter(), &Script::new());
    let result = setup.explore(" \n").await;
    assert_eq!(result, Err(ExploreError::EmptyQuery));
}

/// A model that makes `calls` calls in one turn, one after another, and then submits.
fn serial(calls: usize) -> impl Model {
    model_fn("serial", move |request| {
        let answers = request.messages.iter();
        let made = answers.filter(|m| matches!(m, Message::Answer(_))).count();
        if made < calls {
            let turn = ModelTurn::calling([("find", find("greet"))]);
            let continued = made > 0;
            return Ok(ModelTurn { continued, ..turn });
        }
        let submission = report(&[("c1", "pub fn greet")], "high");
        Ok(ModelTurn::calling([("submit_report", submission)]))
    })
}

async fn explore_with(model: impl Model + 'static) -> Explored {
    let mut setup = Setup::new(&greeter(), &Script::new()).budgets(|b| b.tool_calls = 9);
    setup.parts.model = Arc::new(model);
    let task = Task::new("greet", setup.intent, ".");
    let explored = firsthand_agent::explore(task, &setup.parts).await;
    explored.expect("the run ends with a report")
}

#[tokio::test(start_paused = true)]
async fn the_calls_of_a_continued_turn_count_as_one_step() {
    let explored = explore_with(serial(5)).await;
    let stats = &explored.report.facts().stats;
    assert_eq!((stats.steps, stats.tool_calls), (2, 6));
    assert_eq!(stats.stop_reason, StopReason::Accepted);
}

#[tokio::test(start_paused = true)]
async fn always_ends_a_turn_that_is_continued_for_ever() {
    let stats = explore_with(serial(usize::MAX)).await.report.facts().stats.clone();
    assert!(stats.tool_calls < 15, "{stats:?}");
}
