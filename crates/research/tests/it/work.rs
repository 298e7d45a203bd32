//! Counts the work of a run.

use std::sync::Arc;

use firsthand_research::payload::Intent;
use firsthand_research::{
    Cancel, LocalBus, Record, RepoStages, Request, ResearchEvent, RunDependencies, Stage, run,
};
use firsthand_testkit::GitRepo;
use firsthand_tools::{ToolOptions, Toolbox};

use crate::fixtures::{SHOP, claims, dependencies, intent, queries, shop, toolbox};

/// The number of listings of the tree in a run, and of its sub-queries.
async fn listings(intent: Intent) -> (u64, usize) {
    let root = shop();
    let toolbox = toolbox(&root);
    let stages = Arc::new(RepoStages::new(toolbox.clone()));
    let dependencies = RunDependencies {
        bus: Arc::new(LocalBus::new(stages.clone(), Cancel::new())),
        files: stages,
        ..dependencies(&root, None)
    };
    let researched = run(Request::new("r1", intent), &dependencies).await.unwrap();
    (toolbox.graph().listings(), queries(&researched.result).len())
}

#[tokio::test]
async fn a_run_lists_the_tree_once() {
    let walk_intent = intent("who is affected by a change of pay_refund", &[("hops", "3")]);
    let (listing_count, sub_queries) = listings(walk_intent).await;
    assert_eq!(listing_count, 1, "one for classification and execution");
    assert!(sub_queries > 3, "{sub_queries}");
    let axes = "relation,module,tests,text";
    let decompose_intent =
        intent("how do `refund.limit` and the ledger interact", &[("axes", axes)]);
    let (listing_count, sub_queries) = listings(decompose_intent).await;
    assert_eq!(listing_count, 1);
    assert!(sub_queries > 3, "{sub_queries}");
}

/// A refinement searches the tree as it is then, and so does the next run.
#[tokio::test]
async fn each_run_and_refinement_lists_the_tree_again() {
    let root = shop();
    let toolbox = toolbox(&root);
    let stages = Arc::new(RepoStages::new(toolbox.clone()));
    let dependencies = RunDependencies {
        bus: Arc::new(LocalBus::new(stages.clone(), Cancel::new())),
        files: stages,
        ..dependencies(&root, None)
    };
    let mut listings_before = 0;
    for id in ["r1", "r2"] {
        let request = Request::new(id, Intent::new("how does the ledger post a refund entry"));
        let researched = run(request, &dependencies).await.unwrap();
        let completed_count = |stage: Stage| {
            let is_of_stage = |record: &&Record| matches!(&record.event, ResearchEvent::Completed { stage: completed, .. } if *completed == stage);
            researched.transcript.iter().filter(is_of_stage).count() as u64
        };
        // An execution that directly follows its classification reuses its listing.
        let expected_listings =
            completed_count(Stage::Classify) + completed_count(Stage::Execute) - 1;
        assert!(expected_listings > 0);
        let all_listings = toolbox.graph().listings();
        assert_eq!(all_listings - listings_before, expected_listings);
        listings_before = all_listings;
        std::fs::write(root.path().join("src/entry.rs"), "pub fn ledger_refund_entry() {}\n")
            .unwrap();
    }
}

/// The cached result of a walk is used as long as the history is the same.
#[tokio::test]
async fn a_cached_walk_is_reused_for_the_same_history() {
    let repo = GitRepo::of(SHOP);
    repo.commit("Begin the shop", &[]);
    let cache = tempfile::tempdir().unwrap();
    let run = async || {
        let options =
            ToolOptions { cache: Some(cache.path().to_owned()), ..ToolOptions::default() };
        let toolbox = Toolbox::open(repo.root(), options).unwrap();
        let stages = Arc::new(RepoStages::new(toolbox));
        let dependencies = RunDependencies {
            bus: Arc::new(LocalBus::new(stages.clone(), Cancel::new())),
            files: stages,
            ..dependencies(repo.folder(), None)
        };
        let request = intent("pay_refund", &[("axes", "history")]);
        let researched = run(Request::new("r1", request), &dependencies).await.unwrap();
        let claims = claims(&researched.result);
        claims.into_iter().filter(|claim| claim.starts_with("history")).collect::<Vec<_>>()
    };
    let first = run().await;
    assert!(first.len() == 1 && first[0].contains("Begin the shop"), "{first:?}");
    assert_eq!(run().await, first, "from the cached walk");
    let text = repo.read("src/refund.rs").replace("(amount)", "(amount + 1)");
    repo.commit("Round refunds up", &[("src/refund.rs", &text)]);
    let second = run().await;
    assert!(second.len() == 2 && second[0].contains("Round refunds up"), "{second:?}");
    assert_eq!(run().await, second);
}
