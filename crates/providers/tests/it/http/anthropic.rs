//! Anthropic's messages API: the bodies of requests, and the parsing of answers.

use firsthand_agent::ModelTurn;
use firsthand_agent::validator::Tokens;
use firsthand_providers::ModelApi::Anthropic;
use serde_json::{Value, json};

use super::server::Reply;
use super::{RequestParts, ask, call, odd_conversation, on_one_thread};

/// The first event of an answer, with its usage so far.
pub(super) fn start() -> Value {
    json!({ "type": "message_start", "message": { "role": "assistant", "content": [], "usage": {
        "input_tokens": 10, "cache_read_input_tokens": 200, "cache_creation_input_tokens": 30, "output_tokens": 1,
    } } })
}

/// The events of a text block.
pub(super) fn text(index: u64, text: &str) -> Vec<Value> {
    vec![
        json!({ "type": "content_block_start", "index": index, "content_block": { "type": "text", "text": "" } }),
        json!({ "type": "content_block_delta", "index": index, "delta": { "type": "text_delta", "text": text } }),
        json!({ "type": "content_block_stop", "index": index }),
    ]
}

/// The events of a call, with its input in these pieces.
pub(super) fn tool(index: u64, id: &str, pieces: &[&str]) -> Vec<Value> {
    let block = json!({ "type": "tool_use", "id": id, "name": "grep", "input": {} });
    let mut all =
        vec![json!({ "type": "content_block_start", "index": index, "content_block": block })];
    for piece in pieces {
        let delta = json!({ "type": "input_json_delta", "partial_json": piece });
        all.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
    }
    all.push(json!({ "type": "content_block_stop", "index": index }));
    all
}

/// The last events of an answer, with its stop reason.
pub(super) fn end(reason: &str) -> Vec<Value> {
    let delta = json!({ "stop_reason": reason, "stop_sequence": null });
    vec![
        json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": 42 } }),
        json!({ "type": "message_stop" }),
    ]
}

fn read(parts: &[Vec<Value>]) -> ModelTurn {
    let events = parts.concat();
    let outcome =
        on_one_thread(ask(Anthropic, RequestParts::default(), vec![Reply::events(&events)]));
    outcome.turn.unwrap()
}

#[test]
fn the_request_has_the_form_of_the_api() {
    let parts = RequestParts {
        messages: odd_conversation(),
        must_call: Some("submit_report"),
        ..RequestParts::default()
    };
    let reply = Reply::events(&end("end_turn"));
    let outcome = on_one_thread(ask(Anthropic, parts, vec![reply]));
    assert!(outcome.heads[0].starts_with("post /v1/messages http/1.1\r\n"));
    assert!(outcome.heads[0].contains("anthropic-version: 2023-06-01"));
    let cached = json!({ "type": "ephemeral" });
    let schema = json!({ "type": "object", "properties": { "pattern": { "type": "string" } } });
    assert_eq!(
        outcome.bodies[0],
        json!({
            "model": "m", "stream": true, "max_tokens": 16384,
            "tool_choice": { "type": "tool", "name": "submit_report" },
            "system": [{ "type": "text", "text": "The policy.", "cache_control": cached }],
            "tools": [
                { "name": "grep", "description": "The tool grep.", "input_schema": schema },
                { "name": "submit_report", "description": "The tool submit_report.",
                  "input_schema": schema, "cache_control": cached },
            ],
            "messages": [
                { "role": "user", "content": [{ "type": "text", "text": "How?" }] },
                { "role": "assistant", "content": [{ "type": "text", "text": "(no answer)" }] },
                { "role": "user", "content": [{ "type": "text", "text": "Go on." }] },
                { "role": "assistant", "content": [
                    { "type": "text", "text": "Looking." },
                    { "type": "tool_use", "id": "a", "name": "grep", "input": { "pattern": "x" } },
                    { "type": "tool_use", "id": "b", "name": "no_such_tool", "input": { "unreadable": "{\"cut" } },
                ] },
                { "role": "user", "content": [
                    { "type": "tool_result", "tool_use_id": "a", "content": "c1 is here" },
                    { "type": "tool_result", "tool_use_id": "b", "content": "There is no such tool." },
                    { "type": "text", "text": "A gap.", "cache_control": cached },
                ] },
            ],
        })
    );
}

#[test]
fn parallel_calls_text_and_usage_are_parsed() {
    let ping = vec![json!({ "type": "ping" })];
    let turn = read(&[
        vec![start()],
        text(0, "Looking."),
        ping,
        tool(1, "a", &["{\"patt", "ern\":\"x\"}"]),
        tool(2, "b", &[]),
        tool(3, "a", &["{\"cut"]),
        end("tool_use"),
    ]);
    let expected = ModelTurn {
        text: "Looking.".to_owned(),
        calls: vec![
            call("a", "grep", json!({ "pattern": "x" })),
            call("b", "grep", json!({})),
            call("a", "grep", json!("{\"cut")),
        ],
        tokens: Some(Tokens { input: 240, cached: 200, output: 42 }),
        provider_state: None,
        continued: false,
    };
    assert_eq!(turn, expected);
}

#[test]
fn a_truncated_call_has_no_empty_object_as_arguments() {
    let turn = read(&[vec![start()], tool(0, "a", &[]), tool(1, "b", &[]), end("max_tokens")]);
    let expected = [call("a", "grep", json!({})), call("b", "grep", json!(""))];
    assert_eq!(turn.calls, expected);
}

#[test]
fn an_answer_that_is_not_streamed_is_parsed() {
    let whole = json!({
        "type": "message", "role": "assistant", "stop_reason": "tool_use",
        "content": [
            { "type": "text", "text": "Looking." },
            { "type": "tool_use", "id": "a", "name": "grep", "input": { "pattern": "x" } },
        ],
        "usage": { "input_tokens": 3, "output_tokens": 2 },
    });
    let outcome =
        on_one_thread(ask(Anthropic, RequestParts::default(), vec![Reply::whole(&whole)]));
    let turn = outcome.turn.unwrap();
    assert_eq!(turn.text, "Looking.");
    assert_eq!(turn.calls, [call("a", "grep", json!({ "pattern": "x" }))]);
    assert_eq!(turn.tokens, Some(Tokens { input: 3, cached: 0, output: 2 }));
}
