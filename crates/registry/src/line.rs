//! One observed line of a file.

use firsthand_source::without_line_end;
use serde::{Deserialize, Serialize};

/// A short hash of a line's bytes without its line end: long enough to detect a change, too short to
/// reveal a masked text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineHash(u32);

impl LineHash {
    /// The first four bytes of the BLAKE3 hash of a line without its line end.
    fn of(line: &[u8]) -> Self {
        let [a, b, c, d, ..] = *blake3::hash(line).as_bytes();
        Self(u32::from_be_bytes([a, b, c, d]))
    }
}

/// One observed line, without its line end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SourceLine {
    /// The line's own text, byte for byte.
    Plain(String),
    /// A replacement text (for a redacted secret, or bytes that are not UTF-8): can be shown, never quoted.
    Masked {
        /// The replacement text.
        masked: String,
        /// The hash of the line's own bytes; without it the line cannot be compared with the file,
        /// and its place counts as changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<LineHash>,
    },
}

impl SourceLine {
    /// A line from a file's bytes, with its line end (`\n` or `\r\n`) or without; masked, with
    /// replacement characters, where it is not UTF-8.
    #[must_use]
    pub fn from_bytes(line: &[u8]) -> Self {
        let has_end = line.ends_with(b"\n");
        let line = if has_end { without_line_end(line) } else { line };
        match std::str::from_utf8(line) {
            Ok(text) => Self::Plain(text.to_owned()),
            Err(_) => Self::Masked {
                masked: String::from_utf8_lossy(line).into_owned(),
                hash: Some(LineHash::of(line)),
            },
        }
    }

    /// A masked line whose own bytes are not known. It cannot be compared with a file whose bytes are, and then its place
    /// is stale: use [`SourceLine::mask`] where the bytes are known.
    #[must_use]
    pub fn masked(shown: impl Into<String>) -> Self {
        Self::Masked { masked: shown.into(), hash: None }
    }

    /// Masks this line; it can still be compared with the file. A line break in `shown`
    /// becomes a space.
    #[must_use]
    pub fn mask(self, shown: impl Into<String>) -> Self {
        let mut masked = shown.into();
        if masked.contains('\n') {
            masked = masked.replace('\n', " ");
        }
        let hash = self.hash();
        Self::Masked { masked, hash }
    }

    /// The hash of the line's own bytes; `None` for a line that was masked without them.
    #[must_use]
    pub fn hash(&self) -> Option<LineHash> {
        match self {
            Self::Plain(text) => Some(LineHash::of(text.as_bytes())),
            Self::Masked { hash, .. } => *hash,
        }
    }

    /// The line's text, or its replacement.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Masked { masked, .. } => masked,
        }
    }

    /// Whether the line is masked.
    #[must_use]
    pub fn is_masked(&self) -> bool {
        matches!(self, Self::Masked { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evidence, RepoPath, Span};

    /// `hashed` are the bytes whose hash the line has, where they are known.
    fn check(line: &SourceLine, masked: bool, hashed: Option<&[u8]>) {
        let hash = hashed.map(LineHash::of);
        assert_eq!((line.is_masked(), line.hash()), (masked, hash), "{line:?}");
        let path = RepoPath::new("f").unwrap();
        let evidence = Evidence::of(&Span::new(path, 7, vec![line.clone()], None).unwrap());
        let seen = (evidence.is_masked(7), evidence.hash(7));
        assert_eq!(seen, (masked, hash), "{line:?}");
        assert_eq!(evidence.hash(8), None);
    }

    #[test]
    fn masking_preserves_the_hash_of_the_original_bytes() {
        let line = SourceLine::from_bytes;
        check(&line(b"key = 1\r\n"), false, Some(b"key = 1"));
        check(&line(b"a \xff\n"), true, Some(b"a \xff"));
        check(&line(b"key = 1\n").mask("hidden"), true, Some(b"key = 1"));
        let twice = line(b"key = 1").mask("hidden").mask("more of it");
        check(&twice, true, Some(b"key = 1"));
        check(&SourceLine::masked("hidden"), true, None);
        check(&SourceLine::masked("hidden").mask("again"), true, None);
    }
}
