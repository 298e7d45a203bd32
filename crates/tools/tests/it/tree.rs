//! A temporary tree, and the text of a tool call on it, as a model reads it.

use std::path::Path;

use firsthand_agent::{Cancel, ToolError, ToolOutput};
use firsthand_registry::{Registry, show};
use firsthand_tools::{ToolOptions, Toolbox};
use serde_json::Value;
use tempfile::TempDir;

/// A tree on disk, deleted when this is dropped.
pub(crate) struct Tree(TempDir);

impl Tree {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self(TempDir::new().unwrap());
        for (path, text) in files {
            tree.write(path, text.as_bytes());
        }
        tree
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        let full = self.root().join(path);
        std::fs::create_dir_all(full.parent().unwrap()).unwrap();
        std::fs::write(full, bytes).unwrap();
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, path: &str) {
        let full = self.root().join(path);
        std::fs::create_dir_all(full.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, full).unwrap();
    }

    pub(crate) fn toolbox(&self) -> Toolbox {
        Toolbox::open(self.root(), ToolOptions::default()).unwrap()
    }

    pub(crate) fn output(&self, tool: &str, arguments: &str) -> Result<ToolOutput, ToolError> {
        run(&self.toolbox(), tool, arguments, 12_000)
    }

    /// Calls the tool; returns what a model reads, with the report's findings below it.
    pub(crate) fn see(&self, tool: &str, arguments: &str) -> String {
        self.see_in(tool, arguments, 12_000)
    }

    /// As [`Tree::see`], with `room` as the most characters of observations.
    pub(crate) fn see_in(&self, tool: &str, arguments: &str, room: usize) -> String {
        match run(&self.toolbox(), tool, arguments, room) {
            Ok(output) => text(output),
            Err(ToolError::Answer(answer)) => format!("answer: {answer}\n"),
            Err(ToolError::Stop(reason)) => format!("stop: {reason}\n"),
        }
    }
}

pub(crate) fn run(
    toolbox: &Toolbox,
    tool: &str,
    arguments: &str,
    room: usize,
) -> Result<ToolOutput, ToolError> {
    let tool = toolbox.tool(tool).unwrap();
    let call = toolbox.call(Cancel::new(), room);
    let arguments: Value = serde_json::from_str(arguments).unwrap();
    runtime().block_on(tool.call(arguments, &call))
}

pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().build().unwrap()
}

/// The output as a model reads it, with the report's findings below it.
pub(crate) fn text(output: ToolOutput) -> String {
    let mut registry = Registry::new();
    let mut text = output.summary;
    if !text.is_empty() {
        text.push('\n');
    }
    for observation in output.observations {
        let ids = registry.observe(observation.clone());
        text.push_str(&show(&observation, &ids).unwrap());
    }
    for (path, range) in output.left_out {
        text.push_str(&format!("not shown: {path}:{range}\n"));
    }
    for note in output.diagnostics {
        text.push_str(&format!("note: {note}\n"));
    }
    for finding in output.findings {
        text.push_str(&format!("finding: {} {}\n", finding.rule, finding.detail));
    }
    text
}
