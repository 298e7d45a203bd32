//! Data of a server's answer that must go back to the server with the next request: signed reasoning, or reasoning
//! that the model depends on. Only turns with tool calls keep it; for other turns no server requires it.

use std::collections::HashMap;

use firsthand_agent::ModelTurn;
use serde_json::{Map, Value, json};

/// The field with the blocks of an answer, in order. Calls in it are placeholders, filled in from the turn.
const BLOCKS: &str = "blocks";

/// What a server sent along with an answer and expects back with the next request.
#[derive(Default)]
pub(super) struct ProviderState {
    /// Whether a block contains data that must be sent back.
    pub(super) has_required_blocks: bool,
    /// The blocks of the answer, in order.
    blocks: Vec<Value>,
    /// The index of the last block of each key; the pieces of one block share a key.
    index_by_key: HashMap<Option<u64>, usize>,
    /// Other fields of the answer, such as `reasoning_content`.
    fields: Map<String, Value>,
}

impl ProviderState {
    /// Adds a block; its later pieces have the same key.
    pub(super) fn push_block(&mut self, key: Option<u64>, block: Value) {
        self.index_by_key.insert(key, self.blocks.len());
        self.blocks.push(block);
    }

    /// The last block.
    pub(super) fn last_block(&mut self) -> Option<&mut Value> {
        self.blocks.last_mut()
    }

    /// The last block with this key.
    pub(super) fn block_by_key(&mut self, key: Option<u64>) -> Option<&mut Value> {
        self.blocks.get_mut(*self.index_by_key.get(&key)?)
    }

    /// Appends a piece to a field: text to text, entries to a list. Null is ignored, and any other value replaces the
    /// field.
    pub(super) fn append_field(&mut self, name: &str, piece: &Value) {
        match (self.fields.get_mut(name), piece) {
            (_, Value::Null) => {}
            (Some(Value::Array(entries)), Value::Array(more)) => {
                more.iter().for_each(|entry| append_entry(entries, entry));
            }
            (Some(current), piece) => append(current, piece),
            (None, Value::Array(first)) => {
                let mut entries = Vec::new();
                first.iter().for_each(|entry| append_entry(&mut entries, entry));
                self.fields.insert(name.to_owned(), Value::Array(entries));
            }
            (None, piece) => {
                self.fields.insert(name.to_owned(), piece.clone());
            }
        }
    }

    /// The state as [`ModelTurn::provider_state`] stores it: the fields, and the blocks if one of them is required.
    /// `None` if there is nothing to store.
    pub(super) fn finish(self) -> Option<Value> {
        let mut fields = self.fields;
        if self.has_required_blocks {
            fields.insert(BLOCKS.to_owned(), Value::Array(self.blocks));
        }
        (!fields.is_empty()).then_some(Value::Object(fields))
    }
}

/// Appends text to text; replaces any other value, but not by null.
pub(super) fn append(current: &mut Value, piece: &Value) {
    match (current, piece) {
        (_, Value::Null) => {}
        (Value::String(text), Value::String(more)) => text.push_str(more),
        (current, piece) => *current = piece.clone(),
    }
}

/// Fields of an entry whose text arrives in pieces.
const STREAMED_FIELDS: &[&str] = &["text", "summary", "data"];

/// Adds an entry to a list. An entry with the same `type` and `index` as the last entry is a further piece of that
/// entry.
fn append_entry(entries: &mut Vec<Value>, entry: &Value) {
    let continues = |last: &Value| {
        let is_equal = |name: &str| last.get(name) == entry.get(name);
        entry.get("index").is_some() && is_equal("index") && is_equal("type")
    };
    match (entries.last_mut().filter(|last| continues(last)), entry) {
        (Some(Value::Object(last)), Value::Object(fields)) => {
            for (name, value) in fields {
                let current = last.entry(name.as_str()).or_insert(Value::Null);
                if STREAMED_FIELDS.contains(&name.as_str()) {
                    append(current, value);
                } else if !value.is_null() {
                    *current = value.clone();
                }
            }
        }
        _ => entries.push(entry.clone()),
    }
}

/// The blocks that are stored with a turn, if they contain as many calls as the turn.
pub(super) fn saved_blocks(
    turn: &ModelTurn,
    is_call: impl Fn(&Value) -> bool,
) -> Option<&Vec<Value>> {
    let blocks = turn.provider_state.as_ref()?.get(BLOCKS)?.as_array()?;
    let calls = blocks.iter().filter(|block| is_call(block)).count();
    (calls == turn.calls.len()).then_some(blocks)
}

/// A field of the provider state that is stored with a turn.
pub(super) fn saved_field<'a>(turn: &'a ModelTurn, name: &str) -> Option<&'a Value> {
    turn.provider_state.as_ref()?.get(name)
}

/// A block of text, in Anthropic's format.
pub(super) fn text_block(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_field_are_joined() {
        let check = |pieces: &[Value], expected: Value| {
            let mut state = ProviderState::default();
            pieces.iter().for_each(|piece| state.append_field("f", piece));
            assert_eq!(state.finish(), Some(json!({ "f": expected })), "{pieces:?}");
        };
        check(&[json!("a"), json!(null), json!("b")], json!("ab"));
        check(&[json!("a"), json!({ "b": 1 })], json!({ "b": 1 }));
        let piece = |index: u32, text: &str| json!([{ "type": "t", "index": index, "text": text }]);
        let signed = json!([{ "type": "t", "index": 0, "text": null, "signature": "s" }]);
        check(
            &[piece(0, "a"), piece(0, "b"), signed, piece(1, "c")],
            json!([
                { "type": "t", "index": 0, "text": "ab", "signature": "s" },
                { "type": "t", "index": 1, "text": "c" },
            ]),
        );
        let bare = json!([{ "type": "t", "text": "a" }]);
        check(
            &[bare.clone(), bare],
            json!([{ "type": "t", "text": "a" }, { "type": "t", "text": "a" }]),
        );
        assert_eq!(ProviderState::default().finish(), None);
    }
}
