//! A required report, and servers that ignore the requirement.

use firsthand_agent::Explored;
use firsthand_testkit::{ConcurrencyProbe, Script, Setup, answer, forced, free, json, saw, user};
use firsthand_validator::{Outcome, StopReason};

use crate::{answers, check_laws, find, good, greeter, report};

const REQUESTED_AGAIN: &str = "brought no report that can be read. Call submit_report now";

async fn run(script: &Script, change: impl FnOnce(&mut firsthand_agent::Budgets)) -> Explored {
    let setup = Setup::new(&greeter(), script).budgets(change);
    crate::run(&setup, script).await
}

/// It is requested once more whatever the model sends on the last step in its place.
#[tokio::test(start_paused = true)]
async fn a_required_report_is_requested_once_more() {
    let other_replies: [fn(Script) -> Script; 4] = [
        |script| script.replies_text("It is in greet.rs."),
        |script| script.replies_text(""),
        |script| script.calls("find", find("main")),
        |script| script.submits(json!("{\"primaryCandidateIds\": [")),
    ];
    for add_reply in other_replies {
        let script = Script::new().calls("find", find("greet"));
        let script = add_reply(script.expects(forced("submit_report")));
        let last = saw("the last turn", |r| r.steps_left == 1);
        let script = script
            .expects(forced("submit_report"))
            .expects(user(REQUESTED_AGAIN))
            .expects(last)
            .submits(good());
        let explored = run(&script, |b| b.steps = 2).await;
        let stats = &explored.report.facts().stats;
        let all = (stats.stop_reason, stats.steps, stats.nudges);
        assert_eq!(all, (StopReason::Accepted, 2, 0));
    }
}

/// The result is the best report so far, or a fallback with the stop reason.
#[tokio::test(start_paused = true)]
async fn two_ignored_required_reports_end_the_run() {
    use StopReason as R;
    let seen = || Script::new().calls("find", find("greet"));
    let gap = || report(&[("c1", "pub fn greet"), ("c1", "nowhere at all")], "high");
    let broken = || json!({"confidence": "high"});
    let table: [(Script, Outcome, R); 5] = [
        (seen().replies_text("a").replies_text("b"), Outcome::Fallback, R::NoSubmit),
        (
            seen().calls("find", find("a")).calls("find", find("b")),
            Outcome::Fallback,
            R::StepBudget,
        ),
        (seen().submits(broken()).submits(broken()), Outcome::Fallback, R::StepBudget),
        (
            Script::new().calls("find", find("greet")).submits(gap()).replies_text("b"),
            Outcome::Verdict,
            R::BestOfContinuations,
        ),
        (
            seen().replies_text("a").fails(firsthand_agent::ModelError::Refused("no".to_owned())),
            Outcome::Fallback,
            R::ModelError,
        ),
    ];
    for (row, (script, outcome, reason)) in table.into_iter().enumerate() {
        // In the fourth row the loop answers the report with a message about its gap. A reply without a call then means that
        // the model keeps this report, which takes one more turn.
        let steps = if row == 3 { 3 } else { 2 };
        let explored = run(&script, |b| b.steps = steps).await;
        let report = &explored.report;
        let got = (report.body().outcome, report.facts().stats.stop_reason);
        assert_eq!(got, (outcome, reason), "row {row}");
    }
}

/// Once nothing more can be observed, the steps that are left are not used.
#[tokio::test(start_paused = true)]
async fn after_used_up_budgets_two_turns_without_a_report_end_the_run() {
    for (calls, chars, reason) in
        [(1, 60_000, StopReason::NoSubmit), (50, 250, StopReason::ObservationBudget)]
    {
        let script = Script::new()
            .expects(free())
            .calls("find", find("greet"))
            .expects(forced("submit_report"))
            .expects(answer("only submit_report counts now.)"))
            .calls("find", find("main"))
            .expects(user(REQUESTED_AGAIN))
            .calls("find", find("main"));
        let explored = run(&script, |b| {
            (b.tool_calls, b.observation_chars) = (calls, chars);
        });
        let explored = explored.await;
        let stats = &explored.report.facts().stats;
        assert_eq!((stats.stop_reason, stats.steps), (reason, 2), "{calls}");
    }
}

/// No tool runs, since the model could not read its result, and the answer states why.
#[tokio::test(start_paused = true)]
async fn calls_on_the_last_step_are_not_run() {
    let probe = ConcurrencyProbe::new("slow", false);
    let script = Script::new().calls("find", find("greet")).calls_all([
        ("slow", json!({})),
        ("nothing", json!({})),
        ("submit_report", good()),
    ]);
    let setup = Setup::new(&greeter(), &script).tool(probe.clone());
    let setup = setup.budgets(|b| b.steps = 2);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    assert_eq!(probe.all(), 0);
    let state = setup.log.state();
    let texts: Vec<String> = answers(&state).iter().skip(1).map(|a| a.text()).collect();
    insta::assert_snapshot!(texts.join("\n"), @r#"
    Not run: this was the last turn, so nobody would read the answer. Only submit_report counts.
    There is no such tool. There are: find, read, list, slow, submit_report.
    Received.
    "#);
}

/// The host's last message before the last turn announces it.
#[tokio::test(start_paused = true)]
async fn the_last_turn_is_announced() {
    let last = "(The next turn is the last; only submit_report counts in it.)";
    let no_remark =
        |r: &firsthand_agent::ModelRequest<'_>| !format!("{:?}", r.messages).contains("last;");
    let gap = || report(&[("c1", "nowhere at all")], "high");
    // The last answer of the turn before it announces it, and no other answer.
    let script = Script::new()
        .expects(saw("no such remark", no_remark))
        .calls("find", find("greet"))
        .expects(saw("no such remark", no_remark))
        .calls_all([("find", find("main")), ("list", json!({}))])
        .expects(saw("one remark", |r| {
            format!("{:?}", r.messages).matches("is the last;").count() == 1
        }))
        .expects(answer(last))
        .submits(good());
    run(&script, |b| b.steps = 3).await;
    // The reminder, the message about a gap, and the question announce it, too.
    let script = Script::new().replies_text("Hm.").expects(user(last)).submits(good());
    run(&script, |b| b.steps = 2).await;
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(gap())
        .expects(user(last))
        .submits(good());
    run(&script, |b| b.steps = 3).await;
    let script = Script::new().expects(user(last)).submits(good());
    run(&script, |b| b.steps = 1).await;
}
