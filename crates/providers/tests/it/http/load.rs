//! Answers within the length limit that would take long to read if the work were not linear or limited.

use std::future::{Future as _, poll_fn};
use std::pin::pin;

use firsthand_agent::ModelTurn;
use firsthand_providers::ModelApi::{self, Anthropic, Gemini, OpenAi};
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::{APIS, RequestParts, anthropic, ask, gemini, model, on_one_thread, openai, turn_of};

/// The most calls of one turn that are accepted.
const MAX_CALLS: u64 = 128;

fn calls(api: ModelApi, count: u64) -> Vec<Value> {
    let call = |index: u64| match api {
        OpenAi => vec![openai::piece(index, &index.to_string(), "grep", "{}")],
        Anthropic => anthropic::tool(index, &index.to_string(), &["{}"]),
        Gemini => vec![gemini::call(&index.to_string(), "grep", &json!({}), "signed")],
    };
    (0..count).flat_map(call).collect()
}

fn end(api: ModelApi) -> Vec<Value> {
    match api {
        OpenAi => vec![openai::end("tool_calls")],
        Anthropic => anthropic::end("tool_use"),
        Gemini => vec![gemini::end("STOP")],
    }
}

fn read(events: &[Value]) -> ModelTurn {
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), vec![Reply::events(events)]));
    outcome.turn.unwrap()
}

#[test]
fn a_turn_with_too_many_calls_is_rejected() {
    let error = "the model's answer cannot be read: an answer with more than 128 tool calls (after 2 tries)";
    for api in APIS {
        for (count, expected) in [(MAX_CALLS, Ok(128)), (MAX_CALLS + 1, Err(error.to_owned()))] {
            let reply = Reply::events(&[calls(api, count), end(api)].concat());
            let outcome =
                on_one_thread(ask(api, RequestParts::default(), vec![reply.clone(), reply]));
            let call_count = outcome.turn.map(|turn| {
                assert_eq!(turn.calls[127].id, "127");
                turn.calls.len()
            });
            assert_eq!(call_count.map_err(|error| error.to_string()), expected, "{api:?}");
        }
    }
}

/// The answer is nearly as long as the limit allows.
#[test]
fn one_answer_with_very_many_calls_is_rejected() {
    let call = |index: u64| json!({ "index": index, "function": { "name": "f" } });
    let all: Value = (0..190_000).map(call).collect();
    let whole = Reply::whole(&json!({ "choices": [{ "message": { "tool_calls": all } }] }));
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), vec![whole.clone(), whole]));
    let error = outcome.turn.unwrap_err().to_string();
    assert!(error.contains("more than 128 tool calls"), "{error}");
}

/// Every piece repeats the id and the name, as with some servers. If each piece made the model parse all earlier pieces
/// again, this test would take many minutes.
#[test]
fn a_call_in_very_many_pieces_is_read_in_linear_time() {
    let pieces = 30_000;
    let mut events = vec![openai::piece(0, "a", "grep", "{\"list\":[\"}\"")];
    events.extend(vec![openai::piece(0, "a", "grep", ",{},[],{},[]"); pieces]);
    events.push(openai::piece(0, "a", "grep", "]}"));
    events.push(openai::piece(0, "a", "grep", "{}"));
    events.push(openai::end("tool_calls"));
    let calls = read(&events).calls;
    let list = calls[0].arguments["list"].as_array().unwrap();
    assert_eq!((calls.len(), list.len()), (2, 1 + 4 * pieces));
}

/// The answer has many blocks, then many pieces of the first one: its block must be found without a search through all.
#[test]
fn very_many_blocks_are_read_in_linear_time() {
    let mut events = vec![anthropic::start()];
    let block = |index: u64| json!({ "type": "content_block_start", "index": index, "content_block": { "type": "text" } });
    events.extend((0..30_000).map(block));
    let delta = json!({ "type": "content_block_delta", "index": 0, "delta": { "text": "x" } });
    events.extend(vec![delta; 30_000]);
    events.extend(anthropic::end("end_turn"));
    let reply = Reply::events(&events);
    let outcome = on_one_thread(ask(Anthropic, RequestParts::default(), vec![reply]));
    assert_eq!(outcome.turn.unwrap().text.len(), 30_000);
}

/// The turn yields regularly while it reads a busy stream, so that other futures, such as the run's clock, are polled.
#[test]
fn a_busy_stream_does_not_block_other_futures() {
    on_one_thread(async {
        let events = 20_000;
        let text = format!("{}data: [DONE]\n\n", "data: {}\n\n".repeat(events));
        let server = Server::start(vec![Reply::stream(&text)]).await;
        let model = model(OpenAi, &server);
        let (mut turn, mut polls) = (pin!(turn_of(&model, &[])), 0);
        let turn = poll_fn(|context| {
            polls += 1;
            turn.as_mut().poll(context)
        });
        assert_eq!(turn.await.unwrap().text, "");
        assert!(polls > events / 64, "{polls}");
    });
}
