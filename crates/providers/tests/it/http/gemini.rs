//! Gemini's contents API: the bodies of requests, and the parsing of answers.

use firsthand_agent::ModelTurn;
use firsthand_agent::validator::Tokens;
use firsthand_providers::ModelApi::Gemini;
use serde_json::{Value, json};

use super::faults::check;
use super::server::Reply;
use super::{
    RequestParts, answer, ask, call as tool_call, model_turn, odd_conversation, on_one_thread, user,
};

fn event(parts: &Value) -> Value {
    let content = json!({ "role": "model", "parts": parts });
    json!({ "candidates": [{ "content": content, "index": 0 }] })
}

/// An event with a text part.
pub(super) fn text(text: &str) -> Value {
    event(&json!([{ "text": text }]))
}

/// The last event of an answer, with its finish reason and usage.
pub(super) fn end(reason: &str) -> Value {
    json!({
        "candidates": [{ "finishReason": reason, "index": 0 }],
        "usageMetadata": {
            "promptTokenCount": 120, "cachedContentTokenCount": 100, "candidatesTokenCount": 7,
            "thoughtsTokenCount": 30, "totalTokenCount": 157,
        },
    })
}

/// An event with a call; an empty id or signature is left out.
pub(super) fn call(id: &str, tool: &str, args: &Value, signature: &str) -> Value {
    let mut part = json!({ "functionCall": { "name": tool, "args": args } });
    if !id.is_empty() {
        part["functionCall"]["id"] = json!(id);
    }
    if !signature.is_empty() {
        part["thoughtSignature"] = json!(signature);
    }
    event(&json!([part]))
}

fn read(events: &[Value]) -> ModelTurn {
    let outcome = on_one_thread(ask(Gemini, RequestParts::default(), vec![Reply::events(events)]));
    outcome.turn.unwrap()
}

#[test]
fn the_request_has_the_form_of_the_api() {
    let parts = RequestParts {
        messages: odd_conversation(),
        must_call: Some("submit_report"),
        ..RequestParts::default()
    };
    let outcome = on_one_thread(ask(Gemini, parts, vec![Reply::events(&[end("STOP")])]));
    let first = "post /v1/models/m:streamgeneratecontent?alt=sse http/1.1\r\n";
    assert!(outcome.heads[0].starts_with(first), "{}", outcome.heads[0]);
    let parameters = json!({ "type": "object", "properties": { "pattern": { "type": "string" } } });
    let part = |name: &str, text: &str| json!({ "functionResponse": { "name": name, "response": { "output": text } } });
    assert_eq!(
        outcome.bodies[0],
        json!({
            "systemInstruction": { "parts": [{ "text": "The policy." }] },
            "tools": [{ "functionDeclarations": [
                { "name": "grep", "description": "The tool grep.", "parametersJsonSchema": parameters },
                { "name": "submit_report", "description": "The tool submit_report.", "parametersJsonSchema": parameters },
            ] }],
            "toolConfig": { "functionCallingConfig": {
                "mode": "ANY", "allowedFunctionNames": ["submit_report"],
            } },
            "contents": [
                { "role": "user", "parts": [{ "text": "How?" }] },
                { "role": "model", "parts": [{ "text": "(no answer)" }] },
                { "role": "user", "parts": [{ "text": "Go on." }] },
                { "role": "model", "parts": [
                    { "text": "Looking." },
                    { "functionCall": { "name": "grep", "args": { "pattern": "x" } } },
                    { "functionCall": { "name": "no_such_tool", "args": { "unreadable": "{\"cut" } } },
                ] },
                { "role": "user", "parts": [
                    part("grep", "c1 is here"), part("grep", "There is no such tool."),
                ] },
                { "role": "user", "parts": [{ "text": "A gap." }] },
            ],
        })
    );
}

#[test]
fn parallel_calls_text_and_usage_are_parsed() {
    let (x, y) = (json!({ "pattern": "x" }), json!({ "pattern": "y" }));
    let thought = event(&json!([{ "text": "Hm.", "thought": true }]));
    let both = json!([
        { "functionCall": { "name": "grep", "args": x }, "thoughtSignature": "c2ln" },
        { "functionCall": { "name": "grep", "args": x } },
    ]);
    let bare = json!([{ "functionCall": { "name": "grep" } }]);
    let events = [
        thought,
        text("Loo"),
        text("king ä"),
        event(&both),
        call("own", "grep", &y, ""),
        event(&bare),
        end("STOP"),
    ];
    let turn = read(&events);
    assert_eq!(turn.text, "Looking ä");
    let expected = [
        tool_call("", "grep", x.clone()),
        tool_call("", "grep", x),
        tool_call("own", "grep", y),
        tool_call("", "grep", json!({})),
    ];
    assert_eq!(turn.calls, expected);
    let tokens = Tokens { input: 120, cached: 100, output: 37 };
    assert_eq!(turn.tokens, Some(tokens));
    let blocks = json!([
        { "text": "Looking ä" },
        { "functionCall": {}, "thoughtSignature": "c2ln" },
        { "functionCall": {} },
        { "functionCall": { "id": "own" } },
        { "functionCall": {} },
    ]);
    assert_eq!(turn.provider_state, Some(json!({ "blocks": blocks })));
    let text: String = events.iter().map(|event| format!("data: {event}\r\n\r\n")).collect();
    let outcome =
        on_one_thread(ask(Gemini, RequestParts::default(), vec![Reply::stream(&text).in_bytes()]));
    assert_eq!(outcome.turn, Ok(turn));
}

/// The server does not stream: it sends one event, a list of events, or a list with an error.
#[test]
fn answers_that_are_not_streamed_are_parsed() {
    let calls = call("", "grep", &json!({}), "");
    for whole in [json!([calls, end("STOP")]), {
        let mut event = calls.clone();
        event["candidates"][0]["finishReason"] = json!("STOP");
        event
    }] {
        let outcome =
            on_one_thread(ask(Gemini, RequestParts::default(), vec![Reply::whole(&whole)]));
        assert_eq!(outcome.turn.unwrap().calls, [tool_call("", "grep", json!({}))], "{whole}");
    }
    let json = ["content-type: application/json"];
    let key =
        r#"[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]"#;
    check(
        Gemini,
        &[Reply::new(400, &json, key)],
        Err("the model refused the request: HTTP 400: API key not valid."),
        &[],
    );
}

#[test]
fn finish_reasons_are_translated() {
    let declined = "the model refused the request: it declines to answer: ";
    let ends = |reason| Reply::events(&[end(reason)]);
    for reason in ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"] {
        check(Gemini, &[ends(reason)], Err(&format!("{declined}{reason}")), &[]);
    }
    let blocked = json!({ "promptFeedback": { "blockReason": "OTHER" }, "usageMetadata": {} });
    check(Gemini, &[Reply::events(&[blocked])], Err(&format!("{declined}OTHER")), &[]);
    for reason in ["STOP", "MAX_TOKENS", "WHATEVER_COMES"] {
        check(Gemini, &[ends(reason)], Ok(""), &[]);
        check(Gemini, &[Reply::events(&[text("fine"), end(reason)])], Ok("fine"), &[]);
    }
    let mut bad = end("MALFORMED_FUNCTION_CALL");
    bad["candidates"][0]["finishMessage"] = json!("print(grep(");
    let bad = Reply::events(&[bad]);
    check(Gemini, &[bad.clone(), super::faults::good(Gemini)], Ok("fine"), &[500]);
    let error = "the model's answer cannot be read: its own server could not read it: print(grep( (after 2 tries)";
    check(Gemini, &[bad.clone(), bad], Err(error), &[500]);
}

#[test]
fn the_retry_delay_in_an_error_body_is_used_unless_a_header_states_one() {
    let body = json!({ "error": {
        "code": 429, "message": "slow down", "status": "RESOURCE_EXHAUSTED",
        "details": [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s" }],
    } });
    let json = "content-type: application/json";
    let busy = |headers: &[&str]| Reply::new(429, headers, &body.to_string());
    let good = || super::faults::good(Gemini);
    check(Gemini, &[busy(&[json]), good()], Ok("fine"), &[34_000]);
    check(Gemini, &[busy(&[json, "retry-after: 2"]), good()], Ok("fine"), &[2_000]);
}

#[test]
fn a_rejected_tool_choice_is_weakened_step_by_step() {
    let rejection =
        || Reply::error(400, &[], "Invalid value at 'tool_config.function_calling_config'");
    let parts = RequestParts { must_call: Some("submit_report"), ..RequestParts::default() };
    let outcome = on_one_thread(ask(
        Gemini,
        parts,
        vec![rejection(), rejection(), Reply::events(&[end("STOP")])],
    ));
    assert!(outcome.turn.is_ok());
    let tool_configs: Vec<_> =
        outcome.bodies.iter().map(|body| body["toolConfig"].clone()).collect();
    let named = json!({ "mode": "ANY", "allowedFunctionNames": ["submit_report"] });
    let config = |calling_config: Value| json!({ "functionCallingConfig": calling_config });
    assert_eq!(tool_configs, [config(named), config(json!({ "mode": "ANY" })), Value::Null]);
}

/// Answers are sent with the ids that the server gave to their calls, and without an id where it gave none.
#[test]
fn answers_are_sent_with_the_ids_of_their_calls() {
    let first = read(&[
        call("own", "grep", &json!({}), "s"),
        call("", "grep", &json!({}), ""),
        end("STOP"),
    ]);
    let mut first = first;
    // The loop gives every call an id of its own.
    first.calls[1].id = "call_0_1".to_owned();
    let messages = vec![
        user("How?"),
        firsthand_agent::Message::Model(first),
        answer("own", "one"),
        answer("call_0_1", "two"),
        model_turn("", vec![tool_call("b", "grep", json!({}))]),
        answer("b", "three"),
    ];
    let parts = RequestParts { messages, ..RequestParts::default() };
    let outcome = on_one_thread(ask(Gemini, parts, vec![Reply::events(&[end("STOP")])]));
    let part = |id: Option<&str>, text: &str| {
        let mut part = json!({ "name": "grep", "response": { "output": text } });
        if let Some(id) = id {
            part["id"] = json!(id);
        }
        json!({ "functionResponse": part })
    };
    let contents = &outcome.bodies[0]["contents"];
    assert_eq!(contents[2]["parts"], json!([part(Some("own"), "one"), part(None, "two")]));
    assert_eq!(contents[4]["parts"], json!([part(None, "three")]));
}
