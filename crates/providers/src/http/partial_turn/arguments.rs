//! The tool calls of a turn while they are being read, in time linear in the answer's length; their arguments arrive in
//! pieces, each scanned once.

use std::collections::HashMap;

use serde_json::{Value, json};

/// The most bytes of a top-level number, boolean or null that is recognized as complete.
const MAX_SCALAR_BYTES: usize = 32;

/// JSON text that arrives in pieces.
#[derive(Default)]
pub(super) struct Arguments {
    text: String,
    /// The number of open arrays and objects.
    depth: usize,
    /// Whether the next byte is inside a string.
    in_string: bool,
    /// Whether the previous byte, a backslash, escapes the next one.
    escaped: bool,
    /// Whether the top-level array, object or string is closed.
    is_closed: bool,
    /// Whether text follows the closed value, or a bracket closes nothing.
    is_invalid: bool,
    /// Whether the closed text is valid JSON; `None` before it was parsed.
    closed_text_is_json: Option<bool>,
}

impl Arguments {
    /// Appends a piece.
    pub(super) fn push(&mut self, piece: &str) {
        self.text += piece;
        piece.bytes().for_each(|byte| self.scan(byte));
    }

    /// Whether the text so far is valid JSON; for a number, boolean or null only up to [`MAX_SCALAR_BYTES`]. Other text
    /// is parsed once, when its last bracket or quote is closed: text that is invalid then never becomes valid.
    pub(super) fn is_complete(&mut self) -> bool {
        if self.is_invalid {
            return false;
        }
        if self.is_closed {
            let text = &self.text;
            return *self.closed_text_is_json.get_or_insert_with(|| is_json(text));
        }
        self.depth == 0
            && !self.in_string
            && self.text.len() <= MAX_SCALAR_BYTES
            && is_json(&self.text)
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn scan(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => {
                    self.in_string = false;
                    self.is_closed = self.depth == 0;
                }
                _ => {}
            }
            return;
        }
        self.is_invalid |= self.is_closed && !b" \t\n\r".contains(&byte);
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.is_invalid |= self.depth == 0;
                self.depth = self.depth.saturating_sub(1);
                self.is_closed = self.depth == 0;
            }
            _ => {}
        }
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok()
}

/// The most tool calls of one turn. A sensible turn has a few.
pub(super) const MAX_CALLS: usize = 128;

/// A tool call while it is being read.
#[derive(Default)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) tool: String,
    pub(super) arguments: Arguments,
    /// The API's extra field of the call, which is sent back with it.
    pub(super) extra: Value,
}

impl Call {
    /// Whether a piece with this id and tool name belongs to the call. A piece without a name does: some servers
    /// give every piece its own id. If the call has no name yet, every piece does. A piece that repeats both does until
    /// the arguments are complete.
    fn is_continued_by(&mut self, id: &str, tool: &str) -> bool {
        tool.is_empty()
            || self.tool.is_empty()
            || (id == self.id && tool == self.tool && !self.arguments.is_complete())
    }
}

/// The tool calls of a turn.
#[derive(Default)]
pub(in crate::http) struct Calls {
    /// The calls, in the order in which they began.
    pub(super) all: Vec<Call>,
    /// The index of the last call of each key; the pieces of one call share a key.
    last_index_by_key: HashMap<u64, usize>,
    /// Whether the answer has more calls than [`MAX_CALLS`].
    pub(super) too_many: bool,
}

impl Calls {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds a piece of a call to the call of its key (without a key, to the last call), unless it begins a new call:
    /// some servers give every call the same key.
    pub(in crate::http) fn add_piece(
        &mut self,
        key: Option<u64>,
        id: &str,
        tool: &str,
        arguments: &str,
    ) {
        let index = match key {
            Some(key) => self.last_index_by_key.get(&key).copied(),
            None => self.all.len().checked_sub(1),
        };
        let mut open_call = index.and_then(|index| self.all.get_mut(index));
        let Some(call) = open_call.take_if(|call| call.is_continued_by(id, tool)) else {
            self.begin(key, id, tool, arguments);
            return;
        };
        if call.id.is_empty() {
            id.clone_into(&mut call.id);
        }
        if call.tool.is_empty() {
            tool.clone_into(&mut call.tool);
        }
        call.arguments.push(arguments);
    }

    /// Begins a new call, with all of its arguments or the first piece of them.
    pub(in crate::http) fn begin(
        &mut self,
        key: Option<u64>,
        id: &str,
        tool: &str,
        arguments: &str,
    ) {
        if self.all.len() >= MAX_CALLS {
            self.too_many = true;
            return;
        }
        if let Some(key) = key {
            self.last_index_by_key.insert(key, self.all.len());
        }
        let mut call = Call { id: id.to_owned(), tool: tool.to_owned(), ..Call::default() };
        call.arguments.push(arguments);
        self.all.push(call);
    }

    /// Stores the extra field of the last call, to be sent back with it.
    pub(in crate::http) fn set_extra(&mut self, value: &Value) {
        if let Some(call) = self.all.last_mut() {
            call.extra = value.clone();
        }
    }

    /// The extra fields of all calls, in their order; `None` if no call has one.
    pub(super) fn extras(&self) -> Option<Value> {
        let has_extra = self.all.iter().any(|call| !call.extra.is_null());
        let extra = self.all.iter().map(|call| call.extra.clone());
        has_extra.then(|| json!({ "calls": extra.collect::<Value>() }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks after each piece that the arguments are complete exactly if the text so far is valid JSON.
    fn check(pieces: &[&str]) {
        let (mut arguments, mut text) = (Arguments::default(), String::new());
        for piece in pieces {
            arguments.push(piece);
            text += piece;
            assert_eq!(arguments.is_complete(), is_json(&text), "{pieces:?} {text:?}");
        }
        assert_eq!(arguments.finish(), text);
    }

    #[test]
    fn complete_arguments_are_detected() {
        check(&["", " ", "{", "\"a\"", ":", "[1, {}]", "} ", "x"]);
        check(&["{\"}", "\\", "\"\"", ": 1}", "\n", "{}"]);
        check(&["{oops}", "{}"]);
        check(&["\"{\\\"a\\\"", ": 1}\"", "\"\""]);
        check(&["nu", "ll", "1"]);
        check(&["}", "{}"]);
        check(&["{]", "}"]);
        check(&["1", "{}"]);
        check(&["{}", "\u{c}"]);
    }

    proptest! {
        #[test]
        fn arguments_are_complete_exactly_if_their_text_is_json(pieces in prop::collection::vec("[{}\\[\\]\",:\\\\1n a]{0,4}", 0..8)) {
            let pieces: Vec<_> = pieces.iter().map(String::as_str).collect();
            check(&pieces);
        }
    }
}
