//! The files that commits changed together.

use std::collections::BTreeMap;

use firsthand_source::{Cancel, RepoPath};
use gix::ObjectId;

use crate::blobs::GitResult;
use crate::changed::id_of;
use crate::trees::{TreeDiff, TreeLimits, tree_of};
use crate::walk::{boundaries, commits_from};
use crate::{History, HistoryError};

/// The most bytes of folders that are compared for one commit.
const MAX_FOLDER_BYTES: usize = 8 << 20;

/// What is counted of the commits that changed files together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TogetherLimits {
    /// The most commits that are walked, newest first.
    pub commits: usize,
    /// Commits that changed more files are left out: they say little about any two of them.
    pub files: usize,
}

impl Default for TogetherLimits {
    fn default() -> Self {
        Self { commits: 1_000, files: 30 }
    }
}

/// How often commits changed files together with others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ChangedTogether {
    /// For each of the given files, in how many commits it changed.
    pub changes: Vec<usize>,
    /// Other files, each with the number of commits that changed it together with each of the given ones.
    pub others: BTreeMap<RepoPath, Vec<usize>>,
    /// The number of commits that were walked.
    pub commits: usize,
    /// Whether older commits were left out, by a limit or a cancellation, or are not in a shallow clone.
    pub truncated: bool,
}

impl History {
    /// Counts which files changed in the same commits as `paths`, in the newest commits that `from`, a commit's id,
    /// reaches. Merges are left out.
    ///
    /// # Errors
    /// An object cannot be read.
    pub fn changed_together(
        &self,
        paths: &[RepoPath],
        from: &str,
        limits: TogetherLimits,
        cancel: &Cancel,
    ) -> Result<ChangedTogether, HistoryError> {
        let paths: Vec<String> =
            paths.iter().map(|path| self.location.in_repository(path)).collect();
        self.read(|repo| {
            let mut found =
                ChangedTogether { changes: vec![0; paths.len()], ..ChangedTogether::default() };
            let boundaries = boundaries(repo)?;
            for info in commits_from(repo, id_of(from)?)? {
                if found.commits == limits.commits || cancel.is_cancelled() {
                    found.truncated = true;
                    break;
                }
                let info = info?;
                if boundaries.contains(&info.id) {
                    found.truncated = true;
                    continue;
                }
                found.commits += 1;
                let parents: Vec<ObjectId> = info.parent_ids.iter().copied().collect();
                let [parent] = &parents[..] else { continue };
                let Some(changed) = changed_paths(repo, *parent, info.id, limits.files)? else {
                    continue;
                };
                self.count(&paths, &changed, &mut found);
            }
            Ok(found)
        })
    }

    fn count(&self, paths: &[String], changed: &[String], found: &mut ChangedTogether) {
        let is_changed: Vec<bool> = paths.iter().map(|path| changed.contains(path)).collect();
        if !is_changed.contains(&true) {
            return;
        }
        let add = |counts: &mut [usize]| {
            for (count, _) in counts.iter_mut().zip(&is_changed).filter(|(_, is)| **is) {
                *count += 1;
            }
        };
        add(&mut found.changes);
        let below = changed.iter().filter(|path| !paths.contains(path));
        for path in below.filter_map(|path| self.location.in_tree(path)) {
            add(found.others.entry(path).or_insert_with(|| vec![0; paths.len()]));
        }
    }
}

/// The files that a commit changed; `None` if they are more than `most`, or too much had to be compared.
fn changed_paths(
    repo: &gix::Repository,
    parent: ObjectId,
    commit: ObjectId,
    most: usize,
) -> GitResult<Option<Vec<String>>> {
    let limits = TreeLimits { files: most + 1, bytes: MAX_FOLDER_BYTES };
    let (before, after) = (tree_of(repo, parent)?, tree_of(repo, commit)?);
    let changed = TreeDiff::all(repo, limits).of(&before, Some(&after))?;
    Ok((!changed.is_cut).then(|| changed.files.into_iter().map(|file| file.path).collect()))
}
