//! The MCP server as a process.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;

use serde_json::{Value, json};

use crate::streams::{start_program, wait_for_exit};
use crate::{run, run_with, shop, tree};

/// The frames of a client as lines: the initialization, and then these requests.
fn frames(requests: &[Value]) -> String {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let all = [initialize, initialized].into_iter().chain(requests.iter().cloned());
    all.map(|frame| format!("{frame}\n")).collect()
}

fn call(id: u64, tool: &str, query: &str) -> Value {
    let params = json!({"name": tool, "arguments": {"query": query}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

#[test]
fn describe_prints_the_token_cost() {
    let shop = shop();
    let page = run(shop.path(), &["mcp", "--describe"]);
    assert!(page.text(0).contains("Tool explore_code") && page.out.contains("in all"), "{page:?}");
    let printed = run(shop.path(), &["mcp", "--describe", "--format", "json"]).json(0);
    let costs = printed["cost"].as_array().unwrap();
    let tokens = costs.last().unwrap()["tokens"].as_u64().unwrap();
    assert!(tokens < 1_200, "{costs:?}");
    let driven = run(shop.path(), &["mcp", "--describe", "--profile", "driven"]);
    assert!(driven.text(0).contains("Tool submit_report"), "{driven:?}");
}

#[test]
fn calls_before_the_end_of_input_are_answered() {
    let shop = shop();
    let input = frames(&[
        call(2, "explore_code", "where is a basket persisted?"),
        call(3, "search_code", "persist"),
    ]);
    // The last line may lack its end.
    let output = run_with(shop.path(), &["mcp"], input.trim_end().as_bytes());
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""), "{output:?}");
    let mut answers: Vec<Value> =
        output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers.len(), 3);
    for answer in &answers[1..] {
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("src/store.ts"), "{text}");
    }
}

#[test]
fn nothing_but_frames_is_written() {
    let (shop, empty) = (shop(), tree(&[]));
    for root in [shop.path(), empty.path()] {
        let odd = "nonsense\n{\n[]\n{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"no/such\"}\n";
        let input = frames(&[call(2, "explore_code", "zebra")]) + odd;
        let output = run_with(root, &["mcp"], input.as_bytes());
        assert_eq!(output.code, Some(0), "{output:?}");
        for line in output.out.lines() {
            let frame: Value = serde_json::from_str(line).expect(line);
            assert_eq!(frame["jsonrpc"], "2.0");
        }
    }
}

#[test]
fn wrong_usage_is_reported_before_serving() {
    let shop = shop();
    let check = |args: &[&str], expect: &str| {
        let output = run(shop.path(), &[&["mcp"], args].concat());
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{args:?} {output:?}");
        assert!(output.err.contains(expect), "{args:?} {output:?}");
    };
    check(&["--profile", "both"], "invalid value 'both'");
    check(&["--root", "gone"], "gone");
    check(&["--root", ".", "--root", "gone"], "gone");
    check(&["--model", "openai"], "there is no model `openai`");
    check(&["--model", "anthropic:x"], "ANTHROPIC_API_KEY");
    check(&["--http", "0.0.0.0:0"], "needs a token");
    check(&["--http", "nowhere"], "IP:PORT or PORT: 127.0.0.1:8848");
    check(&["--http", "192.0.2.1:1"], "needs a token");
    check(&["--allow-origin", "http://x"], "--http");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    check(&["--http", &taken.local_addr().unwrap().to_string()], "cannot be listened on");
}

/// A client shows the error of its first request; the exit of a server says nothing.
#[test]
fn a_wrong_start_is_told_to_the_client() {
    let shop = shop();
    let check = |folder: &Path, args: &[&str], expect: &str| {
        let input = frames(&[]);
        let output = run_with(folder, &[&["mcp"], args].concat(), input.as_bytes());
        assert_eq!(output.code, Some(2), "{args:?} {output:?}");
        let first = output.out.lines().next().expect("a frame");
        let answer: Value = serde_json::from_str(first).unwrap();
        assert_eq!(answer["id"], 1, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(expect), "{message}");
    };
    check(shop.path(), &["--root", "gone"], "--root takes the folder of a repository");
    check(shop.path(), &["--model", "openai"], "there is no model `openai`");
    check(Path::new("/"), &[], "name that folder with --root");
    check(Path::new("/"), &["--profile", "driven"], "name that folder with --root");
}

/// A killed client closes its ends of the pipes. The server then ends, although it waits for a model.
#[test]
fn the_server_ends_when_its_client_is_killed() {
    let shop = shop();
    let model = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", model.local_addr().unwrap());
    let mut server =
        start_program(shop.path(), &["mcp", "--model", "openai:silent", "--base-url", &url]);
    let mut input = server.stdin.take().unwrap();
    let request_frames = frames(&[call(2, "explore_code", "persist")]);
    input.write_all(request_frames.as_bytes()).unwrap();
    let (model_connection, _) = model.accept().unwrap();
    assert_eq!(server.try_wait().unwrap(), None, "it waits for the model");
    drop((input, server.stdout.take(), server.stderr.take()));
    assert_eq!(wait_for_exit(&mut server).code(), Some(0));
    drop(model_connection);
}
