//! Runs with a model that decides, and how its mistakes are handled.

use std::sync::{Arc, Mutex};

use firsthand_agent::validator::Tokens;
use firsthand_agent::{Message, Model, ModelError, ModelTurn, model_fn};
use firsthand_research::{ResearchEvent, Researched, Stage};
use serde_json::{Value, json};

use crate::fixtures::{claims, degraded, queries, research_with_model, shop};

/// A model that returns these replies in order, and the prompts that it received. Each reply costs 10 tokens.
fn scripted(replies: Vec<Result<Value, ModelError>>) -> (impl Model, Arc<Mutex<Vec<String>>>) {
    let prompts: Arc<Mutex<Vec<String>>> = Arc::default();
    let (recorded_prompts, remaining) = (Arc::clone(&prompts), Mutex::new(replies.into_iter()));
    let model = model_fn("scripted", move |request| {
        let Some(Message::User(text)) = request.messages.first() else {
            panic!("no question");
        };
        recorded_prompts.lock().unwrap().push(text.clone());
        let reply = remaining.lock().unwrap().next();
        let reply =
            reply.unwrap_or_else(|| Err(ModelError::Unavailable("nothing is left".to_owned())))?;
        let tokens = Tokens { input: 7, cached: 0, output: 3 };
        Ok(ModelTurn { tokens: Some(tokens), ..ModelTurn::calling([("emit", reply)]) })
    });
    (model, prompts)
}

async fn run(topic: &str, replies: Vec<Value>) -> (Researched, Vec<String>) {
    let root = shop();
    let (model, prompts) = scripted(replies.into_iter().map(Ok).collect());
    let researched = research_with_model(&root, topic, model).await;
    let prompts = prompts.lock().unwrap().clone();
    (researched, prompts)
}

fn walk(reference: &str, ref_type: &str) -> Value {
    json!({"action": "walk_seeds", "args": {"seeds": [{"ref": reference, "ref_type": ref_type}]}, "rationale": "because"})
}

/// A classification without terms: only the topic's own words are used.
fn no_terms() -> Value {
    json!({"intent": "something"})
}

fn sufficient() -> Value {
    json!({"sufficient": true, "rationale": "it is", "confidence": 0.9})
}

/// The payload that a stage emitted.
fn payload(researched: &Researched, wanted_stage: Stage) -> Value {
    let emitted = researched.transcript.iter().find_map(|record| match &record.event {
        ResearchEvent::Completed { stage, output, .. } if *stage == wanted_stage => {
            Some(output.payload.clone())
        }
        _ => None,
    });
    emitted.unwrap()
}

/// The number of an item in the shown list.
fn number_of(prompt: &str, id: &str) -> usize {
    let line = prompt.lines().find(|line| line.starts_with('[') && line.contains(id));
    let line = line.unwrap_or_else(|| panic!("{id} is not in {prompt}"));
    line[1..].split(']').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn the_answer_of_a_model_is_verified() {
    // The walk from pay_refund: its own declaration first, then who calls it.
    let answer = json!({"claims": [
        {"text": "Refunds are paid by `pay_refund`.", "part": "entry", "references": [{"evidence": 0, "quote": "pub fn pay_refund(ledger: &mut Ledger, amount: u32) {"}]},
        {"text": "It writes a check.", "part": "lie", "references": [{"evidence": 0, "quote": "write_check(amount)"}]},
        {"text": "No such item.", "references": [{"evidence": 77, "quote": "pub fn pay_refund"}]},
    ]});
    let (researched, _) = run(
        "refunds of orders",
        vec![no_terms(), walk("pay_refund", "name"), sufficient(), answer],
    )
    .await;
    assert_eq!(
        claims(&researched.result),
        [
            "entry: Refunds are paid by `pay_refund`. [src/refund.rs:4 pub fn pay_refund(ledger: &mut Ledger, amount: u32) {]"
        ]
    );
    assert!(
        degraded(&researched.result)
            .contains(&"synthesize: 2 of 3 references did not hold and were left out".to_owned())
    );
    assert_eq!(researched.result.tokens_used, 40);
}

/// A position refers to the item that was shown with it.
#[tokio::test]
async fn positions_are_those_of_the_shown_list() {
    let (_, prompts) = run("refund ledger order entry", vec![]).await;
    for id in ["pay_refund", "cancel_order", "handle_cancel"] {
        // The router's list, which follows the classifier's.
        let number = number_of(&prompts[1], &format!("{id}("));
        let (researched, later_prompts) = run(
            "refund ledger order entry",
            vec![no_terms(), walk(&number.to_string(), "candidate_index"), sufficient()],
        )
        .await;
        assert_eq!(later_prompts[1], prompts[1]);
        let seeds = researched.result.decomp_trace.unwrap().seed_entities;
        assert!(seeds.len() == 1 && seeds[0].contains(&format!("{id}(")), "{id}: {seeds:?}");
    }
}

#[tokio::test]
async fn seeds_resolve_by_name_or_partial_id_or_are_reported() {
    let check = async |seed: &str, ref_type: &str, expect: &[&str], reason: &str| {
        let (researched, _) =
            run("refund ledger order entry", vec![no_terms(), walk(seed, ref_type), sufficient()])
                .await;
        let seeds = researched.result.decomp_trace.clone().unwrap().seed_entities;
        assert_eq!(seeds, expect, "{seed}");
        let degradations = degraded(&researched.result);
        assert!(
            reason.is_empty() || degradations.iter().any(|line| line.contains(reason)),
            "{seed}: {degradations:?}"
        );
    };
    check("Ledger::post_entry", "name", &["src/ledger.rs#Ledger::post_entry(function)"], "").await;
    check("refund.rs#pay_refund", "partial_id", &["src/refund.rs#pay_refund(function)"], "").await;
    check("99", "candidate_index", &[], "the seed `99` (candidate_index) means nothing here").await;
    check("no_such_thing", "name", &[], "the seed `no_such_thing` (name) means nothing here").await;
    check("Ledger", "name", &["src/ledger.rs#Ledger(struct)"], "").await;
}

/// An invalid decision is requested once more; then the candidates decide.
#[tokio::test]
async fn an_invalid_action_is_requested_again() {
    let burn = json!({"action": "burn", "args": {}});
    let (researched, prompts) =
        run("pay_refund", vec![burn.clone(), walk("post_entry", "name"), sufficient()]).await;
    assert_eq!(
        researched.result.decomp_trace.unwrap().seed_entities,
        ["src/ledger.rs#Ledger::post_entry(function)"]
    );
    assert!(
        prompts[0] == prompts[1]
            && prompts[0]
                .contains("Actions: synthesize_directly, retighten, walk_seeds, decompose")
    );

    let (researched, _) = run("pay_refund", vec![burn.clone(), burn, sufficient()]).await;
    assert_eq!(
        researched.result.decomp_trace.clone().unwrap().seed_entities,
        ["src/refund.rs#pay_refund(function)"]
    );
    assert!(
        degraded(&researched.result)
            .iter()
            .any(|reason| reason.starts_with("route: ") && reason.contains("burn"))
    );
    assert_eq!(researched.result.tokens_used, 30);
}

/// Retightened topics and hints are classified; the third time the chain decomposes.
#[tokio::test]
async fn retightened_topics_are_used_and_capped() {
    let tighten = |topic: &str| json!({"action": "retighten", "args": {"topic": topic, "hints": {"path": "src/ledger.rs"}}});
    let (researched, prompts) = run(
        "zebra",
        vec![no_terms(), tighten("ledger entry"), tighten("post"), tighten("never"), sufficient()],
    )
    .await;
    assert!(
        prompts[2].contains("Topic: ledger entry\nHint path: src/ledger.rs")
            && prompts[2].contains("post_entry"),
        "{}",
        prompts[2]
    );
    assert!(!prompts[2].contains("src/refund.rs"));
    assert!(
        prompts[3].contains("Topic: post\n") && !prompts[3].contains("retighten"),
        "{}",
        prompts[3]
    );
    let trace = researched.result.decomp_trace.clone().unwrap();
    assert_eq!((trace.router_action.as_str(), trace.retighten_rounds), ("decompose", 2));
    assert!(queries(&researched.result).iter().all(|query| !query.contains("never")));
    assert!(!researched.result.evidence.is_empty());
}

/// Refined queries run, up to the caller's cap.
#[tokio::test]
async fn refined_queries_run() {
    let insufficient =
        |query: &str| json!({"sufficient": false, "refined_queries": [query], "rationale": "no"});
    let replies = vec![
        walk("handle_cancel", "name"),
        insufficient("amount entries"),
        insufficient("refund paid"),
        sufficient(),
    ];
    let (researched, _) = run("handle_cancel", replies).await;
    assert_eq!(researched.result.iterations, 2);
    let ran_queries = queries(&researched.result);
    assert!(
        ran_queries.contains(&"search amount entries".to_owned())
            && ran_queries.contains(&"search refund paid".to_owned()),
        "{ran_queries:?}"
    );
    let has_evidence =
        |part: &str| researched.result.evidence.iter().any(|item| item.entity_id.contains(part));
    assert!(has_evidence("handle_cancel") && has_evidence("src/ledger.rs"));
}

#[tokio::test]
async fn a_failing_model_is_replaced_by_the_fallback() {
    let root = shop();
    let model = model_fn("gone", |_| Err(ModelError::Unreachable("no network".to_owned())));
    let researched =
        research_with_model(&root, "who is affected by a change of pay_refund", model).await;
    let without_model = crate::fixtures::research(
        &root,
        firsthand_research::payload::Intent::new("who is affected by a change of pay_refund"),
    )
    .await;
    assert_eq!(claims(&researched.result), claims(&without_model.result));
    let degradations = degraded(&researched.result);
    for stage in ["route", "assess", "synthesize"] {
        assert!(
            degradations.contains(&format!("{stage}: the model cannot be reached: no network")),
            "{degradations:?}"
        );
    }
    assert_eq!(researched.result.tokens_used, 0);
}

/// Prose with other places, markup, and instructions in the source have no effect.
#[tokio::test]
async fn hostile_prose_has_no_effect() {
    let quote = "pub fn pay_refund(ledger: &mut Ledger, amount: u32) {";
    let claim = |text: &str| json!({"text": text, "part": "p", "references": [{"evidence": 0, "quote": quote}]});
    let answer = json!({"claims": [
        claim("See src/secret.rs:10-20 for more."),
        claim("<img src=x> `ok` [click](http://evil)"),
    ]});
    let (researched, _) =
        run("refunds", vec![walk("pay_refund", "name"), sufficient(), answer]).await;
    let texts: Vec<&str> =
        researched.result.claims.iter().map(|claim| claim.text.as_str()).collect();
    assert!(texts.iter().all(|text| !text.contains("secret.rs")), "{texts:?}");
    let page = firsthand_research::print(&researched, firsthand_research::Format::Html);
    let markdown = firsthand_research::print(&researched, firsthand_research::Format::Md);
    assert!(
        !page.contains("<img") && !markdown.contains(" <img") && !markdown.contains("](http"),
        "{markdown}"
    );
}

/// An answer of which nothing can be verified is replaced by one from the evidence, and this is reported.
#[tokio::test]
async fn an_answer_without_support_is_replaced() {
    let lie = json!({"claims": [{"text": "All is well.", "references": [{"evidence": 0, "quote": "this stands nowhere"}]}]});
    let (researched, _) =
        run("pay_refund", vec![walk("pay_refund", "name"), sufficient(), lie]).await;
    assert!(
        !researched.result.claims.is_empty()
            && researched.result.claims.iter().all(|claim| claim.text != "All is well.")
    );
    let degradations = degraded(&researched.result);
    assert!(
        degradations
            .iter()
            .any(|reason| reason.contains("it was composed from the evidence instead")),
        "{degradations:?}"
    );
}

/// A model's terms are looked up: names and words that are not in the topic; the candidates that it chose come first.
#[tokio::test]
async fn a_classification_of_a_model_is_looked_up() {
    let classification = json!({
        "intent": "who gives money back", "names": ["pay_refund", "no_such_name"], "words": ["cancel"],
        "candidates": [], "confidence": 0.7,
    });
    let topic = "who returns money to customers";
    let (researched, prompts) =
        run(topic, vec![classification, walk("0", "candidate_index"), sufficient()]).await;
    assert!(
        !prompts[0].contains("pay_refund(") && prompts[1].contains("cancel_order("),
        "{prompts:?}"
    );
    let classified = payload(&researched, Stage::Classify);
    assert_eq!(
        (&classified["tier"], &classified["intent"], &classified["confidence"]),
        (&json!("3"), &json!("who gives money back"), &json!(0.7))
    );
    let first = &classified["candidates"][0];
    assert_eq!(
        (&first["entity_id"], &first["tier"], &first["source"]),
        (&json!("src/refund.rs#pay_refund(function)"), &json!("0"), &json!("definition+model"))
    );
    assert_eq!(
        researched.result.decomp_trace.clone().unwrap().seed_entities,
        ["src/refund.rs#pay_refund(function)"]
    );
    assert_eq!(researched.result.tokens_used, 30);
    assert!(
        degraded(&researched.result)
            .iter()
            .all(|reason| !reason.starts_with("classify: the model")),
        "{:?}",
        degraded(&researched.result)
    );
}

#[tokio::test]
async fn candidates_that_a_model_chose_come_first() {
    let topic = "refund ledger order entry";
    let (_, prompts) = run(topic, vec![no_terms()]).await;
    for id in ["cancel_order", "handle_cancel"] {
        let number = number_of(&prompts[0], &format!("{id}("));
        // An invalid number is skipped.
        let chosen = json!({"candidates": [99, number], "confidence": 1.0});
        let (_, prompts) = run(topic, vec![chosen]).await;
        assert_eq!(number_of(&prompts[1], &format!("{id}(")), 0, "{}", prompts[1]);
    }
}

/// A failed classification by the model is reported, and the topic's own words are used; a topic that spells a name, or
/// that a router wrote, is not sent to the model.
#[tokio::test]
async fn a_failed_classification_of_a_model_is_replaced() {
    let topic = "refund ledger order entry";
    let without_model =
        crate::fixtures::research(&shop(), firsthand_research::payload::Intent::new(topic)).await;
    for (reply, why) in [
        (json!({"confidence": 7, "names": ["x"]}), "`confidence` is out of its range"),
        (json!({"names": "pay_refund"}), "invalid type: string"),
        (json!({}), "it names nothing"),
        (json!([]), "it is no object"),
    ] {
        let (researched, _) = run(topic, vec![reply.clone()]).await;
        let candidates =
            |researched: &Researched| payload(researched, Stage::Classify)["candidates"].clone();
        assert_eq!(candidates(&researched), candidates(&without_model), "{reply}");
        let why = format!("classify: the model gave no classification: {why}");
        let degradations = degraded(&researched.result);
        assert!(
            degradations.iter().any(|reason| reason.starts_with(&why)),
            "{reply}: {degradations:?}"
        );
        assert_eq!(researched.result.tokens_used, 10);
    }
    let (_, prompts) = run("who calls pay_refund", vec![]).await;
    assert!(prompts[0].contains("Actions: "), "{}", prompts[0]);
    let args = json!({"topic": "ledger entry", "hints": {}});
    let tighten = json!({"action": "retighten", "args": args});
    let (_, prompts) = run(topic, vec![no_terms(), tighten]).await;
    let rewritten = prompts[2].contains("Topic: ledger entry\n");
    assert!(rewritten && prompts[2].contains("Actions: "), "{}", prompts[2]);
}

/// A router may name an axis that code does not have; the result says so, and the other axes are followed.
#[tokio::test]
async fn an_axis_that_code_does_not_have_is_reported() {
    for (axes, first_query) in [
        (json!(["spatial"]), "search pay_refund"),
        (json!(["spatial", "history"]), "commits of src/refund.rs:3-6"),
    ] {
        let args = json!({"axes": axes, "focus": "pay_refund"});
        let route = json!({"action": "decompose", "args": args, "rationale": "because"});
        let (researched, _) = run("pay_refund", vec![route, sufficient()]).await;
        assert_eq!(queries(&researched.result)[0], first_query);
        let expected = "execute: the axis `spatial` does not apply to code";
        let degraded = degraded(&researched.result);
        assert!(degraded.iter().any(|reason| reason.starts_with(expected)), "{degraded:?}");
    }
}
