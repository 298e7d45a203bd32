//! A file as a model and a report may contain it: with the lines masked that contain a secret.

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_source::LineIndex;
use firsthand_source::secrets::{Redacted, redact};

use crate::show::MAX_LINE_CHARS;
use crate::{LineRange, RepoPath, SourceLine, Span, SpanError, Window};

/// Longer lines (in bytes), such as data and generated code, are shown in part and cannot be quoted.
const MAX_LINE_BYTES: usize = 2_000;
/// How many characters of such a line are shown.
const EXCERPT_CHARS: usize = 300;

/// A file's bytes and the lines in it that contain a secret. Such a line is shown with the secret replaced, cannot be
/// quoted, and can still be compared with the file. Secrets are detected in the whole file, since a single line of a
/// private key does not look like a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct MaskedFile {
    path: RepoPath,
    bytes: Arc<Vec<u8>>,
    lines: LineIndex,
    redacted: BTreeMap<u32, Redacted>,
}

/// Without the bytes, which may contain secrets.
impl std::fmt::Debug for MaskedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MaskedFile")
            .field("path", &self.path)
            .field("redacted", &self.redacted)
            .finish_non_exhaustive()
    }
}

impl MaskedFile {
    /// The file at a path with these bytes.
    #[must_use]
    pub fn new(path: RepoPath, bytes: Arc<Vec<u8>>) -> Self {
        let redacted = redact(&bytes);
        Self::with_redacted(path, bytes, redacted)
    }

    /// As [`MaskedFile::new`], with the lines that a caller's own rules replace.
    #[must_use]
    pub fn with_redacted(path: RepoPath, bytes: Arc<Vec<u8>>, redacted: Vec<Redacted>) -> Self {
        Self {
            path,
            lines: LineIndex::of(&bytes),
            redacted: redacted.into_iter().map(|line| (line.line, line)).collect(),
            bytes,
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// Its own bytes, secrets included: for searching and parsing, not for showing.
    #[must_use]
    pub fn bytes(&self) -> &Arc<Vec<u8>> {
        &self.bytes
    }

    /// How many lines it has.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.lines.count()
    }

    /// The lines that contain a secret, by number.
    #[must_use]
    pub fn redacted(&self) -> &BTreeMap<u32, Redacted> {
        &self.redacted
    }

    /// The line with this number, at its full length; `None` if the file has no such line.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<SourceLine> {
        let exists = (1..=self.line_count()).contains(&number);
        let line = exists.then(|| self.lines.line(&self.bytes, number))?;
        let line = SourceLine::from_bytes(line);
        Some(match self.redacted.get(&number) {
            Some(redacted) => line.mask(&*redacted.text),
            None => line,
        })
    }

    /// The bytes of a line beside its secrets, as they are in the file: one part more than it has secrets; none if it is
    /// hidden as a whole.
    #[must_use]
    pub fn visible_parts(&self, number: u32) -> Vec<&[u8]> {
        let line = self.lines.line(&self.bytes, number);
        let hidden = match self.redacted.get(&number) {
            Some(redacted) if redacted.hidden.is_empty() => return Vec::new(),
            Some(redacted) => &redacted.hidden[..],
            None => &[],
        };
        let ends = hidden.iter().map(|hidden| hidden.start).chain([line.len()]);
        let starts = std::iter::once(0).chain(hidden.iter().map(|hidden| hidden.end));
        starts.zip(ends).map(|(start, end)| line.get(start..end).unwrap_or_default()).collect()
    }

    /// The lines of a range, clamped to the end of the file.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use firsthand_registry::{LineRange, MaskedFile, RepoPath};
    ///
    /// let bytes = b"region = eu\nid = AKIAIOSFODNN7EXAMPLE # ours\n";
    /// let file = MaskedFile::new(RepoPath::new("settings.ini")?, Arc::new(bytes.to_vec()));
    /// let span = file.span(LineRange::new(1, 9).ok_or("empty")?)?;
    /// let shown: Vec<&str> = span.lines().map(|(_, line)| line.text()).collect();
    /// assert_eq!(shown, ["region = eu", "id = [redacted: aws_access_key] # ours"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`SpanError`] where the file has none of the lines.
    pub fn span(&self, range: LineRange) -> Result<Span, SpanError> {
        let (start, file_lines) = (range.start(), self.line_count());
        if start > file_lines && file_lines > 0 {
            return Err(SpanError::PastTheEnd { start, file_lines });
        }
        let lines = (start..=range.end().min(file_lines)).filter_map(|number| self.line(number));
        Span::new(self.path.clone(), start, lines.collect(), Some(file_lines))
    }

    /// A window on the lines of a range, clamped to the end of the file; `None` if the file has none of them. `focus`
    /// returns the byte offset at which a line is of interest, for its number and text; it is asked about long lines. Of a
    /// line that is too long to be shown, the window contains an excerpt around it; such a line cannot be quoted.
    pub fn window(&self, range: LineRange, focus: impl Fn(u32, &str) -> usize) -> Option<Window> {
        let shorten = |number: u32, line: SourceLine| {
            let text = line.text();
            if text.len() <= MAX_LINE_BYTES {
                return line;
            }
            let shown = excerpt(text, focus(number, text));
            line.mask(shown)
        };
        let span = self.span(range).ok()?;
        let long = span.lines().filter(|(_, line)| {
            let text = line.text();
            text.len() <= MAX_LINE_BYTES && text.chars().nth(MAX_LINE_CHARS).is_some()
        });
        let at = long.map(|(number, line)| (number, focus(number, line.text()))).collect();
        Some(Window { focus: at, ..Window::new(span.map_lines(shorten)) })
    }
}

impl Span {
    /// The lines of a whole file inside `range`, with each line masked that contains a secret: see [`MaskedFile`].
    ///
    /// # Errors
    /// A [`SpanError`] where the file has none of the lines.
    pub fn redacted(path: RepoPath, file: &[u8], range: LineRange) -> Result<Self, SpanError> {
        MaskedFile::new(path, Arc::new(file.to_vec())).span(range)
    }
}

/// A part of a long line around a byte offset.
fn excerpt(text: &str, focus: usize) -> String {
    let from = focus.min(text.len()).saturating_sub(EXCERPT_CHARS / 3);
    let from = text.ceil_char_boundary(from);
    let shown: String = text[from..].chars().take(EXCERPT_CHARS).collect();
    let lead = if from > 0 { "…" } else { "" };
    let is_cut = from + shown.len() < text.len();
    let tail = if is_cut { "…" } else { "" };
    let total_chars = text.chars().count();
    format!("{lead}{shown}{tail} (part of a line of {total_chars} characters)")
}
