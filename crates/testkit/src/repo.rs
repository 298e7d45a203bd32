//! A repository in memory, and honest tools that read it.

mod prove;

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use firsthand_agent::{CallContext, FileSource, Tool, ToolError, ToolOutput, ToolSpec};
use firsthand_registry::{
    LineRange, Observation, Receipt, RepoPath, Source, Span, Window, lines_of,
};
use firsthand_validator::Coverage;
use serde_json::{Value, json};

use crate::folder::write_file;
pub use prove::Prove;

/// A repository in memory: paths and bytes. Clones share it, and it can change while a run goes on.
#[derive(Clone, Debug, Default)]
pub struct FakeRepo(Arc<Mutex<BTreeMap<RepoPath, Vec<u8>>>>);

/// The path.
///
/// # Panics
/// Where the text is not a path inside a repository.
fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a test's path stays in the repository")
}

impl FakeRepo {
    /// An empty repository.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<RepoPath, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a file.
    #[must_use]
    pub fn with(self, file: &str, text: impl Into<Vec<u8>>) -> Self {
        self.write(file, text);
        self
    }

    /// Writes a file.
    pub fn write(&self, file: &str, text: impl Into<Vec<u8>>) {
        self.files().insert(path(file), text.into());
    }

    /// Removes a file.
    pub fn remove(&self, file: &str) {
        self.files().remove(&path(file));
    }

    /// A file's bytes.
    #[must_use]
    pub fn read(&self, file: &RepoPath) -> Option<Vec<u8>> {
        self.files().get(file).cloned()
    }

    /// The paths, in order.
    #[must_use]
    pub fn paths(&self) -> Vec<RepoPath> {
        self.files().keys().cloned().collect()
    }

    /// Lines of a file as a window; `None` where the file or the lines do not exist.
    #[must_use]
    pub fn window(&self, file: &RepoPath, start: u32, end: u32) -> Option<Window> {
        let bytes = self.read(file)?;
        let span = Span::of_file(file.clone(), &bytes, LineRange::new(start, end)?).ok()?;
        Some(Window::new(span))
    }

    /// A window for each line that contains the text, with two lines around it.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<Window> {
        let mut windows = Vec::new();
        for (file, bytes) in &*self.files() {
            for (number, line) in (1_u32..).zip(lines_of(bytes)) {
                if text.is_empty() || !String::from_utf8_lossy(line).contains(text) {
                    continue;
                }
                let around = LineRange::new(number.saturating_sub(2).max(1), number + 2);
                let span = around.and_then(|range| Span::of_file(file.clone(), bytes, range).ok());
                windows.extend(span.map(|span| Window::new(span).with_hits([number])));
            }
        }
        windows
    }

    /// The tools that read it: `find`, `read` and `list`.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        vec![
            Arc::new(Find(self.clone())),
            Arc::new(Read(self.clone())),
            Arc::new(List(self.clone())),
        ]
    }

    /// The same files in a folder on disk, which is removed when the value is dropped.
    ///
    /// # Panics
    /// Where the folder cannot be written.
    #[must_use]
    pub fn on_disk(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        for (file, bytes) in &*self.files() {
            write_file(folder.path(), file.as_str(), bytes).expect("a file can be written");
        }
        folder
    }
}

#[async_trait]
impl FileSource for FakeRepo {
    async fn bytes(&self, path: &RepoPath) -> io::Result<Option<Vec<u8>>> {
        Ok(self.read(path))
    }

    async fn search_again(&self, receipt: &Receipt) -> Result<Receipt, String> {
        let again = self.absent(&receipt.pattern.text);
        again.map_err(|why| why.to_string())
    }
}

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
        spec("find", "Finds lines that hold a text.", &json!({"text": {"type": "string"}}))
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
        let window = self.0.window(&path, number("start", 1), number("end", u32::MAX));
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
    ToolSpec::new(name, description, json!({"type": "object", "properties": properties}))
}

fn string(arguments: &Value, name: &str) -> Result<String, ToolError> {
    let value = arguments.get(name).and_then(Value::as_str);
    value.map(str::to_owned).ok_or_else(|| ToolError::Answer(format!("`{name}` is missing")))
}
