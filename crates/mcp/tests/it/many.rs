//! Many clients of one server at once.

use firsthand_mcp::{HttpOptions, Limits, McpConfig, Profile};
use futures::future::join_all;

use crate::http::{Session, TestServer, post, tool_call};
use crate::wire::{config, shop};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_clients_get_their_own_answers() {
    let shop = shop();
    let limits = Limits { at_once: 4, ..Limits::default() };
    let config = McpConfig { limits, ..config(Profile::Explore, shop.path()) };
    let server = TestServer::new(config, HttpOptions::default()).await;
    let client = async |n: usize| {
        let session = Session::begin(&server.url, &format!("client {n}")).await;
        for m in 0..3 {
            let query = format!("persist basket number{n}x{m}");
            let result = session.call("explore_code", serde_json::json!({"query": query})).await;
            assert_eq!(result["structuredContent"]["query"], query, "{result}");
        }
        let listed = session.ask("resources/list", serde_json::json!({})).await;
        let resources = listed["result"]["resources"].as_array().unwrap().clone();
        let foreign = resources
            .iter()
            .find(|r| !r["title"].as_str().unwrap().contains(&format!("number{n}x")));
        assert_eq!(foreign, None);
    };
    join_all((0..50).map(client)).await;
    // Requests without a session, too.
    let stateless = async |n: usize| {
        let query = format!("persist basket number{n}");
        let call = tool_call(n as u64, "explore_code", serde_json::json!({"query": query}));
        let answer = post(&server.url, &[], &call).await.answer();
        assert_eq!(answer["result"]["structuredContent"]["query"], query, "{answer}");
    };
    join_all((0..50).map(stateless)).await;
}
