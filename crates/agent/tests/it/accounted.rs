//! The law `accounted` in the loop: what the model was not shown is stated.

use firsthand_agent::registry::{LineRange, Observation, RepoPath, Source, Window};
use firsthand_agent::{Budgets, Cancel, Event, ExploreError, ToolOutput, resume};
use firsthand_source::{Losses, NotSearched, Unsearched};
use firsthand_testkit::{
    FakeRepo, Fault, FaultyTool, Find, FixedResults, Script, Setup, answer, json, strategy, user,
};
use firsthand_validator::{Confidence, Coverage, Outcome, StopReason};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::always_ends::on_a_paused_clock;
use crate::{answers, check_laws, find, greeter, report, with_missing};

/// The number of lines and paths in the observations.
fn size(observations: &[Observation]) -> usize {
    let lines =
        |o: &Observation| -> usize { o.windows.iter().map(|w| w.span.lines().count()).sum() };
    observations.iter().map(|o| lines(o) + o.paths.len()).sum()
}

/// The recorded output of each call of a tool that returns these outputs, in order.
async fn recorded_outputs(outputs: &[ToolOutput], budgets: Budgets) -> Vec<ToolOutput> {
    let calls = outputs.iter().map(|_| ("odd", json!({})));
    let script = Script::new().calls_all(calls);
    let setup = Setup::new(&FakeRepo::new(), &script)
        .tool(FixedResults::new("odd", outputs.to_vec()))
        .budgets(|b| {
            *b = budgets;
            b.parallel = 1;
        });
    let _ = setup.explore("what is there?").await;
    let answered = setup.log.events().into_iter().filter_map(|event| match event {
        Event::ToolAnswered { outcome, .. } => outcome.output().cloned(),
        _ => None,
    });
    answered.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Where a limit cuts lines or paths, a note states it, and the coverage is truncated.
    #[test]
    fn accounted_what_is_cut_is_stated(
        outputs in vec(strategy::output(), 1..5),
        result_chars in 0_usize..3_000,
        file_chars in 0_usize..3_000,
        observation_chars in 0_usize..6_000,
    ) {
        let budgets = Budgets { result_chars, file_chars, observation_chars, ..Budgets::default() };
        let recorded_outputs = on_a_paused_clock(recorded_outputs(&outputs, budgets));
        for (output, recorded) in outputs.iter().zip(&recorded_outputs) {
            if size(&recorded.observations) < size(&output.observations) {
                prop_assert!(recorded.coverage.truncated || recorded.diagnostics.iter().any(|n| n.contains("left out")));
                prop_assert!(!recorded.diagnostics.is_empty());
            }
        }
    }
}

/// A model that submits a skip without a search, however often, gets a fallback with the stop reason.
#[tokio::test(start_paused = true)]
async fn accounted_a_skip_without_a_search_is_a_fallback() {
    let skip = || json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"});
    for rounds in [0, 1, 2] {
        let script = (0..=rounds.min(1)).fold(Script::new(), |script, _| script.submits(skip()));
        let setup = Setup::new(&greeter(), &script).budgets(|b| b.continuations = rounds);
        let result = setup.explore("who calls greet?").await;
        script.finished();
        check_laws(&setup.log, &result);
        let report = result.expect("a report").report;
        let got = (report.body().outcome, report.facts().stats.stop_reason);
        assert_eq!(got, (Outcome::Fallback, StopReason::NothingVerified), "{rounds}");
    }
    let script = Script::new().calls("find", find("nowhere at all")).submits(skip());
    let setup = Setup::new(&greeter(), &script);
    let report = setup.explore("who calls greet?").await.expect("a report").report;
    let got = (report.body().outcome, report.facts().stats.stop_reason);
    assert_eq!(got, (Outcome::Skip, StopReason::Accepted));
}

/// After a search that was cut, or had no file, the model is asked once for another; then the report
/// is a fallback.
#[tokio::test(start_paused = true)]
async fn accounted_a_skip_after_an_incomplete_search_is_a_fallback() {
    let skip = || json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"});
    for (files_seen, truncated, part, expect) in [
        (0, false, None, Outcome::Fallback),
        (7, true, None, Outcome::Fallback),
        (7, false, Some("app"), Outcome::Fallback),
        (7, false, None, Outcome::Skip),
    ] {
        let coverage = Coverage { patterns: 1, files_seen, truncated, ..Coverage::default() };
        let coverage = part.iter().fold(coverage, |coverage, part| coverage.confined_to(part));
        let output = ToolOutput { coverage, ..ToolOutput::default() };
        let script = Script::new().calls("odd", json!({})).submits(skip());
        let script = match expect {
            Outcome::Skip => script,
            _ => script.submits(skip()),
        };
        let setup = Setup::new(&FakeRepo::new(), &script).tool(FixedResults::new("odd", [output]));
        let report = setup.explore("what is there?").await.expect("a report").report;
        script.finished();
        assert_eq!(report.body().outcome, expect, "{files_seen} {truncated}");
    }
}

/// A search that lost something is not said to have found nothing.
#[tokio::test(start_paused = true)]
async fn accounted_an_empty_result_of_a_part_is_not_nothing() {
    for (losses, expect) in [
        (Losses::default(), "Nothing found."),
        (Losses { unreadable: 3, ..Losses::default() }, "Nothing could be shown."),
        (Losses { time: 1, ..Losses::default() }, "Nothing could be shown."),
    ] {
        let output = ToolOutput {
            coverage: Coverage { patterns: 1, files_seen: 7, losses, ..Coverage::default() },
            ..ToolOutput::default()
        };
        let script = Script::new()
            .calls("odd", json!({}))
            .expects(answer(expect))
            .calls("find", find("greet"))
            .submits(crate::report(&[("c1", "pub fn greet")], "high"));
        let setup = Setup::new(&greeter(), &script).tool(FixedResults::new("odd", [output]));
        crate::run(&setup, &script).await;
    }
}

/// A selection that is accepted after the time limit ended a search is reported as one of the time limit, with low
/// confidence: the better place may stand where nothing was searched.
#[tokio::test(start_paused = true)]
async fn accounted_a_report_on_a_part_of_the_tree_says_so() {
    for (losses, expect) in [
        (Losses::default(), (StopReason::Accepted, Confidence::High)),
        (
            Losses { budget: 1, cap: 1, cut: 1, ..Losses::default() },
            (StopReason::Accepted, Confidence::High),
        ),
        (Losses { time: 1, ..Losses::default() }, (StopReason::TimeBudget, Confidence::Low)),
    ] {
        let output = ToolOutput {
            coverage: Coverage { patterns: 1, files_seen: 7, losses, ..Coverage::default() },
            ..ToolOutput::default()
        };
        let script = Script::new()
            .calls_all([("find", find("greet")), ("odd", json!({}))])
            .submits(crate::report(&[("c1", "pub fn greet")], "high"));
        let setup = Setup::new(&greeter(), &script).tool(FixedResults::new("odd", [output]));
        let explored = crate::run(&setup, &script).await;
        let report = explored.report;
        let seen = (report.facts().stats.stop_reason, report.body().confidence);
        assert_eq!(seen, expect, "{losses:?}");
        assert_eq!((report.body().outcome, report.body().flow.len()), (Outcome::Verdict, 1));
    }
}

/// A run that was cancelled in its first search runs that search when it is resumed, and answers in the order
/// of the calls.
#[tokio::test(start_paused = true)]
async fn accounted_a_resumed_run_repeats_the_cancelled_search() {
    let script = Script::new().calls_all([("find", find("pub fn greet")), ("list", json!({}))]);
    let mut setup = Setup::new(&greeter(), &script);
    let hangs = FaultyTool { name: "find", fault: Fault::Hangs, repo: greeter() };
    setup.parts.tools[0] = std::sync::Arc::new(hangs);
    let cancel = setup.parts.cancel.clone();
    let later = async {
        tokio::time::sleep(std::time::Duration::from_secs(3)).await;
        cancel.cancel();
    };
    let (result, ()) = tokio::join!(setup.explore("who calls greet?"), later);
    check_laws(&setup.log, &result);
    assert!(matches!(result, Err(ExploreError::Cancelled { .. })));

    let script = Script::new()
        .expects(answer("pub fn greet(name: &str)"))
        .submits(report(&[("c3", "pub fn greet")], "high"));
    let mut again = Setup::new(&greeter(), &script);
    again.parts.tools[0] = std::sync::Arc::new(Find(greeter()));
    again.parts.cancel = Cancel::new();
    let resumed = resume(setup.log.events(), &again.parts).await;
    script.finished();
    let resumed = resumed.expect("a report");
    let state = firsthand_agent::State::of(&resumed.transcript);
    crate::check_answers(&state, &Ok(resumed.clone()));
    assert_eq!(resumed.report.facts().stats.tool_calls, 3);
    let second_answer = answers(&state)[1].text();
    assert!(second_answer.contains("characters of places are left, "), "{second_answer}");
    assert_eq!(resumed.report.body().flow.len(), 1);
}

/// A gap is sent once, whatever the position of its link in the next report, and a model can keep its
/// report by an answer without a call.
#[tokio::test(start_paused = true)]
async fn each_gap_is_sent_once_and_a_report_may_be_kept() {
    let ghost = ("c1", "nowhere at all");
    let good = ("c1", "pub fn greet");
    let script = Script::new()
        .calls("find", find("pub fn greet"))
        .submits(report(&[good, ghost], "high"))
        .expects(user("- flow link 2"))
        .submits(report(&[ghost, good], "medium"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);

    let script = Script::new()
        .calls("find", find("pub fn greet"))
        .submits(with_missing(&[good], "the tests"))
        .expects(user("it stays as it was."))
        .replies_text("There are none: as it was.");
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let stats = result.expect("a report").report.facts().stats.clone();
    let got = (stats.stop_reason, stats.nudges);
    assert_eq!(got, (StopReason::BestOfContinuations, 0));
}

/// The answer names the ranges that are not shown, merged and once each, whether the tool or the loop cut them. It does
/// not name lines that this answer or an earlier one shows in another place.
#[tokio::test(start_paused = true)]
async fn accounted_lines_that_are_not_shown_are_named() {
    let lines: String = (1..=60).map(|n| format!("let value_{n} = compute({n});\n")).collect();
    let repo = FakeRepo::new().with("a.rs", lines);
    let path = RepoPath::new("a.rs").expect("a path");
    let range = |start, end| LineRange::new(start, end).expect("lines");
    let window = |start, end| repo.window(&path, start, end).expect("a window");
    let left_out = |ranges: &[(u32, u32)]| {
        let ranges = ranges.iter().map(|&(start, end)| (path.clone(), range(start, end)));
        ranges.collect::<Vec<_>>()
    };
    let output = |windows: Vec<Window>, ranges: &[(u32, u32)]| ToolOutput {
        observations: vec![Observation::matches(Source::GREP, windows)],
        left_out: left_out(ranges),
        ..ToolOutput::default()
    };
    let canned = FixedResults::new(
        "look",
        [
            output(vec![window(5, 8), window(12, 13)], &[(3, 14), (15, 20)]),
            output(vec![window(30, 31)], &[(5, 8), (12, 14), (29, 32)]),
            output(vec![window(40, 41)], &[(40, 41), (13, 13)]),
        ],
    );
    let script = Script::new()
        .calls("look", json!({}))
        .expects(answer("not shown: a.rs:3-4, a.rs:9-11, a.rs:14-20"))
        .calls("look", json!({}))
        .expects(answer("not shown: a.rs:14, a.rs:29, a.rs:32"))
        .calls("look", json!({}))
        .submits(report(&[("c1", "let value_5")], "high"));
    let setup = Setup::new(&repo, &script).tool(canned);
    let result = setup.explore("what is value_5?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let last = answers(&state).get(2).map(|answer| answer.text());
    assert_eq!(last.map(|text| text.contains("not shown")), Some(false));
}

/// If a file has used up its budget, a small read and the lines of a match are still shown, and the answer names the
/// ranges that are cut.
#[tokio::test(start_paused = true)]
async fn accounted_a_file_over_its_budget_is_still_shown_in_part() {
    let lines: String = (1..=300).map(|n| format!("let value_{n} = compute({n});\n")).collect();
    let repo = FakeRepo::new().with("a.rs", lines);
    let read = |start: u32, end: u32| ("read", json!({"path": "a.rs", "start": start, "end": end}));
    let script = Script::new()
        .calls_all([read(1, 120)])
        .expects(answer("not shown: a.rs:"))
        .calls_all([read(200, 225), ("find", find("value_290 ")), read(130, 199)])
        .expects(answer("200| let value_200"))
        .expects(answer("225| let value_225"))
        .expects(answer("290| let value_290"))
        .expects(answer("not shown: a.rs:130-199"))
        .submits(report(&[("c3", "let value_290")], "high"));
    let setup = Setup::new(&repo, &script).budgets(|b| b.file_chars = 2_000);
    let result = setup.explore("what is value_290?").await;
    script.finished();
    check_laws(&setup.log, &result);
    assert_eq!(result.map(|e| e.report.body().flow.len()), Ok(1));
}

/// Files that no search reads are named once a run; another note is in each answer that has it.
#[tokio::test(start_paused = true)]
async fn accounted_files_that_were_not_searched_are_named_once() {
    let output = |path: &str, note: &str| {
        let not_searched = NotSearched::grouped([(Unsearched::TooLarge, path.to_owned())]);
        let unread = not_searched.iter().map(|group| format!("not read: {}", group.note()));
        let diagnostics = unread.chain([note.to_owned()]).collect();
        let coverage = Coverage { not_searched, patterns: 1, files_seen: 1, ..Coverage::default() };
        ToolOutput { diagnostics, coverage, ..ToolOutput::default() }
    };
    let outputs =
        [output("a.js", "2 of 9 lines"), output("a.js", "2 of 9 lines"), output("b.js", "")];
    let script = Script::new().calls_all(outputs.iter().map(|_| ("odd", json!({}))));
    let setup = Setup::new(&FakeRepo::new(), &script)
        .tool(FixedResults::new("odd", outputs.to_vec()))
        .budgets(|budgets| budgets.parallel = 1);
    let _ = setup.explore("what is there?").await;
    let state = setup.log.state();
    let notes: Vec<String> =
        answers(&state).iter().map(|answer| answer.diagnostics.join(" | ")).collect();
    insta::assert_snapshot!(notes.join("\n"), @r"
    not read: too large: a.js | 2 of 9 lines
    2 of 9 lines
    not read: too large: b.js |
    ");
}

/// A model that finds nothing although words of the question stand in files is asked once; then the places that were shown
/// and hold them are leads, or the host proposes the words.
#[tokio::test(start_paused = true)]
async fn accounted_a_skip_beside_standing_words_is_asked_about_and_gives_leads() {
    let skip = |confidence: &str| json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": confidence});
    let report = crate::report(&[("c1", "pub fn greet")], "high");
    for (last, expect) in [
        (skip("low"), (Outcome::Fallback, StopReason::SkipUnfounded, Confidence::Low)),
        (skip("high"), (Outcome::Fallback, StopReason::SkipUnfounded, Confidence::Low)),
        (report, (Outcome::Verdict, StopReason::Accepted, Confidence::High)),
    ] {
        let script = Script::new()
            .calls("find", find("greet"))
            .submits(skip("high"))
            .expects(user("words of the question stand in files: greet"))
            .submits(last);
        let setup = Setup::new(&greeter(), &script);
        let report = setup.explore("where is greet defined?").await.expect("a report").report;
        script.finished();
        let (body, stats) = (report.body(), &report.facts().stats);
        assert_eq!((body.outcome, stats.stop_reason, body.confidence), expect);
        assert!(!body.primary.is_empty(), "the places that were shown are leads");
    }
}

/// A value that cannot be read is the most cautious one, and the model is told that once before its report is final; that
/// is no continuation.
#[tokio::test(start_paused = true)]
async fn accounted_what_cannot_be_read_is_told_before_a_report_is_final() {
    let odd = |field: &str, value: &str| {
        let mut report = crate::report(&[("c1", "pub fn greet")], "high");
        report[field] = json!(value);
        report
    };
    let (action, confidence) = ("recommendedPrimaryAction", "confidence");
    let good = || crate::report(&[("c1", "pub fn greet")], "high");
    for (first, told, second, expect) in [
        (odd(confidence, "certain"), "`confidence`: taken as low", good(), Confidence::High),
        (odd(confidence, "85"), "`confidence`: taken as low", good(), Confidence::High),
        (odd(action, "done"), "taken as read_targets", good(), Confidence::High),
        (odd(action, "skip_explore_result"), "a skip has no places", good(), Confidence::High),
        // Asked once.
        (odd(confidence, "sure"), "taken as low", odd(confidence, "sure"), Confidence::Low),
    ] {
        let script = Script::new()
            .calls("find", find("greet"))
            .submits(first)
            .expects(user(told))
            .submits(second);
        let setup = Setup::new(&greeter(), &script);
        let report = setup.explore("where is greet defined?").await.expect("a report").report;
        script.finished();
        assert_eq!((report.body().outcome, report.body().confidence), (Outcome::Verdict, expect));
        assert_eq!(report.facts().stats.continuations, 0);
    }
}
