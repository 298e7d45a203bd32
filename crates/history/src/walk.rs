//! The walk over commits, newest first.

use std::collections::HashMap;

use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;
use gix::{ObjectId, Repository};

use crate::follow::follow;
use crate::{Cancel, Commit, FileChange, HistoryError, Limits, LineRange, WalkResult, Wanted};

/// The most bytes of a blob whose lines are followed.
const MAX_BLOB: usize = 2 << 20;

type GitResult<T> = Result<T, HistoryError>;

/// The commits that HEAD reaches, newest first.
fn commits(
    repo: &Repository,
) -> GitResult<impl Iterator<Item = GitResult<gix::revision::walk::Info<'_>>>> {
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

fn read(info: &gix::revision::walk::Info<'_>) -> GitResult<Commit> {
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
    let paths = wanted
        .iter()
        .map(|one| format!("{prefix}{}", one.path.as_str()));
    let mut look = BlobReader {
        repo,
        paths: paths.collect(),
        trees: HashMap::new(),
    };
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
        let mut touched = Vec::new();
        for track in tracks.iter_mut().filter(|t| t.touches < limits.touches) {
            if track.changed_by(&mut look, &info)? {
                track.touches += 1;
                touched.push(track.wanted);
            }
        }
        if !touched.is_empty() {
            let (commit, wanted) = (read(&info)?, touched);
            walked.touches.push(FileChange { commit, wanted });
        }
    }
    Ok(walked)
}

/// Reads trees and blobs; which blob stands at each path of a commit is found out once.
struct BlobReader<'r> {
    repo: &'r Repository,
    paths: Vec<String>,
    trees: HashMap<ObjectId, Vec<Option<ObjectId>>>,
}

impl BlobReader<'_> {
    /// The blob at a wanted path in a commit's tree.
    fn blob_at(&mut self, commit: ObjectId, path: usize) -> GitResult<Option<ObjectId>> {
        if let Some(known) = self.trees.get(&commit) {
            return Ok(known[path]);
        }
        let object = self.repo.find_commit(commit).map_err(HistoryError::of)?;
        let tree = object.tree().map_err(HistoryError::of)?;
        let mut blobs = Vec::new();
        for path in &self.paths {
            let entry = tree.lookup_entry_by_path(path).map_err(HistoryError::of)?;
            let blob = entry.filter(|entry| entry.mode().is_blob());
            blobs.push(blob.map(|entry| entry.object_id()));
        }
        let found = blobs[path];
        self.trees.insert(commit, blobs);
        Ok(found)
    }

    /// The bytes of a blob; `None` where they are too many to compare.
    fn bytes(&self, blob: ObjectId) -> GitResult<Option<Vec<u8>>> {
        let mut object = self.repo.find_blob(blob).map_err(HistoryError::of)?;
        let bytes = object.take_data();
        Ok((bytes.len() <= MAX_BLOB).then_some(bytes))
    }
}

/// A wanted file on its way back.
struct TrackedFile {
    wanted: usize,
    touches: usize,
    /// The wanted lines in each content that the file had; `None` where the whole file is wanted.
    lines: Option<HashMap<ObjectId, LineRange>>,
}

impl TrackedFile {
    /// The lines as they stand at HEAD: the content of now may differ from it.
    fn of(look: &mut BlobReader<'_>, at: usize, wanted: &Wanted) -> GitResult<Self> {
        let mut track = Self {
            wanted: at,
            touches: 0,
            lines: None,
        };
        let Some((lines, now)) = &wanted.lines else {
            return Ok(track);
        };
        let mut known = HashMap::new();
        let head = look.repo.head_id().map_err(HistoryError::of)?.detach();
        if let Some(blob) = look.blob_at(head, at)?
            && let Some(bytes) = look.bytes(blob)?
            && let Some(before) = follow(&bytes, now, *lines).before
        {
            known.insert(blob, before);
        }
        track.lines = Some(known);
        Ok(track)
    }

    /// Whether the commit changed what is wanted: against its parent, or, where it has several, never
    /// (a merge brings changes of other commits).
    fn changed_by(
        &mut self,
        look: &mut BlobReader<'_>,
        info: &gix::revision::walk::Info<'_>,
    ) -> GitResult<bool> {
        let Some(blob) = look.blob_at(info.id, self.wanted)? else {
            return Ok(false);
        };
        let parents: Vec<ObjectId> = info.parent_ids.iter().copied().collect();
        let mut touched = parents.is_empty();
        for parent in &parents {
            let before = look.blob_at(*parent, self.wanted)?;
            touched |= match before {
                Some(before) if before == blob => false,
                Some(before) => self.follow(look, before, blob)?,
                None => true,
            };
        }
        let wanted = self
            .lines
            .as_ref()
            .is_none_or(|lines| lines.contains_key(&blob));
        Ok(touched && wanted && parents.len() < 2)
    }

    /// Follows the wanted lines from one content to the one before; whether they were touched.
    fn follow(
        &mut self,
        look: &BlobReader<'_>,
        before: ObjectId,
        after: ObjectId,
    ) -> GitResult<bool> {
        let Some(known) = &mut self.lines else {
            return Ok(true);
        };
        let Some(lines) = known.get(&after).copied() else {
            return Ok(false);
        };
        let (Some(old), Some(new)) = (look.bytes(before)?, look.bytes(after)?) else {
            return Ok(true);
        };
        let followed = follow(&old, &new, lines);
        if let Some(range) = followed.before {
            let known = known.entry(before).or_insert(range);
            *known = known.hull(range);
        }
        Ok(followed.touched)
    }
}
