//! What an index records of the files of its checkout.

use std::path::Path;

use super::{ID_LENGTHS, MAX_BYTES, TrackedFiles};
use crate::fs::read::read_unfollowed;
use crate::fs::walk::FileState;

/// Where an entry's metadata has the time of the last change in seconds and nanoseconds, the inode and the size of the file.
const STATE: [usize; 4] = [8, 12, 20, 36];

impl TrackedFiles {
    /// Whether the index in a repository's own folder records the state of a file of this checkout: its inode, its size and
    /// the time of its last change. Nobody else can know these before they are there.
    pub(in crate::fs::git) fn are_of(own: &Path, checkout: &Path) -> bool {
        let Ok(bytes) = read_unfollowed(&own.join("index"), MAX_BYTES) else {
            return false;
        };
        let mut is_recorded = false;
        let mut compare = |path: &[u8], recorded: &[u8]| {
            let path = std::str::from_utf8(path).ok().filter(|_| !is_recorded);
            let file = path.and_then(|path| checkout.join(path).symlink_metadata().ok());
            let Some(file) = file.filter(std::fs::Metadata::is_file) else {
                return;
            };
            let state = FileState::of(&file).filter(|state| state.inode > 0).map(|state| {
                let (seconds, nanoseconds) = state.modified;
                // The index has the lowest 32 bits of each.
                [seconds as u32, nanoseconds as u32, state.inode as u32, file.len() as u32]
            });
            let number =
                |at: usize| recorded[at..].first_chunk().map(|four| u32::from_be_bytes(*four));
            is_recorded = state.is_some_and(|state| STATE.map(number) == state.map(Some));
        };
        for len in ID_LENGTHS {
            Self::parse_with(&bytes, len, &mut compare);
        }
        is_recorded
    }
}
