//! One line of a file as it was seen.

use firsthand_source::without_line_end;
use serde::{Deserialize, Serialize};

/// A short hash of a line's bytes without its line end: enough to notice that the line reads
/// otherwise now, too short to give away what a mask hides.
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

/// One line as it was seen, without its line end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SourceLine {
    /// The line's own text, byte for byte.
    Plain(String),
    /// A stand-in (a redacted secret, or bytes that are not UTF-8): can be shown, never quoted.
    Masked {
        /// What is shown in the line's place.
        masked: String,
        /// The hash of the line's own bytes; without it the line cannot be compared with the file,
        /// and a place that holds it counts as changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<LineHash>,
    },
}

impl SourceLine {
    /// A line from a file's bytes, with its line end (`\n` or `\r\n`) or without; masked, with
    /// replacement characters, where it is not UTF-8.
    #[must_use]
    pub fn from_bytes(line: &[u8]) -> Self {
        let line = match line.ends_with(b"\n") {
            true => without_line_end(line),
            false => line,
        };
        match std::str::from_utf8(line) {
            Ok(text) => Self::Plain(text.to_owned()),
            Err(_) => Self::Masked {
                masked: String::from_utf8_lossy(line).into_owned(),
                hash: Some(LineHash::of(line)),
            },
        }
    }

    /// A stand-in for a line whose own bytes are not known. It cannot be compared with the
    /// file any more, so a place that holds it is stale: mask a line with [`SourceLine::mask`] where its
    /// bytes are known.
    #[must_use]
    pub fn masked(shown: impl Into<String>) -> Self {
        Self::Masked {
            masked: shown.into(),
            hash: None,
        }
    }

    /// A stand-in for this line, which can still be compared with the file. A line break in `shown`
    /// is shown as a space.
    #[must_use]
    pub fn mask(self, shown: impl Into<String>) -> Self {
        let mut masked = shown.into();
        if masked.contains('\n') {
            masked = masked.replace('\n', " ");
        }
        let hash = self.hash();
        Self::Masked { masked, hash }
    }

    /// The hash of the line's own bytes; `None` for a stand-in that was made without them.
    #[must_use]
    pub fn hash(&self) -> Option<LineHash> {
        match self {
            Self::Plain(text) => Some(LineHash::of(text.as_bytes())),
            Self::Masked { hash, .. } => *hash,
        }
    }

    /// What is shown for the line.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Masked { masked, .. } => masked,
        }
    }

    /// Whether the line is a stand-in.
    #[must_use]
    pub fn is_masked(&self) -> bool {
        matches!(self, Self::Masked { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evidence, RepoPath, Span};

    /// `own` are the bytes that the line is compared by, where they are known.
    fn check(line: &SourceLine, masked: bool, own: Option<&[u8]>) {
        let hash = own.map(LineHash::of);
        assert_eq!((line.is_masked(), line.hash()), (masked, hash), "{line:?}");
        let path = RepoPath::new("f").unwrap();
        let evidence = Evidence::of(&Span::new(path, 7, vec![line.clone()], None).unwrap());
        let seen = (evidence.is_masked(7), evidence.hash(7));
        assert_eq!(seen, (masked, hash), "{line:?}");
        assert_eq!(evidence.hash(8), None);
    }

    /// However often a line is masked, its hash is that of its own bytes without the line end.
    #[test]
    fn a_line_is_compared_by_its_own_bytes() {
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
