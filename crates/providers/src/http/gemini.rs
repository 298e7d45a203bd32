//! Contents, as Gemini has them.

mod schema;

use std::collections::HashMap;

use firsthand_agent::validator::Tokens;
use firsthand_agent::{Message, ModelRequest, ModelTurn, ToolSpec};
use serde_json::{Value, json};

use super::draft::{Draft, End};
use super::quirks::{Force, Quirks};
use super::shape::Wire;
use super::{history, provider_state};

pub(super) const WIRE: Wire = Wire {
    version: "v1beta",
    path,
    query: Some("alt=sse"),
    key: ("x-goog-api-key", ""),
    headers: &[],
    body,
    take,
};

/// What the service writes where an answer ends, and what that means. Whatever else it writes, the
/// answer is whole.
const ENDS: &[(&str, End)] = &[
    ("MAX_TOKENS", End::Cut),
    ("SAFETY", End::Declined),
    ("RECITATION", End::Declined),
    ("BLOCKLIST", End::Declined),
    ("PROHIBITED_CONTENT", End::Declined),
    ("SPII", End::Declined),
    ("MALFORMED_FUNCTION_CALL", End::Garbled),
    ("UNEXPECTED_TOOL_CALL", End::Garbled),
];

fn path(model: &str) -> String {
    match model.contains('/') {
        true => format!("{model}:streamGenerateContent"),
        false => format!("models/{model}:streamGenerateContent"),
    }
}

/// The request; the path names the model.
fn body(_: &str, quirks: &Quirks, request: &ModelRequest<'_>) -> Value {
    let mut body = json!({ "contents": contents(request.messages, quirks) });
    if !request.system.trim().is_empty() {
        body["systemInstruction"] = json!({ "parts": [text(request.system)] });
    }
    if !request.tools.is_empty() {
        let tools: Value = request.tools.iter().map(tool).collect();
        body["tools"] = json!([{ "functionDeclarations": tools }]);
    }
    let demand = match (request.must_call, quirks.force) {
        (Some(name), Force::Named) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
        (Some(_), Force::Any) => json!({ "mode": "ANY" }),
        _ => return body,
    };
    body["toolConfig"] = json!({ "functionCallingConfig": demand });
    body
}

fn text(text: &str) -> Value {
    json!({ "text": text })
}

fn tool(spec: &ToolSpec) -> Value {
    let mut tool = json!({ "name": spec.name, "description": spec.description });
    // An object without properties is refused; a tool without arguments has no parameters.
    let parameters = schema::reduced(&spec.parameters);
    if parameters.get("properties").is_some() {
        tool["parameters"] = parameters;
    }
    tool
}

/// The messages. All answers to one turn have to come together, as many as it has calls, and apart from
/// what else is said.
fn contents(all: &[Message], quirks: &Quirks) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    let mut ids: HashMap<&str, Value> = HashMap::new();
    let mut answering = false;
    for message in all {
        let (role, parts) = match message {
            Message::User(message) => ("user", vec![text(message)]),
            Message::Answer(answer) => {
                let (name, output) = (history::tool(&answer.tool), answer.text());
                let mut part = json!({ "name": name, "response": { "output": output } });
                if let Some(id) = ids.get(answer.call.as_str()) {
                    part["id"] = id.clone();
                }
                ("user", vec![json!({ "functionResponse": part })])
            }
            Message::Model(turn) => {
                let parts = model_turn(turn, quirks);
                let calls = parts.iter().filter_map(|part| part.get("functionCall"));
                let given = calls.zip(&turn.calls).filter_map(|(part, call)| {
                    let id = part.get("id")?.clone();
                    Some((call.id.as_str(), id))
                });
                ids.extend(given);
                ("model", parts)
            }
        };
        let goes_on = answering && matches!(message, Message::Answer(_));
        answering = matches!(message, Message::Answer(_));
        let last = out.last_mut().filter(|_| goes_on);
        match last.and_then(|last| last["parts"].as_array_mut()) {
            Some(known) => known.extend(parts),
            None => out.push(json!({ "role": role, "parts": parts })),
        }
    }
    out
}

/// A turn. What was kept of it says where its signatures were, and under which ids its calls came; calls
/// without are matched with their answers by name and order.
fn model_turn(turn: &ModelTurn, quirks: &Quirks) -> Vec<Value> {
    let mut calls = turn.calls.iter().map(|call| {
        let (name, args) = (
            history::tool(&call.tool),
            history::arguments(&call.arguments),
        );
        json!({ "functionCall": { "name": name, "args": args } })
    });
    if let Some(blocks) = provider_state::blocks(turn, is_call).filter(|_| quirks.thoughts) {
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
    let words = Some(history::text(turn)).filter(|text| !text.is_empty());
    words.map(text).into_iter().chain(calls).collect()
}

/// What a thinking model wants to see again, on the part on which it came.
const SIGNATURE: &str = "thoughtSignature";

fn is_call(part: &Value) -> bool {
    part.get("functionCall").is_some()
}

/// Takes one event of a stream, or a whole answer, which may be a list of events.
fn take(draft: &mut Draft, event: &Value) {
    if let Some(events) = event.as_array() {
        events.iter().for_each(|one| take(draft, one));
        return;
    }
    if let Some(usage) = event.get("usageMetadata") {
        draft.tokens = Some(tokens(usage));
    }
    let words = |at: &str| event.pointer(at).and_then(Value::as_str);
    if let Some(reason) = words("/promptFeedback/blockReason") {
        draft.end = Some(End::Declined);
        reason.clone_into(&mut draft.refusal);
    }
    let parts = event.pointer("/candidates/0/content/parts");
    let parts = parts.and_then(Value::as_array).into_iter().flatten();
    parts.for_each(|one| part(draft, one));
    if let Some(reason) = words("/candidates/0/finishReason") {
        let row = ENDS.iter().find(|(name, _)| *name == reason);
        let end = row.map_or(End::Complete, |(_, end)| *end);
        if matches!(end, End::Declined | End::Garbled) {
            let why = words("/candidates/0/finishMessage").unwrap_or(reason);
            why.clone_into(&mut draft.refusal);
        }
        draft.end = Some(end);
    }
}

fn part(draft: &mut Draft, part: &Value) {
    let signature = part.get(SIGNATURE).filter(|one| one.is_string());
    draft.provider_state.wanted |= signature.is_some();
    let mut block = json!({});
    if let Some(signature) = signature {
        block[SIGNATURE] = signature.clone();
    }
    if let Some(call) = part.get("functionCall") {
        let word = |name: &str| call.get(name).and_then(Value::as_str).unwrap_or_default();
        let nothing = json!({});
        draft.call(
            word("id"),
            word("name"),
            call.get("args").unwrap_or(&nothing),
        );
        block["functionCall"] = json!({});
        if !word("id").is_empty() {
            draft.provider_state.wanted = true;
            block["functionCall"]["id"] = json!(word("id"));
        }
        draft.provider_state.block(None, block);
        return;
    }
    let Some(words) = part.get("text").and_then(Value::as_str) else {
        return;
    };
    if part.get("thought") == Some(&Value::Bool(true)) {
        return;
    }
    draft.text += words;
    if signature.is_none() {
        // Unsigned text comes in pieces, and is one part; a signed one stays as it came.
        let last = draft.provider_state.last().filter(|last| is_plain(last));
        if let Some(last) = last {
            provider_state::append(&mut last["text"], &json!(words));
            return;
        }
        if words.is_empty() {
            return;
        }
    }
    block["text"] = json!(words);
    draft.provider_state.block(None, block);
}

fn is_plain(part: &Value) -> bool {
    part.get("text").is_some() && part.get(SIGNATURE).is_none()
}

/// What is read from the cache is counted as input too; thoughts are not counted as output.
fn tokens(usage: &Value) -> Tokens {
    let count = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or_default();
    let sum = |a: &str, b: &str| count(a).saturating_add(count(b));
    Tokens {
        input: sum("promptTokenCount", "toolUsePromptTokenCount"),
        cached: count("cachedContentTokenCount"),
        output: sum("candidatesTokenCount", "thoughtsTokenCount"),
    }
}
