//! The observed text of a place, untruncated, by line.

use crate::{LineHash, SourceLine, Span};

/// The evidence of a candidate: its lines in one string, so that a substring search finds quotes, with the offset
/// of each line and the lines that cannot be quoted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    start: u32,
    text: String,
    offsets: Vec<usize>,
    masks: Vec<Mask>,
}

/// Whether a line is masked, and the hash of the masked bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mask {
    None,
    Masked(Option<LineHash>),
}

impl Evidence {
    /// The evidence of a span.
    #[must_use]
    pub fn of(span: &Span) -> Self {
        let mut evidence = Self { start: span.range().start(), ..Self::default() };
        for (_, line) in span.lines() {
            evidence.push(line);
        }
        evidence
    }

    fn push(&mut self, line: &SourceLine) {
        if !self.offsets.is_empty() {
            self.text.push('\n');
        }
        self.offsets.push(self.text.len());
        self.text.push_str(line.text());
        self.masks.push(match line {
            SourceLine::Plain(_) => Mask::None,
            SourceLine::Masked { hash, .. } => Mask::Masked(*hash),
        });
    }

    /// All lines joined by `\n`, without a final one.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number (1-based) of the line at byte `offset` of [`Evidence::text`].
    #[must_use]
    pub fn line_at(&self, offset: usize) -> u32 {
        let index =
            self.offsets.partition_point(|&line_offset| line_offset <= offset).saturating_sub(1);
        self.start.saturating_add(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The line's text, without its end; `None` where it was not observed.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<&str> {
        let index = self.index(number)?;
        let end = self.offsets.get(index + 1).map_or(self.text.len(), |next| next - 1);
        Some(&self.text[self.offsets[index]..end])
    }

    /// Whether the line is masked or was not observed, and so cannot be quoted.
    #[must_use]
    pub fn is_masked(&self, number: u32) -> bool {
        self.mask(number) != Some(Mask::None)
    }

    /// The hash of the line's own bytes, masked or not; `None` where the line was not observed, or was masked
    /// without its bytes.
    #[must_use]
    pub fn hash(&self, number: u32) -> Option<LineHash> {
        self.source_line(number)?.hash()
    }

    fn mask(&self, number: u32) -> Option<Mask> {
        self.index(number).map(|index| self.masks[index])
    }

    /// The lines with their numbers (1-based).
    pub fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        (self.start..).zip(self.text.split('\n')).take(self.offsets.len())
    }

    /// Merges a later observation of the same lines. The newer text replaces the older; a line masked once stays
    /// masked, so that a second observation cannot undo a redaction.
    pub(crate) fn merge(&mut self, newer: &Self) {
        if self == newer {
            return;
        }
        let mut merged = Self { start: self.start, ..Self::default() };
        for (number, old) in self.lines() {
            let Some(line) = newer.source_line(number).or_else(|| self.source_line(number)) else {
                continue;
            };
            let masked = self.is_masked(number);
            merged.push(&if masked { line.mask(old) } else { line });
        }
        *self = merged;
    }

    /// Whether a later observation of the same lines has another text; masked lines count as the same.
    pub(crate) fn differs(&self, newer: &Self) -> bool {
        let is_masked = |number| self.is_masked(number) || newer.is_masked(number);
        let is_same = |(number, line)| is_masked(number) || newer.line(number) == Some(line);
        !self.lines().all(is_same)
    }

    fn source_line(&self, number: u32) -> Option<SourceLine> {
        let text = self.line(number)?.to_owned();
        Some(match self.mask(number)? {
            Mask::None => SourceLine::Plain(text),
            Mask::Masked(hash) => SourceLine::Masked { masked: text, hash },
        })
    }

    fn index(&self, number: u32) -> Option<usize> {
        let index = number.checked_sub(self.start)? as usize;
        (index < self.offsets.len()).then_some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LineRange, RepoPath};

    fn span(file: &[u8], start: u32, end: u32) -> Option<Span> {
        Span::of_file(RepoPath::new("f").ok()?, file, LineRange::new(start, end)?).ok()
    }

    #[test]
    fn lines_are_found_by_number_and_by_offset() {
        let span = span(b"zero\none\n\xff\xfe\nthree\n", 2, 4).unwrap();
        let evidence = Evidence::of(&span);
        assert_eq!(evidence.line(2), Some("one"));
        assert_eq!(evidence.line(4), Some("three"));
        assert_eq!(evidence.line(5), None);
        assert_eq!(evidence.line_at(0), 2);
        assert_eq!(evidence.line_at(evidence.text().len()), 4);
        assert!(evidence.is_masked(3) && !evidence.is_masked(4) && evidence.is_masked(99));
    }
}
