//! The adapter for Gemini's contents API.

use std::collections::HashMap;

use firsthand_agent::validator::Tokens;
use firsthand_agent::{Message, ModelRequest, ModelTurn, ToolSpec};
use serde_json::{Value, json};

use super::partial_turn::{FinishReason, PartialTurn};
use super::quirks::{Quirks, ToolChoice};
use super::service::ApiAdapter;
use super::{history, provider_state};

pub(super) const ADAPTER: ApiAdapter = ApiAdapter {
    version: "v1beta",
    path,
    query: Some("alt=sse"),
    key_header: ("x-goog-api-key", ""),
    headers: &[],
    body,
    read_event,
};

/// The service's finish reasons and their meaning. With any other, the answer is complete.
const FINISH_REASONS: &[(&str, FinishReason)] = &[
    ("MAX_TOKENS", FinishReason::Truncated),
    ("SAFETY", FinishReason::Refusal),
    ("RECITATION", FinishReason::Refusal),
    ("BLOCKLIST", FinishReason::Refusal),
    ("PROHIBITED_CONTENT", FinishReason::Refusal),
    ("SPII", FinishReason::Refusal),
    ("MALFORMED_FUNCTION_CALL", FinishReason::Malformed),
    ("UNEXPECTED_TOOL_CALL", FinishReason::Malformed),
];

fn path(model: &str) -> String {
    if model.contains('/') {
        format!("{model}:streamGenerateContent")
    } else {
        format!("models/{model}:streamGenerateContent")
    }
}

/// Builds the body of a request; the model is in the path.
fn body(_: &str, quirks: &Quirks, request: &ModelRequest<'_>) -> Value {
    let mut body = json!({ "contents": contents(request.messages, quirks) });
    if !request.system.trim().is_empty() {
        body["systemInstruction"] = json!({ "parts": [text_part(request.system)] });
    }
    if !request.tools.is_empty() {
        let tools: Value = request.tools.iter().map(tool).collect();
        body["tools"] = json!([{ "functionDeclarations": tools }]);
    }
    let calling_config = match (request.must_call, quirks.tool_choice) {
        (Some(name), ToolChoice::Named) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
        (Some(_), ToolChoice::Any) => json!({ "mode": "ANY" }),
        _ => return body,
    };
    body["toolConfig"] = json!({ "functionCallingConfig": calling_config });
    body
}

fn text_part(text: &str) -> Value {
    json!({ "text": text })
}

/// A tool whose parameters are in the field for any JSON Schema; the older field (`parameters`) is one for a subset, and
/// the server rejects a request with another keyword in it.
fn tool(spec: &ToolSpec) -> Value {
    let (name, description) = (&spec.name, &spec.description);
    let parameters = history::parameters_schema(spec);
    json!({ "name": name, "description": description, "parametersJsonSchema": parameters })
}

/// Converts the messages. All tool results of one turn must be in one entry, as many as the turn has calls, and
/// without other text.
fn contents(conversation: &[Message], quirks: &Quirks) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    // The ids that the server gave to calls, by the ids that the loop uses.
    let mut server_ids: HashMap<&str, Value> = HashMap::new();
    let mut last_is_answer = false;
    for message in conversation {
        let (role, parts) = match message {
            Message::User(message) => ("user", vec![text_part(message)]),
            Message::Answer(answer) => {
                let (name, output) = (history::tool_name(&answer.tool), answer.text());
                let mut part = json!({ "name": name, "response": { "output": output } });
                if let Some(id) = server_ids.get(answer.call.as_str()) {
                    part["id"] = id.clone();
                }
                ("user", vec![json!({ "functionResponse": part })])
            }
            Message::Model(turn) => {
                let parts = model_turn(turn, quirks);
                let calls = parts.iter().filter_map(|part| part.get("functionCall"));
                let sent_ids = calls.zip(&turn.calls).filter_map(|(part, call)| {
                    let id = part.get("id")?.clone();
                    Some((call.id.as_str(), id))
                });
                server_ids.extend(sent_ids);
                ("model", parts)
            }
        };
        let joins_last = last_is_answer && matches!(message, Message::Answer(_));
        last_is_answer = matches!(message, Message::Answer(_));
        let last = out.last_mut().filter(|_| joins_last);
        match last.and_then(|last| last["parts"].as_array_mut()) {
            Some(last_parts) => last_parts.extend(parts),
            None => out.push(json!({ "role": role, "parts": parts })),
        }
    }
    out
}

/// Converts a model turn. Its provider state restores signatures and the ids of calls; the server matches calls
/// without an id with their results by name and order.
fn model_turn(turn: &ModelTurn, quirks: &Quirks) -> Vec<Value> {
    let mut calls = turn.calls.iter().map(|call| {
        let (name, args) =
            (history::tool_name(&call.tool), history::arguments_object(&call.arguments));
        json!({ "functionCall": { "name": name, "args": args } })
    });
    if let Some(blocks) =
        provider_state::saved_blocks(turn, is_call).filter(|_| quirks.send_reasoning)
    {
        let part = |block: &Value| {
            if !is_call(block) {
                return Some(block.clone());
            }
            let mut call = calls.next()?;
            if let Some(id) = block["functionCall"].get("id") {
                call["functionCall"]["id"] = id.clone();
            }
            if let Some(signature) = block.get(SIGNATURE) {
                call[SIGNATURE] = signature.clone();
            }
            Some(call)
        };
        return blocks.iter().filter_map(part).collect();
    }
    let text = Some(history::turn_text(turn)).filter(|text| !text.is_empty());
    text.map(text_part).into_iter().chain(calls).collect()
}

/// The field with the signature of a reasoning model, which must come back on the same part.
const SIGNATURE: &str = "thoughtSignature";

fn is_call(part: &Value) -> bool {
    part.get("functionCall").is_some()
}

/// Adds one event of a stream, or a whole answer, to the draft. A whole answer can be a list of events.
fn read_event(draft: &mut PartialTurn, event: &Value) {
    if let Some(events) = event.as_array() {
        events.iter().for_each(|event| read_event(draft, event));
        return;
    }
    if let Some(usage) = event.get("usageMetadata") {
        draft.tokens = Some(tokens(usage));
    }
    let field = |pointer: &str| event.pointer(pointer).and_then(Value::as_str);
    if let Some(reason) = field("/promptFeedback/blockReason") {
        draft.finish_reason = Some(FinishReason::Refusal);
        reason.clone_into(&mut draft.refusal);
    }
    let parts = event.pointer("/candidates/0/content/parts");
    let parts = parts.and_then(Value::as_array).into_iter().flatten();
    parts.for_each(|part| read_part(draft, part));
    if let Some(reason) = field("/candidates/0/finishReason") {
        let row = FINISH_REASONS.iter().find(|(name, _)| *name == reason);
        let finish = row.map_or(FinishReason::Complete, |(_, finish)| *finish);
        if matches!(finish, FinishReason::Refusal | FinishReason::Malformed) {
            let explanation = field("/candidates/0/finishMessage").unwrap_or(reason);
            explanation.clone_into(&mut draft.refusal);
        }
        draft.finish_reason = Some(finish);
    }
}

/// Adds a part of an answer to the draft: a call, or text that is not a thought.
fn read_part(draft: &mut PartialTurn, part: &Value) {
    let signature = part.get(SIGNATURE).filter(|signature| signature.is_string());
    draft.provider_state.has_required_blocks |= signature.is_some();
    let mut block = json!({});
    if let Some(signature) = signature {
        block[SIGNATURE] = signature.clone();
    }
    if let Some(call) = part.get("functionCall") {
        let field = |name: &str| call.get(name).and_then(Value::as_str).unwrap_or_default();
        let nothing = json!({});
        let arguments = call.get("args").unwrap_or(&nothing).to_string();
        draft.calls.begin(None, field("id"), field("name"), &arguments);
        block["functionCall"] = json!({});
        if !field("id").is_empty() {
            draft.provider_state.has_required_blocks = true;
            block["functionCall"]["id"] = json!(field("id"));
        }
        draft.provider_state.push_block(None, block);
        return;
    }
    let Some(text) = part.get("text").and_then(Value::as_str) else {
        return;
    };
    if part.get("thought") == Some(&Value::Bool(true)) {
        return;
    }
    draft.text += text;
    if signature.is_none() {
        // Pieces of unsigned text are merged into one part; a signed part stays as it came.
        let last = draft.provider_state.last_block().filter(|last| is_unsigned_text(last));
        if let Some(last) = last {
            provider_state::append(&mut last["text"], &json!(text));
            return;
        }
        if text.is_empty() {
            return;
        }
    }
    block["text"] = json!(text);
    draft.provider_state.push_block(None, block);
}

fn is_unsigned_text(part: &Value) -> bool {
    part.get("text").is_some() && part.get(SIGNATURE).is_none()
}

/// Reads the token usage. The server counts cached tokens as input, but does not count reasoning as output.
fn tokens(usage: &Value) -> Tokens {
    let count = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or_default();
    let sum = |a: &str, b: &str| count(a).saturating_add(count(b));
    Tokens {
        input: sum("promptTokenCount", "toolUsePromptTokenCount"),
        cached: count("cachedContentTokenCount"),
        output: sum("candidatesTokenCount", "thoughtsTokenCount"),
    }
}
