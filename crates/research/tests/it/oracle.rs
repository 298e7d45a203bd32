//! Checks results with an oracle that shares no code with the chain.

use firsthand_research::payload::Intent;
use firsthand_testkit::GitRepo;
use firsthand_testkit::oracle::research_violations;
use serde_json::{Value, json};

use crate::fixtures::{SHOP, intent, research, shop};

fn broken_laws(result: &Value, root: &tempfile::TempDir) -> Vec<&'static str> {
    let found = research_violations(&result.to_string(), root.path());
    let mut broken_laws: Vec<&str> = found.iter().map(|violation| violation.law).collect();
    broken_laws.dedup();
    broken_laws
}

#[tokio::test]
async fn results_break_no_law() {
    let repo = GitRepo::of(SHOP);
    repo.commit("Begin the shop", &[]);
    let root = repo.folder();
    for topic in [
        "pay_refund",
        "how does an order get its refund",
        "every place that reads `refund.limit`",
        "zebra",
    ] {
        for hints in
            [&[][..], &[("axes", "history,relation,module,tests,kind,text")], &[("hops", "4")]]
        {
            let researched = research(root, intent(topic, hints)).await;
            let result = serde_json::to_string(&researched.result).unwrap();
            assert_eq!(research_violations(&result, root.path()), [], "{topic}");
        }
    }
}

/// The oracle detects the errors that it checks for.
#[tokio::test]
async fn false_results_are_detected() {
    let root = shop();
    let researched = research(&root, Intent::new("pay_refund")).await;
    let result = serde_json::to_value(&researched.result).unwrap();
    assert!(broken_laws(&result, &root).is_empty());
    let check = |pointer: &str, value: Value, law: &str| {
        let mut lie = result.clone();
        *lie.pointer_mut(pointer).unwrap() = value;
        assert!(
            broken_laws(&lie, &root).contains(&law),
            "{pointer}: {:?}",
            broken_laws(&lie, &root)
        );
    };
    check("/claims/0/references/0/quote", json!("pay_nothing"), "verbatim");
    check("/claims/0/references/0/line", json!(1), "verbatim");
    check("/claims/0/references/0/place", json!(99), "no_fabrication");
    check("/claims/0/references", json!([]), "no_fabrication");
    check("/places/0/path", json!("src/ghost.rs"), "unchanged");
    check("/places/0/path", json!("../../etc/passwd"), "contained");
    check("/places/0/end", json!(9_999), "no_fabrication");
    check(
        "/places/0",
        json!({"commit": "0000000000000000000000000000000000000000", "start": 1, "end": 1}),
        "no_fabrication",
    );
    check("/evidence/0/snippet_text", json!("another line\n"), "unchanged");
    std::fs::write(root.path().join("src/refund.rs"), "// rewritten\n").unwrap();
    assert!(broken_laws(&result, &root).contains(&"verbatim"));
}
