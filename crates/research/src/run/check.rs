//! Rereads cited files and commits.

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_agent::validator::{Present, PresentFile};
use firsthand_registry::{LineRange, RepoPath};
use futures::StreamExt as _;
use tokio::time::{Instant, timeout_at};

use super::RunDependencies;

/// The most files that are read concurrently.
const MAX_CONCURRENT_READS: usize = 8;

/// The current content of the cited lines. What cannot be read before the deadline counts as unreadable.
pub(super) async fn reread(
    deps: &RunDependencies,
    cited: BTreeMap<RepoPath, Vec<LineRange>>,
    deadline: Instant,
) -> Present {
    let mut present = Present::unread(cited.keys());
    let mut reads = Vec::new();
    for (path, ranges) in cited {
        let files = Arc::clone(&deps.files);
        reads.push(async move {
            let bytes = timeout_at(deadline, files.bytes(&path)).await.ok()?.ok()?;
            let file = bytes.map(|bytes| PresentFile::of(&path, &bytes, &ranges));
            Some((path, file))
        });
    }
    let mut read = futures::stream::iter(reads).buffered(MAX_CONCURRENT_READS);
    while let Some(file) = read.next().await {
        if let Some((path, file)) = file {
            present.set(path, file);
        }
    }
    present
}
