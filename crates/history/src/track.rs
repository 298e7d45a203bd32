//! Follows a target back through the commits.

use std::collections::HashMap;

use gix::ObjectId;
use gix::revision::walk::Info;

use crate::blobs::{BlobReader, GitResult};
use crate::follow::{MappedLines, follow, lines_in, similarity};
use crate::{ChangeStats, LineRange, Target};

/// The least similarity to a removed file for a new file to count as moved.
const MIN_RENAME_SIMILARITY: f64 = 0.5;
/// The most removed files whose lines are compared with those of a new file.
const MAX_RENAME_CANDIDATES: usize = 16;

/// A target that is followed through the commits, from HEAD to older ones.
pub(crate) struct TrackedFile {
    /// The index of the target.
    target: usize,
    /// How many commits that changed it were found so far.
    pub(crate) touches: usize,
    /// The target lines in each content that the file had, by blob; `None` for a whole file.
    lines: Option<HashMap<ObjectId, LineRange>>,
}

impl TrackedFile {
    /// Starts to track the target with this index. Its lines are mapped from the present content to that of HEAD.
    pub(crate) fn of(blobs: &mut BlobReader<'_>, index: usize, target: &Target) -> GitResult<Self> {
        let mut track = Self { target: index, touches: 0, lines: None };
        let Some((lines, present)) = &target.lines else {
            return Ok(track);
        };
        let mut lines_by_blob = HashMap::new();
        let head = blobs.repo.head_id().map_err(crate::HistoryError::of)?.detach();
        if let Some(blob) = blobs.blob_at(head, index)?
            && let Some(bytes) = blobs.text(blob)?
            && let Some(before) = follow(&bytes, present, *lines).before
        {
            lines_by_blob.insert(blob, before);
        }
        track.lines = Some(lines_by_blob);
        Ok(track)
    }

    /// The change of the commit to the target, compared with its parent; `None` if there is none. A merge only brings
    /// changes of other commits, so it has none of its own; its lines are followed to each parent.
    pub(crate) fn changed_by(
        &mut self,
        blobs: &mut BlobReader<'_>,
        info: &Info<'_>,
    ) -> GitResult<Option<ChangeStats>> {
        let Some(blob) = blobs.blob_at(info.id, self.target)? else {
            return Ok(None);
        };
        if self.lines.as_ref().is_some_and(|lines| !lines.contains_key(&blob)) {
            return Ok(None);
        }
        let parents: Vec<ObjectId> = info.parent_ids.iter().copied().collect();
        let mut change = if parents.is_empty() { Some(self.creation(blobs, blob)?) } else { None };
        for parent in &parents {
            let before = blobs.blob_at(*parent, self.target)?;
            change = match before {
                Some(before) if before == blob => None,
                Some(before) => self.follow(blobs, before, blob)?,
                None if parents.len() == 1 => {
                    Some(self.created_or_moved(blobs, info.id, *parent, blob)?)
                }
                None => None,
            };
        }
        Ok(change.filter(|_| parents.len() < 2))
    }

    /// The change that created the file, or moved it from a similar removed file; that file is followed from then on.
    fn created_or_moved(
        &mut self,
        blobs: &mut BlobReader<'_>,
        commit: ObjectId,
        parent: ObjectId,
        blob: ObjectId,
    ) -> GitResult<ChangeStats> {
        let creation = self.creation(blobs, blob)?;
        let removed = blobs.removed_files(parent, commit)?;
        let Some((path, before)) = self.rename_source(blobs, removed, blob)? else {
            return Ok(creation);
        };
        let change = if before == blob { None } else { self.follow(blobs, before, blob)? };
        blobs.set_path(self.target, path.clone());
        Ok(ChangeStats {
            moved_from: Some(path),
            ..change.unwrap_or(ChangeStats { written: 0, began: false, ..creation })
        })
    }

    /// The removed file that is most similar to the blob, with its own blob; `None` if none is similar enough. Files
    /// with the same content or name are compared first.
    fn rename_source(
        &self,
        blobs: &BlobReader<'_>,
        mut removed: Vec<(String, ObjectId)>,
        blob: ObjectId,
    ) -> GitResult<Option<(String, ObjectId)>> {
        let path = blobs.path(self.target);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let own_name = name(path);
        removed.sort_by_key(|(path, id)| (*id != blob, name(path) != own_name, path.clone()));
        let Some(bytes) = blobs.text(blob)? else {
            return Ok(None);
        };
        let mut best: Option<(f64, (String, ObjectId))> = None;
        for (path, id) in removed.into_iter().take(MAX_RENAME_CANDIDATES) {
            let score = match blobs.text(id)? {
                _ if id == blob => 1.0,
                Some(before) => similarity(&before, &bytes),
                None => 0.0,
            };
            if score >= MIN_RENAME_SIMILARITY && best.as_ref().is_none_or(|(top, _)| score > *top) {
                best = Some((score, (path, id)));
            }
        }
        Ok(best.map(|(_, found)| found))
    }

    /// The change of a commit that created the whole target.
    fn creation(&self, blobs: &BlobReader<'_>, blob: ObjectId) -> GitResult<ChangeStats> {
        let lines = self.lines.as_ref().and_then(|lines| lines.get(&blob));
        let written = match lines {
            Some(lines) => lines.len(),
            None => blobs.text(blob)?.map_or(0, |bytes| lines_in(&bytes)),
        };
        Ok(ChangeStats { wanted: self.target, written, began: true, ..ChangeStats::default() })
    }

    /// Follows the target from one content to the previous one; returns the change to it, if any.
    fn follow(
        &mut self,
        blobs: &BlobReader<'_>,
        before: ObjectId,
        after: ObjectId,
    ) -> GitResult<Option<ChangeStats>> {
        // A whole file is followed as a range that contains all its lines.
        let tracked = self.lines.as_ref().map(|lines| lines.get(&after).copied());
        let Some(lines) = tracked.unwrap_or(LineRange::new(1, u32::MAX - 2)) else {
            return Ok(None);
        };
        let change = |followed: &MappedLines| ChangeStats {
            wanted: self.target,
            written: followed.written,
            removed: followed.removed,
            began: followed.before.is_none(),
            white_space: followed.white_space,
            moved_from: None,
        };
        let (Some(old), Some(new)) = (blobs.text(before)?, blobs.text(after)?) else {
            // The content is too large to compare by lines; only the fact of the change is known.
            return Ok(Some(change(&MappedLines {
                before: Some(lines),
                ..MappedLines::default()
            })));
        };
        let followed = follow(&old, &new, lines);
        let change = followed.touched.then(|| change(&followed));
        if let (Some(lines_by_blob), Some(range)) = (&mut self.lines, followed.before) {
            let lines_before = lines_by_blob.entry(before).or_insert(range);
            *lines_before = lines_before.hull(range);
        }
        Ok(change)
    }
}
