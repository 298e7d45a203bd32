//! The paths of the files that git tracks, from the index of a checkout.

mod recorded;
mod split;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::fs::read::read_unfollowed;
use crate::fs::walk::FileState;
use split::Split;

/// The most bytes of an index. A larger one is not used.
const MAX_BYTES: u64 = 64 << 20;
/// The most bytes of all paths together, which version 4 compresses without a bound.
const MAX_PATHS_BYTES: usize = 64 << 20;
/// The bytes of an index's header: signature, version, number of entries.
const HEADER_BYTES: usize = 12;
/// The bytes of an entry's metadata, before its object id.
const METADATA_BYTES: usize = 40;
/// The lengths of an object id: SHA-1 and SHA-256.
const ID_LENGTHS: [usize; 2] = [20, 32];
/// Where the mode of an entry stands in its metadata.
const MODE: Range<usize> = 24..28;
/// The bits of a mode that say what the entry is, and those of a folder of a sparse index and of a submodule.
const KIND_BITS: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const SUBMODULE: u32 = 0o160_000;
/// The flag of an entry that two more bytes of flags follow.
const EXTENDED: u16 = 0x4000;
/// The further flag of an entry that a sparse checkout leaves out.
const SKIP_WORKTREE: u16 = 0x4000;

/// The paths that git tracks in one checkout, with `/` between their parts, sorted by bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::fs) struct TrackedFiles {
    /// All paths in one buffer.
    bytes: Vec<u8>,
    /// The end of each path in the buffer.
    ends: Vec<u32>,
    /// The entries that a checkout may lack, in order: those that a sparse checkout leaves out, and submodules.
    partial: Vec<u32>,
}

/// The index that was read last: its path, its size and state, and what it contains.
type LastIndex = (PathBuf, (u64, FileState), Arc<TrackedFiles>);

/// Every walk, and every single file that is read, asks for the index of its repository again.
static LAST: Mutex<Option<LastIndex>> = Mutex::new(None);

impl TrackedFiles {
    /// The index in a repository's own folder; empty if there is none, and if it cannot be read or understood. It is read
    /// only if it has changed since the last time, or another one was read since.
    pub(in crate::fs) fn of(own: &Path) -> Arc<Self> {
        let path = own.join("index");
        let metadata = path.symlink_metadata().ok();
        let state = metadata.and_then(|file| Some((file.len(), FileState::of(&file)?)));
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.as_ref().filter(|known| known.0 == path && Some(known.1) == state);
        if let Some((_, _, tracked)) = known {
            return Arc::clone(tracked);
        }
        let tracked = Arc::new(Self::read(own).unwrap_or_default());
        *last = state.map(|state| (path, state, Arc::clone(&tracked)));
        tracked
    }

    /// Reads the index in a repository's own folder, and the shared one that it is split from.
    fn read(own: &Path) -> Option<Self> {
        let bytes = read_unfollowed(&own.join("index"), MAX_BYTES).ok()?;
        let parse = |len: &usize| Some((Self::parse(&bytes, *len)?, *len));
        let ((tracked, split), id_len) = ID_LENGTHS.iter().find_map(parse)?;
        let Some(split) = split else {
            return Some(tracked);
        };
        let bytes = read_unfollowed(&own.join(split.shared_name()), MAX_BYTES).ok()?;
        match Self::parse(&bytes, id_len)? {
            (shared, None) => Some(split.joined(&shared, &tracked)),
            (_, Some(_)) => None,
        }
    }

    /// Whether the file is tracked, or a file below the folder.
    pub(in crate::fs) fn contains(&self, path: &str, is_folder: bool) -> bool {
        let path = path.as_bytes();
        let first_from = |path: &[u8]| {
            let at = self.first_from(path);
            (at < self.ends.len()).then(|| self.path(at))
        };
        // A submodule is tracked itself. Other paths may sort between a folder and what is below it.
        let below = [path, b"/"].concat();
        let has_below = || first_from(&below).is_some_and(|found| found.starts_with(&below));
        first_from(path) == Some(path) || is_folder && has_below()
    }

    /// All paths, in order.
    pub(in crate::fs) fn paths(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|at| self.path(at))
    }

    /// The paths of the entries that a complete checkout may lack nevertheless: what a sparse checkout leaves out (a folder
    /// with a final `/`), and submodules.
    pub(in crate::fs) fn partial_paths(&self) -> impl Iterator<Item = &[u8]> {
        self.partial.iter().map(|at| self.path(*at as usize))
    }

    /// The index of the first path that is not before this one.
    fn first_from(&self, path: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.path(middle) < path {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn path(&self, at: usize) -> &[u8] {
        &self.bytes[self.range(at)]
    }

    fn range(&self, at: usize) -> Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        start..self.ends[at] as usize
    }

    /// Parses an index of version 2, 3 or 4 with object ids of this length; `None` for anything else. Of a split index,
    /// also how it differs from the shared one.
    fn parse(index: &[u8], id_len: usize) -> Option<(Self, Option<Split>)> {
        Self::parse_with(index, id_len, &mut |_, _| ())
    }

    /// The same, with what is done for the path and the metadata of each entry.
    fn parse_with(
        index: &[u8],
        id_len: usize,
        each: &mut dyn FnMut(&[u8], &[u8]),
    ) -> Option<(Self, Option<Split>)> {
        let body_end = index.len().checked_sub(id_len)?;
        let mut input = Input::of(index.get(..body_end)?);
        (input.take(4)? == b"DIRC").then_some(())?;
        let version = input.number()?;
        let count = input.number()? as usize;
        // Each entry takes more bytes than this, so a false number reserves no memory.
        let fits = count <= body_end.saturating_sub(HEADER_BYTES) / (METADATA_BYTES + id_len);
        ((2..=4).contains(&version) && fits).then_some(())?;
        let mut tracked = Self {
            bytes: Vec::with_capacity(body_end / 2),
            ends: Vec::with_capacity(count),
            partial: Vec::new(),
        };
        for _ in 0..count {
            let metadata = tracked.add_entry(&mut input, version, id_len)?;
            each(tracked.path(tracked.ends.len() - 1), metadata);
        }
        let split = input.extensions(id_len)?;
        let has_unnamed = tracked.ends.first() == Some(&0);
        (split.is_some() || !has_unnamed).then_some(())?;
        tracked.bytes.shrink_to_fit();
        Some((tracked, split))
    }

    /// Adds the next entry, and returns its metadata.
    fn add_entry<'i>(
        &mut self,
        input: &mut Input<'i>,
        version: u32,
        id_len: usize,
    ) -> Option<&'i [u8]> {
        let entry_start = input.position();
        let metadata = input.take(METADATA_BYTES + id_len)?;
        let kind = u32::from_be_bytes(metadata.get(MODE)?.try_into().ok()?) & KIND_BITS;
        let mut is_partial = matches!(kind, FOLDER | SUBMODULE);
        let flags = input.short()?;
        if flags & EXTENDED != 0 {
            (version >= 3).then_some(())?;
            is_partial |= input.short()? & SKIP_WORKTREE != 0;
        }
        let last = match self.ends.len() {
            0 => 0..0,
            len => self.range(len - 1),
        };
        let shared = match version {
            4 => last.len().checked_sub(input.variable()?)?,
            _ => 0,
        };
        let suffix = input.until_nul()?;
        let (start, len) = (self.bytes.len(), shared + suffix.len());
        (start + len <= MAX_PATHS_BYTES).then_some(())?;
        self.bytes.extend_from_within(last.start..last.start + shared);
        self.bytes.extend_from_slice(suffix);
        // Paths of a conflict stand there more than once.
        (self.bytes[last] <= self.bytes[start..]).then_some(())?;
        if version < 4 {
            // One to eight NUL bytes pad an entry to a multiple of eight.
            let len = input.position() - 1 - entry_start;
            input.take(8 - len % 8 - 1)?;
        }
        if is_partial {
            self.partial.push(u32::try_from(self.ends.len()).ok()?);
        }
        self.ends.push(u32::try_from(self.bytes.len()).ok()?);
        Some(metadata)
    }
}

/// The unread rest of an index.
struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes were read.
    fn position(&self) -> usize {
        self.at
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    fn short(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    /// A number in git's encoding of offsets: seven bits a byte, the highest first.
    fn variable(&mut self) -> Option<usize> {
        let mut byte = self.take(1)?[0];
        let mut value = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            byte = self.take(1)?[0];
            let higher = value.checked_add(1)?.checked_mul(128)?;
            value = higher.checked_add(usize::from(byte & 0x7f))?;
        }
        Some(value)
    }

    fn until_nul(&mut self) -> Option<&'a [u8]> {
        let len = memchr::memchr(0, self.bytes.get(self.at..)?)?;
        let text = self.take(len)?;
        self.take(1)?;
        Some(text)
    }

    /// Reads the extensions at the end: how a split index differs from the shared one. `None` if they do not end there.
    fn extensions(&mut self, id_len: usize) -> Option<Option<Split>> {
        let mut split = None;
        while self.at < self.bytes.len() {
            let signature = self.take(4)?;
            let size = self.number()? as usize;
            let extension = self.take(size)?;
            if signature == split::SIGNATURE {
                split = Split::parse(&mut Input::of(extension), id_len)?;
            }
        }
        Some(split)
    }
}

#[cfg(test)]
mod tests;
