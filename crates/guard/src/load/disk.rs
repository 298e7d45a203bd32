//! Reading: regular files of bounded size alone. A pipe would be waited for, a device read without end.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::LoadError;

/// No settings, list or file of tasks is larger, in bytes.
const LARGEST: u64 = 256 << 20;

/// The text of a file that the caller or the settings name.
pub(super) fn read(path: &Path) -> Result<String, LoadError> {
    let about = path.metadata();
    let text = about.and_then(|about| text(path, &about, LARGEST));
    text.map_err(LoadError::at(path))
}

/// The same of a file that the caller has seen.
pub(super) fn text(path: &Path, about: &Metadata, most: u64) -> io::Result<String> {
    let bytes = bounded(path, about, most)?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "this is no UTF-8 text"))
}

/// The bytes of a file, by what the caller saw of it; an error where it is no regular file or larger than `most` bytes.
#[expect(
    clippy::disallowed_methods,
    reason = "a lint reads the sources it is told to look at"
)]
pub(super) fn bounded(path: &Path, about: &Metadata, most: u64) -> io::Result<Vec<u8>> {
    if !about.is_file() {
        return Err(io::Error::other("this is no file"));
    }
    let mut bytes = Vec::new();
    // The size is only a hint: a file may grow while it is read.
    if about.len() <= most {
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    match about.len().max(bytes.len() as u64) <= most {
        true => Ok(bytes),
        false => Err(ErrorKind::FileTooLarge.into()),
    }
}

/// What stands in a folder, sorted.
#[expect(
    clippy::disallowed_methods,
    reason = "a lint looks for the sources in the folders it is told to look at"
)]
pub(super) fn list(folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let entries = std::fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<io::Result<Vec<_>>>()
    });
    let mut paths = entries.map_err(LoadError::at(folder))?;
    paths.sort();
    Ok(paths)
}
