//! What a server wants to see again with a turn, while it is being read and when it goes back: thoughts
//! that it signed, or that its model cannot go on without. Only a turn with calls keeps any; after
//! another one no server asks.

use std::collections::HashMap;

use firsthand_agent::ModelTurn;
use serde_json::{Map, Value, json};

/// The blocks of an answer, in order; calls are only placeholders, filled in from the turn.
const BLOCKS: &str = "blocks";

/// What a server sent along with an answer and expects back with the next request.
#[derive(Default)]
pub(super) struct ProviderState {
    /// Whether the blocks hold something that has to come back.
    pub(super) wanted: bool,
    blocks: Vec<Value>,
    /// Where the last block of each key is.
    latest: HashMap<Option<u64>, usize>,
    fields: Map<String, Value>,
}

impl ProviderState {
    /// One more block; pieces of it have this key in common.
    pub(super) fn block(&mut self, key: Option<u64>, block: Value) {
        self.latest.insert(key, self.blocks.len());
        self.blocks.push(block);
    }

    /// The last block.
    pub(super) fn last(&mut self) -> Option<&mut Value> {
        self.blocks.last_mut()
    }

    /// The block of that key.
    pub(super) fn of_key(&mut self, key: Option<u64>) -> Option<&mut Value> {
        self.blocks.get_mut(*self.latest.get(&key)?)
    }

    /// One more piece of a field: text goes on, lists grow.
    pub(super) fn field(&mut self, name: &str, piece: &Value) {
        match (self.fields.get_mut(name), piece) {
            (_, Value::Null) => {}
            (Some(Value::Array(all)), Value::Array(more)) => {
                more.iter().for_each(|one| entry(all, one));
            }
            (Some(known), piece) => append(known, piece),
            (None, Value::Array(first)) => {
                let mut all = Vec::new();
                first.iter().for_each(|one| entry(&mut all, one));
                self.fields.insert(name.to_owned(), Value::Array(all));
            }
            (None, piece) => {
                self.fields.insert(name.to_owned(), piece.clone());
            }
        }
    }

    /// All of it, as the port keeps it.
    pub(super) fn finish(self) -> Option<Value> {
        let mut all = self.fields;
        if self.wanted {
            all.insert(BLOCKS.to_owned(), Value::Array(self.blocks));
        }
        (!all.is_empty()).then_some(Value::Object(all))
    }
}

/// Text goes on; anything else is replaced.
pub(super) fn append(known: &mut Value, piece: &Value) {
    match (known, piece) {
        (_, Value::Null) => {}
        (Value::String(text), Value::String(more)) => text.push_str(more),
        (known, piece) => *known = piece.clone(),
    }
}

/// Fields of an entry that come in pieces.
const PIECES: &[&str] = &["text", "summary", "data"];

/// One more entry of a list: it goes on with the last one where both have the same `type` and `index`.
fn entry(all: &mut Vec<Value>, one: &Value) {
    let same = |last: &Value| {
        let alike = |name: &str| last.get(name) == one.get(name);
        one.get("index").is_some() && alike("index") && alike("type")
    };
    match (all.last_mut().filter(|last| same(last)), one) {
        (Some(Value::Object(last)), Value::Object(fields)) => {
            for (name, value) in fields {
                let known = last.entry(name.as_str()).or_insert(Value::Null);
                match PIECES.contains(&name.as_str()) {
                    true => append(known, value),
                    false if value.is_null() => {}
                    false => *known = value.clone(),
                }
            }
        }
        _ => all.push(one.clone()),
    }
}

/// The blocks that were kept with a turn, if they hold as many calls as the turn does.
pub(super) fn blocks(turn: &ModelTurn, is_call: impl Fn(&Value) -> bool) -> Option<&Vec<Value>> {
    let blocks = turn.provider_state.as_ref()?.get(BLOCKS)?.as_array()?;
    let calls = blocks.iter().filter(|block| is_call(block)).count();
    (calls == turn.calls.len()).then_some(blocks)
}

/// A field that was kept with a turn.
pub(super) fn field<'a>(turn: &'a ModelTurn, name: &str) -> Option<&'a Value> {
    turn.provider_state.as_ref()?.get(name)
}

/// A block of text, as two shapes have it.
pub(super) fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_go_on() {
        let check = |pieces: &[Value], expected: Value| {
            let mut state = ProviderState::default();
            pieces.iter().for_each(|piece| state.field("f", piece));
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
