//! Where citations stand in a document, in lines and columns.

use std::ops::Range;

use firsthand_source::LineIndex;

/// Converts byte ranges of a text, in ascending order, to lines and columns. Each part of the text is counted once.
pub(crate) struct Positions<'t> {
    text: &'t str,
    index: LineIndex,
    /// The start of a line, an offset in it, and the characters between.
    counted: (usize, usize, u32),
}

impl<'t> Positions<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text, index: LineIndex::of(text.as_bytes()), counted: (0, 0, 0) }
    }

    /// The line of a range, its first column and one past its last in that line, 1-based, in characters.
    pub(crate) fn of_range(&mut self, range: &Range<usize>) -> (u32, u32, u32) {
        let line = self.index.line_at(range.start);
        let line_start = self.index.bytes(line, line).start;
        let chars = |from: usize, to: usize| {
            let part = self.text.get(from..to).unwrap_or_default();
            u32::try_from(part.chars().count()).unwrap_or(u32::MAX)
        };
        let before = match self.counted {
            (start, at, before) if start == line_start && at <= range.start => {
                before + chars(at, range.start)
            }
            _ => chars(line_start, range.start),
        };
        let end =
            self.text[range.clone()].find(['\n', '\r']).map_or(range.end, |at| range.start + at);
        let length = chars(range.start, end);
        self.counted = (line_start, range.start, before);
        (line, before + 1, before + 1 + length)
    }
}
