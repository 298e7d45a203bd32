//! Errors of the settings file.

use std::path::PathBuf;
use std::{fmt, io};

use super::FILE_VARIABLE;

/// Why a settings file is rejected. No variant contains a value of the file, which may be a key.
#[derive(Debug)]
pub(crate) enum SettingsError {
    /// The variable does not contain an absolute path: a relative one would depend on the working folder, and so on the
    /// repository.
    RelativePath,
    /// The file cannot be read.
    Unreadable { path: PathBuf, why: io::Error },
    /// Other users than its owner may read its keys.
    ReadableByOthers { path: PathBuf },
    /// The file has an invalid value.
    InvalidContent { path: PathBuf, why: String },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RelativePath => write!(f, "{FILE_VARIABLE} does not hold an absolute path"),
            Self::Unreadable { path, why } => {
                write!(
                    f,
                    "the settings file {} cannot be read: {why}",
                    path.display()
                )
            }
            Self::ReadableByOthers { path } => write!(
                f,
                "the settings file {} holds keys, and others may read it",
                path.display()
            ),
            Self::InvalidContent { path, why } => {
                write!(
                    f,
                    "the settings file {} is not taken: {why}",
                    path.display()
                )
            }
        }
    }
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
