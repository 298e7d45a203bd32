//! The walk over commits, newest first.

use std::collections::HashSet;
use std::sync::PoisonError;

use gix::revision::walk::{Info, Sorting};
use gix::traverse::commit::simple::CommitTimeOrder;
use gix::{ObjectId, Repository};

use crate::blobs::{BlobReader, GitResult};
use crate::changed::id_of;
use crate::open::{UNSHALLOW, with_remedy};
use crate::track::TrackedFile;
use crate::{
    Cancel, Commit, FileChange, FoundCommits, History, HistoryError, Limits, Target, WalkResult,
};

/// The version of the walk: it changes when the same commits would give a different result.
const WALK_VERSION: u32 = 1;

/// The commits that HEAD reaches, newest first.
fn commits(repo: &Repository) -> GitResult<impl Iterator<Item = GitResult<Info<'_>>>> {
    let head = repo.head_id().map_err(HistoryError::of)?;
    commits_from(repo, head.detach())
}

/// The commits that a commit reaches, newest first.
pub(crate) fn commits_from(
    repo: &Repository,
    commit: ObjectId,
) -> GitResult<impl Iterator<Item = GitResult<Info<'_>>>> {
    let order = Sorting::ByCommitTime(CommitTimeOrder::NewestFirst);
    let walk = repo.rev_walk([commit]).sorting(order).all().map_err(HistoryError::of)?;
    Ok(walk.map(|info| info.map_err(HistoryError::of)))
}

/// The oldest commits of a shallow clone: what they changed is not known, since it does not have their parents.
pub(crate) fn boundaries(repo: &Repository) -> GitResult<HashSet<ObjectId>> {
    let shallow = repo.shallow_commits().map_err(HistoryError::of)?;
    Ok(shallow.iter().flat_map(|commits| commits.iter().copied()).collect())
}

/// The ids of the newest `limit` commits that `head` reaches.
pub(crate) struct ReachedCommits {
    head: ObjectId,
    limit: usize,
    ids: HashSet<ObjectId>,
}

impl History {
    /// Everything that a walk depends on except its targets and limits: HEAD, shallow boundaries, replaced objects, the
    /// root's path in the repository, and the version of the walk's code. With the same state, a walk has the same
    /// result.
    ///
    /// # Errors
    /// The repository cannot be read.
    pub fn state(&self) -> Result<String, HistoryError> {
        self.read(|repo| {
            let head = repo.head_id().map_err(HistoryError::of)?;
            let mut state = format!("{WALK_VERSION} {head}\n");
            for boundaries in repo.shallow_commits().map_err(HistoryError::of)?.iter() {
                boundaries.iter().for_each(|id| state += &format!("{id}\n"));
            }
            let references = repo.references().map_err(HistoryError::of)?;
            for replaced in references.prefixed("refs/replace/").map_err(HistoryError::of)? {
                let replaced = replaced.map_err(HistoryError::of)?;
                state += &format!("{:?}\n", replaced.inner);
            }
            Ok(state + &self.location.below)
        })
    }

    /// Restores the result of an earlier walk in the same [`state`](History::state), with the commits read again.
    ///
    /// # Errors
    /// An object cannot be read.
    pub fn read_again(&self, found: FoundCommits) -> Result<WalkResult, HistoryError> {
        self.read(|repo| {
            let touches = found.touches.into_iter().map(|(id, changes)| {
                Ok(FileChange { commit: read_commit(repo, id_of(&id)?)?, changes })
            });
            let FoundCommits { commits, truncated, .. } = found;
            let touches = touches.collect::<GitResult<_>>()?;
            Ok(WalkResult { touches, commits, truncated, unreadable: None })
        })
    }

    /// Reads the message of a commit from its object; `None` if the commit is not one of the newest `limit` that HEAD
    /// reaches. Their ids are cached.
    ///
    /// # Errors
    /// An object cannot be read.
    pub fn message(&self, id: &str, limit: usize) -> Result<Option<Vec<u8>>, HistoryError> {
        let Ok(id) = id_of(id) else {
            return Ok(None);
        };
        let mut cache = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        self.read(|repo| {
            let head = repo.head_id().map_err(HistoryError::of)?.detach();
            let is_current = |cached: &ReachedCommits| cached.head == head && cached.limit == limit;
            let reached = match cache.take().filter(is_current) {
                Some(cached) => cached,
                None => {
                    let ids = commits(repo)?.take(limit).map(|info| Ok(info?.id));
                    let ids = ids.collect::<GitResult<_>>()?;
                    ReachedCommits { head, limit, ids }
                }
            };
            let is_reached = cache.insert(reached).ids.contains(&id);
            let commit = is_reached.then(|| read_commit(repo, id)).transpose()?;
            Ok(commit.map(|commit| commit.message))
        })
    }

    /// Finds the commits that changed the targets, newest first. If an object cannot be read, the result is what was
    /// found before.
    ///
    /// # Errors
    /// The repository cannot be opened, or an index of its objects is broken.
    pub fn touching(
        &self,
        targets: &[Target],
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<WalkResult, HistoryError> {
        self.read(|repo| {
            let path = |target: &Target| self.location.in_repository(&target.path);
            let mut blobs = BlobReader::new(repo, targets.iter().map(path).collect());
            let mut walked = WalkResult::default();
            if let Err(error) = walk_commits(&mut blobs, targets, limits, cancel, &mut walked) {
                walked.truncated = true;
                walked.unreadable = Some(with_remedy(repo, error).to_string());
            }
            Ok(walked)
        })
    }
}

/// Reads a commit from its object.
pub(crate) fn read_commit(repo: &Repository, id: ObjectId) -> GitResult<Commit> {
    let object = repo.find_commit(id).map_err(HistoryError::of)?;
    let message = object.message_raw().map_err(HistoryError::of)?.to_vec();
    let time = object.time().map_err(HistoryError::of)?;
    Ok(Commit { id: id.to_string(), seconds: time.seconds, message })
}

/// Walks the commits until a limit; what was found before an error stays in the result.
fn walk_commits(
    blobs: &mut BlobReader<'_>,
    targets: &[Target],
    limits: Limits,
    cancel: &Cancel,
    walked: &mut WalkResult,
) -> GitResult<()> {
    let mut tracks: Vec<TrackedFile> = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        tracks.push(TrackedFile::of(blobs, index, target)?);
    }
    let boundaries = boundaries(blobs.repo)?;
    for info in commits(blobs.repo)? {
        let info = info?;
        let too_old = info.commit_time.zip(limits.since).is_some_and(|(time, since)| time < since);
        let any_below_limit = tracks.iter().any(|track| track.touches < limits.touches);
        if too_old || !any_below_limit || walked.commits == limits.commits || cancel.is_cancelled()
        {
            walked.truncated = true;
            break;
        }
        if boundaries.contains(&info.id) {
            walked.truncated = true;
            walked.unreadable = Some(UNSHALLOW.to_owned());
            continue;
        }
        walked.commits += 1;
        let mut changes = Vec::new();
        for track in tracks.iter_mut().filter(|t| t.touches < limits.touches) {
            if let Some(change) = track.changed_by(blobs, &info)? {
                track.touches += 1;
                changes.push(change);
            }
        }
        if !changes.is_empty() {
            let commit = read_commit(blobs.repo, info.id)?;
            walked.touches.push(FileChange { commit, changes });
        }
    }
    Ok(())
}
