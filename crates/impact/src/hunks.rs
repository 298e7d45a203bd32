//! The lines in which two states of a file differ.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use firsthand_history::ChangedFile;
use firsthand_tools::Toolbox;
use imara_diff::{Algorithm, Diff, InternedInput};

/// The lines of a change that stand for a place around it.
const CONTEXT_LINES: usize = 3;

/// The indices of removed lines, and of those that stand in their place.
type Hunk = (Range<usize>, Range<usize>);

fn hunks(before: &[u8], after: &[u8]) -> Vec<Hunk> {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let range = |range: Range<u32>| range.start as usize..range.end as usize;
    diff.hunks().map(|hunk| (range(hunk.before), range(hunk.after))).collect()
}

/// The lines of one text that another one has, too.
pub(crate) struct KeptLines(Vec<Hunk>);

impl KeptLines {
    pub(crate) fn of(before: &[u8], after: &[u8]) -> Self {
        Self(hunks(before, after))
    }

    /// The line, 1-based, of the later text that is this one of the earlier text; `None` of one that it lacks.
    pub(crate) fn later(&self, line: u32) -> Option<u32> {
        let index = (line as usize).checked_sub(1)?;
        let before = self.0.partition_point(|(before, _)| before.end <= index);
        if self.0.get(before).is_some_and(|(before, _)| before.contains(&index)) {
            return None;
        }
        let later = match before.checked_sub(1).and_then(|last| self.0.get(last)) {
            Some((before, after)) => index - before.end + after.end,
            None => index,
        };
        u32::try_from(later + 1).ok()
    }
}

/// A changed file as lines.
pub(crate) struct LineDiff<'c> {
    pub(crate) file: &'c ChangedFile,
    pub(crate) before: Vec<&'c [u8]>,
    pub(crate) after: Vec<&'c [u8]>,
    hunks: Vec<Hunk>,
}

impl<'c> LineDiff<'c> {
    /// `None` if a state was not read, or is no text.
    pub(crate) fn of(file: &'c ChangedFile) -> Option<Self> {
        let (before, after) = (file.before.bytes()?, file.after.bytes()?);
        if before.contains(&0) || after.contains(&0) {
            return None;
        }
        let lines = |bytes: &'c [u8]| bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let hunks = hunks(before, after);
        Some(Self { file, hunks, before: lines(before), after: lines(after) })
    }

    /// The indices of the removed lines.
    pub(crate) fn removed(&self) -> impl Iterator<Item = usize> {
        self.hunks.iter().flat_map(|(before, _)| before.clone())
    }

    /// The indices of the lines before and after the change that hold a secret: what is on them is neither looked for nor
    /// named.
    pub(crate) fn masked(&self, toolbox: &Toolbox) -> [BTreeSet<usize>; 2] {
        [&self.file.before, &self.file.after].map(|state| {
            let bytes = Arc::new(state.bytes().unwrap_or_default().to_vec());
            let file = toolbox.sandbox().masked(&self.file.path, bytes);
            let is_masked = |line: &u32| file.line(*line).is_none_or(|line| line.is_masked());
            (1..=file.line_count()).filter(is_masked).map(|line| line as usize - 1).collect()
        })
    }

    /// The indices of the removed and the added lines of each hunk.
    pub(crate) fn hunk_lines(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        self.hunks.iter().cloned()
    }

    /// The removed and the added lines of each hunk.
    pub(crate) fn replaced(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let text = |lines: &[&[u8]], range: &Range<usize>| {
            lines.get(range.clone()).unwrap_or_default().concat()
        };
        let pairs = self.hunks.iter();
        let pairs =
            pairs.map(|(before, after)| (text(&self.before, before), text(&self.after, after)));
        pairs.collect()
    }

    /// The indices of the later lines of each hunk, with some lines around it.
    pub(crate) fn around(&self) -> Vec<Range<usize>> {
        let last = self.after.len();
        let ranges = self.hunks.iter().map(|(_, after)| {
            after.start.saturating_sub(CONTEXT_LINES)..(after.end + CONTEXT_LINES).min(last)
        });
        ranges.collect()
    }
}
