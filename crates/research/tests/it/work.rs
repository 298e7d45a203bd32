//! How much work a run is, counted.

use std::sync::Arc;

use firsthand_research::{Cancel, Intent, LocalBus, Parts, RepoStages, Request, run};

use crate::world::{intent, parts, queries, shop, toolbox};

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
