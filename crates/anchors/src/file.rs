//! The text of a file, prepared for finding lines in it.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::sync::OnceLock;

use firsthand_source::secrets::{overwritten, redact};
use firsthand_source::{LineIndex, LineRange, lines_of};

use crate::anchor::{Digest, digest};

/// A file's text. Its secrets are overwritten, and the lines that hold one equal nothing.
#[derive(Clone)]
pub struct FileText {
    path: String,
    /// The file's own bytes, of which only the line ends and the hash are told without [`FileText::shown`].
    raw: Vec<u8>,
    index: LineIndex,
    shown: OnceLock<Shown>,
    digests: OnceLock<Vec<Digest>>,
    by_digest: OnceLock<HashMap<u32, Vec<u32>>>,
    folded: OnceLock<Vec<(u32, String)>>,
}

/// What is shown of a file.
#[derive(Clone)]
struct Shown {
    /// The lines that hold a secret.
    hidden: BTreeSet<u32>,
    /// Its bytes without its secrets; `None` if it has none.
    overwritten: Option<Vec<u8>>,
}

impl fmt::Debug for FileText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("FileText");
        shown.field("path", &self.path).finish_non_exhaustive()
    }
}

impl FileText {
    /// A file with these bytes.
    #[must_use]
    pub fn new(raw: Vec<u8>) -> Self {
        Self {
            path: String::new(),
            index: LineIndex::of(&raw),
            raw,
            shown: OnceLock::new(),
            digests: OnceLock::new(),
            by_digest: OnceLock::new(),
            folded: OnceLock::new(),
        }
    }

    /// What is shown of it. To find the secrets takes much longer than to count the lines, which is often enough.
    fn shown(&self) -> &Shown {
        self.shown.get_or_init(|| {
            let hidden: BTreeSet<u32> =
                redact(&self.raw).into_iter().map(|line| line.line).collect();
            let overwritten = if hidden.is_empty() { None } else { overwritten(&self.raw) };
            Shown { hidden, overwritten }
        })
    }

    /// The same file with its path, which tells its language.
    #[must_use]
    pub fn at(self, path: impl Into<String>) -> Self {
        let path = path.into();
        Self { path, ..self }
    }

    /// Its path; empty if it was not stated.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its bytes, with `_` in place of each byte of a secret.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.shown().overwritten.as_ref().unwrap_or(&self.raw)
    }

    /// The BLAKE3 hash of the file's own bytes, hexadecimal.
    #[must_use]
    pub fn blake3(&self) -> String {
        blake3::hash(&self.raw).to_hex().to_string()
    }

    /// How many lines it has.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.index.count()
    }

    /// One line (1-based) without its line end; empty where there is no such line.
    #[must_use]
    pub fn line(&self, number: u32) -> &[u8] {
        self.index.line(self.bytes(), number)
    }

    /// Whether the file has all of these lines.
    #[must_use]
    pub fn has(&self, lines: LineRange) -> bool {
        lines.end() <= self.line_count()
    }

    /// Whether a line contains a secret.
    #[must_use]
    pub fn hides(&self, line: u32) -> bool {
        self.shown().hidden.contains(&line)
    }

    /// Whether one of the lines contains a secret.
    pub(crate) fn hides_any(&self, lines: LineRange) -> bool {
        let mut hidden = self.shown().hidden.range(lines.start()..=lines.end());
        hidden.next().is_some()
    }

    /// The digest of each line.
    pub(crate) fn digests(&self) -> &[Digest] {
        self.digests.get_or_init(|| {
            let lines = 1..=self.line_count();
            lines.map(|number| (!self.hides(number)).then(|| digest(self.line(number)))).collect()
        })
    }

    /// The lines with this digest, in order.
    pub(crate) fn lines_with(&self, digest: u32) -> &[u32] {
        let by_digest = self.by_digest.get_or_init(|| {
            let mut by_digest = HashMap::<u32, Vec<u32>>::new();
            for (digest, line) in self.digests().iter().zip(1..) {
                if let Some(digest) = *digest {
                    by_digest.entry(digest).or_default().push(line);
                }
            }
            by_digest
        });
        by_digest.get(&digest).map_or(&[], Vec::as_slice)
    }

    /// The lines that are not blank and hold no secret, with their numbers, each run of white space as one space.
    pub(crate) fn folded(&self) -> &[(u32, String)] {
        self.folded.get_or_init(|| {
            let lines = (1..=self.line_count()).filter(|&number| !self.hides(number));
            let lines = lines.map(|number| {
                let line = String::from_utf8_lossy(self.line(number));
                (number, crate::quote::fold(&line))
            });
            lines.filter(|(_, line)| !line.is_empty()).collect()
        })
    }

    /// Whether a line says something: it has three letters or digits.
    pub(crate) fn is_informative(&self, number: u32) -> bool {
        let line = String::from_utf8_lossy(self.line(number));
        let letters = line.chars().filter(|c| c.is_alphanumeric());
        letters.take(3).count() == 3
    }

    /// How many of these lines say something.
    pub(crate) fn informative_lines(&self, lines: LineRange) -> usize {
        let end = lines.end().min(self.line_count());
        let informative = (lines.start()..=end).filter(|&number| self.is_informative(number));
        informative.count()
    }
}

/// The bytes of a file before secrets in them are found, for a quick test of what they may hold.
#[derive(Clone, Debug)]
pub struct RawText<'b> {
    pub(crate) bytes: &'b [u8],
    lines: OnceCell<HashSet<u32>>,
}

impl<'b> RawText<'b> {
    /// A file with these bytes.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, lines: OnceCell::new() }
    }

    /// Whether one of its lines has this digest.
    pub(crate) fn has_line(&self, wanted: u32) -> bool {
        let lines = self.lines.get_or_init(|| lines_of(self.bytes).map(digest).collect());
        lines.contains(&wanted)
    }
}
