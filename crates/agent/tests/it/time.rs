//! The budget of wall time.

use std::time::Duration;

use firsthand_testkit::{Fault, FaultyTool, Script, Setup, json, saw};
use firsthand_validator::StopReason;

use crate::{check_laws, find, greeter, report, run};

#[tokio::test(start_paused = true)]
async fn when_the_wall_time_ends_the_report_so_far_or_a_fallback_is_returned() {
    let script = Script::new().calls("find", find("greet")).hangs();
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::TimeBudget);
    assert_eq!(explored.report.facts().stats.elapsed_ms, 90_000);
    assert_eq!(explored.report.body().primary.len(), 2);

    let script = Script::new()
        .calls("find", find("greet"))
        .submits(crate::with_missing(&[("c1", "pub fn greet")], "the tests"))
        .hangs();
    let explored = run(&Setup::new(&greeter(), &script), &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::BestOfContinuations);
    assert_eq!(explored.report.body().flow.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_request_states_the_time_that_is_left() {
    let has_time_left = |seconds| {
        let time_left = Some(Duration::from_secs(seconds));
        saw(format!("{seconds} s left"), move |request| request.time_left == time_left)
    };
    let script = Script::new()
        .expects(has_time_left(90))
        .after(Duration::from_secs(60))
        .calls("find", find("greet"))
        .expects(has_time_left(30))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    run(&Setup::new(&greeter(), &script), &script).await;

    let script = Script::new()
        .expects(saw("practically unlimited time", |request| {
            request.time_left.is_none_or(|left| left.as_secs() > 1 << 40)
        }))
        .calls("find", find("greet"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script).budgets(|b| b.wall_ms = u64::MAX);
    run(&setup, &script).await;
}

/// A model that answers at once could not be interrupted, so its turn does not begin after the deadline.
#[tokio::test(start_paused = true)]
async fn when_no_wall_time_is_left_the_model_is_not_asked() {
    let script = Script::repeating([]);
    let script =
        script.calls("find", find("greet")).after(Duration::from_secs(60)).calls("list", json!({}));
    let setup = Setup::new(&greeter(), &script).budgets(|b| b.wall_ms = 0);
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    assert_eq!(result.map(|e| e.report.facts().stats.stop_reason), Ok(StopReason::TimeBudget));
    assert_eq!(script.turn_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_report_beside_a_hanging_call_is_received() {
    let submit = report(&[("c1", "pub fn greet")], "high");
    let script = Script::new().calls("find", find("greet")).calls_all([
        ("hanging", json!({})),
        ("submit_report", submit),
        ("find", find("main")),
    ]);
    let hanging = FaultyTool { name: "hanging", fault: Fault::Hangs, repo: greeter() };
    let setup = Setup::new(&greeter(), &script).tool(hanging);
    let explored = run(&setup, &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted);
    assert_eq!(explored.report.body().flow.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn results_beside_a_hanging_call_are_recorded() {
    let script = Script::new().calls_all([("hanging", json!({})), ("find", find("greet"))]);
    let hanging = FaultyTool { name: "hanging", fault: Fault::Hangs, repo: greeter() };
    let explored = run(&Setup::new(&greeter(), &script).tool(hanging), &script).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::TimeBudget);
    assert_eq!(explored.report.body().primary.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_overflowing_wall_time_is_unlimited() {
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script).budgets(|b| b.wall_ms = u64::MAX);
    run(&setup, &script).await;
}
