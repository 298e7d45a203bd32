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

pub(crate) struct TrackedFile {
    wanted: usize,
    pub(crate) touches: usize,
    /// The target lines in each content that the file had; `None` for a whole file.
    lines: Option<HashMap<ObjectId, LineRange>>,
}

impl TrackedFile {
    /// Starts with the lines at HEAD, which may differ from the present content.
    pub(crate) fn of(blobs: &mut BlobReader<'_>, at: usize, wanted: &Target) -> GitResult<Self> {
        let mut track = Self {
            wanted: at,
            touches: 0,
            lines: None,
        };
        let Some((lines, now)) = &wanted.lines else {
            return Ok(track);
        };
        let mut lines_by_blob = HashMap::new();
        let head = blobs.repo.head_id();
        let head = head.map_err(crate::HistoryError::of)?.detach();
        if let Some(blob) = blobs.blob_at(head, at)?
            && let Some(bytes) = blobs.bytes(blob)?
            && let Some(before) = follow(&bytes, now, *lines).before
        {
            lines_by_blob.insert(blob, before);
        }
        track.lines = Some(lines_by_blob);
        Ok(track)
    }

    /// The change of the commit to the target, compared with its parent. `None` for a merge, which only brings changes of
    /// other commits.
    pub(crate) fn changed_by(
        &mut self,
        blobs: &mut BlobReader<'_>,
        info: &Info<'_>,
    ) -> GitResult<Option<ChangeStats>> {
        let Some(blob) = blobs.blob_at(info.id, self.wanted)? else {
            return Ok(None);
        };
        if self
            .lines
            .as_ref()
            .is_some_and(|lines| !lines.contains_key(&blob))
        {
            return Ok(None);
        }
        let parents: Vec<ObjectId> = info.parent_ids.iter().copied().collect();
        let mut change = match parents.is_empty() {
            true => Some(self.creation(blobs, blob)?),
            false => None,
        };
        for parent in &parents {
            let before = blobs.blob_at(*parent, self.wanted)?;
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
        let began = self.creation(blobs, blob)?;
        let removed = blobs.removed_files(parent, commit)?;
        let Some((path, before)) = self.rename_source(blobs, removed, blob)? else {
            return Ok(began);
        };
        let change = match before == blob {
            true => None,
            false => self.follow(blobs, before, blob)?,
        };
        blobs.set_path(self.wanted, path.clone());
        Ok(ChangeStats {
            moved_from: Some(path),
            ..change.unwrap_or(ChangeStats {
                written: 0,
                began: false,
                ..began
            })
        })
    }

    /// The most similar removed file; `None` if none is similar enough.
    fn rename_source(
        &self,
        blobs: &BlobReader<'_>,
        mut removed: Vec<(String, ObjectId)>,
        blob: ObjectId,
    ) -> GitResult<Option<(String, ObjectId)>> {
        let path = blobs.path(self.wanted);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let own = name(path);
        removed.sort_by_key(|(path, id)| (*id != blob, name(path) != own, path.clone()));
        let Some(bytes) = blobs.bytes(blob)? else {
            return Ok(None);
        };
        let mut best: Option<(f64, (String, ObjectId))> = None;
        for (path, id) in removed.into_iter().take(MAX_RENAME_CANDIDATES) {
            let part = match blobs.bytes(id)? {
                _ if id == blob => 1.0,
                Some(before) => similarity(&before, &bytes),
                None => 0.0,
            };
            if part >= MIN_RENAME_SIMILARITY && best.as_ref().is_none_or(|(most, _)| part > *most) {
                best = Some((part, (path, id)));
            }
        }
        Ok(best.map(|(_, found)| found))
    }

    /// The change of a commit that created the whole target.
    fn creation(&self, blobs: &BlobReader<'_>, blob: ObjectId) -> GitResult<ChangeStats> {
        let lines = self.lines.as_ref().and_then(|lines| lines.get(&blob));
        let written = match lines {
            Some(lines) => lines.len(),
            None => blobs.bytes(blob)?.map_or(0, |bytes| lines_in(&bytes)),
        };
        Ok(ChangeStats {
            wanted: self.wanted,
            written,
            removed: 0,
            began: true,
            white_space: false,
            moved_from: None,
        })
    }

    /// Follows the target from one content to the previous one; returns the change to it, if any.
    fn follow(
        &mut self,
        blobs: &BlobReader<'_>,
        before: ObjectId,
        after: ObjectId,
    ) -> GitResult<Option<ChangeStats>> {
        let known = self.lines.as_ref().map(|lines| lines.get(&after).copied());
        let Some(lines) = known.unwrap_or(LineRange::new(1, u32::MAX - 2)) else {
            return Ok(None);
        };
        let change = |followed: &MappedLines| ChangeStats {
            wanted: self.wanted,
            written: followed.written,
            removed: followed.removed,
            began: followed.before.is_none(),
            white_space: followed.white_space,
            moved_from: None,
        };
        let (Some(old), Some(new)) = (blobs.bytes(before)?, blobs.bytes(after)?) else {
            // The content is too large to compare by lines; only the fact of the change is known.
            return Ok(Some(change(&MappedLines {
                before: Some(lines),
                ..MappedLines::default()
            })));
        };
        let followed = follow(&old, &new, lines);
        let change = followed.touched.then(|| change(&followed));
        if let (Some(lines_by_blob), Some(range)) = (&mut self.lines, followed.before) {
            let known = lines_by_blob.entry(before).or_insert(range);
            *known = known.hull(range);
        }
        Ok(change)
    }
}
