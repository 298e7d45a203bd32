//! Provider state, such as signed reasoning, is sent back to the server unchanged.

use firsthand_agent::{Message, ModelTurn};
use firsthand_providers::ModelApi::{self, Anthropic, Gemini, OpenAi};
use firsthand_providers::{HttpModel, Secret, Service};
use serde_json::{Value, json};

use super::openai::{delta, piece};
use super::server::Reply;
use super::{KEY, RequestParts, answer, anthropic, ask, gemini, on_one_thread, openai, user};

fn turn(api: ModelApi, events: &[Value]) -> ModelTurn {
    let outcome = on_one_thread(ask(api, RequestParts::default(), vec![Reply::events(events)]));
    outcome.turn.unwrap()
}

/// The message of an earlier turn in each request for the next turn. The server sends `first_replies`, then a good
/// answer.
fn sent_messages(api: ModelApi, turn: ModelTurn, first_replies: Vec<Reply>) -> Vec<Value> {
    let id = turn.calls.first().map_or_else(String::new, |call| call.id.clone());
    let messages = vec![user("How?"), Message::Model(turn), answer(&id, "c1 is here")];
    let parts = RequestParts { messages, ..RequestParts::default() };
    let replies = [first_replies, vec![super::faults::good(api)]].concat();
    let outcome = on_one_thread(ask(api, parts, replies));
    assert_eq!(outcome.turn.unwrap().text, "fine");
    let (list, index) = match api {
        OpenAi => ("messages", 2),
        Anthropic => ("messages", 1),
        Gemini => ("contents", 1),
    };
    outcome.bodies.iter().map(|body| body[list][index].clone()).collect()
}

/// The message of the turn with these events in the request for the next turn.
fn sent_back(api: ModelApi, events: &[Value]) -> Value {
    sent_messages(api, turn(api, events), Vec::new()).remove(0)
}

#[test]
fn signatures_of_gemini_are_sent_back() {
    let x = json!({ "pattern": "x" });
    let unsigned_call =
        |id: &str| json!({ "functionCall": { "name": "grep", "args": x, "id": id } });
    let signed = json!({ "candidates": [{ "content": { "parts": [
        { "text": "", "thoughtSignature": "end" },
    ] } }] });
    let events = [
        gemini::text("Look"),
        gemini::text("ing."),
        gemini::call("a", "grep", &x, "c2ln"),
        gemini::call("b", "grep", &x, ""),
        signed,
        gemini::end("STOP"),
    ];
    let mut first = unsigned_call("a");
    first["thoughtSignature"] = json!("c2ln");
    let parts = json!([
        { "text": "Looking." }, first, unsigned_call("b"), { "text": "", "thoughtSignature": "end" },
    ]);
    assert_eq!(sent_back(Gemini, &events), json!({ "role": "model", "parts": parts }));
    let unsigned = [gemini::text("Hm."), gemini::end("STOP")];
    assert_eq!(turn(Gemini, &unsigned).provider_state, None);
}

#[test]
fn thinking_of_anthropic_is_sent_back() {
    let event = |kind: &str, index: u64, name: &str, value: Value| json!({ "type": kind, "index": index, name: value });
    let start = |index, block| event("content_block_start", index, "content_block", block);
    let more = |index, delta| event("content_block_delta", index, "delta", delta);
    let events = [
        vec![
            start(0, json!({ "type": "thinking", "thinking": "", "signature": "" })),
            more(0, json!({ "type": "thinking_delta", "thinking": "Let me " })),
            more(0, json!({ "type": "thinking_delta", "thinking": "see." })),
            more(0, json!({ "type": "signature_delta", "signature": "c2ln" })),
            start(1, json!({ "type": "redacted_thinking", "data": "b3Bh" })),
        ],
        anthropic::text(2, "Looking."),
        anthropic::tool(3, "a", &["{\"pattern\":", "\"x\"}"]),
        anthropic::end("tool_use"),
    ]
    .concat();
    let content = json!([
        { "type": "thinking", "thinking": "Let me see.", "signature": "c2ln" },
        { "type": "redacted_thinking", "data": "b3Bh" },
        { "type": "text", "text": "Looking." },
        { "type": "tool_use", "id": "a", "name": "grep", "input": { "pattern": "x" } },
    ]);
    assert_eq!(sent_back(Anthropic, &events), json!({ "role": "assistant", "content": content }));
    let bare = [anthropic::tool(0, "a", &["{}"]), anthropic::end("tool_use")].concat();
    assert_eq!(turn(Anthropic, &bare).provider_state, None, "nothing has to be sent back");
}

/// Servers with the chat completions API send reasoning in several fields.
#[test]
fn reasoning_of_chat_completions_is_sent_back() {
    let call = || piece(0, "a", "grep", "{}");
    let thinks = |field: &str| {
        let part = |text: &str| delta(&json!({ field: text, "content": null }));
        [part("Let me "), part("see."), call(), openai::end("tool_calls")]
    };
    for field in ["reasoning_content", "reasoning"] {
        let message = sent_back(OpenAi, &thinks(field));
        assert_eq!(message[field], "Let me see.");
        assert_eq!(message["content"], "");
    }
    let details = |text: &str| {
        let detail = json!({ "type": "reasoning.text", "index": 0, "text": text });
        delta(&json!({ "reasoning_details": [detail] }))
    };
    let message =
        sent_back(OpenAi, &[details("a"), details("b"), call(), openai::end("tool_calls")]);
    let whole = json!([{ "type": "reasoning.text", "index": 0, "text": "ab" }]);
    assert_eq!(message["reasoning_details"], whole);
    let extra = json!({ "google": { "thought_signature": "c2ln" } });
    let mut signed = call();
    signed["choices"][0]["delta"]["tool_calls"][0]["extra_content"] = extra.clone();
    let other = piece(1, "b", "grep", "{}");
    let message = sent_back(OpenAi, &[signed, other, openai::end("tool_calls")]);
    assert_eq!(message["tool_calls"][0]["extra_content"], extra);
    assert_eq!(message["tool_calls"][1].get("extra_content"), None);
    // For a turn without a call, no server requires the reasoning, and some reject it.
    let talk =
        [delta(&json!({ "reasoning_content": "Hm.", "content": "fine" })), openai::end("stop")];
    assert_eq!(turn(OpenAi, &talk).provider_state, None);
}

#[test]
fn rejected_reasoning_is_left_out() {
    let thinks = [
        delta(&json!({ "reasoning_content": "Hm." })),
        piece(0, "a", "grep", "{}"),
        openai::end("tool_calls"),
    ];
    let rejection =
        Reply::error(422, &[], "messages.2.reasoning_content: extra inputs are not permitted");
    let messages = sent_messages(OpenAi, turn(OpenAi, &thinks), vec![rejection]);
    assert_eq!(messages[0]["reasoning_content"], "Hm.");
    assert_eq!(messages[1].get("reasoning_content"), None);
}

/// If the provider state comes from another API, or does not match the turn, the turn is sent without it.
#[test]
fn provider_state_that_does_not_match_the_turn_is_not_sent() {
    for api in super::APIS {
        for provider_state in [
            json!(3),
            json!({ "blocks": [] }),
            json!({ "blocks": "x", "beside": { "calls": 3 } }),
            json!({ "blocks": [{ "functionCall": 1 }, { "functionCall": 2 }, { "type": "thinking" }] }),
        ] {
            let stateless = ModelTurn {
                text: "Looking.".to_owned(),
                calls: vec![super::call("a", "grep", json!({}))],
                ..ModelTurn::default()
            };
            let mismatched =
                ModelTurn { provider_state: Some(provider_state), ..stateless.clone() };
            assert_eq!(
                sent_messages(api, mismatched, Vec::new()),
                sent_messages(api, stateless, Vec::new())
            );
        }
    }
}

#[test]
fn an_option_that_the_server_rejected_is_not_sent_in_the_next_turn() {
    on_one_thread(async {
        let rejection = Reply::error(400, &[], "unknown field stream_options");
        let good = || super::faults::good(OpenAi);
        let server = super::server::Server::start(vec![rejection, good(), good()]).await;
        let service = Service::named("openai").unwrap();
        let model = HttpModel::open(service, "m", Some(&server.base), Secret::new(KEY)).unwrap();
        for _ in 0..2 {
            super::turn_of(&model, &[user("How?")]).await.unwrap();
        }
        let (_, bodies) = server.requests();
        let has_option: Vec<_> =
            bodies.iter().map(|body| body.get("stream_options").is_some()).collect();
        assert_eq!(has_option, [true, false, false]);
    });
}
