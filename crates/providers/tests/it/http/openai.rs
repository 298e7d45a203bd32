//! OpenAI's chat completions API: the bodies of requests, and the parsing of answers.

use firsthand_agent::ModelTurn;
use firsthand_agent::validator::Tokens;
use firsthand_providers::ModelApi::OpenAi;
use serde_json::{Value, json};

use super::server::Reply;
use super::{RequestParts, ask, call, odd_conversation, on_one_thread, user};

/// An event with this `delta`.
pub(super) fn delta(delta: &Value) -> Value {
    json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] })
}

/// The last event of an answer, with its finish reason.
pub(super) fn end(reason: &str) -> Value {
    json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] })
}

/// An event with a piece of a call.
pub(super) fn piece(index: u64, id: &str, name: &str, arguments: &str) -> Value {
    let function = json!({ "name": name, "arguments": arguments });
    delta(&json!({ "tool_calls": [{ "index": index, "id": id, "function": function }] }))
}

/// The turn that is parsed from these events.
fn read(events: &[Value]) -> ModelTurn {
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), vec![Reply::events(events)]));
    outcome.turn.unwrap()
}

#[test]
fn the_request_has_the_form_of_the_api() {
    let parts = RequestParts {
        messages: odd_conversation(),
        must_call: Some("submit_report"),
        ..RequestParts::default()
    };
    let outcome = on_one_thread(ask(OpenAi, parts, vec![Reply::events(&[end("stop")])]));
    assert!(outcome.heads[0].starts_with("post /v1/chat/completions http/1.1\r\n"));
    let tool = |name: &str| {
        json!({ "type": "function", "function": {
            "name": name, "description": format!("The tool {name}."),
            "parameters": { "type": "object", "properties": { "pattern": { "type": "string" } } },
        } })
    };
    assert_eq!(
        outcome.bodies[0],
        json!({
            "model": "m", "stream": true, "stream_options": { "include_usage": true },
            "tool_choice": { "type": "function", "function": { "name": "submit_report" } },
            "tools": [tool("grep"), tool("submit_report")],
            "messages": [
                { "role": "system", "content": "The policy." },
                { "role": "user", "content": "How?" },
                { "role": "assistant", "content": "(no answer)" },
                { "role": "user", "content": "Go on." },
                { "role": "assistant", "content": "Looking.", "tool_calls": [
                    { "id": "a", "type": "function",
                      "function": { "name": "grep", "arguments": "{\"pattern\":\"x\"}" } },
                    { "id": "b", "type": "function", "function": {
                        "name": "no_such_tool", "arguments": "{\"unreadable\":\"{\\\"cut\"}" } },
                ] },
                { "role": "tool", "tool_call_id": "a", "content": "c1 is here" },
                { "role": "tool", "tool_call_id": "b", "content": "There is no such tool." },
                { "role": "user", "content": "A gap." },
            ],
        })
    );
}

#[test]
fn parallel_calls_text_and_usage_are_parsed() {
    let usage = json!({ "choices": [], "usage": {
        "prompt_tokens": 120, "completion_tokens": 7, "prompt_tokens_details": { "cached_tokens": 100 },
    } });
    let events = [
        delta(&json!({ "role": "assistant", "content": "Loo" })),
        delta(&json!({ "content": "king ä" })),
        piece(0, "a", "grep", ""),
        piece(1, "b", "grep", "{\"pattern\""),
        piece(0, "", "", "{\"pattern\":\"x\"}"),
        piece(1, "", "", ":\"y\"}"),
        end("tool_calls"),
        usage,
    ];
    let expected = ModelTurn {
        text: "Looking ä".to_owned(),
        calls: vec![
            call("a", "grep", json!({ "pattern": "x" })),
            call("b", "grep", json!({ "pattern": "y" })),
        ],
        tokens: Some(Tokens { input: 120, cached: 100, output: 7 }),
        provider_state: None,
        continued: false,
    };
    assert_eq!(read(&events), expected);
    let text: String = events.iter().map(|event| format!("data: {event}\r\n\r\n")).collect();
    let bytes = Reply::stream(&(text + "data: [DONE]\r\n\r\n")).in_bytes();
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), vec![bytes]));
    assert_eq!(outcome.turn, Ok(expected));
}

/// Some servers repeat keys or ids, send whole calls instead of pieces, or truncate arguments.
#[test]
fn irregular_calls_are_parsed() {
    let check = |events: &[Value], reason: &str, expected: &[(&str, &str, Value)]| {
        let mut events = events.to_vec();
        events.push(end(reason));
        let calls: Vec<_> =
            expected.iter().map(|(id, tool, args)| call(id, tool, args.clone())).collect();
        assert_eq!(read(&events).calls, calls, "{events:?}");
    };
    let whole = "{\"pattern\":\"x\"}";
    let x = json!({ "pattern": "x" });
    let both = [("a", "grep", x.clone()), ("b", "grep", x.clone())];
    check(&[piece(0, "a", "grep", whole), piece(0, "b", "grep", whole)], "tool_calls", &both);
    let same = [("a", "grep", x.clone()), ("a", "grep", x.clone())];
    check(&[piece(0, "a", "grep", whole), piece(1, "a", "grep", whole)], "tool_calls", &same);
    check(&[piece(0, "a", "grep", whole), piece(0, "a", "grep", whole)], "stop", &same);
    let cut = ["{\"pat", "tern\":\"x\"}"];
    let one = [("a", "grep", x.clone())];
    check(&[piece(0, "a", "grep", cut[0]), piece(0, "a", "grep", cut[1])], "stop", &one);
    check(&[piece(0, "a", "grep", cut[0]), piece(0, "z", "", cut[1])], "stop", &one);
    check(&[piece(0, "", "grep", "")], "tool_calls", &[("", "grep", json!({}))]);
    check(&[piece(0, "a", "grep", "{\"cut")], "length", &[("a", "grep", json!("{\"cut"))]);
    check(&[piece(0, "a", "grep", "")], "length", &[("a", "grep", json!(""))]);
    check(&[piece(0, "a", "grep", "[1]")], "stop", &[("a", "grep", json!("[1]"))]);
    check(&[piece(0, "a", "grep", "\"{}\"")], "stop", &[("a", "grep", json!("{}"))]);
    let bare = |id: &str| json!({ "id": id, "function": { "name": "grep", "arguments": { "pattern": "x" } } });
    check(&[delta(&json!({ "tool_calls": [bare("a"), bare("b")] }))], "stop", &both);
}

#[test]
fn an_answer_that_is_not_streamed_is_parsed() {
    let whole = json!({
        "choices": [{ "finish_reason": "tool_calls", "message": {
            "role": "assistant", "content": null,
            "tool_calls": [{ "id": "a", "type": "function", "function": { "name": "grep", "arguments": "{}" } }],
        } }],
        "usage": { "prompt_tokens": 3, "completion_tokens": 2 },
    });
    let parts = RequestParts { messages: vec![user("How?")], ..RequestParts::default() };
    let turn = on_one_thread(ask(OpenAi, parts, vec![Reply::whole(&whole)])).turn.unwrap();
    assert_eq!(turn.calls, [call("a", "grep", json!({}))]);
    assert_eq!(turn.tokens, Some(Tokens { input: 3, cached: 0, output: 2 }));
}

#[test]
fn a_rejected_tool_choice_is_weakened_step_by_step() {
    let rejection = || Reply::error(400, &[], "Invalid tool_choice type: 'object'");
    let parts = || RequestParts { must_call: Some("submit_report"), ..RequestParts::default() };
    let outcome = on_one_thread(ask(
        OpenAi,
        parts(),
        vec![rejection(), rejection(), Reply::events(&[end("stop")])],
    ));
    assert!(outcome.turn.is_ok());
    let choices: Vec<_> = outcome.bodies.iter().map(|body| body["tool_choice"].clone()).collect();
    let named = json!({ "type": "function", "function": { "name": "submit_report" } });
    assert_eq!(choices, [named, json!("required"), Value::Null]);
    assert!(outcome.waits.is_empty());
    let outcome = on_one_thread(ask(OpenAi, parts(), vec![rejection(), rejection(), rejection()]));
    assert!(outcome.turn.unwrap_err().to_string().starts_with("the model refused the request"));
}

#[test]
fn usage_is_not_requested_from_a_server_that_rejects_the_option() {
    let rejection = || Reply::error(422, &[], "extra fields not permitted: stream_options");
    let replies = vec![rejection(), Reply::events(&[end("stop")])];
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), replies));
    assert!(outcome.turn.is_ok() && outcome.waits.is_empty());
    assert_eq!(outcome.bodies[1]["stream_options"], Value::Null);
    let outcome =
        on_one_thread(ask(OpenAi, RequestParts::default(), vec![rejection(), rejection()]));
    assert!(outcome.turn.is_err());
}

/// A server may split a character between its two surrogates, in text and in arguments; the answer is read all the same.
#[test]
fn split_surrogate_pairs_are_replaced() {
    let text = |half: &str| {
        format!(
            "data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{half}\"}},\"finish_reason\":null}}]}}\n\n"
        )
    };
    let arguments = |piece: &str| {
        format!(
            "data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"tool_calls\":[{{\"index\":0,\"id\":\"a\",\"function\":{{\"name\":\"grep\",\"arguments\":\"{piece}\"}}}}]}},\"finish_reason\":null}}]}}\n\n"
        )
    };
    let events = [
        text("so \\ud83d"),
        text("\\ude00!"),
        arguments("{\\\"pattern\\\": \\\"\\ud83d"),
        arguments("\\ude00\\\"}"),
    ];
    let stream = events.concat() + &format!("data: {}\n\ndata: [DONE]\n\n", end("tool_calls"));
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), vec![Reply::stream(&stream)]));
    let turn = outcome.turn.unwrap();
    assert_eq!(turn.text, "so \u{FFFD}\u{FFFD}!");
    assert_eq!(turn.calls[0].arguments, json!({ "pattern": "\u{FFFD}\u{FFFD}" }));
}
