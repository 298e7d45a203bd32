//! The lines beside a place.

use firsthand_source::LineRange;

use crate::anchor::{Anchor, Digest};
use crate::file::FileText;

impl Anchor {
    /// Whether it is known how often its lines stood in other files.
    #[must_use]
    pub fn is_counted_elsewhere(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// How many of the recorded lines beside the place stand beside these lines of a file, from the nearest on; only
    /// those that say something are counted.
    pub(crate) fn neighbours(&self, file: &FileText, lines: LineRange) -> usize {
        let above = (1..lines.start()).rev();
        let below = lines.end().saturating_add(1)..;
        equal_lines(file, self.before.0.iter().rev().zip(above))
            + equal_lines(file, self.after.0.iter().zip(below))
    }

    /// Whether all recorded lines beside the place stand beside these lines of a file.
    pub(crate) fn is_between_its_neighbours(&self, file: &FileText, lines: LineRange) -> bool {
        let (before, after) = (&self.before.0, &self.after.0);
        let (first, end) = (lines.start() as usize - 1, lines.end() as usize);
        let now = file.digests();
        let above = now.get(first.saturating_sub(before.len())..first);
        let below = now.get(end..end + after.len());
        above == Some(before) && below == Some(after)
    }

    /// Counts the lines beside the place that stand beside another place with the same lines, too.
    pub(crate) fn count_alike(&mut self, file: &FileText, lines: LineRange) {
        let copies = self.windows(file).filter(|&copy| copy != lines);
        let most = copies.map(|copy| self.neighbours(file, copy)).max();
        self.alike = most.and_then(|most| u32::try_from(most).ok());
    }
}

/// How many of the recorded lines stand at these numbers, up to the first that does not; only those that say something.
fn equal_lines<'d>(file: &FileText, recorded: impl Iterator<Item = (&'d Digest, u32)>) -> usize {
    let is_equal = |(digest, number): &(&Digest, u32)| {
        let here = file.digests().get(*number as usize - 1).copied().flatten();
        digest.is_some() && **digest == here
    };
    let equal = recorded.take_while(is_equal);
    let telling = equal.filter(|(_, number)| file.is_informative(*number));
    telling.count()
}
