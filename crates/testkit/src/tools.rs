//! Honest tools over a repository in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use firsthand_agent::{CallContext, Tool, ToolError, ToolOutput, ToolSpec};
use firsthand_registry::{Observation, RepoPath, Source};
use firsthand_validator::Coverage;
use serde_json::{Value, json};

use crate::FakeRepo;

/// `find {text}`: the lines that contain a text, with two lines around each.
#[derive(Clone, Debug)]
pub struct Find(pub FakeRepo);

/// `read {path, start, end}`: lines of a file.
#[derive(Clone, Debug)]
pub struct Read(pub FakeRepo);

/// `list {}`: all paths.
#[derive(Clone, Debug)]
pub struct List(pub FakeRepo);

#[async_trait]
impl Tool for Find {
    fn spec(&self) -> ToolSpec {
        spec(
            "find",
            "Finds lines that hold a text.",
            &json!({"text": {"type": "string"}}),
        )
    }

    async fn call(&self, arguments: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let text = string(&arguments, "text")?;
        let windows = self.0.find(&text);
        let coverage = Coverage {
            patterns: 1,
            files_seen: self.0.paths().len() as u64,
            ..Coverage::default()
        };
        let output = ToolOutput::from(Observation::matches(Source::GREP, windows));
        Ok(ToolOutput { coverage, ..output })
    }
}

#[async_trait]
impl Tool for Read {
    fn spec(&self) -> ToolSpec {
        let number = json!({"type": "integer"});
        let properties = json!({"path": {"type": "string"}, "start": number, "end": number});
        spec("read", "Shows lines of a file.", &properties)
    }

    async fn call(&self, arguments: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let path = string(&arguments, "path")?;
        let path = RepoPath::new(&path).map_err(|error| ToolError::Answer(error.to_string()))?;
        let number = |name: &str, default| {
            let value = arguments.get(name).and_then(Value::as_u64);
            value.map_or(default, |n| u32::try_from(n).unwrap_or(u32::MAX))
        };
        let window = self
            .0
            .window(&path, number("start", 1), number("end", u32::MAX));
        let window = window.ok_or_else(|| ToolError::Answer(format!("no such lines in {path}")))?;
        Ok(ToolOutput::from(Observation::read(Source::READ, window)))
    }
}

#[async_trait]
impl Tool for List {
    fn spec(&self) -> ToolSpec {
        spec("list", "Lists all paths.", &json!({}))
    }

    async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let paths = self.0.paths();
        let summary = format!("{} files", paths.len());
        let output = ToolOutput::from(Observation::listed(Source::LIST, paths));
        Ok(ToolOutput { summary, ..output })
    }
}

/// A tool that returns fixed results in turn, for any arguments.
#[derive(Clone, Debug)]
pub struct FixedResults {
    name: &'static str,
    outputs: Arc<Mutex<VecDeque<ToolOutput>>>,
}

impl FixedResults {
    /// A tool with these results, which are repeated in a cycle.
    #[must_use]
    pub fn new(name: &'static str, outputs: impl IntoIterator<Item = ToolOutput>) -> Self {
        let outputs = Arc::new(Mutex::new(outputs.into_iter().collect()));
        Self { name, outputs }
    }
}

#[async_trait]
impl Tool for FixedResults {
    fn spec(&self) -> ToolSpec {
        spec(self.name, "Returns what it was given.", &json!({}))
    }

    async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        let next = outputs.pop_front().unwrap_or_default();
        outputs.push_back(next.clone());
        Ok(next)
    }
}

pub(crate) fn spec(name: &str, description: &str, properties: &Value) -> ToolSpec {
    ToolSpec::new(
        name,
        description,
        json!({"type": "object", "properties": properties}),
    )
}

fn string(arguments: &Value, name: &str) -> Result<String, ToolError> {
    let value = arguments.get(name).and_then(Value::as_str);
    value
        .map(str::to_owned)
        .ok_or_else(|| ToolError::Answer(format!("`{name}` is missing")))
}
