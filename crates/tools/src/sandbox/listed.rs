//! The files that a walk lists, for a search of all of them.

use firsthand_agent::Cancel;
use firsthand_source::RepoPath;
use firsthand_source::fs::{self, Survey};

use super::Sandbox;

impl Sandbox {
    /// Every file that may be read now, and what else is in the tree.
    pub(crate) fn survey(&self, cancel: &Cancel) -> Survey {
        self.files.survey(&|| cancel.is_cancelled())
    }

    /// The bytes of a text file that a walk has just listed.
    ///
    /// # Errors
    /// A [`fs::ReadError`] with the reason why it is not read.
    pub(crate) fn read_text(&self, path: &RepoPath) -> Result<Vec<u8>, fs::ReadError> {
        self.files.reader().read(path.as_str(), self.max_file_bytes)
    }

    /// The bytes of a file that a walk has just listed, text or not.
    ///
    /// # Errors
    /// A [`fs::ReadError`]; never [`fs::ReadError::Binary`] or [`fs::ReadError::Utf16`].
    pub(crate) fn read_raw(&self, path: &RepoPath) -> Result<Vec<u8>, fs::ReadError> {
        self.files.reader().read_raw(path.as_str(), self.max_file_bytes)
    }
}
