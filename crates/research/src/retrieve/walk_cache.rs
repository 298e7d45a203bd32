//! Caches the results of walks over the commits, for as long as the history is the same.

use firsthand_codegraph::Cancel;
use firsthand_codegraph::store::{Key, key};
use firsthand_history::{FoundCommits, History, HistoryError, Limits, Target, WalkResult};

use firsthand_source::secrets::redact_name;

use super::Retriever;

impl Retriever {
    /// The commits that touched the targets, found by a new walk or by a cached one over the same history. The commits
    /// themselves are always read.
    pub(super) fn commits_touching(
        &self,
        history: &History,
        targets: &[Target],
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<WalkResult, HistoryError> {
        let Some(store) = self.toolbox.graph().store() else {
            return history.touching(targets, limits, cancel);
        };
        let cache_key = walk_key(&history.state()?, targets, limits);
        let cached_walk = store.get(&cache_key).and_then(|cached| decode(&cached));
        if let Some(walked) = cached_walk.and_then(|found| history.read_again(found).ok()) {
            return Ok(walked);
        }
        let walked = history.touching(targets, limits, cancel)?;
        // The result of a walk that was cancelled or met an unreadable object is incomplete, and file names that contain a secret must not be cached.
        if !cancel.is_cancelled()
            && walked.unreadable.is_none()
            && previous_paths(&walked).all(|from| redact_name(from) == from)
            && let Ok(cached) = serde_json::to_vec(&FoundCommits::from(&walked))
        {
            store.put(&cache_key, &cached);
        }
        Ok(walked)
    }
}

/// The previous paths of files that commits moved.
fn previous_paths(walked: &WalkResult) -> impl Iterator<Item = &str> {
    let changes = walked.touches.iter().flat_map(|touch| &touch.changes);
    changes.filter_map(|change| change.moved_from.as_deref())
}

fn decode(cached: &[u8]) -> Option<FoundCommits> {
    serde_json::from_slice(cached).ok()
}

/// The cache key: everything that a walk depends on.
fn walk_key(state: &str, targets: &[Target], limits: Limits) -> Key {
    let mut hasher = blake3::Hasher::new();
    for target in targets {
        let lines = target.lines.as_ref();
        let lines = lines.map(|(lines, content)| (*lines, blake3::hash(content)));
        hasher.update(format!("{:?} {lines:?}\n", target.path).as_bytes());
    }
    let Limits {
        commits,
        touches,
        since,
    } = limits;
    let limits = format!("{commits} {touches} {since:?}");
    let targets_hash = hasher.finalize();
    key(&[
        b"commits",
        state.as_bytes(),
        targets_hash.as_bytes(),
        limits.as_bytes(),
    ])
}
