//! The law `accounted`, the loop's part: what a model was not shown is said.

use firsthand_agent::registry::Observation;
use firsthand_agent::{Budgets, Event, ToolOutput};
use firsthand_testkit::{Canned, FakeRepo, Script, Setup, json, strategy};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::always_ends::on_a_paused_clock;

/// Lines and paths that observations hold.
fn size(observations: &[Observation]) -> usize {
    let lines =
        |o: &Observation| -> usize { o.windows().iter().map(|w| w.span.lines().count()).sum() };
    observations
        .iter()
        .map(|o| lines(o) + o.paths().len())
        .sum()
}

/// What each call of the tool brought, as it was recorded.
async fn recorded(outputs: &[ToolOutput], budgets: Budgets) -> Vec<ToolOutput> {
    let calls = outputs.iter().map(|_| ("odd", json!({})));
    let script = Script::new().calls_all(calls);
    let setup = Setup::new(&FakeRepo::new(), &script)
        .tool(Canned::new("odd", outputs.to_vec()))
        .budgets(|b| {
            *b = budgets;
            b.parallel = 1;
        });
    let _ = setup.explore("what is there?").await;
    let answered = setup
        .log
        .events()
        .into_iter()
        .filter_map(|event| match event {
            Event::Answered {
                output,
                error: None,
                ..
            } => Some(output),
            _ => None,
        });
    answered.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Where a limit keeps lines or paths back, a note says so, and so does the coverage.
    #[test]
    fn accounted_what_is_cut_is_said(
        outputs in vec(strategy::output(), 1..5),
        result_chars in 0_usize..3_000,
        file_chars in 0_usize..3_000,
        observation_chars in 0_usize..6_000,
    ) {
        let budgets = Budgets { result_chars, file_chars, observation_chars, ..Budgets::default() };
        let recorded = on_a_paused_clock(recorded(&outputs, budgets));
        for (given, kept) in outputs.iter().zip(&recorded) {
            if size(&kept.observations) < size(&given.observations) {
                prop_assert!(kept.coverage.truncated || kept.diagnostics.iter().any(|n| n.contains("left out")));
                prop_assert!(!kept.diagnostics.is_empty());
            }
        }
    }
}
