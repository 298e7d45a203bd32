//! The reason why a file was not searched.

use firsthand_source::fs::ReadError;
use firsthand_source::{RepoPath, join_at_most};
use serde::{Deserialize, Serialize};

use crate::answer::SearchResult;
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

/// The most files that a result names.
const MAX_NAMED_FILES: usize = 3;

/// Adds to a result the texts that were not read since they are in UTF-16, by their indices.
pub(crate) fn add_utf16(files: &[u32], entries: &[FileEntry], result: &mut SearchResult) {
    let paths = files.iter().map(|file| &entries[*file as usize].path);
    let names: Vec<&str> = paths.clone().map(RepoPath::as_str).collect();
    if !names.is_empty() {
        let named = join_at_most(&names, MAX_NAMED_FILES);
        result.notes.push(format!("not read: UTF-16: {named}"));
    }
    result.utf16 = paths.take(MAX_NAMED_FILES).cloned().collect();
}
