//! The faults of the chain that this one is made after, one test each.

use std::sync::Arc;

use firsthand_research::{
    Caps, Done, Intent, Next, Object, Progress, Record, RouteAction, Stage, next,
};
use firsthand_testkit::folder;

use crate::world::{claims, degraded, intent, queries, research, shop};

/// Answering directly read the output of a stage that had not run. Here the candidates are the evidence.
#[tokio::test]
async fn a_direct_answer_has_evidence() {
    let root = folder(&[("a.rs", "/// Locks rows.\nfn lock_rows() {}\n")]);
    let done = research(&root, Intent::new("how are rows locked")).await;
    assert!(done.result.decomp_trace.is_none());
    assert_eq!(done.result.evidence.len(), 1);
    assert_eq!(claims(&done.result).len(), 1);
}

/// Refined queries were stated and not asked.
#[tokio::test]
async fn refined_queries_are_asked() {
    let root = folder(&[
        (
            "a/lock.rs",
            "fn lock_rows_of_table() {\n    take_lock();\n}\n",
        ),
        (
            "a/table.rs",
            "fn table_rows() {}\nfn rows_of() {}\nfn locked_table() {}\n",
        ),
        ("z/vacuum.rs", "fn vacuum_pages() {\n    free_space();\n}\n"),
    ]);
    let done = research(
        &root,
        intent(
            "lock rows of a table and vacuum",
            &[("axes", "module"), ("path", "a")],
        ),
    )
    .await;
    let refined = done.log.iter().filter(|record| {
        matches!(
            record,
            Record::Completed {
                stage: Stage::Execute,
                ..
            }
        )
    });
    let asked = queries(&done.result);
    assert_eq!(
        u64::try_from(done.result.iterations).unwrap(),
        refined.count() as u64 - 1
    );
    for record in &done.log {
        if let Record::Completed {
            stage: Stage::Assess,
            output,
            ..
        } = record
            && let Some(query) = output.payload["refined_queries"][0].as_str()
        {
            assert!(
                asked.contains(&format!("search {query}")),
                "{query}: {asked:?}"
            );
        }
    }
}

/// A retightened topic was stated and the first one classified again.
#[tokio::test]
async fn a_retightened_topic_is_classified() {
    let root = shop();
    // Nothing is found below the path; the router drops it.
    let done = research(&root, intent("pay_refund", &[("path", "Cargo.toml")])).await;
    let trace = done.result.decomp_trace.clone().unwrap();
    assert_eq!(
        (trace.retighten_rounds, trace.router_action.as_str()),
        (1, "walk_seeds")
    );
    assert!(!done.result.claims.is_empty());
}

/// Seeds were shown in one order and resolved in another. The order of a payload is the order of what stands behind it.
#[tokio::test]
async fn positions_mean_what_is_shown() {
    let root = shop();
    let done = research(&root, Intent::new("refund ledger order entry")).await;
    for record in &done.log {
        if let Record::Completed {
            stage: Stage::Classify,
            output,
            ..
        } = record
        {
            let shown = output.payload["candidates"].as_array().unwrap();
            assert_eq!(shown.len(), output.hits.len());
            for (shown, hit) in shown.iter().zip(&output.hits) {
                assert_eq!(shown["entity_id"], hit.entity());
            }
        }
    }
}

/// Of several sources of one place, one survived.
#[tokio::test]
async fn all_sources_of_a_place_are_kept() {
    let root = shop();
    let done = research(&root, Intent::new("pay_refund")).await;
    let own = done
        .result
        .evidence
        .iter()
        .find(|one| one.entity_id.contains("#pay_refund("))
        .unwrap();
    assert_eq!(
        (own.source.as_str(), own.tier.as_str()),
        ("symbol+bm25", "0")
    );
    let places = done
        .result
        .evidence
        .iter()
        .map(|one| (&one.entity_id, &one.objectstore_ref));
    let places: Vec<_> = places.collect();
    let mut once = places.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), places.len());
}

/// The budget cut stopped at the first item that was too large.
#[tokio::test]
async fn a_large_item_does_not_end_the_evidence() {
    let long: String = (0..9)
        .map(|line| format!("    // why refund_all does what it does, line {line}\n"))
        .collect();
    let root = folder(&[
        ("a.rs", &format!("fn refund_all() {{\n{long}}}\n")),
        ("b.rs", "fn b() {\n    refund_all();\n}\n"),
    ]);
    let asked = Intent {
        budget_tokens: 20,
        ..Intent::new("who uses refund_all")
    };
    let done = research(&root, asked).await;
    let ids: Vec<&str> = done
        .result
        .evidence
        .iter()
        .map(|one| one.entity_id.as_str())
        .collect();
    assert_eq!(ids, ["b.rs#b(function)"]);
}

/// Hints did nothing.
#[tokio::test]
async fn hints_matter() {
    let root = shop();
    let done = research(&root, intent("refund ledger", &[("path", "src/ledger.rs")])).await;
    assert!(
        done.result
            .evidence
            .iter()
            .all(|one| one.entity_id.starts_with("src/ledger.rs"))
    );
    let done = research(
        &root,
        intent("ledger", &[("kind", "impl"), ("axes", "kind")]),
    )
    .await;
    let found = done
        .result
        .evidence
        .iter()
        .any(|one| one.entity_id == "src/ledger.rs#Ledger(impl)");
    assert!(
        found
            && done
                .result
                .evidence
                .iter()
                .all(|one| one.entity_id.ends_with("(impl)")),
        "{:?}",
        done.result.evidence
    );
    let done = research(&root, intent("refund", &[("symbol", "post_entry")])).await;
    assert_eq!(
        done.result.decomp_trace.unwrap().seed_entities,
        ["src/ledger.rs#Ledger::post_entry(function)"]
    );
    let done = research(&root, intent("refund", &[("hops", "many")])).await;
    assert!(
        degraded(&done.result)
            .contains(&"classify: the hint `hops` cannot be read: `many`".to_owned())
    );
}

/// Counters stayed zero. (That they are true whatever stages do is a property in `hostile.rs`.)
#[tokio::test]
async fn counters_count() {
    let root = shop();
    let done = research(
        &root,
        Intent::new("who is affected by a change of pay_refund"),
    )
    .await;
    for record in &done.log {
        let Record::Completed { stage, output, .. } = record else {
            continue;
        };
        let number = |field: &str| output.payload[field].as_i64().unwrap_or(0);
        match stage {
            Stage::Execute => {
                assert!(number("subquery_count") >= 2 && number("budget_tokens_used") > 0);
            }
            Stage::Assess => assert_eq!(
                number("evidence_count") as usize,
                done.result.evidence.len()
            ),
            _ => {}
        }
    }
}

/// Prose steered the chain. Transitions have no way to read it: they are a function of this alone.
#[test]
fn transitions_read_typed_fields() {
    let progress = Progress {
        last: Some(Done::Routed(RouteAction::WalkSeeds)),
        ..Progress::default()
    };
    assert_eq!(
        next(&progress, Caps::default()),
        Next::Execute(RouteAction::WalkSeeds)
    );
    let opaque = |object: &Object| matches!(object, Object::Opaque { .. });
    let _: Arc<dyn Fn(&Object) -> bool> = Arc::new(opaque);
}
