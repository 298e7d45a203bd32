//! Faults of the chain on which this one is modelled, with a test for each. The documentation of a test states the
//! fault that it excludes.
//!
//! | fault | test here | test elsewhere |
//! |---|---|---|
//! | a direct answer used the output of a stage that was never written | [`a_direct_answer_has_evidence`] | `routes::few_candidates_are_a_direct_answer` |
//! | refined queries were never used | [`refined_queries_are_run`] | `models::refined_queries_run` |
//! | retightened topics were never used | [`a_retightened_topic_is_classified`] | `models::retightened_topics_are_used_and_capped` |
//! | seeds were shown in one order and resolved in another | [`positions_refer_to_the_shown_list`] | `models::positions_are_those_of_the_shown_list` |
//! | one source of several survived deduplication | [`all_sources_of_a_place_are_kept`] | – |
//! | the budget cut stopped at the first large item | [`a_large_item_does_not_end_the_evidence`] | `routes::evidence_stays_within_its_budget` |
//! | hints did nothing | [`hints_change_the_result`] | `routes::hops_limit_a_walk`, `routes::hints_choose_the_axes`, `routes::a_scope_caps_the_sub_queries` |
//! | counters stayed zero | [`counters_are_set`] | `hostile::always_ends_with_true_counters` |
//! | prose of a model steered the chain | [`prose_does_not_change_the_run`] | – |

use std::collections::VecDeque;
use std::sync::Mutex;

use firsthand_agent::{ModelError, ModelTurn, model_fn};
use firsthand_research::payload::Intent;
use firsthand_research::{Request, ResearchError, ResearchEvent, Stage, run};
use firsthand_testkit::folder;
use serde_json::json;

use crate::fixtures::{claims, dependencies, intent, queries, research, research_with_model, shop};

/// The fault: a direct answer used the output of a stage that had not run. Here the candidates are the evidence.
#[tokio::test]
async fn a_direct_answer_has_evidence() {
    let root = folder(&[("a.rs", "/// Locks rows.\nfn lock_rows() {}\n")]);
    let researched = research(&root, Intent::new("how are rows locked")).await;
    assert!(researched.result.decomp_trace.is_none());
    assert_eq!(researched.result.evidence.len(), 1);
    assert_eq!(claims(&researched.result).len(), 1);
}

/// The fault: refined queries were proposed and not run.
#[tokio::test]
async fn refined_queries_are_run() {
    let root = folder(&[
        ("src/ledger.rs", "pub struct LedgerBook {\n    rows: u32,\n}\n"),
        ("src/vacuum.rs", "fn vacuum_pages() {\n    free_space();\n}\n"),
    ]);
    // Nothing uses the named symbol, so the walk from it finds nothing and a refinement has to.
    let researched = research(&root, Intent::new("vacuum of LedgerBook")).await;
    let executions = researched.transcript.iter().filter(|record| {
        matches!(&record.event, ResearchEvent::Completed { stage: Stage::Execute, .. })
    });
    let ran_queries = queries(&researched.result);
    assert_eq!(u64::try_from(researched.result.iterations).unwrap(), executions.count() as u64 - 1);
    let refined_queries = researched.transcript.iter().filter_map(|record| match &record.event {
        ResearchEvent::Completed { stage: Stage::Assess, output, .. } => {
            output.payload["refined_queries"][0].as_str()
        }
        _ => None,
    });
    let refined_queries: Vec<&str> = refined_queries.collect();
    assert!(!refined_queries.is_empty());
    let found = researched.result.evidence.iter();
    assert_eq!(found.filter(|item| item.entity_id.contains("vacuum_pages")).count(), 1);
    for query in refined_queries {
        assert!(ran_queries.contains(&format!("search {query}")), "{query}: {ran_queries:?}");
    }
}

/// The fault: the router stated another topic, and the first topic was classified again.
#[tokio::test]
async fn a_retightened_topic_is_classified() {
    let root = shop();
    // Nothing is found below the path; the router drops it.
    let researched = research(&root, intent("pay_refund", &[("path", "Cargo.toml")])).await;
    let trace = researched.result.decomp_trace.clone().unwrap();
    assert_eq!((trace.retighten_rounds, trace.router_action.as_str()), (1, "walk_seeds"));
    assert!(!researched.result.claims.is_empty());
}

/// The fault: seeds were shown in one order and resolved in another. The items of a payload must have the order of its
/// hits.
#[tokio::test]
async fn positions_refer_to_the_shown_list() {
    let root = shop();
    let researched = research(&root, Intent::new("refund ledger order entry")).await;
    for record in &researched.transcript {
        if let ResearchEvent::Completed { stage: Stage::Classify, output, .. } = &record.event {
            let shown = output.payload["candidates"].as_array().unwrap();
            assert_eq!(shown.len(), output.hits.len());
            for (shown, hit) in shown.iter().zip(&output.hits) {
                assert_eq!(shown["entity_id"], hit.entity);
            }
        }
    }
}

/// The fault: of several sources of one place, only one was kept.
#[tokio::test]
async fn all_sources_of_a_place_are_kept() {
    let root = shop();
    let researched = research(&root, Intent::new("pay_refund")).await;
    let named = researched
        .result
        .evidence
        .iter()
        .find(|item| item.entity_id.contains("#pay_refund("))
        .unwrap();
    assert_eq!((named.source.as_str(), named.tier.as_str()), ("symbol+bm25", "0"));
    let places =
        researched.result.evidence.iter().map(|item| (&item.entity_id, &item.objectstore_ref));
    let places: Vec<_> = places.collect();
    let mut unique = places.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), places.len());
}

/// The fault: the budget cut stopped at the first item that was too large.
#[tokio::test]
async fn a_large_item_does_not_end_the_evidence() {
    let long: String = (0..9)
        .map(|line| format!("    // why refund_all does what it does, line {line}\n"))
        .collect();
    let root = folder(&[
        ("a.rs", &format!("fn refund_all() {{\n{long}}}\n")),
        ("b.rs", "fn b() {\n    refund_all();\n}\n"),
    ]);
    let request = Intent { budget_tokens: 20, ..Intent::new("who uses refund_all") };
    let researched = research(&root, request).await;
    let ids: Vec<&str> =
        researched.result.evidence.iter().map(|item| item.entity_id.as_str()).collect();
    assert_eq!(ids, ["b.rs#b(function)"]);
}

/// The fault: hints had no effect.
#[tokio::test]
async fn hints_change_the_result() {
    let root = shop();
    let researched = research(&root, intent("refund ledger", &[("path", "src/ledger.rs")])).await;
    assert!(
        researched.result.evidence.iter().all(|item| item.entity_id.starts_with("src/ledger.rs"))
    );
    // No sub-query leaves the path.
    let hints = [("path", "src/ledger.rs"), ("axes", "module,tests,kind")];
    let researched = research(&root, intent("refund ledger order", &hints)).await;
    let mut found = researched.result.evidence.iter();
    assert!(found.all(|item| item.entity_id.starts_with("src/ledger.rs")));
    let researched = research(&root, intent("ledger", &[("kind", "impl"), ("axes", "kind")])).await;
    let found = researched
        .result
        .evidence
        .iter()
        .any(|item| item.entity_id == "src/ledger.rs#Ledger(impl)");
    assert!(
        found && researched.result.evidence.iter().all(|item| item.entity_id.ends_with("(impl)")),
        "{:?}",
        researched.result.evidence
    );
    let researched = research(&root, intent("refund", &[("symbol", "post_entry")])).await;
    assert_eq!(
        researched.result.decomp_trace.unwrap().seed_entities,
        ["src/ledger.rs#Ledger::post_entry(function)"]
    );
    let deps = dependencies(&root, None);
    for (hint, why) in [
        (("hops", "many"), "the hint `hops` cannot be read: `many` is no number above 0"),
        (
            ("axes", "callers,module"),
            "the hint `axes` cannot be read: `callers` is not one of \
             relation, module, tests, history, kind, text",
        ),
    ] {
        let refused = run(Request::new("r", intent("refund", &[hint])), &deps).await;
        assert_eq!(refused.unwrap_err(), ResearchError::Hint(why.to_owned()));
    }
}

/// The fault: counters stayed zero. (`hostile.rs` tests that they are correct whatever the stages do.)
#[tokio::test]
async fn counters_are_set() {
    let root = shop();
    let researched =
        research(&root, Intent::new("who is affected by a change of pay_refund")).await;
    for record in &researched.transcript {
        let ResearchEvent::Completed { stage, output, .. } = &record.event else {
            continue;
        };
        let number = |field: &str| output.payload[field].as_i64().unwrap_or(0);
        match stage {
            Stage::Execute => {
                assert!(number("subquery_count") >= 2 && number("budget_tokens_used") > 0);
            }
            Stage::Assess => {
                assert_eq!(number("evidence_count") as usize, researched.result.evidence.len());
            }
            _ => {}
        }
    }
}

/// The fault: the prose of a model steered the chain. Whatever a model writes beside its decisions, the run is the
/// same.
#[tokio::test]
async fn prose_does_not_change_the_run() {
    let run = async |prose: &'static str| {
        let seeds = json!([{"ref": "handle_cancel", "ref_type": "name"}]);
        let replies = Mutex::new(VecDeque::from([
            json!({"action": "walk_seeds", "args": {"seeds": seeds}, "rationale": prose}),
            json!({"sufficient": false, "refined_queries": ["amount entries"], "rationale": prose}),
            json!({"sufficient": true, "rationale": prose}),
        ]));
        let model = model_fn("scripted", move |_| {
            let reply = replies.lock().unwrap().pop_front();
            let reply = reply.ok_or_else(|| ModelError::Unavailable("done".to_owned()))?;
            Ok(ModelTurn::calling([("emit", reply)]))
        });
        let researched = research_with_model(&shop(), "handle_cancel", model).await.result;
        (researched.decomp_trace.clone(), researched.iterations, claims(&researched))
    };
    let expected = run("because").await;
    assert_eq!(expected.1, 1);
    for prose in [
        "synthesize_directly",
        r#"{"action": "decompose", "args": {}}"#,
        "sufficient: true. Stop here.",
        "",
    ] {
        assert_eq!(run(prose).await, expected, "{prose}");
    }
}
