//! Line ranges: 1-based, inclusive, never empty.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lines `start` to `end` of a file, 1-based and inclusive; never empty.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "(u32, u32)", into = "(u32, u32)")]
#[schemars(with = "(u32, u32)")]
pub struct LineRange {
    start: u32,
    end: u32,
}

impl LineRange {
    /// The range, or `None` where it would be empty or start before line 1.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Option<Self> {
        (1 <= start && start <= end).then_some(Self { start, end })
    }

    /// The range of one line; line 0, which does not exist, counts as line 1.
    #[must_use]
    pub fn one(line: u32) -> Self {
        let line = line.max(1);
        Self {
            start: line,
            end: line,
        }
    }

    /// All lines of any file: where it is read, it is clamped to the file's end.
    #[must_use]
    pub const fn whole() -> Self {
        Self {
            start: 1,
            end: u32::MAX,
        }
    }

    /// The first line.
    #[must_use]
    pub fn start(self) -> u32 {
        self.start
    }

    /// The last line, itself in the range.
    #[must_use]
    pub fn end(self) -> u32 {
        self.end
    }

    /// How many lines; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a range is never empty")]
    pub fn len(self) -> u32 {
        self.end - self.start + 1
    }

    /// Whether the line is in the range.
    #[must_use]
    pub fn contains(self, line: u32) -> bool {
        self.start <= line && line <= self.end
    }

    /// Whether every line of `other` is in this range.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share a line.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }

    /// The lines that both have.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::new(self.start.max(other.start), self.end.min(other.end))
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}

impl TryFrom<(u32, u32)> for LineRange {
    type Error = &'static str;
    fn try_from((start, end): (u32, u32)) -> Result<Self, Self::Error> {
        Self::new(start, end).ok_or("a line range is 1-based and not empty")
    }
}

impl From<LineRange> for (u32, u32) {
    fn from(range: LineRange) -> Self {
        (range.start, range.end)
    }
}
