//! The adapter for Anthropic's messages API.

use firsthand_agent::validator::Tokens;
use firsthand_agent::{Message, ModelRequest, ModelTurn};
use serde_json::{Value, json};

use super::partial_turn::{FinishReason, PartialTurn};
use super::quirks::{Quirks, ToolChoice};
use super::service::ApiAdapter;
use super::{history, provider_state};

pub(super) const ADAPTER: ApiAdapter = ApiAdapter {
    version: "v1",
    path: |_| "messages".to_owned(),
    query: None,
    key_header: ("x-api-key", ""),
    headers: &[("anthropic-version", "2023-06-01")],
    body,
    read_event,
};

/// Builds the body of a request. It marks the tools, the system prompt and the conversation for the prompt cache: the
/// first two are the same in every turn, and the conversation only grows.
fn body(model: &str, quirks: &Quirks, request: &ModelRequest<'_>) -> Value {
    let mut body =
        json!({ "model": model, "messages": messages(request.messages, quirks), "stream": true });
    if !request.system.trim().is_empty() {
        body["system"] = json!([{ "type": "text", "text": request.system }]);
    }
    if !request.tools.is_empty() {
        body["tools"] = request.tools.iter().map(tool).collect();
    }
    for field in ["system", "tools", "messages"] {
        mark_for_cache(body.get_mut(field));
    }
    match (request.must_call, quirks.tool_choice) {
        (Some(name), ToolChoice::Named) => {
            body["tool_choice"] = json!({ "type": "tool", "name": name });
        }
        (Some(_), ToolChoice::Any) => body["tool_choice"] = json!({ "type": "any" }),
        _ => {}
    }
    if let Some((field, tokens)) = quirks.output_limit {
        body[field] = json!(tokens);
    }
    body
}

/// Marks the last entry of a list for the prompt cache; of messages, the last block of the last one, if that is the
/// user's.
fn mark_for_cache(list: Option<&mut Value>) {
    let last = list.and_then(Value::as_array_mut).and_then(|list| list.last_mut());
    match last {
        Some(message) if message["role"] == "user" => mark_for_cache(message.get_mut("content")),
        Some(message) if message["role"] == "assistant" => {}
        Some(last) => last["cache_control"] = json!({ "type": "ephemeral" }),
        None => {}
    }
}

fn tool(spec: &firsthand_agent::ToolSpec) -> Value {
    let (name, description) = (&spec.name, &spec.description);
    json!({ "name": name, "description": description, "input_schema": history::parameters_schema(spec) })
}

/// Converts the messages. It merges consecutive ones of the same role, since tool results must directly follow their
/// calls.
fn messages(conversation: &[Message], quirks: &Quirks) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    for message in conversation {
        let (role, blocks) = match message {
            Message::User(text) => ("user", vec![provider_state::text_block(text)]),
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
        let (id, name, input) =
            (&call.id, history::tool_name(&call.tool), history::arguments_object(&call.arguments));
        json!({ "type": "tool_use", "id": id, "name": name, "input": input })
    });
    if let Some(blocks) =
        provider_state::saved_blocks(turn, is_call).filter(|_| quirks.send_reasoning)
    {
        let block = |block: &Value| {
            if is_call(block) {
                calls.next()
            } else {
                // The API rejects an empty text.
                Some(block.clone()).filter(|block| block["text"] != "")
            }
        };
        return blocks.iter().filter_map(block).collect();
    }
    let text = Some(history::turn_text(turn)).filter(|text| !text.is_empty());
    text.map(provider_state::text_block).into_iter().chain(calls).collect()
}

fn is_call(block: &Value) -> bool {
    block["type"] == "tool_use"
}

/// Adds one event of a stream, or a whole answer, to the draft.
fn read_event(draft: &mut PartialTurn, event: &Value) {
    let text = |pointer: &str| event.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let key = event.get("index").and_then(Value::as_u64);
    match text("/type") {
        "message_start" => read_usage(draft, event.pointer("/message/usage")),
        "content_block_start" => read_block_start(draft, key, &event["content_block"]),
        "content_block_delta" => {
            draft.text += text("/delta/text");
            let piece = text("/delta/partial_json");
            if !piece.is_empty() {
                draft.calls.add_piece(key, "", "", piece);
            }
            for name in ["text", "thinking", "signature"] {
                let block = draft.provider_state.block_by_key(key).and_then(Value::as_object_mut);
                if let (Some(block), Some(more)) = (block, event["delta"].get(name)) {
                    provider_state::append(block.entry(name).or_insert(Value::Null), more);
                }
            }
        }
        "message_delta" => {
            read_usage(draft, event.get("usage"));
            set_finish_reason(draft, text("/delta/stop_reason"));
        }
        "message_stop" => draft.close(),
        "message" => {
            read_usage(draft, event.get("usage"));
            let blocks = event.get("content").and_then(Value::as_array);
            for (index, block) in blocks.into_iter().flatten().enumerate() {
                read_block_start(draft, u64::try_from(index).ok(), block);
            }
            set_finish_reason(draft, text("/stop_reason"));
        }
        _ => {}
    }
}

/// Adds a new content block to the draft. In a stream its input is still empty; otherwise it is complete.
fn read_block_start(draft: &mut PartialTurn, key: Option<u64>, block: &Value) {
    let text = |field: &str| block.get(field).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "text" => {
            draft.text += text("text");
            draft.provider_state.push_block(key, provider_state::text_block(text("text")));
        }
        "thinking" | "redacted_thinking" => {
            draft.provider_state.has_required_blocks = true;
            draft.provider_state.push_block(key, block.clone());
        }
        "tool_use" => {
            draft.provider_state.push_block(key, json!({ "type": "tool_use" }));
            let input =
                block.get("input").filter(|input| input.as_object().is_none_or(|o| !o.is_empty()));
            let input = input.map(Value::to_string).unwrap_or_default();
            draft.calls.add_piece(key, text("id"), text("name"), &input);
        }
        _ => {}
    }
}

fn set_finish_reason(draft: &mut PartialTurn, reason: &str) {
    draft.finish_reason = match reason {
        "" => draft.finish_reason,
        "max_tokens" => Some(FinishReason::Truncated),
        "model_context_window_exceeded" => Some(FinishReason::ContextFull),
        "refusal" => Some(FinishReason::Refusal),
        _ => Some(FinishReason::Complete),
    };
}

/// Reads the token usage. The server does not count tokens read from the cache, or written to it, as input.
fn read_usage(draft: &mut PartialTurn, usage: Option<&Value>) {
    let count = |name: &str| usage.and_then(|usage| usage.get(name)?.as_u64());
    let (uncached, output) = (count("input_tokens"), count("output_tokens"));
    if uncached.is_none() && output.is_none() {
        return;
    }
    let tokens = draft.tokens.get_or_insert_with(Tokens::default);
    if let Some(uncached) = uncached {
        let cached = count("cache_read_input_tokens").unwrap_or_default();
        let cache_writes = count("cache_creation_input_tokens").unwrap_or_default();
        tokens.input = uncached.saturating_add(cached).saturating_add(cache_writes);
        tokens.cached = cached;
    }
    tokens.output = output.unwrap_or(tokens.output);
}
