//! A file's bytes and its lines.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// How many bytes are looked at to tell a binary file.
const BINARY_PROBE: usize = 8 << 10;

/// Why a file was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    Binary,
    TooLarge,
    Unreadable,
}

/// Read a file whole, unless it is larger than `limit` or binary.
pub(crate) fn read(root: &Path, path: &str, limit: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    read_into(root, path, limit, &mut bytes)?;
    Ok(bytes)
}

/// As [`read`], into a buffer that is reused.
pub(crate) fn read_into(
    root: &Path,
    path: &str,
    limit: u64,
    bytes: &mut Vec<u8>,
) -> Result<(), Unread> {
    bytes.clear();
    let mut file = File::open(root.join(path)).map_err(|_| Unread::Unreadable)?;
    // The size at opening is only a hint: a file may grow while it is read.
    let size = file.metadata().map_err(|_| Unread::Unreadable)?.len();
    if size > limit {
        return Err(Unread::TooLarge);
    }
    bytes.reserve(usize::try_from(size).unwrap_or(0) + 1);
    file.by_ref()
        .take(limit + 1)
        .read_to_end(bytes)
        .map_err(|_| Unread::Unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(Unread::TooLarge);
    }
    let probe = bytes.len().min(BINARY_PROBE);
    match memchr::memchr(0, &bytes[..probe]) {
        Some(_) => Err(Unread::Binary),
        None => Ok(()),
    }
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
}
