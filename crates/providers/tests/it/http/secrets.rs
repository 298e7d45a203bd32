//! The key is sent to its server, and appears in no output.

use std::sync::Arc;

use firsthand_agent::validator::Intent;
use firsthand_agent::{Cancel, ModelError, ModelTurn, write_transcript};
use firsthand_providers::ModelApi::{Anthropic, Gemini, OpenAi};
use firsthand_providers::{HttpModel, OpenError, Secret};

use serde_json::json;

use super::server::{Reply, Server};
use super::{APIS, KEY, RequestParts, ask, call, model, on_one_thread, openai, service, turn_of};
use crate::repo::Repo;

#[test]
fn the_key_is_sent_in_its_header_only() {
    for (api, header) in [
        (OpenAi, "authorization: bearer "),
        (Anthropic, "x-api-key: "),
        (Gemini, "x-goog-api-key: "),
    ] {
        let outcome =
            on_one_thread(ask(api, RequestParts::default(), vec![Reply::error(400, &[], "no")]));
        assert!(outcome.heads[0].contains(&format!("{header}{KEY}")), "{}", outcome.heads[0]);
        let (request_line, _) = outcome.heads[0].split_once("\r\n").unwrap();
        assert!(!request_line.contains(KEY), "the key is in the address: {request_line}");
        assert!(!outcome.bodies[0].to_string().contains(KEY));
    }
}

/// The servers repeat the key in every part of an error response.
#[test]
fn no_error_contains_the_key() {
    let replies = |status: u16| {
        let text = format!("Incorrect key {KEY} provided: Bearer {KEY}");
        let stream = format!("data: {{\"error\": {{\"message\": \"{text}\"}}}}\n\n");
        let headers =
            ["content-type: application/json", "location: http://h/?key=sk-fake-7d1c0ffee"];
        vec![
            Reply::error(status, &[], &text),
            Reply::new(status, &headers, &format!("{{\"error\": \"{text}\"}}")),
            Reply::new(status, &["content-type: text/plain"], &text),
            Reply::stream(&stream),
        ]
    };
    for api in APIS {
        for status in [302, 400, 401, 403, 404, 422] {
            for reply in replies(status) {
                let outcome = on_one_thread(ask(api, RequestParts::default(), vec![reply]));
                let error = outcome.turn.unwrap_err();
                assert!(matches!(error, ModelError::Refused(_)), "{error}");
                let printed = format!("{error} {error:?}");
                assert!(!printed.contains(KEY), "{printed}");
                assert!(status == 302 || printed.contains("[key]"), "{printed}");
            }
        }
    }
}

/// The server repeats the key in the model's answer.
#[test]
fn no_turn_contains_the_key() {
    let call_arguments = json!({ "pattern": KEY, "list": [KEY] }).to_string();
    let events = [
        openai::delta(&json!({ "content": "it is sk-fake-", "reasoning_content": KEY })),
        openai::delta(&json!({ "content": "7d1c0ffee" })),
        openai::piece(0, "a", "grep", &call_arguments),
        openai::end("tool_calls"),
    ];
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), vec![Reply::events(&events)]));
    let turn = outcome.turn.unwrap();
    assert_eq!(turn.text, "it is [key]");
    let arguments = json!({ "pattern": "[key]", "list": ["[key]"] });
    assert_eq!((&turn.calls[0].arguments, &turn.provider_state), (&arguments, &None));
    let refusal = openai::delta(&json!({ "refusal": format!("not with {KEY}") }));
    let events = [refusal, openai::end("stop")];
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), vec![Reply::events(&events)]));
    let error = outcome.turn.unwrap_err().to_string();
    assert!(error.ends_with("not with [key]"), "{error}");
}

/// Checks that a text with this key is redacted to `expected`, in every part of a turn.
fn check_turn(key: &str, text: &str, expected: &str) {
    let strings = json!({ "a": [text], text: 1 });
    let events = [
        openai::delta(&json!({ "content": text, "reasoning_content": text })),
        openai::piece(0, "a", text, &strings.to_string()),
        openai::piece(1, "b", "grep", text),
        openai::end("tool_calls"),
    ];
    let turn = turn_with(key, &events);
    let arguments = json!({ "a": [expected], expected: 1 });
    assert_eq!(turn.text, expected);
    assert_eq!(turn.calls, [call("a", expected, arguments), call("b", "grep", json!(expected))]);
    assert_eq!(turn.provider_state.is_none(), text != expected, "{text}");
}

/// The turn that a model with this key reads from these events.
fn turn_with(key: &str, events: &[serde_json::Value]) -> ModelTurn {
    on_one_thread(async {
        let server = Server::start(vec![Reply::events(events)]).await;
        let key = Secret::new(key);
        let model = HttpModel::open(service(OpenAi), "m", Some(&server.base), key).unwrap();
        turn_of(&model.paced_by(server.pace()), &[]).await.unwrap()
    })
}

#[test]
fn no_part_of_a_turn_contains_the_key() {
    check_turn(KEY, &format!("<{KEY}>{KEY}!"), "<[key]>[key]!");
    check_turn(KEY, &format!("ä{KEY}ä \\n"), "ä[key]ä \\n");
    // A key with signs that JSON escapes.
    check_turn("ab\"cd\\ef", "{ab\"cd\\ef", "{[key]");
    // A key of eight bytes is redacted; a shorter one, which may be a word, is not.
    check_turn("k-123456", "is k-123456 it? k-12345", "is [key] it? k-12345");
    check_turn("dummy", "a dummy", "a dummy");
}

#[test]
fn a_key_is_redacted_from_numbers_and_escapes_in_arguments() {
    let arguments = |key: &str, text: &str| {
        let events = [openai::piece(0, "a", "grep", text), openai::end("stop")];
        turn_with(key, &events).calls[0].arguments.clone()
    };
    let number = arguments("12345678", "{\"n\": [12345678, 7]}");
    assert_eq!(number, json!("{\"n\":[[key],7]}"));
    let escaped = arguments(KEY, r#"{"n": "\u0073k-fake-7d1c0ffee \\d"}"#);
    assert_eq!(escaped, json!({ "n": r"[key] \d" }));
}

#[test]
fn no_id_contains_the_key() {
    let ids = [KEY, "a", "a"];
    let pieces = (0..).zip(ids);
    let mut events: Vec<_> =
        pieces.map(|(index, id)| openai::piece(index, id, "grep", "{}")).collect();
    events.push(openai::end("tool_calls"));
    let turn = turn_with(KEY, &events);
    let ids: Vec<_> = turn.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["[key]", "a", "a"]);
}

#[test]
fn no_debug_output_and_no_set_up_error_contains_the_key() {
    let secret = || Secret::new(KEY);
    let open = |base: &str, key| HttpModel::open(service(OpenAi), "m", Some(base), key);
    let mut printed = format!("{:?} {:?}", secret(), open("http://127.0.0.1:1", secret()).unwrap());
    let bases = [
        "http://example.com".to_owned(),
        format!("https://me:{KEY}@example.com"),
        format!("https://example.com/?key={KEY}"),
        format!("{KEY}://x"),
        KEY.to_owned(),
    ];
    for base in bases {
        let error = open(&base, secret()).unwrap_err();
        printed += &format!("{error} {error:?}");
    }
    let bad = Secret::new(&format!("{KEY}\n{KEY}"));
    let error = open("https://example.com", bad).unwrap_err();
    assert_eq!(error, OpenError::BadKey { service: "openai" });
    printed += &format!("{error} {error:?}");
    assert!(!printed.contains(KEY), "{printed}");
}

#[test]
fn no_transcript_contains_the_key() {
    on_one_thread(async {
        let repeated = format!("no such key: {KEY}");
        let lookup = openai::piece(0, "a", "grep", "{\"pattern\":\"main\"}");
        let replies = vec![
            Reply::events(&[lookup, openai::end("tool_calls")]),
            Reply::error(500, &[], &repeated),
            Reply::error(401, &[], &repeated),
        ];
        let server = Server::start(replies).await;
        let repo = Repo::new(&[("src/main.rs", "fn main() {}\n")]);
        let model = Arc::new(model(OpenAi, &server));
        let exploring = repo.explore(model, &["grep"], "main?", Intent::Explain, Cancel::new());
        let explored = exploring.await.unwrap();
        let transcript = write_transcript(&explored.transcript);
        let printed = format!("{transcript:?} {explored:?}");
        assert!(printed.contains("no such key: [key]"), "{printed}");
        assert!(!printed.contains(KEY), "{printed}");
    });
}
