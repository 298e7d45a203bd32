//! The text that was seen at a place, untruncated, line by line.

use crate::{LineHash, SourceLine, Span};

/// The evidence of a candidate: its lines in one piece of text, so that a quote is found at memory
/// speed, with the offset of each line and the lines that cannot be quoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    start: u32,
    text: String,
    offsets: Vec<usize>,
    masked: Vec<Mask>,
}

/// Whether a line is a stand-in, and the hash of what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mask {
    None,
    Over(Option<LineHash>),
}

impl Evidence {
    /// The evidence of a span.
    #[must_use]
    pub fn of(span: &Span) -> Self {
        let mut evidence = Self {
            start: span.range().start(),
            text: String::new(),
            offsets: Vec::new(),
            masked: Vec::new(),
        };
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
        self.masked.push(match line {
            SourceLine::Plain(_) => Mask::None,
            SourceLine::Masked { hash, .. } => Mask::Over(*hash),
        });
    }

    /// All lines joined by `\n`, without a final one.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the line that holds byte `offset` of [`Evidence::text`].
    #[must_use]
    pub fn line_at(&self, offset: usize) -> u32 {
        let index = self
            .offsets
            .partition_point(|&at| at <= offset)
            .saturating_sub(1);
        self.start
            .saturating_add(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The line's text, without its end; `None` where it was not observed.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<&str> {
        let index = self.index(number)?;
        let end = self
            .offsets
            .get(index + 1)
            .map_or(self.text.len(), |next| next - 1);
        Some(&self.text[self.offsets[index]..end])
    }

    /// Whether the line is a stand-in that cannot be quoted (an unobserved line is, too).
    #[must_use]
    pub fn is_masked(&self, number: u32) -> bool {
        self.mask(number) != Some(Mask::None)
    }

    /// The hash of the line's own bytes, whether it is shown or a stand-in hides it; `None` where the line
    /// was not observed, or nobody knows what is hidden.
    #[must_use]
    pub fn hash(&self, number: u32) -> Option<LineHash> {
        self.seen(number)?.hash()
    }

    fn mask(&self, number: u32) -> Option<Mask> {
        self.index(number).map(|index| self.masked[index])
    }

    /// The numbered lines.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        (self.start..)
            .zip(self.text.split('\n'))
            .take(self.offsets.len())
    }

    /// Merges a later observation of the same lines. The newer text stands; what was masked once stays
    /// masked, so that a redaction cannot be undone by looking twice.
    pub(crate) fn see_again(&mut self, newer: &Self) {
        if self == newer {
            return;
        }
        let mut merged = Self {
            start: self.start,
            text: String::new(),
            offsets: Vec::new(),
            masked: Vec::new(),
        };
        for (number, old) in self.lines() {
            let Some(seen) = newer.seen(number).or_else(|| self.seen(number)) else {
                continue;
            };
            let masked = self.is_masked(number);
            merged.push(&if masked { seen.mask(old) } else { seen });
        }
        *self = merged;
    }

    fn seen(&self, number: u32) -> Option<SourceLine> {
        let text = self.line(number)?.to_owned();
        Some(match self.mask(number)? {
            Mask::None => SourceLine::Plain(text),
            Mask::Over(hash) => SourceLine::Masked { masked: text, hash },
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
    fn evidence_knows_its_lines() {
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
