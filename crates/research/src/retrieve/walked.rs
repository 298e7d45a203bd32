//! Walks over the commits: what one found is kept for as long as the history is the same.

use firsthand_codegraph::Cancel;
use firsthand_codegraph::store::{Key, key};
use firsthand_history::{FoundCommits, History, HistoryError, Limits, WalkResult, Wanted};

use firsthand_source::secrets::redact_name;

use super::Retriever;

impl Retriever {
    /// The commits that touched what is wanted: by a walk now, or as an earlier one found them in the same history. The
    /// commits themselves are read, always.
    pub(super) fn touching(
        &self,
        history: &History,
        wanted: &[Wanted],
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<WalkResult, HistoryError> {
        let Some(store) = self.toolbox.graph().store() else {
            return history.touching(wanted, limits, cancel);
        };
        let walk = walk_key(&history.state()?, wanted, limits);
        let known = store.get(&walk).and_then(|kept| read(&kept));
        if let Some(walked) = known.and_then(|found| history.read_again(found).ok()) {
            return Ok(walked);
        }
        let walked = history.touching(wanted, limits, cancel)?;
        // Who stopped looking found a part, and no name that is a secret is kept.
        if !cancel.is_cancelled()
            && moves(&walked).all(|from| redact_name(from) == from)
            && let Ok(kept) = serde_json::to_vec(&FoundCommits::from(&walked))
        {
            store.put(&walk, &kept);
        }
        Ok(walked)
    }
}

/// Where files stood before commits moved them.
fn moves(walked: &WalkResult) -> impl Iterator<Item = &str> {
    let changes = walked.touches.iter().flat_map(|touch| &touch.changes);
    changes.filter_map(|change| change.moved_from.as_deref())
}

fn read(kept: &[u8]) -> Option<FoundCommits> {
    serde_json::from_slice(kept).ok()
}

/// All that a walk depends on.
fn walk_key(state: &str, wanted: &[Wanted], limits: Limits) -> Key {
    let mut hasher = blake3::Hasher::new();
    for one in wanted {
        let lines = one.lines.as_ref();
        let lines = lines.map(|(lines, content)| (*lines, blake3::hash(content)));
        hasher.update(format!("{:?} {lines:?}\n", one.path).as_bytes());
    }
    let Limits {
        commits,
        touches,
        since,
    } = limits;
    let limits = format!("{commits} {touches} {since:?}");
    let wanted = hasher.finalize();
    key(&[
        b"commits",
        state.as_bytes(),
        wanted.as_bytes(),
        limits.as_bytes(),
    ])
}
