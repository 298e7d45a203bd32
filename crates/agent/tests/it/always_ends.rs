//! The law `always_ends`, and the invariants of every run.

use std::sync::Arc;
use std::time::Duration;

use firsthand_agent::Budgets;
use firsthand_testkit::{
    Fault, FaultyFileSource, FaultyTool, FileSourceFault, FixedResults, Reply, Script, Setup,
    strategy,
};
use firsthand_validator::Intent;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::check_laws;
use crate::fit::Room;

/// Runs on a paused clock, which advances only while there is no work.
pub(crate) fn on_a_paused_clock<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(work)
}

/// How much longer than its wall time a run may take: checks of files may exceed it.
const GRACE: Duration = Duration::from_mins(2);

async fn run_to_the_end(setup: Setup, budgets: Budgets) {
    let limit = budgets.wall() + GRACE;
    let result = tokio::time::timeout(limit, setup.explore("who does greet name?")).await;
    let result = result.expect("the run ends within its budgets");
    check_laws(&setup.log, &result);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// With any model and tools, and any budgets.
    #[test]
    fn always_ends(
        repo in strategy::repo(),
        replies in vec(strategy::reply(), 1..10),
        budgets in strategy::budgets(),
        fault in select(&Fault::ALL),
        files in select(&[
            FileSourceFault::None, FileSourceFault::None, FileSourceFault::Blind, FileSourceFault::Hangs,
            FileSourceFault::Panics, FileSourceFault::Flickers, FileSourceFault::Fails,
        ]),
        intent in select(&Intent::ALL),
        room in 0..5_usize,
    ) {
        let odd = FaultyTool { name: "odd", fault, repo: repo.clone() };
        let files = FaultyFileSource::new(files, &repo);
        let mut setup = Setup::new(&repo, &Script::repeating(replies))
            .tool(odd)
            .files(files)
            .intent(intent)
            .budgets(|b| *b = budgets);
        setup.parts.fit = Some(Arc::new(Room(room)));
        on_a_paused_clock(run_to_the_end(setup, budgets));
    }

    /// With any observations.
    #[test]
    fn always_ends_with_any_observation(
        repo in strategy::repo(),
        outputs in vec(strategy::output(), 1..6),
        turns in vec(strategy::turn(), 1..8),
        budgets in strategy::budgets(),
    ) {
        let script = Script::repeating(turns.into_iter().map(Reply::Turn));
        let setup = Setup::new(&repo, &script)
            .tool(FixedResults::new("odd", outputs))
            .budgets(|b| *b = budgets);
        on_a_paused_clock(run_to_the_end(setup, budgets));
    }
}
