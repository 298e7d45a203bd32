//! A text in which parts of another one are replaced, and where these are in the original.

use std::ops::Range;

#[derive(Default)]
pub(super) struct Rewritten {
    pub(super) text: Vec<u8>,
    /// Each replacement: its bytes in the text, and the bytes of the original that it stands for. In order.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Rewritten {
    /// Adds what stands for a part of the original.
    pub(super) fn put(&mut self, text: &[u8], original: Range<usize>) {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.parts.push((start..self.text.len(), original));
    }

    /// Whether anything is replaced.
    pub(super) fn is_changed(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Whether a range of the text is within one replacement.
    pub(super) fn is_replacement(&self, range: &Range<usize>) -> bool {
        let before = self.parts.partition_point(|(text, _)| text.start <= range.start);
        before > 0 && range.end <= self.parts[before - 1].0.end
    }

    /// The bytes of the original for a range of the text.
    pub(super) fn original(&self, range: &Range<usize>) -> Range<usize> {
        self.position(range.start).start..self.position(range.end).end
    }

    /// The original's bytes for a position in the text: none of them, but for a position within a replacement.
    fn position(&self, at: usize) -> Range<usize> {
        let before = self.parts.partition_point(|(text, _)| text.start < at);
        match before.checked_sub(1).map(|index| &self.parts[index]) {
            None => at..at,
            Some((text, original)) if at < text.end => original.clone(),
            Some((text, original)) => {
                let at = original.end + (at - text.end);
                at..at
            }
        }
    }
}
