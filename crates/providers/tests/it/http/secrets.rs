//! The key goes to its server and nowhere else.

use std::sync::Arc;

use firsthand_agent::validator::Intent;
use firsthand_agent::{Cancel, ModelError, write_transcript};
use firsthand_providers::Shape::{Anthropic, Gemini, OpenAi};
use firsthand_providers::{HttpModel, OpenError, Secret};

use serde_json::json;

use super::server::{Reply, Server};
use super::{KEY, SHAPES, Say, ask, model, on_one_thread, openai, service};
use crate::repo::Repo;

#[test]
fn the_key_is_sent() {
    for (shape, header) in [
        (OpenAi, "authorization: bearer "),
        (Anthropic, "x-api-key: "),
        (Gemini, "x-goog-api-key: "),
    ] {
        let asked = on_one_thread(ask(
            shape,
            Say::default(),
            vec![Reply::error(400, &[], "no")],
        ));
        assert!(
            asked.heads[0].contains(&format!("{header}{KEY}")),
            "{}",
            asked.heads[0]
        );
        let (first, _) = asked.heads[0].split_once("\r\n").unwrap();
        assert!(!first.contains(KEY), "the key is in the address: {first}");
        assert!(!asked.bodies[0].to_string().contains(KEY));
    }
}

/// Servers repeat the key wherever they can; nothing that comes of it holds it.
#[test]
fn no_error_holds_the_key() {
    let replies = |status: u16| {
        let text = format!("Incorrect key {KEY} provided: Bearer {KEY}");
        let stream = format!("data: {{\"error\": {{\"message\": \"{text}\"}}}}\n\n");
        let headers = [
            "content-type: application/json",
            "location: http://h/?key=sk-fake-7d1c0ffee",
        ];
        vec![
            Reply::error(status, &[], &text),
            Reply::new(status, &headers, &format!("{{\"error\": \"{text}\"}}")),
            Reply::new(status, &["content-type: text/plain"], &text),
            Reply::stream(&stream),
        ]
    };
    for shape in SHAPES {
        for status in [302, 400, 401, 403, 404, 422] {
            for reply in replies(status) {
                let asked = on_one_thread(ask(shape, Say::default(), vec![reply]));
                let error = asked.turn.unwrap_err();
                assert!(matches!(error, ModelError::Refused(_)), "{error}");
                let said = format!("{error} {error:?}");
                assert!(!said.contains(KEY), "{said}");
                assert!(status == 302 || said.contains("[key]"), "{said}");
            }
        }
    }
}

/// A server that says the key where its model's words should be.
#[test]
fn no_turn_holds_the_key() {
    let look = json!({ "pattern": KEY, "list": [KEY] }).to_string();
    let events = [
        openai::delta(&json!({ "content": "it is sk-fake-", "reasoning_content": KEY })),
        openai::delta(&json!({ "content": "7d1c0ffee" })),
        openai::piece(0, "a", "grep", &look),
        openai::end("tool_calls"),
    ];
    let asked = on_one_thread(ask(OpenAi, Say::default(), vec![Reply::events(&events)]));
    let turn = asked.turn.unwrap();
    assert_eq!(turn.text, "it is [key]");
    let arguments = json!({ "pattern": "[key]", "list": ["[key]"] });
    assert_eq!((&turn.calls[0].arguments, &turn.kept), (&arguments, &None));
    let refusal = openai::delta(&json!({ "refusal": format!("not with {KEY}") }));
    let events = [refusal, openai::end("stop")];
    let asked = on_one_thread(ask(OpenAi, Say::default(), vec![Reply::events(&events)]));
    let error = asked.turn.unwrap_err().to_string();
    assert!(error.ends_with("not with [key]"), "{error}");
}

#[test]
fn no_debug_output_and_no_set_up_error_holds_the_key() {
    let secret = || Secret::new(KEY);
    let opened = |base: &str, key| HttpModel::open(service(OpenAi), "m", Some(base), key);
    let mut said = format!(
        "{:?} {:?}",
        secret(),
        opened("http://127.0.0.1:1", secret()).unwrap()
    );
    let bases = [
        "http://example.com".to_owned(),
        format!("https://me:{KEY}@example.com"),
        format!("https://example.com/?key={KEY}"),
        format!("{KEY}://x"),
        KEY.to_owned(),
    ];
    for base in bases {
        let error = opened(&base, secret()).unwrap_err();
        said += &format!("{error} {error:?}");
    }
    let bad = Secret::new(&format!("{KEY}\n{KEY}"));
    let error = opened("https://example.com", bad).unwrap_err();
    assert_eq!(error, OpenError::BadKey { service: "openai" });
    said += &format!("{error} {error:?}");
    assert!(!said.contains(KEY), "{said}");
}

#[test]
fn no_transcript_holds_the_key() {
    on_one_thread(async {
        let repeated = format!("no such key: {KEY}");
        let look = openai::piece(0, "a", "grep", "{\"pattern\":\"main\"}");
        let replies = vec![
            Reply::events(&[look, openai::end("tool_calls")]),
            Reply::error(500, &[], &repeated),
            Reply::error(401, &[], &repeated),
        ];
        let server = Server::start(replies).await;
        let repo = Repo::new(&[("src/main.rs", "fn main() {}\n")]);
        let model = Arc::new(model(OpenAi, &server));
        let exploring = repo.explore(model, &["grep"], "main?", Intent::Explain, Cancel::new());
        let explored = exploring.await.unwrap();
        let transcript = write_transcript(&explored.transcript);
        let said = format!("{transcript:?} {explored:?}");
        assert!(said.contains("no such key: [key]"), "{said}");
        assert!(!said.contains(KEY), "{said}");
    });
}
