//! The reason why a file was not searched.

use firsthand_source::fs::ReadError;
use firsthand_source::join_at_most;
use serde::{Deserialize, Serialize};

use crate::inventory::FileEntry;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unread {
    Binary,
    Utf16,
    TooLarge,
    /// The permissions do not allow it.
    Denied,
    /// Another error, possibly a temporary one.
    Unreadable,
}

impl From<ReadError> for Unread {
    fn from(error: ReadError) -> Unread {
        match error {
            ReadError::Binary => Unread::Binary,
            ReadError::Utf16 => Unread::Utf16,
            ReadError::TooLarge { .. } => Unread::TooLarge,
            ReadError::Denied => Unread::Denied,
            _ => Unread::Unreadable,
        }
    }
}

/// The most files that a note names.
const MAX_NAMED_FILES: usize = 3;

/// A note about the texts that were not read since they are in UTF-16, by their indices; `None` if there are none.
pub(crate) fn utf16_note(
    files: impl IntoIterator<Item = u32>,
    entries: &[FileEntry],
) -> Option<String> {
    let paths = files
        .into_iter()
        .map(|file| entries[file as usize].path.as_str());
    let paths: Vec<&str> = paths.collect();
    let named = join_at_most(&paths, MAX_NAMED_FILES);
    (!paths.is_empty()).then(|| format!("not read: UTF-16: {named}"))
}
