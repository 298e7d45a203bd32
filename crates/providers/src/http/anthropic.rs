//! Messages, as Anthropic has them.

use firsthand_agent::validator::Tokens;
use firsthand_agent::{Message, ModelRequest, ModelTurn};
use serde_json::{Value, json};

use super::draft::{Draft, End};
use super::quirks::{Force, Quirks};
use super::shape::Wire;
use super::{history, provider_state};

pub(super) const WIRE: Wire = Wire {
    version: "v1",
    path: |_| "messages".to_owned(),
    query: None,
    key: ("x-api-key", ""),
    headers: &[("anthropic-version", "2023-06-01")],
    body,
    take,
};

/// The request. Tools, policy and the conversation so far are marked for the cache: the first two are
/// the same in every turn, and the conversation only grows.
fn body(model: &str, quirks: &Quirks, request: &ModelRequest<'_>) -> Value {
    let mut body =
        json!({ "model": model, "messages": messages(request.messages, quirks), "stream": true });
    if !request.system.trim().is_empty() {
        body["system"] = json!([{ "type": "text", "text": request.system }]);
    }
    if !request.tools.is_empty() {
        body["tools"] = request.tools.iter().map(tool).collect();
    }
    for last in ["system", "tools", "messages"] {
        cache(body.get_mut(last));
    }
    match (request.must_call, quirks.force) {
        (Some(name), Force::Named) => body["tool_choice"] = json!({ "type": "tool", "name": name }),
        (Some(_), Force::Any) => body["tool_choice"] = json!({ "type": "any" }),
        _ => {}
    }
    if let Some((field, tokens)) = quirks.limit {
        body[field] = json!(tokens);
    }
    body
}

/// Marks the last entry of a list, or the last block of the last message.
fn cache(list: Option<&mut Value>) {
    let last = list
        .and_then(Value::as_array_mut)
        .and_then(|list| list.last_mut());
    match last {
        Some(message) if message["role"] == "user" => cache(message.get_mut("content")),
        Some(message) if message["role"] == "assistant" => {}
        Some(last) => last["cache_control"] = json!({ "type": "ephemeral" }),
        None => {}
    }
}

fn tool(spec: &firsthand_agent::ToolSpec) -> Value {
    let (name, description) = (&spec.name, &spec.description);
    json!({ "name": name, "description": description, "input_schema": history::schema(spec) })
}

/// The messages, those of one side in a row as one: answers have to follow their calls at once.
fn messages(all: &[Message], quirks: &Quirks) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    for message in all {
        let (role, blocks) = match message {
            Message::User(text) => ("user", vec![provider_state::text(text)]),
            Message::Answer(answer) => {
                let (id, text) = (&answer.call, answer.text());
                let result = json!({ "type": "tool_result", "tool_use_id": id, "content": text });
                ("user", vec![result])
            }
            Message::Model(turn) => ("assistant", model_turn(turn, quirks)),
        };
        let last = out.last_mut().filter(|last| last["role"] == role);
        match last.and_then(|last| last["content"].as_array_mut()) {
            Some(content) => content.extend(blocks),
            None => out.push(json!({ "role": role, "content": blocks })),
        }
    }
    out
}

fn model_turn(turn: &ModelTurn, quirks: &Quirks) -> Vec<Value> {
    let mut calls = turn.calls.iter().map(|call| {
        let (id, name, input) = (
            &call.id,
            history::tool(&call.tool),
            history::arguments(&call.arguments),
        );
        json!({ "type": "tool_use", "id": id, "name": name, "input": input })
    });
    if let Some(blocks) = provider_state::blocks(turn, is_call).filter(|_| quirks.thoughts) {
        let block = |block: &Value| match is_call(block) {
            true => calls.next(),
            // An empty text is refused.
            false => Some(block.clone()).filter(|block| block["text"] != ""),
        };
        return blocks.iter().filter_map(block).collect();
    }
    let text = Some(history::text(turn)).filter(|text| !text.is_empty());
    text.map(provider_state::text)
        .into_iter()
        .chain(calls)
        .collect()
}

fn is_call(block: &Value) -> bool {
    block["type"] == "tool_use"
}

/// Takes one event of a stream, or a whole answer.
fn take(draft: &mut Draft, event: &Value) {
    let text = |at: &str| {
        event
            .pointer(at)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let key = event.get("index").and_then(Value::as_u64);
    match text("/type") {
        "message_start" => usage(draft, event.pointer("/message/usage")),
        "content_block_start" => start(draft, key, &event["content_block"]),
        "content_block_delta" => {
            draft.text += text("/delta/text");
            let piece = text("/delta/partial_json");
            if !piece.is_empty() {
                draft.piece(key, "", "", piece);
            }
            for name in ["text", "thinking", "signature"] {
                let block = draft
                    .provider_state
                    .of_key(key)
                    .and_then(Value::as_object_mut);
                if let (Some(block), Some(more)) = (block, event["delta"].get(name)) {
                    provider_state::append(block.entry(name).or_insert(Value::Null), more);
                }
            }
        }
        "message_delta" => {
            usage(draft, event.get("usage"));
            end(draft, text("/delta/stop_reason"));
        }
        "message_stop" => draft.close(),
        "message" => {
            usage(draft, event.get("usage"));
            let blocks = event.get("content").and_then(Value::as_array);
            for (at, block) in blocks.into_iter().flatten().enumerate() {
                start(draft, u64::try_from(at).ok(), block);
            }
            end(draft, text("/stop_reason"));
        }
        _ => {}
    }
}

/// A block as it begins; its input is empty in a stream, and whole otherwise.
fn start(draft: &mut Draft, key: Option<u64>, block: &Value) {
    let text = |at: &str| block.get(at).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "text" => {
            draft.text += text("text");
            draft
                .provider_state
                .block(key, provider_state::text(text("text")));
        }
        "thinking" | "redacted_thinking" => {
            draft.provider_state.wanted = true;
            draft.provider_state.block(key, block.clone());
        }
        "tool_use" => {
            draft
                .provider_state
                .block(key, json!({ "type": "tool_use" }));
            let input = block
                .get("input")
                .filter(|input| input.as_object().is_none_or(|o| !o.is_empty()));
            let input = input.map(Value::to_string).unwrap_or_default();
            draft.piece(key, text("id"), text("name"), &input);
        }
        _ => {}
    }
}

fn end(draft: &mut Draft, reason: &str) {
    draft.end = match reason {
        "" => draft.end,
        "max_tokens" => Some(End::Cut),
        "model_context_window_exceeded" => Some(End::Full),
        "refusal" => Some(End::Declined),
        _ => Some(End::Complete),
    };
}

/// What is read from the cache, or written to it, is not counted as input by the server.
fn usage(draft: &mut Draft, usage: Option<&Value>) {
    let count = |name: &str| usage.and_then(|usage| usage.get(name)?.as_u64());
    let (fresh, output) = (count("input_tokens"), count("output_tokens"));
    if fresh.is_none() && output.is_none() {
        return;
    }
    let tokens = draft.tokens.get_or_insert_with(Tokens::default);
    if let Some(fresh) = fresh {
        let cached = count("cache_read_input_tokens").unwrap_or_default();
        let written = count("cache_creation_input_tokens").unwrap_or_default();
        tokens.input = fresh.saturating_add(cached).saturating_add(written);
        tokens.cached = cached;
    }
    tokens.output = output.unwrap_or(tokens.output);
}
