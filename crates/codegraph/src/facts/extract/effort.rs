//! How much of a text a parser may read over again, and how often it may continue.

use std::cell::Cell;

use super::watch::Watch;

/// The bytes that a parser gets at once.
pub(super) const CHUNK: usize = 4 << 10;
/// How often a parser may read the text over again. It looks ahead and back, but only a few times.
const MAX_READS_PER_BYTE: u64 = 24;
/// A parser may continue once for this many bytes. For code it continues once for 57 bytes or more.
const BYTES_PER_TURN: u64 = 16;
/// How often a parser may continue in one file of any length: about a third of a second. A file of 0.9 MB takes half of
/// that.
const MAX_TURNS: u64 = 10_000;

/// The effort that a parser may still spend on a file. Texts can be made for which error recovery takes minutes and
/// gigabytes; the numbers of reads and of progress calls detect these on any machine.
pub(super) struct Effort<'w> {
    /// The chunks that may still be read.
    pub(super) reads: Cell<u64>,
    /// The times that the parser may still continue.
    pub(super) turns: Cell<u64>,
    /// The resources that it may use.
    pub(super) watch: &'w Watch,
}

impl<'w> Effort<'w> {
    pub(super) fn of(text: &[u8], watch: &'w Watch) -> Effort<'w> {
        let length = text.len() as u64;
        Effort {
            reads: Cell::new(64 + MAX_READS_PER_BYTE * (length / CHUNK as u64 + 1)),
            turns: Cell::new((64 + length / BYTES_PER_TURN).min(MAX_TURNS)),
            watch,
        }
    }

    /// Takes one from the counter; returns false if it was 0.
    pub(super) fn take(left: &Cell<u64>) -> bool {
        let before = left.get();
        left.set(before.saturating_sub(1));
        before > 0
    }
}
