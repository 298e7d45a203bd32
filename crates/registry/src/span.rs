//! Lines of a file as they were seen, with their place in it.

use serde::{Deserialize, Serialize};

use crate::{LineRange, RepoPath, lines_of};

/// One line as it was seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SourceLine {
    /// The line's own text, byte for byte.
    Plain(String),
    /// A stand-in (a redacted secret, or bytes that are not UTF-8): can be shown, never quoted.
    Masked {
        /// What is shown in the line's place.
        masked: String,
    },
}

impl SourceLine {
    /// A line from a file's bytes; masked, with replacement characters, where it is not UTF-8.
    #[must_use]
    pub fn from_bytes(line: &[u8]) -> Self {
        match std::str::from_utf8(line) {
            Ok(text) => Self::Plain(text.to_owned()),
            Err(_) => Self::masked(String::from_utf8_lossy(line).replace('\n', " ")),
        }
    }

    /// A stand-in for a line that must not be quoted.
    #[must_use]
    pub fn masked(shown: impl Into<String>) -> Self {
        Self::Masked {
            masked: shown.into(),
        }
    }

    /// What is shown for the line.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Masked { masked } => masked,
        }
    }

    /// Whether the line is a stand-in.
    #[must_use]
    pub fn is_masked(&self) -> bool {
        matches!(self, Self::Masked { .. })
    }
}

/// No file has more lines; what says it has is not observed, so that line numbers can be counted on
/// from any that is held.
const MOST_LINES: u32 = u32::MAX - 2;

/// A run of lines of one file, with their text. Its range is the range of the text it holds:
/// there is no way to state a wider one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "RawSpan", into = "RawSpan")]
pub struct Span {
    path: RepoPath,
    start: u32,
    file_lines: u32,
    lines: Vec<SourceLine>,
}

#[derive(Serialize, Deserialize)]
struct RawSpan {
    path: RepoPath,
    start: u32,
    file_lines: u32,
    lines: Vec<SourceLine>,
}

impl TryFrom<RawSpan> for Span {
    type Error = &'static str;
    fn try_from(raw: RawSpan) -> Result<Self, Self::Error> {
        Self::new(raw.path, raw.start, raw.lines, raw.file_lines).ok_or("a span without lines")
    }
}

impl From<Span> for RawSpan {
    fn from(span: Span) -> Self {
        let Span {
            path,
            start,
            file_lines,
            lines,
        } = span;
        Self {
            path,
            start,
            file_lines,
            lines,
        }
    }
}

impl Span {
    /// Lines from `start` (1-based) on, of a file of `file_lines` lines. Lines past the file's end
    /// are cut; a line break inside a line is not a line and is shown as a space. `None` where
    /// nothing is left.
    #[must_use]
    pub fn new(
        path: RepoPath,
        start: u32,
        mut lines: Vec<SourceLine>,
        file_lines: u32,
    ) -> Option<Self> {
        if file_lines > MOST_LINES {
            return None;
        }
        let room = file_lines.checked_sub(start.checked_sub(1)?)?;
        lines.truncate(room as usize);
        for line in &mut lines {
            if line.text().contains('\n') {
                *line = SourceLine::masked(line.text().replace('\n', " "));
            }
        }
        (!lines.is_empty()).then_some(Self {
            path,
            start,
            file_lines,
            lines,
        })
    }

    /// The part of a whole file that `range` asks for, clamped to the file's real end.
    #[must_use]
    pub fn of_file(path: RepoPath, bytes: &[u8], range: LineRange) -> Option<Self> {
        let mut lines = Vec::new();
        let mut number = 0_u32;
        for line in lines_of(bytes) {
            number = number.saturating_add(1);
            if range.contains(number) {
                lines.push(SourceLine::from_bytes(line));
            }
        }
        Self::new(path, range.start(), lines, number)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// How many lines the whole file has.
    #[must_use]
    pub fn file_lines(&self) -> u32 {
        self.file_lines
    }

    /// The lines that are held, never empty.
    #[must_use]
    pub fn range(&self) -> LineRange {
        let count = u32::try_from(self.lines.len()).unwrap_or(u32::MAX).max(1);
        let end = self.start.saturating_add(count - 1);
        LineRange::new(self.start, end).unwrap_or_else(|| self.first_line())
    }

    fn first_line(&self) -> LineRange {
        LineRange::one(self.start)
    }

    /// The lines with their numbers.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &SourceLine)> {
        (self.start..).zip(&self.lines)
    }

    /// The same file's lines inside `range` only; `None` where they do not meet.
    #[must_use]
    pub fn narrow(&self, range: LineRange) -> Option<Self> {
        let kept = self.range().intersection(range)?;
        let from = (kept.start() - self.start) as usize;
        let lines = self.lines[from..from + kept.len() as usize].to_vec();
        Self::new(self.path.clone(), kept.start(), lines, self.file_lines)
    }

    /// The same span with each line passed through `change`, which may mask it.
    #[must_use]
    pub fn map_lines(mut self, mut change: impl FnMut(SourceLine) -> SourceLine) -> Self {
        for line in &mut self.lines {
            let old = std::mem::replace(line, SourceLine::Plain(String::new()));
            let new = change(old);
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

    fn span(file: &[u8], start: u32, end: u32) -> Option<Span> {
        Span::of_file(RepoPath::new("f").ok()?, file, LineRange::new(start, end)?)
    }

    #[test]
    fn a_read_past_the_end_is_not_observed() {
        let seen = span(b"a\nb\n", 1, 5000).map(|s| (s.range(), s.file_lines()));
        assert_eq!(seen, LineRange::new(1, 2).map(|r| (r, 2)));
        assert_eq!(span(b"a\nb\n", 3, 9), None);
        assert_eq!(span(b"", 1, 1), None);
    }
}
