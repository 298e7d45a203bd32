//! A file's content with its secrets redacted, and windows of its lines.

use std::collections::BTreeMap;

use firsthand_registry::{LineRange, RepoPath, SourceLine, Span, Window, lines_of};

use firsthand_source::secrets::redact;

/// Longer lines (in bytes), such as data and generated code, are shown in part and cannot be quoted.
const MAX_LINE_BYTES: usize = 2_000;
/// How many characters of such a line are shown.
const EXCERPT_CHARS: usize = 300;

/// A file's bytes, and its lines with the secrets in them replaced.
pub(crate) struct FileText {
    path: RepoPath,
    bytes: Vec<u8>,
    lines: Vec<SourceLine>,
    /// The kind of the hidden secret, by line number.
    redacted: BTreeMap<u32, &'static str>,
}

impl FileText {
    pub(crate) fn new(path: RepoPath, bytes: Vec<u8>) -> Self {
        let mut lines: Vec<SourceLine> = lines_of(&bytes).map(SourceLine::from_bytes).collect();
        let mut redacted = BTreeMap::new();
        for hidden in redact(&bytes) {
            if let Some(line) = lines.get_mut(index(hidden.line)) {
                *line = line.clone().mask(hidden.text);
                redacted.insert(hidden.line, hidden.kind);
            }
        }
        Self {
            path,
            bytes,
            lines,
            redacted,
        }
    }

    pub(crate) fn path(&self) -> &RepoPath {
        &self.path
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many lines the file has.
    pub(crate) fn total(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    /// The line with secrets redacted, at its full length.
    pub(crate) fn line(&self, number: u32) -> Option<&SourceLine> {
        self.lines.get(index(number))
    }

    /// The kind of the hidden secret, by line number.
    pub(crate) fn redacted(&self) -> &BTreeMap<u32, &'static str> {
        &self.redacted
    }

    /// A window on the lines of a range, clamped to the end of the file; `None` if the range begins after it. A line
    /// that is too long to show is cut to an excerpt around the byte offset that `focus` returns for it.
    pub(crate) fn window(
        &self,
        range: LineRange,
        focus: impl Fn(u32, &str) -> usize,
    ) -> Option<Window> {
        let lines: Vec<SourceLine> = (range.start()..=range.end().min(self.total()))
            .filter_map(|number| Some((number, self.line(number)?)))
            .map(|(number, line)| shorten(line, |text| focus(number, text)))
            .collect();
        let span = Span::new(self.path.clone(), range.start(), lines, Some(self.total())).ok()?;
        Some(Window::new(span))
    }
}

/// The index of the line with this number, from 1; the number 0 has an index that is out of range.
fn index(number: u32) -> usize {
    usize::try_from(number)
        .unwrap_or(usize::MAX)
        .wrapping_sub(1)
}

/// The line; if it is too long to show, an excerpt around the byte offset that `focus` returns, which cannot be quoted.
fn shorten(line: &SourceLine, focus: impl Fn(&str) -> usize) -> SourceLine {
    let text = line.text();
    if text.len() <= MAX_LINE_BYTES {
        return line.clone();
    }
    let from = focus(text)
        .min(text.len())
        .saturating_sub(EXCERPT_CHARS / 3);
    let from = (from..=text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0);
    let shown: String = text[from..].chars().take(EXCERPT_CHARS).collect();
    let lead = if from > 0 { "…" } else { "" };
    let tail = if from + shown.len() < text.len() {
        "…"
    } else {
        ""
    };
    let total_chars = text.chars().count();
    line.clone().mask(format!(
        "{lead}{shown}{tail} (part of a line of {total_chars} characters)"
    ))
}
