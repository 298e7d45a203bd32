//! The text of a file, prepared for finding lines in it.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use firsthand_source::secrets::{overwritten, redact};
use firsthand_source::{LineIndex, LineRange};

use crate::anchor::{Digest, digest};

/// A file's text. Its secrets are overwritten, and the lines that hold one equal nothing.
#[derive(Clone, Debug)]
pub struct FileText {
    path: String,
    bytes: Vec<u8>,
    index: LineIndex,
    blake3: String,
    hidden: BTreeSet<u32>,
    digests: OnceLock<Vec<Digest>>,
    by_digest: OnceLock<HashMap<u32, Vec<u32>>>,
    folded: OnceLock<Vec<(u32, String)>>,
}

impl FileText {
    /// A file with these bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        let blake3 = blake3::hash(&bytes).to_hex().to_string();
        let hidden = redact(&bytes).into_iter().map(|line| line.line).collect();
        let bytes = overwritten(&bytes).unwrap_or(bytes);
        Self {
            path: String::new(),
            index: LineIndex::of(&bytes),
            bytes,
            blake3,
            hidden,
            digests: OnceLock::new(),
            by_digest: OnceLock::new(),
            folded: OnceLock::new(),
        }
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
        &self.bytes
    }

    /// The BLAKE3 hash of the file's own bytes, hexadecimal.
    #[must_use]
    pub fn blake3(&self) -> &str {
        &self.blake3
    }

    /// How many lines it has.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.index.count()
    }

    /// One line (1-based) without its line end; empty where there is no such line.
    #[must_use]
    pub fn line(&self, number: u32) -> &[u8] {
        self.index.line(&self.bytes, number)
    }

    /// Whether the file has all of these lines.
    #[must_use]
    pub fn has(&self, lines: LineRange) -> bool {
        lines.end() <= self.line_count()
    }

    /// Whether a line contains a secret.
    #[must_use]
    pub fn hides(&self, line: u32) -> bool {
        self.hidden.contains(&line)
    }

    /// Whether one of the lines contains a secret.
    pub(crate) fn hides_any(&self, lines: LineRange) -> bool {
        let mut hidden = self.hidden.range(lines.start()..=lines.end());
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
