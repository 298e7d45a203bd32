//! `research_code`, without a model and with the server's.

use std::sync::Arc;

use firsthand::agent::{ModelTurn, model_fn};
use firsthand_mcp::{McpConfig, Profile};
use serde_json::json;

use crate::wire::{Wire, config, shop, text};

#[tokio::test]
async fn a_topic_is_researched() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let arguments =
        json!({"topic": "who is affected by a change of lockRows", "hints": {"hops": "1"}});
    let result = wire.call("research_code", arguments).await;
    let (text, data) = (text(&result), &result["structuredContent"]);
    assert!(
        text.starts_with("## research report\n") && text.contains("lockRows(basket.id)"),
        "{text}"
    );
    assert_eq!(data["decomp_trace"]["router_action"], "walk_seeds");
    for claim in data["claims"].as_array().unwrap() {
        let place = claim["references"][0]["place"].as_u64().unwrap() as usize;
        assert!(data["places"][place - 1]["path"].is_string(), "{claim}");
    }
    wire.close().await;
}

/// The server's model classifies, routes, assesses and writes the answer; invented claims are left out.
#[tokio::test]
async fn the_model_of_the_server_decides() {
    let shop = shop();
    let seeds = json!([{"ref": "lockRows", "ref_type": "name"}]);
    let emits = [
        json!({"intent": "locks", "names": ["lockRows"], "confidence": 0.9}),
        json!({"action": "walk_seeds", "args": {"seeds": seeds}, "rationale": "it is named"}),
        json!({"sufficient": true, "rationale": "it is", "confidence": 0.5}),
        json!({"claims": [
            {"text": "Rows are held by their id.", "part": "where", "references": [{"evidence": 0, "quote": "held.add(id);"}]},
            {"text": "Nothing holds them.", "part": "where", "references": [{"evidence": 0, "quote": "released.add(id);"}]},
        ]}),
    ];
    let remaining_emits = std::sync::Mutex::new(emits.into_iter());
    let model = model_fn("scripted", move |_| {
        let emit = remaining_emits.lock().unwrap().next().unwrap();
        Ok(ModelTurn::calling([("emit", emit)]))
    });
    let config = McpConfig {
        research_model: Some(Arc::new(model)),
        ..config(Profile::Explore, shop.path())
    };
    let mut wire = Wire::connect_and_initialize(config).await;
    let result = wire.call("research_code", json!({"topic": "how are rows held"})).await;
    let data = &result["structuredContent"];
    assert_eq!(data["decomp_trace"]["router_action"], "walk_seeds");
    let claims = data["claims"].as_array().unwrap();
    assert_eq!((claims.len(), &claims[0]["text"]), (1, &json!("Rows are held by their id.")));
    assert!(text(&result).contains("1 of 2 references did not hold"), "{result}");
    wire.close().await;
}
