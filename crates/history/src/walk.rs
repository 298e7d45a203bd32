//! The walk over commits, newest first.

use gix::revision::walk::{Info, Sorting};
use gix::traverse::commit::simple::CommitTimeOrder;
use gix::{ObjectId, Repository};

use crate::look::{BlobReader, GitResult};
use crate::track::TrackedFile;
use crate::{Cancel, Commit, FileChange, HistoryError, Limits, WalkResult, Wanted};

/// The commits that HEAD reaches, newest first.
fn commits(repo: &Repository) -> GitResult<impl Iterator<Item = GitResult<Info<'_>>>> {
    let head = repo.head_id().map_err(HistoryError::of)?;
    let order = Sorting::ByCommitTime(CommitTimeOrder::NewestFirst);
    let walk = repo.rev_walk([head.detach()]).sorting(order);
    let walk = walk.all().map_err(HistoryError::of)?;
    Ok(walk.map(|info| info.map_err(HistoryError::of)))
}

pub(crate) fn message(repo: &Repository, id: &str, most: usize) -> GitResult<Option<Vec<u8>>> {
    let Ok(wanted) = ObjectId::from_hex(id.as_bytes()) else {
        return Ok(None);
    };
    for info in commits(repo)?.take(most) {
        let info = info?;
        if info.id == wanted {
            return read(&info).map(|commit| Some(commit.message));
        }
    }
    Ok(None)
}

fn read(info: &Info<'_>) -> GitResult<Commit> {
    let object = info.object().map_err(HistoryError::of)?;
    let message = object.message_raw().map_err(HistoryError::of)?.to_vec();
    let time = object.time().map_err(HistoryError::of)?;
    Ok(Commit {
        id: info.id.to_string(),
        seconds: time.seconds,
        message,
    })
}

pub(crate) fn touching(
    repo: &Repository,
    prefix: &str,
    wanted: &[Wanted],
    limits: Limits,
    cancel: &Cancel,
) -> GitResult<WalkResult> {
    let path = |one: &Wanted| format!("{prefix}{}", one.path.as_str());
    let mut look = BlobReader::new(repo, wanted.iter().map(path).collect());
    let mut tracks: Vec<TrackedFile> = Vec::new();
    for (at, one) in wanted.iter().enumerate() {
        tracks.push(TrackedFile::of(&mut look, at, one)?);
    }
    let mut walked = WalkResult::default();
    for info in commits(repo)? {
        let info = info?;
        let early = info
            .commit_time
            .zip(limits.since)
            .is_some_and(|(time, since)| time < since);
        let open = tracks.iter().any(|track| track.touches < limits.touches);
        if early || !open || walked.commits == limits.commits || cancel.is_cancelled() {
            walked.truncated = true;
            break;
        }
        walked.commits += 1;
        let mut changes = Vec::new();
        for track in tracks.iter_mut().filter(|t| t.touches < limits.touches) {
            if let Some(change) = track.changed_by(&mut look, &info)? {
                track.touches += 1;
                changes.push(change);
            }
        }
        if !changes.is_empty() {
            let commit = read(&info)?;
            walked.touches.push(FileChange { commit, changes });
        }
    }
    Ok(walked)
}
