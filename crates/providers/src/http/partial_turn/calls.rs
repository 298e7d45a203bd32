//! The tool calls of a turn while they are being read; their arguments arrive in pieces.

use std::collections::HashMap;

use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// The most tool calls of one turn. A sensible turn has a few.
pub(super) const MAX_CALLS: usize = 128;

/// A tool call while it is being read.
#[derive(Default)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) tool: String,
    pub(super) arguments: String,
    /// The API's extra field of the call, which is sent back with it.
    pub(super) extra: Value,
}

impl Call {
    /// Whether a piece with this id and tool name belongs to the call. A piece without a name does: some servers
    /// give every piece its own id. If the call has no name yet, every piece does. A piece that repeats both does until
    /// the arguments are complete.
    fn is_continued_by(&self, id: &str, tool: &str) -> bool {
        tool.is_empty()
            || self.tool.is_empty()
            || (id == self.id && tool == self.tool && !self.is_complete())
    }

    /// Whether the arguments so far are an object. Most pieces end within one, and are not parsed again.
    fn is_complete(&self) -> bool {
        let is_object = |text: &str| serde_json::from_str::<IgnoredAny>(text).is_ok();
        self.arguments.trim_end().ends_with('}') && is_object(&self.arguments)
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
        call.arguments += arguments;
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
        let (id, tool, arguments) = (id.to_owned(), tool.to_owned(), arguments.to_owned());
        self.all.push(Call { id, tool, arguments, extra: Value::Null });
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
