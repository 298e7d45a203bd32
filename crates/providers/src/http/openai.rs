//! Chat completions, as OpenAI and many servers have them.

use firsthand_agent::validator::Tokens;
use firsthand_agent::{Message, ModelRequest, ModelTurn};
use serde_json::{Value, json};

use super::draft::{BESIDE, Draft, End};
use super::quirks::{Force, Quirks};
use super::shape::Wire;
use super::{history, provider_state};

pub(super) const WIRE: Wire = Wire {
    version: "v1",
    path: |_| "chat/completions".to_owned(),
    query: None,
    key: ("authorization", "Bearer "),
    headers: &[],
    body,
    take,
};

/// Under these names servers send thoughts, and want to see them again.
const THOUGHTS: &[&str] = &["reasoning_content", "reasoning", "reasoning_details"];
/// What Gemini's compatible server sends beside a call.
const EXTRA: &str = "extra_content";

/// The request.
fn body(model: &str, quirks: &Quirks, request: &ModelRequest<'_>) -> Value {
    let mut messages = vec![json!({ "role": "system", "content": request.system })];
    messages.extend(request.messages.iter().map(|one| message(one, quirks)));
    let mut body = json!({ "model": model, "messages": messages, "stream": true });
    if !request.tools.is_empty() {
        body["tools"] = request.tools.iter().map(tool).collect();
    }
    match (request.must_call, quirks.force) {
        (Some(name), Force::Named) => {
            body["tool_choice"] = json!({ "type": "function", "function": { "name": name } });
        }
        (Some(_), Force::Any) => body["tool_choice"] = json!("required"),
        _ => {}
    }
    if let Some((field, tokens)) = quirks.limit {
        body[field] = json!(tokens);
    }
    if quirks.ask_usage {
        body["stream_options"] = json!({ "include_usage": true });
    }
    body
}

fn tool(spec: &firsthand_agent::ToolSpec) -> Value {
    let (name, description) = (&spec.name, &spec.description);
    let function =
        json!({ "name": name, "description": description, "parameters": history::schema(spec) });
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
    let beside = provider_state::field(turn, BESIDE);
    let call = |(at, call): (usize, &firsthand_agent::ToolCall)| {
        let arguments = history::arguments(&call.arguments).to_string();
        let function = json!({ "name": history::tool(&call.tool), "arguments": arguments });
        let mut message = json!({ "id": call.id, "type": "function", "function": function });
        let beside = beside.and_then(|all| all.get("calls")?.get(at));
        if let Some(beside) = beside.filter(|one| !one.is_null()) {
            message[EXTRA] = beside.clone();
        }
        message
    };
    let mut message = json!({ "role": "assistant", "content": history::text(turn) });
    if !turn.calls.is_empty() {
        message["tool_calls"] = turn.calls.iter().enumerate().map(call).collect();
    }
    for name in THOUGHTS.iter().filter(|_| quirks.thoughts) {
        if let Some(thoughts) = provider_state::field(turn, name) {
            message[*name] = thoughts.clone();
        }
    }
    message
}

/// Takes one event of a stream, or a whole answer: they differ in one name.
fn take(draft: &mut Draft, event: &Value) {
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
        draft.text += &words(message.get("content"));
        draft.refusal += &words(message.get("refusal"));
        for name in THOUGHTS {
            draft
                .provider_state
                .field(name, message.get(name).unwrap_or(&Value::Null));
        }
        let calls = message.get("tool_calls").and_then(Value::as_array);
        calls.into_iter().flatten().for_each(|one| call(draft, one));
    }
    match choice.get("finish_reason").and_then(Value::as_str) {
        None | Some("") => {}
        Some("length") => draft.end = Some(End::Cut),
        Some("content_filter") => draft.end = Some(End::Declined),
        Some(_) => draft.end = Some(End::Complete),
    }
}

/// Text, which some servers cut into typed parts.
fn words(of: Option<&Value>) -> String {
    match of {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let text = |part: &Value| Some(part.get("text")?.as_str()?.to_owned());
            parts.iter().filter_map(text).collect()
        }
        _ => String::new(),
    }
}

fn call(draft: &mut Draft, one: &Value) {
    let text = |at: &str| one.pointer(at).and_then(Value::as_str).unwrap_or_default();
    let arguments = match one.pointer("/function/arguments") {
        Some(Value::String(text)) => text.clone(),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    };
    let key = one.get("index").and_then(Value::as_u64);
    draft.piece(key, text("/id"), text("/function/name"), &arguments);
    if let Some(beside) = one.get(EXTRA) {
        draft.beside(beside);
    }
}

fn tokens(usage: &Value) -> Tokens {
    let count = |at: &str| usage.pointer(at).and_then(Value::as_u64);
    let cached =
        count("/prompt_tokens_details/cached_tokens").or(count("/prompt_cache_hit_tokens"));
    Tokens {
        input: count("/prompt_tokens").unwrap_or_default(),
        cached: cached.unwrap_or_default(),
        output: count("/completion_tokens").unwrap_or_default(),
    }
}
