//! A file's bytes and its lines.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// How many bytes are looked at to tell a binary file.
const BINARY_PROBE: u64 = 8 << 10;

/// Why a file was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unread {
    Binary,
    TooLarge,
    /// Its owner does not allow it.
    Denied,
    /// For a reason that may pass.
    Unreadable,
}

impl Unread {
    fn of(error: &io::Error) -> Unread {
        if error.kind() == io::ErrorKind::PermissionDenied {
            Unread::Denied
        } else {
            Unread::Unreadable
        }
    }
}

/// Read a file whole whose text may be shown: only a regular file, not larger than `limit`, not
/// binary, that stands at its path under the root without a link on the way. The tree may change
/// while it is searched, so this is asked of what was opened, not of what was listed.
pub(crate) fn read(root: &Path, path: &str, limit: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    let opened = read_file(root, path, limit, &mut bytes)?;
    if stands_at(root, path, &opened) {
        Ok(bytes)
    } else {
        Err(Unread::Unreadable)
    }
}

/// Whether the path leads straight to the very file that was opened.
fn stands_at(root: &Path, path: &str, opened: &Metadata) -> bool {
    let straight = || {
        let root = root.canonicalize()?;
        let real = root.join(path).canonicalize()?;
        let same = same_file(&real.metadata()?, opened);
        io::Result::Ok(same && real == root.join(path))
    };
    straight().unwrap_or(false)
}

#[cfg(unix)]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    a.len() == b.len()
}

/// Open without following a link at the end, and without waiting for the writer of a pipe.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    }
    options.open(path)
}

/// Read a file whole into a buffer that is reused, to count in: what is shown is read by [`read`].
pub(crate) fn read_into(
    root: &Path,
    path: &str,
    limit: u64,
    bytes: &mut Vec<u8>,
) -> Result<(), Unread> {
    read_file(root, path, limit, bytes).map(|_| ())
}

fn read_file(root: &Path, path: &str, limit: u64, bytes: &mut Vec<u8>) -> Result<Metadata, Unread> {
    bytes.clear();
    let mut file = open(&root.join(path)).map_err(|error| Unread::of(&error))?;
    let opened = file.metadata().map_err(|_| Unread::Unreadable)?;
    if !opened.is_file() {
        return Err(Unread::Unreadable);
    }
    // The size at opening is only a hint: a file may grow while it is read.
    let size = opened.len();
    if size > limit {
        return Err(Unread::TooLarge);
    }
    bytes.reserve(usize::try_from(size).unwrap_or(0) + 1);
    let mut more = |most: u64, bytes: &mut Vec<u8>| {
        let read = file.by_ref().take(most).read_to_end(bytes);
        read.map_err(|error| Unread::of(&error))
    };
    more(BINARY_PROBE, bytes)?;
    if memchr::memchr(0, bytes).is_some() {
        return Err(Unread::Binary);
    }
    if bytes.len() as u64 == BINARY_PROBE {
        more(limit.saturating_sub(BINARY_PROBE) + 1, bytes)?;
    }
    if bytes.len() as u64 > limit {
        return Err(Unread::TooLarge);
    }
    Ok(opened)
}

/// Where the lines of a text begin. A line ends at `\n` only; a text that ends in `\n` has no
/// further empty line; an empty text has no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    starts: Vec<u32>,
    len: u32,
}

impl Lines {
    pub(crate) fn of(text: &[u8]) -> Lines {
        let len = clamp(text.len());
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        if len > 0 {
            starts.push(0);
        }
        let ends = memchr::memchr_iter(b'\n', text).map(|at| clamp(at + 1));
        starts.extend(ends.filter(|&start| start < len));
        Lines { starts, len }
    }

    /// Number of lines.
    pub(crate) fn count(&self) -> u32 {
        clamp(self.starts.len())
    }

    /// The 1-based line that holds the byte at `offset`.
    pub(crate) fn line_at(&self, offset: usize) -> u32 {
        let offset = clamp(offset);
        clamp(self.starts.partition_point(|&start| start <= offset)).max(1)
    }

    /// The bytes of lines `start..=end`, 1-based, clamped to the text.
    pub(crate) fn bytes(&self, start: u32, end: u32) -> Range<usize> {
        let from = self.start_of(start.max(1));
        let to = self.start_of(end.max(start).saturating_add(1));
        from..to
    }

    fn start_of(&self, line: u32) -> usize {
        let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        self.starts.get(index).copied().unwrap_or(self.len) as usize
    }

    /// The text of one line without its line end.
    pub(crate) fn text<'t>(&self, text: &'t [u8], line: u32) -> &'t [u8] {
        let mut line = &text[self.bytes(line, line)];
        while let [rest @ .., b'\n' | b'\r'] = line {
            line = rest;
        }
        line
    }

    /// Whether a line holds white space only.
    pub(crate) fn is_blank(&self, text: &[u8], line: u32) -> bool {
        self.text(text, line).iter().all(u8::is_ascii_whitespace)
    }

    /// The width of a line's leading white space; a tab counts as one.
    pub(crate) fn indent(&self, text: &[u8], line: u32) -> usize {
        self.text(text, line)
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count()
    }
}

fn clamp(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let lines = Lines::of(text.as_bytes());
        let seen: Vec<&str> = (1..=lines.count())
            .map(|line| &text[lines.bytes(line, line)])
            .collect();
        assert_eq!(seen, expect, "lines of {text:?}");
    }

    #[test]
    fn lines_end_at_newlines_only() {
        check("", &[]);
        check("a", &["a"]);
        check("a\n", &["a\n"]);
        check("a\n\n", &["a\n", "\n"]);
        check("a\r\nb\rc\n d", &["a\r\n", "b\rc\n", " d"]);
    }

    #[test]
    fn offsets_find_their_line() {
        let lines = Lines::of(b"ab\ncd\n");
        let seen: Vec<u32> = (0..=6).map(|at| lines.line_at(at)).collect();
        assert_eq!(seen, [1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(lines.bytes(2, 99), 3..6);
        assert_eq!(lines.bytes(7, 9), 6..6);
    }

    /// What a tree that changes under a search could put in a listed file's place.
    #[cfg(unix)]
    #[test]
    fn contained_nothing_but_the_listed_file_is_shown() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(outside.path().join("f.rs"), "outside").unwrap();
        std::fs::write(root.path().join("f.rs"), "inside").unwrap();
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, root.path().join(name)).unwrap();
        };
        link(outside.path(), "folder");
        link(&outside.path().join("f.rs"), "link.rs");
        let pipe = root.path().join("pipe.rs");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let shown = |path: &str| read(root.path(), path, 100);
        assert_eq!(shown("f.rs"), Ok(b"inside".to_vec()));
        for path in ["folder/f.rs", "link.rs", "pipe.rs", "../f.rs", "."] {
            assert_eq!(shown(path), Err(Unread::Unreadable), "{path}");
        }
    }
}
