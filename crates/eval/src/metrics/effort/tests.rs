//! What models did in a run, from hand-written events.

use std::time::Duration;

use super::*;
use crate::found::{Region, SelfAssessment};
use crate::metrics::METRICS;
use crate::process::Cost;

/// Checks the named metrics.
fn check(metrics: &Metrics, names: &str, expect: &[f64]) {
    let got: Vec<Option<f64>> = names.split_whitespace().map(|name| metrics.get(name)).collect();
    let expect: Vec<Option<f64>> = expect.iter().map(|value| Some(*value)).collect();
    assert_eq!(got, expect, "{names}");
}

fn region(path: &str, end: u32) -> Region {
    Region { path: path.to_owned(), start: 1, end }
}

fn called(actor: Actor, kind: Option<CallKind>) -> RunEvent {
    RunEvent::Called {
        actor,
        tool: "grep".to_owned(),
        kind,
        chars: 40,
        new_places: 3,
        known_places: 1,
        error: None,
    }
}

/// A run of an agent with one report of medium confidence; each metric is in one of the two lists.
#[test]
fn effort_is_summed_up_from_the_events() {
    let found = Found {
        self_assessment: Some(SelfAssessment::new(Confidence::Medium, &[], &[])),
        regions: vec![region("a", 10), region("b", 130)],
        report: Some(Report {
            chars: 80,
            action: Some(Action::ReadTargets),
            usage: Usage {
                conversations: 1,
                model_calls: 2,
                tool_calls: 1,
                observation_chars: 40,
                tokens: None,
                elapsed_ms: 7,
            },
            findings: [("fact_unverified".to_owned(), 1)].into(),
            ..Report::default()
        }),
        ..Found::default()
    };
    let failed = RunEvent::Failed { actor: Actor::Main, error: "x".to_owned() };
    let events = [
        called(Actor::Main, None),
        called(Actor::Explorer, None),
        RunEvent::Submitted { links: 2 },
        RunEvent::Continued { gap: "g".to_owned() },
        RunEvent::Reported(found),
        called(Actor::Main, Some(CallKind::Inside)),
        called(Actor::Main, Some(CallKind::Targeted)),
        failed,
    ];
    let cost = Cost { elapsed: Duration::from_millis(5), peak_kib: Some(2048) };
    let mut metrics = Metrics::default();
    metrics.add_run(cost, &events);
    check(&metrics, "ms mib main_calls main_chars main_errors", &[5.0, 2.0, 3.0, 120.0, 1.0]);
    let names = "broad_after_report inside_after_report targeted_after_report followed";
    check(&metrics, names, &[0.0, 1.0, 1.0, 1.0]);
    let names =
        "explorations report_tokens density fact_unverified links cited_lines cited_over_120";
    check(&metrics, names, &[1.0, 20.0, 2.0, 0.5, 2.0, 70.0, 0.5]);
    let names = "continuations explorer_calls explorer_ms repairs new_places shown_again fallback";
    check(&metrics, names, &[1.0, 1.0, 7.0, 0.0, 3.0, 0.25, 0.0]);
    let unlisted = metrics.names().find(|name| !METRICS.contains(name));
    assert_eq!(unlisted, None);
}
