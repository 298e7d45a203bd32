//! A repository in memory.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use firsthand_agent::{FileSource, Tool};
use firsthand_registry::{LineRange, RepoPath, Span, Window, lines_of};

use crate::folder::write_file;
use crate::{Find, List, Read};

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
}
