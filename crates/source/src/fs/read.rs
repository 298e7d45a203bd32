//! Reads whole regular files of a bounded size: text files below a root, and any file whose path the caller chose.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read as _};
use std::ops::Range;
use std::path::Path;

use super::encoding::{Order, PROBE, decode_in_place};
use super::open::{RootFolder, open_following_links, open_no_follow};
use crate::Unsearched;

/// The most bytes of a text that is searched to claim that something is absent, though it may be too large for any other
/// search.
pub const MAX_LARGE_BYTES: u64 = 64 << 20;
/// The most bytes of a file that are read before it is known to be text. Most files of source code have fewer.
const FIRST_READ: usize = 64 << 10;

/// A folder below which files are read, and nowhere else. On Linux it stays open, so that replacing the folder at its
/// path has no effect.
#[derive(Debug)]
pub struct Root(RootFolder);

/// Why a file was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// It, or a folder in its path, is a symbolic link.
    #[error("a symbolic link is on the way")]
    Link,
    /// It is a folder.
    #[error("it is a folder")]
    Folder,
    /// It is a pipe, a socket or a device.
    #[error("it is no regular file")]
    Special,
    /// It is larger than the limit, and its first 8 KiB are not those of a binary file.
    #[error("it is too large ({size} bytes)")]
    TooLarge {
        /// Its size in bytes; a lower bound if it grew while it was read.
        size: u64,
    },
    /// Its first 8 KiB contain a NUL byte, and are no text otherwise.
    #[error("it is a binary file")]
    Binary,
    /// It is a text, but its first 8 KiB contain a NUL byte.
    #[error("it is a text with NUL bytes")]
    Nul,
    /// It is a text in UTF-16 without a byte order mark: every second byte of its beginning is NUL.
    #[error("it is a text in UTF-16 without a byte order mark")]
    Utf16,
    /// Permission is denied.
    #[error("permission denied")]
    Denied,
    /// The system returned another error.
    #[error("{0}")]
    Unreadable(ErrorKind),
}

impl ReadError {
    /// Whether the file may be the same, and readable, at another time.
    #[must_use]
    pub fn may_pass(self) -> bool {
        matches!(self, Self::Link | Self::Denied | Self::Unreadable(_))
    }
}

impl From<ReadError> for Unsearched {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Binary => Self::Binary,
            ReadError::Nul => Self::Nul,
            ReadError::Utf16 => Self::Utf16,
            ReadError::TooLarge { .. } => Self::TooLarge,
            ReadError::Link => Self::Link,
            ReadError::Special => Self::Special,
            ReadError::Missing
            | ReadError::Folder
            | ReadError::Denied
            | ReadError::Unreadable(_) => Self::Unreadable,
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        let inner = error.get_ref();
        if let Some(inner) = inner.and_then(|inner| inner.downcast_ref::<Self>()) {
            return *inner;
        }
        #[cfg(unix)]
        match rustix::io::Errno::from_io_error(&error) {
            Some(rustix::io::Errno::LOOP) => return Self::Link,
            // The error of opening a socket.
            Some(rustix::io::Errno::NXIO) => return Self::Special,
            _ => {}
        }
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Missing,
            ErrorKind::PermissionDenied => Self::Denied,
            kind => Self::Unreadable(kind),
        }
    }
}

impl Root {
    /// Opens a folder, following a link at its path. Reads nothing yet: if it is missing or no folder, reading returns
    /// the error.
    #[must_use]
    pub fn open(path: &Path) -> Self {
        Self(RootFolder::open(path))
    }

    /// The text of the regular text file at a relative path, `/` between its parts, of at most `limit` bytes, as
    /// [`text_of`](super::text_of) has it. No link in the path is followed.
    ///
    /// # Errors
    /// A [`ReadError`] with the reason why it is not read.
    pub fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        self.read_into(path, limit, &mut bytes)?;
        Ok(bytes)
    }

    /// As [`Root::read`], but the bytes of the text as they are, in its own encoding.
    ///
    /// # Errors
    /// As [`Root::read`].
    pub fn read_undecoded(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        self.fill_with(path, limit, &mut bytes)?;
        Ok(bytes)
    }

    /// The bytes of the regular file at a relative path as they are, text or not, of at most `limit` bytes.
    ///
    /// # Errors
    /// A [`ReadError`]; never [`ReadError::Binary`], [`ReadError::Nul`] or [`ReadError::Utf16`].
    pub fn read_raw(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        read_bounded(self.0.open_file(path)?, limit)
    }

    /// As [`Root::read`], into a buffer that can be reused; its previous content is replaced. Of a file that grows
    /// meanwhile, only what it held when it was opened is read.
    ///
    /// # Errors
    /// As [`Root::read`]; the content of the buffer is unspecified then.
    pub fn read_into(&self, path: &str, limit: u64, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        self.fill_with(path, limit, bytes)?;
        decode_in_place(bytes);
        Ok(())
    }

    fn fill_with(&self, path: &str, limit: u64, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        let mut file = self.0.open_file(path)?;
        let checked = checked_size(&file.metadata()?, limit);
        let size = match checked {
            Ok(size) => size,
            Err(too_large @ ReadError::TooLarge { .. }) => {
                let end = fill(&mut file, bytes, 0..PROBE)?;
                let is_binary = no_text(&bytes[..end]) == Some(ReadError::Binary);
                return Err(if is_binary { ReadError::Binary } else { too_large });
            }
            Err(error) => return Err(error),
        };
        let size = usize::try_from(size).map_err(|_| ReadError::TooLarge { size })?;
        let first = size.min(FIRST_READ);
        let mut end = fill(&mut file, bytes, 0..first)?;
        if let Some(error) = no_text(&bytes[..end.min(PROBE)]) {
            return Err(error);
        }
        if end == first {
            end = fill(&mut file, bytes, first..size)?;
        }
        bytes.truncate(end);
        Ok(())
    }
}

/// The bytes of a regular file that the caller names, of at most `limit` bytes. Links are followed, because the caller
/// chose the path; a pipe or a device is not read.
///
/// # Errors
/// A [`ReadError`]; never [`ReadError::Binary`], and [`ReadError::Link`] only for a loop of links.
pub fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    read_bounded(open_following_links(path)?, limit)
}

/// As [`read_named`], for a file that must not be a link.
///
/// # Errors
/// A [`ReadError`]; never [`ReadError::Binary`].
pub fn read_unfollowed(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    read_bounded(open_no_follow(path)?, limit)
}

fn read_bounded(file: File, limit: u64) -> Result<Vec<u8>, ReadError> {
    checked_size(&file.metadata()?, limit)?;
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    check_size(bytes.len() as u64, limit)?;
    Ok(bytes)
}

/// Why the first bytes of a file are not those of a text that can be searched; `None` if they are.
fn no_text(probe: &[u8]) -> Option<ReadError> {
    let decoded = Order::of_mark(probe).map(|order| order.decode(&probe[2..]));
    let text = decoded.as_deref().unwrap_or(probe);
    memchr::memchr(0, text)?;
    Some(match Order::of_unmarked(text) {
        Some(_) if decoded.is_none() => ReadError::Utf16,
        _ if is_text_beside_nul(text) => ReadError::Nul,
        _ => ReadError::Binary,
    })
}

/// Of a text with NUL bytes, at most one byte of this many is one.
const MIN_BYTES_PER_NUL: usize = 10;

/// Whether bytes are a text in UTF-8, which has no control characters but white space and escapes, with a few NUL bytes.
fn is_text_beside_nul(probe: &[u8]) -> bool {
    const ESCAPE: u8 = 0x1b;
    let nuls = memchr::memchr_iter(0, probe).count();
    if nuls * MIN_BYTES_PER_NUL > probe.len() {
        return false;
    }
    let is_text_byte =
        |byte: u8| !byte.is_ascii_control() || byte.is_ascii_whitespace() || byte == ESCAPE;
    let text: Vec<u8> = probe.iter().copied().filter(|byte| *byte != 0).collect();
    // The last character may be cut.
    let is_utf8 =
        std::str::from_utf8(&text).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_utf8 && text.iter().all(|byte| is_text_byte(*byte))
}

/// The size of a regular file, in bytes.
///
/// # Errors
/// A [`ReadError`] if it is not a regular file, or larger than the limit.
pub(super) fn checked_size(metadata: &Metadata, limit: u64) -> Result<u64, ReadError> {
    if metadata.is_dir() {
        return Err(ReadError::Folder);
    }
    if !metadata.is_file() {
        return Err(ReadError::Special);
    }
    check_size(metadata.len(), limit)
}

/// Checks a size against the limit: once at opening, and again after reading, because a file may grow meanwhile.
fn check_size(size: u64, limit: u64) -> Result<u64, ReadError> {
    if size > limit { Err(ReadError::TooLarge { size }) } else { Ok(size) }
}

/// Reads into `bytes[range]`, and returns the position after the last byte read, which is before the range's end if the
/// file ends there. The buffer grows if necessary; its content beyond that position is unspecified.
fn fill(file: &mut File, bytes: &mut Vec<u8>, range: Range<usize>) -> Result<usize, ReadError> {
    if bytes.len() < range.end {
        bytes.resize(range.end, 0);
    }
    let mut end = range.start;
    while end < range.end {
        match file.read(&mut bytes[end..range.end]) {
            Ok(0) => break,
            Ok(count) => end += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(end)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
