//! How much work a run is, counted.

use std::sync::Arc;

use firsthand_research::{Cancel, Intent, LocalBus, Parts, RepoStages, Request, run};
use firsthand_testkit::GitRepo;
use firsthand_tools::{ToolOptions, Toolbox};

use crate::world::{SHOP, claims, intent, parts, queries, shop, toolbox};

/// How often a run lists the tree, and its sub-queries.
async fn listings(intent: Intent) -> (u64, usize) {
    let root = shop();
    let toolbox = toolbox(&root);
    let stages = Arc::new(RepoStages::new(toolbox.clone()));
    let parts = Parts {
        bus: Arc::new(LocalBus::new(stages.clone(), Cancel::new())),
        files: stages,
        ..parts(&root, None)
    };
    let done = run(Request::new("r1", intent), &parts).await.unwrap();
    (toolbox.graph().listings(), queries(&done.result).len())
}

#[tokio::test]
async fn one_execution_lists_the_tree_once() {
    let walked = intent(
        "who is affected by a change of pay_refund",
        &[("hops", "3")],
    );
    let (listed, asked) = listings(walked).await;
    assert_eq!(listed, 2, "to classify, and to execute");
    assert!(asked > 3, "{asked}");
    let axes = "relation,module,tests,text";
    let decomposed = intent(
        "how do `refund.limit` and the ledger interact",
        &[("axes", axes)],
    );
    let (listed, asked) = listings(decomposed).await;
    assert_eq!(listed, 2);
    assert!(asked > 3, "{asked}");
}

/// What an earlier run found in the history counts as long as the history is that.
#[tokio::test]
async fn a_kept_walk_is_one_of_this_history() {
    let repo = GitRepo::of(SHOP);
    repo.commit("Begin the shop", &[]);
    let cache = tempfile::tempdir().unwrap();
    let run = async || {
        let options = ToolOptions {
            cache: Some(cache.path().to_owned()),
            ..ToolOptions::default()
        };
        let toolbox = Toolbox::open(repo.root(), options).unwrap();
        let stages = Arc::new(RepoStages::new(toolbox));
        let parts = Parts {
            bus: Arc::new(LocalBus::new(stages.clone(), Cancel::new())),
            files: stages,
            ..parts(repo.folder(), None)
        };
        let asked = intent("pay_refund", &[("axes", "history")]);
        let done = run(Request::new("r1", asked), &parts).await.unwrap();
        let claims = claims(&done.result);
        claims
            .into_iter()
            .filter(|claim| claim.starts_with("history"))
            .collect::<Vec<_>>()
    };
    let first = run().await;
    assert!(
        first.len() == 1 && first[0].contains("Begin the shop"),
        "{first:?}"
    );
    assert_eq!(run().await, first, "from what was kept");
    let text = repo
        .read("src/refund.rs")
        .replace("(amount)", "(amount + 1)");
    repo.commit("Round refunds up", &[("src/refund.rs", &text)]);
    let second = run().await;
    assert!(
        second.len() == 2 && second[0].contains("Round refunds up"),
        "{second:?}"
    );
    assert_eq!(run().await, second);
}
