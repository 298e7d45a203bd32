//! A run of observed lines of a file.

use serde::{Deserialize, Serialize};

use std::sync::Arc;

use crate::{LineRange, MaskedFile, RepoPath, SourceLine, lines_of};

/// The greatest line number. A span beyond it is rejected, so that incrementing a line number cannot overflow.
const MAX_LINES: u32 = u32::MAX - 2;

/// The reason why lines are no span.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpanError {
    /// There are no lines.
    #[error("no lines")]
    Empty,
    /// Lines are numbered from 1.
    #[error("lines are numbered from 1")]
    LineZero,
    /// The first line lies past the end of the file.
    #[error("line {start} is past the end of a file of {file_lines} lines")]
    PastTheEnd {
        /// The first line.
        start: u32,
        /// How many lines the file has.
        file_lines: u32,
    },
    /// A line contains a line break, so it is not one line.
    #[error("line {0} holds a line break")]
    LineBreak(u32),
    /// The last line's number, or the number of the file's lines, is too great.
    #[error("a line number over {MAX_LINES}")]
    TooMany,
}

/// A run of lines of one file, with their text. Its range is computed from the text, so it cannot be
/// wider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "RawSpan")]
pub struct Span {
    path: RepoPath,
    start: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_lines: Option<u32>,
    lines: Vec<SourceLine>,
}

#[derive(Deserialize)]
struct RawSpan {
    path: RepoPath,
    start: u32,
    file_lines: Option<u32>,
    lines: Vec<SourceLine>,
}

impl TryFrom<RawSpan> for Span {
    type Error = SpanError;
    fn try_from(raw: RawSpan) -> Result<Self, Self::Error> {
        Self::new(raw.path, raw.start, raw.lines, raw.file_lines)
    }
}

impl Span {
    /// The lines of `bytes`, the first of them line `start` (1-based) of its file. A final
    /// line end opens no further line, so an empty line is `"\n"`. `file_lines` is how many lines the
    /// file has, where that is known; lines past its end are cut.
    ///
    /// ```
    /// use firsthand_registry::{RepoPath, Span};
    ///
    /// let path = RepoPath::new("src/main.rs")?;
    /// let with_ends = Span::from_bytes(path.clone(), 7, b"let a = 1;\nlet b = 2;\n", None)?;
    /// let without = Span::from_bytes(path, 7, b"let a = 1;\nlet b = 2;", None)?;
    /// assert_eq!(with_ends, without);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`SpanError`] where no line is left, `start` is 0, or a line number is too great.
    pub fn from_bytes(
        path: RepoPath,
        start: u32,
        bytes: &[u8],
        file_lines: Option<u32>,
    ) -> Result<Self, SpanError> {
        let lines = lines_of(bytes).map(SourceLine::from_bytes);
        Self::new(path, start, lines.collect(), file_lines)
    }

    /// Lines from `start` (1-based) on, of a file of `file_lines` lines, where that is known. Lines
    /// past the file's end are cut.
    ///
    /// # Errors
    /// A [`SpanError`] where no line is left, `start` is 0, a line number is too great, or a line contains a line
    /// break.
    pub fn new(
        path: RepoPath,
        start: u32,
        mut lines: Vec<SourceLine>,
        file_lines: Option<u32>,
    ) -> Result<Self, SpanError> {
        let before = start.checked_sub(1).ok_or(SpanError::LineZero)?;
        if lines.is_empty() {
            return Err(SpanError::Empty);
        }
        if let Some(file_lines) = file_lines {
            let room = file_lines.saturating_sub(before);
            lines.truncate(room as usize);
            if lines.is_empty() {
                return Err(SpanError::PastTheEnd { start, file_lines });
            }
        }
        let count = u32::try_from(lines.len()).map_err(|_| SpanError::TooMany)?;
        let last = before.checked_add(count).ok_or(SpanError::TooMany)?;
        if last.max(file_lines.unwrap_or(0)) > MAX_LINES {
            return Err(SpanError::TooMany);
        }
        let multiline = (start..).zip(&lines);
        let mut multiline = multiline.filter(|(_, line)| line.text().contains('\n'));
        if let Some((number, _)) = multiline.next() {
            return Err(SpanError::LineBreak(number));
        }
        Ok(Self { path, start, file_lines, lines })
    }

    /// The lines of a whole file inside `range`, clamped to the end of the file.
    ///
    /// # Errors
    /// A [`SpanError`] where the file has none of the lines.
    pub fn of_file(path: RepoPath, file: &[u8], range: LineRange) -> Result<Self, SpanError> {
        MaskedFile::with_redacted(path, Arc::new(file.to_vec()), Vec::new()).span(range)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// How many lines the whole file has, where that is known.
    #[must_use]
    pub fn file_lines(&self) -> Option<u32> {
        self.file_lines
    }

    /// The range of its lines, never empty.
    #[must_use]
    pub fn range(&self) -> LineRange {
        let count = u32::try_from(self.lines.len()).unwrap_or(u32::MAX).max(1);
        let end = self.start.saturating_add(count - 1);
        LineRange::new(self.start, end).unwrap_or_else(|| LineRange::one(self.start))
    }

    /// The lines with their numbers (1-based).
    pub fn lines(&self) -> impl Iterator<Item = (u32, &SourceLine)> {
        (self.start..).zip(&self.lines)
    }

    /// The lines inside `range`; `None` where they do not overlap.
    #[must_use]
    pub fn narrow(&self, range: LineRange) -> Option<Self> {
        let kept = self.range().intersection(range)?;
        let from = (kept.start() - self.start) as usize;
        let lines = self.lines[from..from + kept.len() as usize].to_vec();
        Some(Self {
            path: self.path.clone(),
            start: kept.start(),
            file_lines: self.file_lines,
            lines,
        })
    }

    /// Replaces each line by what `change` returns for its number and text; `change` may
    /// [mask](SourceLine::mask) it. A new text with a line break is masked without a hash, each break as a space.
    #[must_use]
    pub fn map_lines(mut self, mut change: impl FnMut(u32, SourceLine) -> SourceLine) -> Self {
        for (number, line) in (self.start..).zip(&mut self.lines) {
            let old = std::mem::replace(line, SourceLine::Plain(String::new()));
            let new = change(number, old);
            *line = if new.text().contains('\n') {
                SourceLine::masked(new.text().replace('\n', " "))
            } else {
                new
            };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> RepoPath {
        RepoPath::new("f").unwrap()
    }

    /// Checks the range and the file's length of a span of a whole file, or the error.
    fn check(file: &[u8], range: (u32, u32), expect: Result<(u32, u32, u32), SpanError>) {
        let range = LineRange::new(range.0, range.1).unwrap();
        let seen = Span::of_file(path(), file, range);
        let printed = seen.map(|seen| {
            let (range, file_lines) = (seen.range(), seen.file_lines().unwrap());
            (range.start(), range.end(), file_lines)
        });
        assert_eq!(printed, expect, "{file:?} {range}");
    }

    #[test]
    fn a_read_past_the_end_is_not_observed() {
        let past = |start, file_lines| Err(SpanError::PastTheEnd { start, file_lines });
        check(b"a\nb\n", (1, 5000), Ok((1, 2, 2)));
        check(b"a\nb\n", (3, 9), past(3, 2));
        check(b"", (1, 1), Err(SpanError::Empty));
    }

    /// The lines of a span of bytes, or the error.
    fn span_lines(
        start: u32,
        bytes: &[u8],
        file_lines: Option<u32>,
    ) -> Result<Vec<String>, SpanError> {
        let span = Span::from_bytes(path(), start, bytes, file_lines)?;
        let lines = span.lines().map(|(_, line)| line.text().to_owned());
        Ok(lines.collect())
    }

    #[test]
    fn final_line_ends_do_not_matter() {
        let both = || Ok(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(span_lines(4, b"a\nb", None), both());
        assert_eq!(span_lines(4, b"a\nb\n", None), both());
        assert_eq!(span_lines(4, b"a\r\nb\r\n", Some(5)), both());
        // The third line lies past the end of the file.
        assert_eq!(span_lines(4, b"a\nb\nc", Some(5)), both());
        assert_eq!(span_lines(4, b"\n", None), Ok(vec![String::new()]));
    }

    #[test]
    fn invalid_spans_are_rejected() {
        let (start, file_lines) = (4, 3);
        let past = SpanError::PastTheEnd { start, file_lines };
        assert_eq!(span_lines(4, b"a", Some(3)), Err(past));
        assert_eq!(span_lines(0, b"a", None), Err(SpanError::LineZero));
        assert_eq!(span_lines(4, b"", None), Err(SpanError::Empty));
        assert_eq!(span_lines(u32::MAX, b"a", None), Err(SpanError::TooMany));
        assert_eq!(span_lines(1, b"a", Some(u32::MAX)), Err(SpanError::TooMany));
        let lines = vec![SourceLine::Plain("a\nb".to_owned())];
        let two = Span::new(path(), 4, lines, None).map_err(|error| error.to_string());
        assert_eq!(two, Err("line 4 holds a line break".to_owned()));
    }

    /// Spans without hashes, from old transcripts.
    #[test]
    fn old_spans_round_trip() {
        let old = r#"{"path":"f","start":3,"file_lines":9,"lines":["a",{"masked":"(hidden)"}]}"#;
        let span: Span = serde_json::from_str(old).unwrap();
        assert_eq!(serde_json::to_string(&span).unwrap(), old);
        let (_, hidden) = span.lines().nth(1).unwrap();
        assert_eq!(hidden.hash(), None);
    }
}
