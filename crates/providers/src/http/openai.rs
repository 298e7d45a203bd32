//! The adapter for OpenAI's chat completions API, which many servers implement.

use firsthand_agent::validator::Tokens;
use firsthand_agent::{Message, ModelRequest, ModelTurn};
use serde_json::{Value, json};

use super::partial_turn::{CALL_EXTRAS, FinishReason, PartialTurn};
use super::quirks::{Quirks, ToolChoice};
use super::service::ApiAdapter;
use super::{history, provider_state};

pub(super) const ADAPTER: ApiAdapter = ApiAdapter {
    version: "v1",
    path: |_| "chat/completions".to_owned(),
    query: None,
    key_header: ("authorization", "Bearer "),
    headers: &[],
    body,
    read_event,
};

/// The fields in which servers send reasoning, and expect it back.
const REASONING_FIELDS: &[&str] = &["reasoning_content", "reasoning", "reasoning_details"];
/// The extra field of a call at Gemini's compatible server.
const EXTRA_CONTENT: &str = "extra_content";

/// Builds the body of a request.
fn body(model: &str, quirks: &Quirks, request: &ModelRequest<'_>) -> Value {
    let mut messages = vec![json!({ "role": "system", "content": request.system })];
    messages.extend(request.messages.iter().map(|entry| message(entry, quirks)));
    let mut body = json!({ "model": model, "messages": messages, "stream": true });
    if !request.tools.is_empty() {
        body["tools"] = request.tools.iter().map(tool).collect();
    }
    match (request.must_call, quirks.tool_choice) {
        (Some(name), ToolChoice::Named) => {
            body["tool_choice"] = json!({ "type": "function", "function": { "name": name } });
        }
        (Some(_), ToolChoice::Any) => body["tool_choice"] = json!("required"),
        _ => {}
    }
    if let Some((field, tokens)) = quirks.output_limit {
        body[field] = json!(tokens);
    }
    if quirks.request_usage {
        body["stream_options"] = json!({ "include_usage": true });
    }
    body
}

fn tool(spec: &firsthand_agent::ToolSpec) -> Value {
    let (name, description) = (&spec.name, &spec.description);
    let function = json!({ "name": name, "description": description, "parameters": history::parameters_schema(spec) });
    json!({ "type": "function", "function": function })
}

fn message(message: &Message, quirks: &Quirks) -> Value {
    match message {
        Message::User(text) => json!({ "role": "user", "content": text }),
        Message::Answer(answer) => {
            json!({ "role": "tool", "tool_call_id": answer.call, "content": answer.text() })
        }
        Message::Model(turn) => model_turn(turn, quirks),
    }
}

fn model_turn(turn: &ModelTurn, quirks: &Quirks) -> Value {
    let extras = provider_state::saved_field(turn, CALL_EXTRAS);
    let call = |(index, call): (usize, &firsthand_agent::ToolCall)| {
        let arguments = history::arguments_object(&call.arguments).to_string();
        let function = json!({ "name": history::tool_name(&call.tool), "arguments": arguments });
        let mut message = json!({ "id": call.id, "type": "function", "function": function });
        let extra = extras.and_then(|extras| extras.get("calls")?.get(index));
        if let Some(extra) = extra.filter(|extra| !extra.is_null()) {
            message[EXTRA_CONTENT] = extra.clone();
        }
        message
    };
    let mut message = json!({ "role": "assistant", "content": history::turn_text(turn) });
    if !turn.calls.is_empty() {
        message["tool_calls"] = turn.calls.iter().enumerate().map(call).collect();
    }
    for name in REASONING_FIELDS.iter().filter(|_| quirks.send_reasoning) {
        if let Some(reasoning) = provider_state::saved_field(turn, name) {
            message[*name] = reasoning.clone();
        }
    }
    message
}

/// Adds one event of a stream, or a whole answer, to the draft; the two differ in the name of one field.
fn read_event(draft: &mut PartialTurn, event: &Value) {
    if let Some(usage) = event.get("usage").filter(|usage| usage.is_object()) {
        draft.tokens = Some(tokens(usage));
    }
    let Some(choice) = event.pointer("/choices/0") else {
        return;
    };
    for name in ["delta", "message"] {
        let Some(message) = choice.get(name) else {
            continue;
        };
        draft.text += &content_text(message.get("content"));
        draft.refusal += &content_text(message.get("refusal"));
        for name in REASONING_FIELDS {
            draft.provider_state.append_field(name, message.get(name).unwrap_or(&Value::Null));
        }
        let calls = message.get("tool_calls").and_then(Value::as_array);
        calls.into_iter().flatten().for_each(|call| read_call(draft, call));
    }
    match choice.get("finish_reason").and_then(Value::as_str) {
        None | Some("") => {}
        Some("length") => draft.finish_reason = Some(FinishReason::Truncated),
        Some("content_filter") => draft.finish_reason = Some(FinishReason::Refusal),
        Some(_) => draft.finish_reason = Some(FinishReason::Complete),
    }
}

/// The text of a content field, which some servers split into typed parts.
fn content_text(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let text = |part: &Value| Some(part.get("text")?.as_str()?.to_owned());
            parts.iter().filter_map(text).collect()
        }
        _ => String::new(),
    }
}

/// Adds a call, or a piece of one, to the draft.
fn read_call(draft: &mut PartialTurn, call: &Value) {
    let text = |pointer: &str| call.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let arguments = match call.pointer("/function/arguments") {
        Some(Value::String(text)) => text.clone(),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    };
    let key = call.get("index").and_then(Value::as_u64);
    draft.calls.add_piece(key, text("/id"), text("/function/name"), &arguments);
    if let Some(extra) = call.get(EXTRA_CONTENT) {
        draft.calls.set_extra(extra);
    }
}

fn tokens(usage: &Value) -> Tokens {
    let count = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64);
    let cached =
        count("/prompt_tokens_details/cached_tokens").or(count("/prompt_cache_hit_tokens"));
    Tokens {
        input: count("/prompt_tokens").unwrap_or_default(),
        cached: cached.unwrap_or_default(),
        output: count("/completion_tokens").unwrap_or_default(),
    }
}
