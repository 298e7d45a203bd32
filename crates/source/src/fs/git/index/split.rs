//! A split index: git keeps most entries in a shared file, and in the index only what differs from it.

use std::collections::HashSet;

use super::{Input, TrackedFiles};

/// The extension of an index that differs from a shared one.
pub(super) const SIGNATURE: &[u8] = b"link";
/// The bits of one word of a bitmap.
const WORD_BITS: usize = 64;
/// The bits of a run's length, and where the number of the words behind the run begins.
const RUN_BITS: u32 = 32;
const WORDS_SHIFT: u32 = RUN_BITS + 1;

/// How an index differs from the shared one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The name of the shared index is made of these bytes.
    id: Vec<u8>,
    /// The entries of the shared index that are deleted, by their positions. Replaced ones keep their paths.
    deleted: Vec<bool>,
}

impl Split {
    /// Reads the extension; `Some(None)` if it names no shared index.
    pub(super) fn parse(input: &mut Input<'_>, id_len: usize) -> Option<Option<Self>> {
        let id = input.take(id_len)?.to_vec();
        if id.iter().all(|byte| *byte == 0) {
            return Some(None);
        }
        let is_rest_given = input.position() < input.bytes.len();
        let deleted = if is_rest_given { bitmap(input)? } else { Vec::new() };
        Some(Some(Self { id, deleted }))
    }

    /// The name of the shared index in the same folder.
    pub(super) fn shared_name(&self) -> String {
        let digits = self.id.iter().map(|byte| format!("{byte:02x}"));
        format!("sharedindex.{}", digits.collect::<String>())
    }

    /// The paths of the shared index that are not deleted, and those that the index adds. The entries without a name
    /// replace such of the shared index.
    pub(super) fn joined(&self, shared: &TrackedFiles, own: &TrackedFiles) -> TrackedFiles {
        let is_deleted = |at: &usize| self.deleted.get(*at).copied().unwrap_or(false);
        let kept = (0..shared.ends.len()).filter(|at| !is_deleted(at));
        let kept = kept.map(|at| shared.path(at));
        let added = (0..own.ends.len()).map(|at| own.path(at));
        let mut paths: Vec<&[u8]> = kept.chain(added).collect();
        paths.retain(|path| !path.is_empty());
        paths.sort_unstable();
        let partial: HashSet<&[u8]> = shared.partial_paths().chain(own.partial_paths()).collect();
        let mut all = TrackedFiles::default();
        for path in paths {
            let at = partial.contains(path).then(|| u32::try_from(all.ends.len()).ok());
            all.partial.extend(at.flatten());
            all.bytes.extend_from_slice(path);
            all.ends.extend(u32::try_from(all.bytes.len()));
        }
        all
    }
}

/// Reads a bitmap in the format EWAH: words that state a run of equal words and how many literal words follow it.
fn bitmap(input: &mut Input<'_>) -> Option<Vec<bool>> {
    let bits = input.number()? as usize;
    let words = input.number()? as usize;
    let mut read = 0;
    let mut all = Vec::new();
    while read < words {
        let marker = word(input)?;
        read += 1;
        let is_set = marker & 1 == 1;
        let run = (marker >> 1) & ((1 << RUN_BITS) - 1);
        let run = usize::try_from(run).ok()?.checked_mul(WORD_BITS)?;
        let literals = usize::try_from(marker >> WORDS_SHIFT).ok()?;
        // What is behind the last entry needs no memory. A false length is no more than the extension's own bytes allow,
        // unless it is of a run of set bits, which are bounded by the number of bits.
        let end = all.len().checked_add(run)?.min(bits);
        (end <= MAX_BITS).then_some(())?;
        all.resize(end, is_set);
        for _ in 0..literals {
            let literal = word(input)?;
            all.extend((0..WORD_BITS).map(|bit| literal >> bit & 1 == 1));
        }
        read = read.checked_add(literals)?;
    }
    input.take(4)?; // The position of the last marker.
    all.truncate(bits);
    Some(all)
}

/// The most bits of a bitmap: more entries do not fit an index.
const MAX_BITS: usize = super::MAX_BYTES as usize / super::METADATA_BYTES;

fn word(input: &mut Input<'_>) -> Option<u64> {
    input.take(8)?.try_into().ok().map(u64::from_be_bytes)
}
