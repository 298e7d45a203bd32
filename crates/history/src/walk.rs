//! The walk over commits, newest first.

use std::collections::HashSet;

use gix::revision::walk::{Info, Sorting};
use gix::traverse::commit::simple::CommitTimeOrder;
use gix::{ObjectId, Repository};

use crate::blobs::{BlobReader, GitResult};
use crate::location::Location;
use crate::track::TrackedFile;
use crate::{Cancel, Commit, FileChange, FoundCommits, HistoryError, Limits, Target, WalkResult};

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
    let walk = repo.rev_walk([commit]).sorting(order);
    let walk = walk.all().map_err(HistoryError::of)?;
    Ok(walk.map(|info| info.map_err(HistoryError::of)))
}

/// The ids of the newest `limit` commits that `head` reaches.
pub(crate) struct ReachedCommits {
    head: ObjectId,
    limit: usize,
    ids: HashSet<ObjectId>,
}

/// The message of a commit, if it is one of the newest `limit` that HEAD reaches. The ids of these commits are cached.
pub(crate) fn message(
    repo: &Repository,
    id: &str,
    limit: usize,
    cache: &mut Option<ReachedCommits>,
) -> GitResult<Option<Vec<u8>>> {
    let Ok(id) = ObjectId::from_hex(id.as_bytes()) else {
        return Ok(None);
    };
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
}

pub(crate) fn state(repo: &Repository) -> GitResult<String> {
    let mut state = format!("{}\n", repo.head_id().map_err(HistoryError::of)?);
    for boundaries in repo.shallow_commits().map_err(HistoryError::of)?.iter() {
        boundaries.iter().for_each(|id| state += &format!("{id}\n"));
    }
    let references = repo.references().map_err(HistoryError::of)?;
    for replaced in references.prefixed("refs/replace/").map_err(HistoryError::of)? {
        let replaced = replaced.map_err(HistoryError::of)?;
        state += &format!("{:?}\n", replaced.inner);
    }
    Ok(state)
}

pub(crate) fn read_again(repo: &Repository, found: FoundCommits) -> GitResult<WalkResult> {
    let mut touches = Vec::new();
    for (id, changes) in found.touches {
        let id = ObjectId::from_hex(id.as_bytes()).map_err(HistoryError::of)?;
        let commit = read_commit(repo, id)?;
        touches.push(FileChange { commit, changes });
    }
    Ok(WalkResult { touches, commits: found.commits, truncated: found.truncated, unreadable: None })
}

/// Reads a commit from its object.
pub(crate) fn read_commit(repo: &Repository, id: ObjectId) -> GitResult<Commit> {
    let object = repo.find_commit(id).map_err(HistoryError::of)?;
    let message = object.message_raw().map_err(HistoryError::of)?.to_vec();
    let time = object.time().map_err(HistoryError::of)?;
    Ok(Commit { id: id.to_string(), seconds: time.seconds, message })
}

pub(crate) fn touching(
    repo: &Repository,
    location: &Location,
    targets: &[Target],
    limits: Limits,
    cancel: &Cancel,
) -> GitResult<WalkResult> {
    let path = |target: &Target| location.in_repository(&target.path);
    let mut blobs = BlobReader::new(repo, targets.iter().map(path).collect());
    let mut walked = WalkResult::default();
    if let Err(error) = walk_commits(&mut blobs, targets, limits, cancel, &mut walked) {
        walked.truncated = true;
        walked.unreadable = Some(error.0);
    }
    Ok(walked)
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
    for info in commits(blobs.repo)? {
        let info = info?;
        let too_old = info.commit_time.zip(limits.since).is_some_and(|(time, since)| time < since);
        let any_below_limit = tracks.iter().any(|track| track.touches < limits.touches);
        if too_old || !any_below_limit || walked.commits == limits.commits || cancel.is_cancelled()
        {
            walked.truncated = true;
            break;
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
