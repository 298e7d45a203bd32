//! How a run ends: the stop reasons, the nudge, and the continuations.

use firsthand_agent::{Message, ModelError};
use firsthand_testkit::{FakeRepo, Script, Setup, answer, json, saw, user};
use firsthand_validator::{Action, Confidence, Outcome, StopReason};

use crate::{find, found, good, greeter, report, run, with_missing};

/// One row for each stop reason that comes with a report; `cancelled` has none, and tests of its own.
#[tokio::test(start_paused = true)]
async fn every_stop_reason_is_reached() {
    use {Outcome as O, StopReason as R};
    let gap = |what| with_missing(&[("c1", "pub fn greet")], what);
    let ghost = || report(&[("c9", "nothing here")], "high");
    let lost = || ModelError::Unreachable("no route".to_owned());
    let skip = || json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "high"});
    let table = [
        (found().submits(good()), R::Accepted, O::Verdict),
        (found().submits(skip()).submits(skip()), R::SkipUnfounded, O::Fallback),
        (found().submits(gap("a")).submits(good()), R::Accepted, O::Verdict),
        (found().submits(gap("a")).submits(gap("b")), R::BestOfContinuations, O::Verdict),
        (
            found().submits(gap("a")).submits(ghost()).submits(ghost()),
            R::BestOfContinuations,
            O::Verdict,
        ),
        (found().submits(gap("a")).fails(lost()), R::BestOfContinuations, O::Verdict),
        (found().submits(gap("a")).hangs(), R::BestOfContinuations, O::Verdict),
        (found().replies_text("It is greet.").replies_text("I said so."), R::NoSubmit, O::Fallback),
        (found().replies_text("").replies_text(""), R::NoSubmit, O::Fallback),
        (found().submits(ghost()).submits(ghost()), R::NothingVerified, O::Fallback),
        (repeat(found(), 12), R::StepBudget, O::Fallback),
        (
            repeat(Script::new().calls("read", json!({"path": "big.rs"})), 3),
            R::ObservationBudget,
            O::Fallback,
        ),
        (found().hangs(), R::TimeBudget, O::Fallback),
        (found().fails(lost()), R::ModelError, O::Fallback),
        (found().panics(), R::ModelError, O::Fallback),
    ];
    for (row, (script, reason, outcome)) in table.into_iter().enumerate() {
        let repo = greeter().with("big.rs", "fn wave() { wave_at(everyone) }\n".repeat(3_000));
        let setup = Setup::new(&repo, &script);
        let setup = setup.budgets(|b| (b.observation_chars, b.result_chars) = (6_000, 5_900));
        let explored = run(&setup, &script).await;
        let stats = &explored.report.facts().stats;
        assert_eq!(
            (stats.stop_reason, explored.report.body().outcome),
            (reason, outcome),
            "row {row}"
        );
    }
}

/// The script with this many further searches.
fn repeat(script: Script, times: usize) -> Script {
    (0..times).fold(script, |script, _| script.calls("find", find("greet")))
}

#[tokio::test(start_paused = true)]
async fn a_model_that_only_talks_is_nudged_once() {
    let script = found()
        .replies_text("It is in greet.rs.")
        .expects(user("your last turn held none. Call it now"))
        .submits(good());
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    assert_eq!((explored.report.facts().stats.nudges, explored.report.body().flow.len()), (1, 1));

    let script = found().replies_text("a").calls("find", find("main")).replies_text("b");
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::NoSubmit);
    assert_eq!(explored.report.body().action, Action::TargetedGapSearch);
    assert_eq!(explored.report.body().confidence, Confidence::Low);
}

/// The last report is what the model means, whatever its confidence, unless it leaves out links.
#[tokio::test(start_paused = true)]
async fn the_last_report_is_printed_unless_it_leaves_out_links() {
    let (definition, call) = (("c1", "pub fn greet"), ("c2", "greet(\"you\")"));
    let submission = |links: &[(&str, &str)], confidence: &str, has_gap: bool| {
        let mut report = report(links, confidence);
        report["missingCoverage"] = json!(if has_gap { vec!["the tests"] } else { vec![] });
        report
    };
    // A model that leaves out what stands in the better report is asked whether it means that.
    for (first, second, is_asked, expect) in [
        (
            submission(&[definition], "medium", true),
            submission(&[definition, call], "low", false),
            false,
            "greet main",
        ),
        (
            submission(&[definition, call], "low", true),
            submission(&[definition], "high", false),
            true,
            "greet main",
        ),
        (
            submission(&[definition], "medium", true),
            submission(&[call], "low", false),
            false,
            "main",
        ),
        (submission(&[definition], "low", true), submission(&[call], "high", false), false, "main"),
    ] {
        let script = found().submits(first.clone()).submits(second.clone());
        let script = if is_asked { script.replies_text("It stays.") } else { script };
        let explored = run(&Setup::new(&greeter(), &script), &script).await;
        let flow = explored.report.body().flow.iter();
        let names = flow.map(|link| link.place.path().as_str());
        let names: Vec<&str> =
            names.map(|path| &path["src/".len()..path.len() - ".rs".len()]).collect();
        assert_eq!(names.join(" "), expect, "{first} {second}");
    }
}

#[tokio::test(start_paused = true)]
async fn gaps_continue_the_conversation_at_most_twice() {
    let links = &[("c1", "pub fn greet"), ("c2", "greet(you)")];
    let script = found()
        .submits(report(links, "high"))
        .expects(user(
            "flow link 2 [c2]: the quote `greet(you)` does not stand in the lines shown for that id; \
             nearest is line 2: `greet(\"you\");`",
        ))
        .expects(user("in 10 turns."))
        .calls("find", find("main"))
        .submits(with_missing(&[("c1", "pub fn greet")], "who calls main"))
        .expects(user("you named as missing: who calls main"))
        .submits(report(links, "high"));
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    let stats = &explored.report.facts().stats;
    assert_eq!((stats.continuations, stats.stop_reason), (2, StopReason::BestOfContinuations));
}

/// The model is asked once for each name to reword a fact that names another place; then the fact is withheld.
#[tokio::test(start_paused = true)]
async fn a_withheld_fact_is_reported_once() {
    let naming = |fact: &str, role: &str| {
        let mut report = good();
        (report["flow"][0]["fact"], report["flow"][0]["role"]) = (json!(fact), json!(role));
        report
    };
    let asked = "flow link 1 [c1]: its fact names `src/ghost.rs:3`, which the report does not hold; \
                 say it without";
    let script = found()
        .submits(naming("Called in src/ghost.rs:3.", "step"))
        .expects(user(asked))
        .submits(naming("It is called.", "step"));
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    let flow = &explored.report.body().flow;
    assert_eq!(flow[0].fact, "It is called.");
    assert_eq!(explored.report.body().confidence, Confidence::High);
    let script = found()
        .submits(naming("Called in src/ghost.rs:3.", "step"))
        .submits(naming("Reached from src/ghost.rs:3.", "first step"));
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    let (flow, stats) = (&explored.report.body().flow, &explored.report.facts().stats);
    assert_eq!((flow[0].fact.as_str(), stats.continuations), ("", 1));
    assert_eq!(stats.stop_reason, StopReason::Accepted);
    assert_eq!(explored.report.body().action, Action::ReadTargets);
    let json = serde_json::to_string(&explored.report).expect("JSON");
    assert!(!json.contains("ghost"), "{json}");
    let asked = "flow link 1 [c1]: its fact names `done/undone`, which the report does not hold; \
                 say it without (with `/` it reads as a path)";
    let script = found()
        .submits(naming("Called in src/ghost.rs:3.", "step"))
        .submits(naming("The filter done/undone.", "step"))
        .expects(user(asked))
        .submits(naming("The filter done or undone.", "step"));
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    assert_eq!(explored.report.body().flow[0].fact, "The filter done or undone.");
}

/// Once nothing more can be observed, only gaps that other wording can close are sent.
#[tokio::test(start_paused = true)]
async fn gaps_that_need_exploration_are_not_sent_once_only_a_report_can_follow() {
    let open = || with_missing(&[("c1", "pub fn greet")], "the tests");
    let failed = || with_missing(&[("c1", "salute(you)")], "the tests");
    for (steps, calls, room) in [(3, 50, 60_000), (9, 1, 60_000), (9, 50, 300)] {
        let setup = |script: &Script| {
            let setup = Setup::new(&greeter(), script);
            setup.budgets(|b| (b.steps, b.tool_calls, b.observation_chars) = (steps, calls, room))
        };
        let before = || match steps {
            3 => found().replies_text("Hm."),
            _ => found(),
        };
        let script = before().submits(open());
        let explored = run(&setup(&script), &script).await;
        let stats = &explored.report.facts().stats;
        assert_eq!((stats.continuations, stats.stop_reason), (0, StopReason::Accepted));
        if steps > 3 {
            let script = before()
                .submits(failed())
                .expects(saw("the quote alone", |r| {
                    let messages = format!("{:?}", r.messages);
                    messages.contains("does not stand")
                        && !messages.contains("you named as missing")
                }))
                .submits(open());
            let explored = run(&setup(&script), &script).await;
            let stats = &explored.report.facts().stats;
            assert_eq!((stats.continuations, stats.stop_reason), (1, StopReason::Accepted));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn many_gaps_make_a_short_message() {
    let links = vec![("c1", "salute(you)"); 500];
    let script = found().submits(report(&links, "high")).submits(good());
    let setup = Setup::new(&greeter(), &script);
    run(&setup, &script).await;
    let state = setup.log.state();
    let longest = state.messages().iter().filter_map(|message| match message {
        Message::User(text) => Some(text.len()),
        _ => None,
    });
    assert!(longest.max() < Some(2_000));
}

/// A later report counts only if it is at least as good.
#[tokio::test(start_paused = true)]
async fn the_best_report_is_returned() {
    let (greet, call_of_greet) = (("c1", "pub fn greet"), ("c2", "greet(\"you\")"));
    let both = |ghost| report(&[greet, call_of_greet, ("c1", ghost)], "high");
    let definition = |ghost| report(&[greet, ("c1", ghost)], "high");
    let call = |ghost| report(&[call_of_greet, ("c1", ghost)], "high");
    for (reports, links, first) in [
        ([both("not one"), definition("not two"), call("not three")], 2, "src/greet.rs"),
        ([definition("not one"), both("not two"), call("not three")], 2, "src/greet.rs"),
        // Of equally good reports the last: the model had observed the most when it sent that one.
        ([definition("not one"), definition("not two"), call("not three")], 1, "src/main.rs"),
    ] {
        let script = reports.into_iter().fold(found(), Script::submits);
        let script = if links == 2 { script.replies_text("It stays.") } else { script };
        let explored = run(&Setup::new(&greeter(), &script), &script).await;
        let flow = &explored.report.body().flow;
        assert_eq!((flow.len(), flow[0].place.path().as_str()), (links, first));
    }
}

/// The model submits a report with the same gap twice in a row.
#[tokio::test(start_paused = true)]
async fn a_repeated_gap_is_not_sent_again() {
    let gap = || with_missing(&[("c1", "pub fn greet")], "the tests");
    let script = found().submits(gap()).submits(gap());
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    let stats = &explored.report.facts().stats;
    assert_eq!((stats.continuations, stats.stop_reason), (1, StopReason::BestOfContinuations));
}

/// Each of the reports in the turn is answered.
#[tokio::test(start_paused = true)]
async fn the_last_valid_report_of_a_turn_counts() {
    let submit = |selection| ("submit_report", selection);
    let script = found().calls_all([
        submit(report(&[("c2", "greet(")], "low")),
        ("find", find("main")),
        submit(good()),
        submit(json!({"confidence": "high"})),
    ]);
    let setup = Setup::new(&greeter(), &script);
    let explored = run(&setup, &script).await;
    assert_eq!(explored.report.body().flow[0].place.path().as_str(), "src/greet.rs");
    let state = setup.log.state();
    let texts: Vec<String> = crate::answers(&state).iter().map(|a| a.text()).collect();
    insta::assert_snapshot!(format!("{}\n{}\n{}", texts[1], texts[3], texts[4]), @r#"
    Received.
    Received.
    The report does not have the schema: `recommendedPrimaryAction` is missing: one of "skip_explore_result", "targeted_gap_search", "read_targets", "answer_from_report"; no place is given: what was found belongs in `flow`, a link for each step, with candidateId, role, fact and quote. Nothing was submitted.
    "#);
}

#[tokio::test(start_paused = true)]
async fn a_report_submitted_twice_in_a_turn_has_its_gap_sent() {
    let gap = || ("submit_report", with_missing(&[("c1", "pub fn greet")], "the tests"));
    let script = found().calls_all([gap(), gap()]).submits(good());
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    let stats = &explored.report.facts().stats;
    assert_eq!((stats.continuations, stats.stop_reason), (1, StopReason::Accepted));
}

/// The model reads the fault, and can submit again.
#[tokio::test(start_paused = true)]
async fn the_fault_of_an_invalid_report_is_stated() {
    let script = found()
        .submits(json!("{\"primaryCandidateIds\": ["))
        .expects(answer("The arguments are not a JSON object: EOF while parsing"))
        .submits(json!({"recommendedPrimaryAction": "guess", "confidence": "high"}))
        .expects(answer("`recommendedPrimaryAction` must be one of"))
        .submits(json!(good().to_string()));
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    let rules: Vec<_> = explored.report.body().findings.iter().map(|f| f.rule.name()).collect();
    assert_eq!((rules, explored.report.body().flow.len()), (vec!["argument_repaired"], 1));
}

/// Nothing was observed, and the model only talks.
#[tokio::test(start_paused = true)]
async fn accounted_a_run_without_observations_is_no_skip() {
    let script = Script::new().replies_text("").replies_text("");
    let explored = run(&Setup::new(&FakeRepo::new(), &script), &script).await;
    assert_eq!(explored.report.body().outcome, Outcome::Fallback);
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::NoSubmit);
}

#[tokio::test(start_paused = true)]
async fn a_skip_without_a_search_is_questioned_once() {
    let skip = || json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"});
    for again in [false, true] {
        let script = Script::new().submits(skip()).expects(user("You have not searched yet"));
        let script = if again {
            script.submits(skip())
        } else {
            script.calls("find", find("greet")).submits(report(&[("c1", "pub fn greet")], "high"))
        };
        let setup = Setup::new(&greeter(), &script);
        let explored = setup.explore("who greets?").await.expect("a report");
        script.finished();
        let expected = if again { Outcome::Fallback } else { Outcome::Verdict };
        assert_eq!(explored.report.body().outcome, expected);
    }
}
