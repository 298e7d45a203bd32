//! Reads whole regular files of a bounded size: text files below a root, and any file whose path the caller chose.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read as _};
use std::ops::Range;
use std::path::Path;

use super::open::{RootFolder, open_following_links, open_no_follow};
use super::utf16::is_utf16;

/// How many bytes are checked to detect a binary file.
const BINARY_PROBE: usize = 8 << 10;
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
    /// It is larger than the limit.
    #[error("it is too large ({size} bytes)")]
    TooLarge {
        /// Its size in bytes; a lower bound if it grew while it was read.
        size: u64,
    },
    /// Its first 8 KiB contain a NUL byte.
    #[error("it is a binary file")]
    Binary,
    /// It is a text in UTF-16: by its byte order mark, or since every second byte of its beginning is NUL.
    #[error("it is a text in UTF-16")]
    Utf16,
    /// Permission is denied.
    #[error("permission denied")]
    Denied,
    /// The system returned another error.
    #[error("{0}")]
    Unreadable(ErrorKind),
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

    /// The bytes of the regular text file at a relative path, `/` between its parts, of at most `limit` bytes. No link
    /// in the path is followed.
    ///
    /// # Errors
    /// A [`ReadError`] with the reason why it is not read.
    pub fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        self.read_into(path, limit, &mut bytes)?;
        Ok(bytes)
    }

    /// As [`Root::read`], into a buffer that can be reused; its previous content is replaced. Of a file that grows
    /// meanwhile, only what it held when it was opened is read.
    ///
    /// # Errors
    /// As [`Root::read`]; the content of the buffer is unspecified then.
    pub fn read_into(&self, path: &str, limit: u64, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        let mut file = self.0.open_file(path)?;
        let size = checked_size(&file.metadata()?, limit)?;
        let size = usize::try_from(size).map_err(|_| ReadError::TooLarge { size })?;
        let first = size.min(FIRST_READ);
        let mut end = fill(&mut file, bytes, 0..first)?;
        let probe = &bytes[..end.min(BINARY_PROBE)];
        if memchr::memchr(0, probe).is_some() {
            return Err(match is_utf16(probe) {
                true => ReadError::Utf16,
                false => ReadError::Binary,
            });
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

/// The size of a regular file, in bytes.
///
/// # Errors
/// A [`ReadError`] if it is not a regular file, or larger than the limit.
fn checked_size(metadata: &Metadata, limit: u64) -> Result<u64, ReadError> {
    if metadata.is_dir() {
        return Err(ReadError::Folder);
    }
    if !metadata.is_file() {
        return Err(ReadError::Special);
    }
    check_size(metadata.len(), limit).map(|()| metadata.len())
}

/// Checks a size against the limit: once at opening, and again after reading, because a file may grow meanwhile.
fn check_size(size: u64, limit: u64) -> Result<(), ReadError> {
    match size > limit {
        true => Err(ReadError::TooLarge { size }),
        false => Ok(()),
    }
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
#[allow(clippy::disallowed_methods)] // Tests create the trees that they read.
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Checks both ways of opening: with the folder's handle and without it.
    fn check(root: &Path, path: &str, expect: Result<&str, ReadError>) {
        for base in [RootFolder::open(root), RootFolder::without_handle(root)] {
            let read = Root(base).read(path, 8);
            let read = read.map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(read.as_deref().map_err(|why| *why), expect, "{path}");
        }
    }

    #[test]
    fn contained_nothing_but_a_regular_file_below_the_root_is_read() {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = inside.path();
        std::fs::create_dir(root.join("folder")).unwrap();
        for (path, text) in [
            ("file", "in"),
            ("folder/file", "in"),
            ("empty", ""),
            ("whole", "12345678"),
            ("large", "123456789"),
            ("binary", "a\0b"),
        ] {
            std::fs::write(root.join(path), text).unwrap();
        }
        std::fs::write(outside.path().join("file"), "out").unwrap();
        symlink(outside.path().join("file"), root.join("link")).unwrap();
        symlink(outside.path(), root.join("over")).unwrap();
        symlink("folder", root.join("to-folder")).unwrap();
        symlink("gone", root.join("dangling")).unwrap();
        let pipe = std::process::Command::new("mkfifo")
            .arg(root.join("pipe"))
            .status();
        assert!(pipe.unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
        for (path, text) in [
            ("file", "in"),
            ("folder/file", "in"),
            ("empty", ""),
            ("whole", "12345678"),
        ] {
            check(root, path, Ok(text));
        }
        for path in ["link", "dangling", "over/file", "to-folder/file"] {
            check(root, path, Err(ReadError::Link));
        }
        check(root, "gone", Err(ReadError::Missing));
        check(root, "file/file", Err(ReadError::Missing));
        check(root, "folder", Err(ReadError::Folder));
        check(root, "pipe", Err(ReadError::Special));
        check(root, "socket", Err(ReadError::Special));
        check(root, "large", Err(ReadError::TooLarge { size: 9 }));
        check(root, "binary", Err(ReadError::Binary));
        let up = format!(
            "../{}/file",
            outside.path().file_name().unwrap().to_str().unwrap()
        );
        for base in [RootFolder::open(root), RootFolder::without_handle(root)] {
            assert!(Root(base).read(&up, 8).is_err());
        }
    }

    #[test]
    fn a_reused_buffer_holds_the_last_file_only() {
        let folder = tempfile::tempdir().unwrap();
        let text = |count: usize| "ab\n".repeat(count);
        let late_nul = [text(FIRST_READ).as_bytes(), b"\0"].concat();
        let mut bytes = Vec::new();
        for content in [
            text(FIRST_READ).into_bytes(),
            text(2).into_bytes(),
            Vec::new(),
            late_nul,
            vec![b'a'; FIRST_READ],
        ] {
            std::fs::write(folder.path().join("file"), &content).unwrap();
            let root = Root::open(folder.path());
            root.read_into("file", 1 << 20, &mut bytes).unwrap();
            assert!(bytes == content, "{} bytes", content.len());
        }
    }

    #[test]
    fn read_named_follows_links_and_refuses_special_and_large_files() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| folder.path().join(name);
        std::fs::write(path_of("file"), "a\0b").unwrap();
        symlink("file", path_of("link")).unwrap();
        assert_eq!(read_named(&path_of("link"), 3), Ok(b"a\0b".to_vec()));
        assert_eq!(
            read_named(&path_of("link"), 2),
            Err(ReadError::TooLarge { size: 3 })
        );
        assert_eq!(
            read_named(Path::new("/dev/zero"), 9),
            Err(ReadError::Special)
        );
        assert_eq!(read_named(&path_of("gone"), 9), Err(ReadError::Missing));
        assert_eq!(read_named(folder.path(), 9), Err(ReadError::Folder));
    }
}
