//! The calls of a turn while they are being read, in time that grows with the answer's length alone.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::open::Arguments;

/// The most calls of one turn that are read. A model that means them makes a few.
pub(super) const MOST: usize = 128;

/// A call while it is being read.
#[derive(Default)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) tool: String,
    pub(super) arguments: Arguments,
    /// What came beside a call, to go back with it.
    pub(super) beside: Value,
}

impl Call {
    /// Whether a piece with this id and name belongs to it. One without a name does: some servers give
    /// every piece an id of its own. One that repeats both does, until the arguments are whole.
    fn goes_on(&mut self, id: &str, tool: &str) -> bool {
        tool.is_empty()
            || self.tool.is_empty()
            || (id == self.id && tool == self.tool && !self.arguments.is_whole())
    }
}

/// The calls of a turn.
#[derive(Default)]
pub(super) struct Calls {
    all: Vec<Call>,
    /// Where the last call of each key is; a key is what the pieces of one call have in common.
    latest: HashMap<u64, usize>,
    /// Whether there were more than are read.
    too_many: bool,
}

impl Calls {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn too_many(&self) -> bool {
        self.too_many
    }

    /// A piece of a call. It goes on with the call of its key (the last one, where there is no key),
    /// unless it begins another: some servers give every call the same key.
    pub(super) fn piece(&mut self, key: Option<u64>, id: &str, tool: &str, arguments: &str) {
        let known = match key {
            Some(key) => self.latest.get(&key).copied(),
            None => self.all.len().checked_sub(1),
        };
        let mut known = known.and_then(|at| self.all.get_mut(at));
        let Some(call) = known.take_if(|call| call.goes_on(id, tool)) else {
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

    /// A call begins.
    pub(super) fn begin(&mut self, key: Option<u64>, id: &str, tool: &str, arguments: &str) {
        if self.all.len() >= MOST {
            self.too_many = true;
            return;
        }
        if let Some(key) = key {
            self.latest.insert(key, self.all.len());
        }
        let mut call = Call {
            id: id.to_owned(),
            tool: tool.to_owned(),
            ..Call::default()
        };
        call.arguments.push(arguments);
        self.all.push(call);
    }

    /// Something beside the last call.
    pub(super) fn beside(&mut self, what: &Value) {
        if let Some(call) = self.all.last_mut() {
            call.beside = what.clone();
        }
    }

    /// What came beside the calls, in their order, if anything did.
    pub(super) fn all_beside(&self) -> Option<Value> {
        let any = self.all.iter().any(|call| !call.beside.is_null());
        let beside = self.all.iter().map(|call| call.beside.clone());
        any.then(|| json!({ "calls": beside.collect::<Value>() }))
    }

    /// The calls, in the order in which they began.
    pub(super) fn finish(self) -> Vec<Call> {
        self.all
    }
}
