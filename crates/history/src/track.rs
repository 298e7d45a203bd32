//! A wanted file, or lines of it, on the way back through the commits.

use std::collections::HashMap;

use gix::ObjectId;
use gix::revision::walk::Info;

use crate::follow::{MappedLines, follow, lines_in, same_part};
use crate::look::{BlobReader, GitResult};
use crate::{ChangeStats, LineRange, Wanted};

/// A file was made of another one where so much of it stood there.
const SAME: f64 = 0.5;
/// Files that went with a commit whose lines are compared with a new one's.
const COMPARED: usize = 16;

pub(crate) struct TrackedFile {
    wanted: usize,
    pub(crate) touches: usize,
    /// The wanted lines in each content that the file had; `None` where the whole file is wanted.
    lines: Option<HashMap<ObjectId, LineRange>>,
}

impl TrackedFile {
    /// The lines as they stand at HEAD: the content of now may differ from it.
    pub(crate) fn of(look: &mut BlobReader<'_>, at: usize, wanted: &Wanted) -> GitResult<Self> {
        let mut track = Self {
            wanted: at,
            touches: 0,
            lines: None,
        };
        let Some((lines, now)) = &wanted.lines else {
            return Ok(track);
        };
        let mut known = HashMap::new();
        let head = look.repo.head_id();
        let head = head.map_err(crate::HistoryError::of)?.detach();
        if let Some(blob) = look.blob_at(head, at)?
            && let Some(bytes) = look.bytes(blob)?
            && let Some(before) = follow(&bytes, now, *lines).before
        {
            known.insert(blob, before);
        }
        track.lines = Some(known);
        Ok(track)
    }

    /// What the commit did to what is wanted, beside its parent; of a commit with several parents, nothing: a merge
    /// brings changes of other commits.
    pub(crate) fn changed_by(
        &mut self,
        look: &mut BlobReader<'_>,
        info: &Info<'_>,
    ) -> GitResult<Option<ChangeStats>> {
        let Some(blob) = look.blob_at(info.id, self.wanted)? else {
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
            true => Some(self.began(look, blob)?),
            false => None,
        };
        for parent in &parents {
            let before = look.blob_at(*parent, self.wanted)?;
            change = match before {
                Some(before) if before == blob => None,
                Some(before) => self.follow(look, before, blob)?,
                None if parents.len() == 1 => Some(self.made(look, info.id, *parent, blob)?),
                None => None,
            };
        }
        Ok(change.filter(|_| parents.len() < 2))
    }

    /// What made the file: of another one, where one went that was much the same. Its way is followed from there.
    fn made(
        &mut self,
        look: &mut BlobReader<'_>,
        commit: ObjectId,
        parent: ObjectId,
        blob: ObjectId,
    ) -> GitResult<ChangeStats> {
        let began = self.began(look, blob)?;
        let gone = look.gone(parent, commit)?;
        let Some((path, before)) = self.source(look, gone, blob)? else {
            return Ok(began);
        };
        let change = match before == blob {
            true => None,
            false => self.follow(look, before, blob)?,
        };
        look.moved(self.wanted, path.clone());
        Ok(ChangeStats {
            moved_from: Some(path),
            ..change.unwrap_or(ChangeStats {
                written: 0,
                began: false,
                ..began
            })
        })
    }

    /// The file that this one was, among those that went.
    fn source(
        &self,
        look: &BlobReader<'_>,
        mut gone: Vec<(String, ObjectId)>,
        blob: ObjectId,
    ) -> GitResult<Option<(String, ObjectId)>> {
        let path = look.path(self.wanted);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let own = name(path);
        gone.sort_by_key(|(path, id)| (*id != blob, name(path) != own, path.clone()));
        let Some(bytes) = look.bytes(blob)? else {
            return Ok(None);
        };
        let mut best: Option<(f64, (String, ObjectId))> = None;
        for (path, id) in gone.into_iter().take(COMPARED) {
            let part = match look.bytes(id)? {
                _ if id == blob => 1.0,
                Some(before) => same_part(&before, &bytes),
                None => 0.0,
            };
            if part >= SAME && best.as_ref().is_none_or(|(most, _)| part > *most) {
                best = Some((part, (path, id)));
            }
        }
        Ok(best.map(|(_, found)| found))
    }

    /// That nothing of it was there before.
    fn began(&self, look: &BlobReader<'_>, blob: ObjectId) -> GitResult<ChangeStats> {
        let lines = self.lines.as_ref().and_then(|lines| lines.get(&blob));
        let written = match lines {
            Some(lines) => lines.len(),
            None => look.bytes(blob)?.map_or(0, |bytes| lines_in(&bytes)),
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

    /// Follows what is wanted from one content to the one before; what the change did to it, if anything.
    fn follow(
        &mut self,
        look: &BlobReader<'_>,
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
        let (Some(old), Some(new)) = (look.bytes(before)?, look.bytes(after)?) else {
            // Too large to compare by lines; that it changed is known.
            return Ok(Some(change(&MappedLines {
                before: Some(lines),
                ..MappedLines::default()
            })));
        };
        let followed = follow(&old, &new, lines);
        let change = followed.touched.then(|| change(&followed));
        if let (Some(known), Some(range)) = (&mut self.lines, followed.before) {
            let known = known.entry(before).or_insert(range);
            *known = known.hull(range);
        }
        Ok(change)
    }
}
