//! The token cost for a client: of the list of tools, and of each result.

use std::fmt::Write as _;

use firsthand_mcp::{McpConfig, Profile, describe};
use firsthand_testkit::folder;
use serde_json::{Value, json};

use crate::wire::{Wire, config, handle, shop, text, tokens};

/// The maximum tokens of a list of tools, as it is sent.
const MAX_LIST_TOKENS: usize = 1_200;
/// The maximum bytes of a tool's description.
const MAX_DESCRIPTION_BYTES: usize = 2 << 10;
/// The maximum tokens of a result, text and structured content together.
const MAX_RESULT_TOKENS: usize = 8_000;

async fn check_listed_tools(profile: Profile, names: &[&str]) {
    let shop = shop();
    let config = McpConfig { research: false, ..config(profile, shop.path()) };
    let mut wire = Wire::connect_and_initialize(config.clone()).await;
    let first = wire.ask("tools/list", json!({})).await["result"]["tools"].clone();
    let again = wire.ask("tools/list", json!({})).await["result"]["tools"].clone();
    assert_eq!(first, again);
    let tools = first.as_array().unwrap();
    let found: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(found, names);
    assert!(tokens(&first.to_string()) <= MAX_LIST_TOKENS, "{}", tokens(&first.to_string()));
    for tool in tools {
        assert!(tool["description"].as_str().unwrap().len() < MAX_DESCRIPTION_BYTES, "{tool}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        assert_eq!(tool["inputSchema"]["type"], "object");
    }
    // What `--describe` prints is what clients get.
    let described = describe(&config).tools;
    let described: Vec<Value> = described
        .iter()
        .map(|tool| json!([tool.name, tool.description, tool.parameters]))
        .collect();
    let sent = |tool: &Value| json!([tool["name"], tool["description"], tool["inputSchema"]]);
    assert_eq!(described, tools.iter().map(sent).collect::<Vec<Value>>());
}

#[tokio::test]
async fn the_tool_list_of_profile_explore_is_small_and_stable() {
    check_listed_tools(
        Profile::Explore,
        &["explore_code", "search_code", "impact_of_change", "verify_report"],
    )
    .await;
}

#[tokio::test]
async fn the_tool_list_of_profile_driven_is_small_and_stable() {
    let loop_tools = ["search_code", "grep", "read_file", "list_files", "submit_report"];
    check_listed_tools(Profile::Driven, &[&["open"], &loop_tools[..], &["report"]].concat()).await;
}

/// A tree with long lines that all match.
fn tree_with_long_lines() -> tempfile::TempDir {
    let mut files = Vec::new();
    for file in 0..16 {
        let mut text = String::new();
        for number in 0..30 {
            let long = "basket ".repeat(30);
            writeln!(text, "/** {long} */").unwrap();
            writeln!(text, "export function persistBasket{file}x{number}(basket: Basket) {{")
                .unwrap();
            for _ in 0..4 {
                writeln!(text, "  lockRows(basket.id, '{long}');").unwrap();
            }
            text += "}\n\n";
        }
        let folder = "deep/".repeat(file % 5);
        files.push((format!("src/{folder}store_of_the_basket_{file}.ts"), text));
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    folder(&files)
}

/// Calls a tool; asserts that the result is small, and returns it.
async fn call_with_small_result(wire: &mut Wire, tool: &str, arguments: Value) -> Value {
    let result = wire.call(tool, arguments.clone()).await;
    let data = match &result["structuredContent"] {
        Value::Null => 0,
        data => tokens(&data.to_string()),
    };
    let all = tokens(text(&result)) + data;
    assert!(all < MAX_RESULT_TOKENS, "{tool} {arguments}: {all}");
    assert!(all > 100, "{tool} {arguments}: {result}");
    result
}

#[tokio::test]
async fn every_result_is_small() {
    let tree = tree_with_long_lines();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, tree.path())).await;
    for (tool, arguments) in [
        ("explore_code", json!({"query": "how does persistBasket lock rows of the basket?"})),
        (
            "explore_code",
            json!({"query": "change lockRows in every persistBasket", "intent": "edit"}),
        ),
        (
            "search_code",
            json!({"query": "persist basket lock rows", "limit": 30, "include": ["bodies", "tests", "docs"]}),
        ),
        (
            "search_code",
            json!({"symbol": "lockRows", "relation": "references", "limit": 30, "include": ["bodies"]}),
        ),
        ("search_code", json!({"path": "src/store_of_the_basket_0.ts"})),
        ("research_code", json!({"topic": "every place that calls lockRows with a basket"})),
        (
            "research_code",
            json!({"topic": "who is affected by a change of persistBasket1x1", "hints": {"hops": "3"}}),
        ),
    ] {
        call_with_small_result(&mut wire, tool, arguments).await;
    }
    let mut wire = Wire::connect_and_initialize(config(Profile::Driven, tree.path())).await;
    let opened =
        call_with_small_result(&mut wire, "open", json!({"query": "basket ".repeat(200)})).await;
    let handle = handle(&opened);
    for (tool, arguments) in [
        (
            "search_code",
            json!({"handle": handle, "query": "persist basket lock rows", "limit": 30, "include": ["bodies"]}),
        ),
        ("grep", json!({"handle": handle, "pattern": "basket", "context": 20})),
        ("read_file", json!({"handle": handle, "path": "src/store_of_the_basket_0.ts"})),
        ("list_files", json!({"handle": handle})),
    ] {
        call_with_small_result(&mut wire, tool, arguments).await;
    }
    let links: Vec<Value> = (1..=12)
        .map(|id| json!({"candidateId": format!("c{id}"), "role": "store", "fact": "basket ".repeat(60), "quote": "lockRows(basket.id"}))
        .collect();
    let report = json!({"handle": handle, "flow": links, "primaryCandidateIds": ["c1", "c2"], "confidence": "high",
                        "recommendedPrimaryAction": "answer_from_report"});
    call_with_small_result(&mut wire, "submit_report", report).await;
    call_with_small_result(&mut wire, "report", json!({"handle": handle})).await;
}
