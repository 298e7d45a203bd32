//! What a walk finds, gathered from its threads.

use std::sync::Mutex;

use ignore::{DirEntry, WalkBuilder, WalkState};

use super::survey::left_out;
use super::{FileEntry, LeftOut, Walk, listed_file};
use crate::Unsearched;

/// What a walk found, in any order.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) files: Vec<FileEntry>,
    /// What is not listed, but for what was not entered.
    pub(super) left_out: Vec<LeftOut>,
    /// Whether the walk was stopped.
    pub(super) stopped: bool,
}

/// What one thread found; it is merged into the result when the thread ends.
struct Batch<'a> {
    found: Gathered,
    into: &'a Mutex<Gathered>,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        if let Ok(mut all) = self.into.lock() {
            all.files.append(&mut self.found.files);
            all.left_out.append(&mut self.found.left_out);
            all.stopped |= self.found.stopped;
        }
    }
}

impl Walk<'_> {
    /// Walks through the entries that `admit` admits, on several threads. If `stop` returns true, the walk ends.
    pub(super) fn gather(
        &self,
        mut walker: WalkBuilder,
        admit: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Gathered {
        let gathered = Mutex::new(Gathered::default());
        let walker = walker.filter_entry(admit).threads(self.threads).build_parallel();
        walker.run(|| {
            let mut batch = Batch { found: Gathered::default(), into: &gathered };
            Box::new(move |entry| {
                batch.found.add(self, &entry);
                batch.found.stopped |= stop();
                if batch.found.stopped { WalkState::Quit } else { WalkState::Continue }
            })
        });
        gathered.into_inner().unwrap_or_default()
    }
}

impl Gathered {
    fn add(&mut self, walk: &Walk<'_>, entry: &Result<DirEntry, ignore::Error>) {
        let (path, why) = match entry {
            Ok(entry) => match listed_file(walk, entry) {
                Ok(file) => return self.files.extend(file),
                Err(why) => (entry.path(), why),
            },
            Err(error) => {
                (super::survey::path_of(error).unwrap_or(walk.root), Unsearched::Unreadable)
            }
        };
        self.left_out.push(left_out(walk.root, &walk.prefix, path, false, why));
    }
}
