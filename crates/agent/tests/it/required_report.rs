//! A required report, and servers that ignore the requirement.

use firsthand_agent::Explored;
use firsthand_testkit::{ConcurrencyProbe, Script, Setup, answer, forced, free, json, saw, user};
use firsthand_validator::{Outcome, StopReason};

use crate::{answers, check_laws, find, good, greeter, report};

const ASKED: &str = "brought no report that can be read. Call submit_report now";

async fn run(script: &Script, change: impl FnOnce(&mut firsthand_agent::Budgets)) -> Explored {
    let setup = Setup::new(&greeter(), script).budgets(change);
    crate::run(&setup, script).await
}

/// Whatever the model sends on the last step instead of the report.
#[tokio::test(start_paused = true)]
async fn a_required_report_is_requested_once_more() {
    let instead: [fn(Script) -> Script; 4] = [
        |script| script.replies_text("It is in greet.rs."),
        |script| script.replies_text(""),
        |script| script.calls("find", find("main")),
        |script| script.submits(json!("{\"primaryCandidateIds\": [")),
    ];
    for ignore in instead {
        let script = Script::new().calls("find", find("greet"));
        let script = ignore(script.expects(forced("submit_report")));
        let last = saw("the last turn", |r| r.steps_left == 1);
        let script = script
            .expects(forced("submit_report"))
            .expects(user(ASKED))
            .expects(last)
            .submits(good());
        let explored = run(&script, |b| b.steps = 2).await;
        let stats = explored.report.stats();
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
        (
            seen().replies_text("a").replies_text("b"),
            Outcome::Fallback,
            R::NoSubmit,
        ),
        (
            seen().calls("find", find("a")).calls("find", find("b")),
            Outcome::Fallback,
            R::StepBudget,
        ),
        (
            seen().submits(broken()).submits(broken()),
            Outcome::Fallback,
            R::StepBudget,
        ),
        (
            Script::new()
                .calls("find", find("greet"))
                .submits(gap())
                .replies_text("b"),
            Outcome::Verdict,
            R::BestOfContinuations,
        ),
        (
            seen()
                .replies_text("a")
                .fails(firsthand_agent::ModelError::Refused("no".to_owned())),
            Outcome::Fallback,
            R::ModelError,
        ),
    ];
    for (row, (script, outcome, reason)) in table.into_iter().enumerate() {
        // In the fourth row the model needs a turn to keep its report after the message about the gap.
        let steps = if row == 3 { 3 } else { 2 };
        let explored = run(&script, |b| b.steps = steps).await;
        let report = &explored.report;
        let got = (report.outcome(), report.stats().stop_reason);
        assert_eq!(got, (outcome, reason), "row {row}");
    }
}

/// Once nothing more can be observed, two turns without a report end the run.
#[tokio::test(start_paused = true)]
async fn used_up_budgets_do_not_use_up_the_steps() {
    for (calls, chars, reason) in [
        (1, 60_000, StopReason::NoSubmit),
        (50, 250, StopReason::ObservationBudget),
    ] {
        let script = Script::new()
            .expects(free())
            .calls("find", find("greet"))
            .expects(forced("submit_report"))
            .expects(answer("only submit_report counts now.)"))
            .calls("find", find("main"))
            .expects(user(ASKED))
            .calls("find", find("main"));
        let explored = run(&script, |b| {
            (b.tool_calls, b.observation_chars) = (calls, chars);
        });
        let explored = explored.await;
        let stats = explored.report.stats();
        assert_eq!((stats.stop_reason, stats.steps), (reason, 2), "{calls}");
    }
}

/// The model could not read the answer: no tool runs, and the answer states why.
#[tokio::test(start_paused = true)]
async fn calls_on_the_last_step_are_not_run() {
    let gauge = ConcurrencyProbe::new("slow", false);
    let script = Script::new().calls("find", find("greet")).calls_all([
        ("slow", json!({})),
        ("nothing", json!({})),
        ("submit_report", good()),
    ]);
    let setup = Setup::new(&greeter(), &script).tool(gauge.clone());
    let setup = setup.budgets(|b| b.steps = 2);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    assert_eq!(gauge.all(), 0);
    let state = setup.log.state();
    let texts: Vec<String> = answers(&state).iter().skip(1).map(|a| a.text()).collect();
    insta::assert_snapshot!(texts.join("\n"), @r#"
    Not run: this was the last turn, so nobody would read the answer. Only submit_report counts.
    There is no such tool. There are: find, read, list, slow, submit_report.
    Received.
    "#);
}

/// In the host's last message before it.
#[tokio::test(start_paused = true)]
async fn the_last_turn_is_announced() {
    let last = "(The next turn is the last; only submit_report counts in it.)";
    let quiet =
        |r: &firsthand_agent::ModelRequest<'_>| !format!("{:?}", r.messages).contains("last;");
    let gap = || report(&[("c1", "nowhere at all")], "high");
    // In the final answer of the turn before it, and only there.
    let script = Script::new()
        .expects(saw("no such remark", quiet))
        .calls("find", find("greet"))
        .expects(saw("no such remark", quiet))
        .calls_all([("find", find("main")), ("list", json!({}))])
        .expects(saw("one remark", |r| {
            format!("{:?}", r.messages).matches("is the last;").count() == 1
        }))
        .expects(answer(last))
        .submits(good());
    run(&script, |b| b.steps = 3).await;
    // In the reminder, in the message about a gap, and in the question.
    let script = Script::new()
        .replies_text("Hm.")
        .expects(user(last))
        .submits(good());
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
