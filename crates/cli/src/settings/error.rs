//! Errors of the settings file.

use std::io;
use std::path::PathBuf;

use super::FILE_VARIABLE;

/// Why a settings file is rejected. No variant contains a value of the file, which may be a key.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// The variable does not contain an absolute path: a relative one would depend on the working folder, and so on the
    /// repository.
    #[error("{FILE_VARIABLE} does not hold an absolute path")]
    RelativePath,
    /// The file cannot be read.
    #[error("the settings file {} cannot be read: {why}", path.display())]
    Unreadable { path: PathBuf, why: io::Error },
    /// Other users than its owner may read its keys.
    #[error("the settings file {} holds keys, and others may read it", path.display())]
    ReadableByOthers { path: PathBuf },
    /// The file has an invalid value.
    #[error("the settings file {} is not taken: {why}", path.display())]
    InvalidContent { path: PathBuf, why: String },
}

impl SettingsError {
    /// How to fix it, if that is known.
    pub(crate) fn hint(&self) -> &'static str {
        match self {
            Self::ReadableByOthers { .. } => "run `chmod 600` on it, so that only you can read it",
            Self::RelativePath | Self::Unreadable { .. } | Self::InvalidContent { .. } => "",
        }
    }
}
