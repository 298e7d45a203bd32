//! Finds the words of ASCII text with bit masks: one bit for each byte gives its class, and shifts give the starts and
//! ends of parts and runs.

use wide::i8x64;

use super::super::{CLASS, LOWER, OTHER, Word, ascii_hash, next_part};
use super::{MAX_LENGTH, WordFilter, is_joint};

/// The number of bytes that are classified at once.
pub(super) const BLOCK: usize = 64;

/// Finds the words of a range of ASCII. Neither end of the range is inside a run.
pub(super) struct AsciiWords<'t> {
    text: &'t [u8],
    end: usize,
    gate: &'t WordFilter,
    /// The start of the next block.
    at: usize,
    /// The number of parts that began before it.
    parts: u32,
    /// The classes of the byte before the block, in the lowest bit.
    before: Classes,
    /// The start of the part that continues into the block.
    part_start: usize,
}

/// The classes of bytes, one bit for each byte.
#[derive(Clone, Copy, Default)]
struct Classes {
    lower: u64,
    upper: u64,
    digit: u64,
    joint: u64,
}

impl Classes {
    #[inline]
    fn of(block: &[u8; BLOCK]) -> Classes {
        let bytes = i8x64::new(block.map(u8::cast_signed));
        let within = |first: u8, last: u8| {
            let above = bytes.simd_gt(i8x64::splat(first.cast_signed() - 1));
            let below = bytes.simd_lt(i8x64::splat(last.cast_signed() + 1));
            (above & below).to_bitmask()
        };
        let is = |byte: u8| bytes.simd_eq(i8x64::splat(byte.cast_signed()));
        Classes {
            lower: within(b'a', b'z'),
            upper: within(b'A', b'Z'),
            digit: within(b'0', b'9'),
            joint: (is(b'_') | is(b'$')).to_bitmask(),
        }
    }

    fn letter(&self) -> u64 {
        self.lower | self.upper | self.digit
    }
}

/// `bits` shifted up by one byte; `before` fills the lowest bit.
#[inline]
fn after(bits: u64, before: u64) -> u64 {
    (bits << 1) | before
}

/// The bits below `at`.
#[inline]
fn below(at: u32) -> u64 {
    (1_u64 << at).wrapping_sub(1)
}

impl<'t> AsciiWords<'t> {
    pub(super) fn new(
        text: &'t [u8],
        at: usize,
        end: usize,
        gate: &'t WordFilter,
        parts: u32,
    ) -> AsciiWords<'t> {
        AsciiWords { text, end, gate, at, parts, before: Classes::default(), part_start: at }
    }

    /// Calls `sink` with the words; returns the number of parts up to the end.
    pub(super) fn each(mut self, sink: &mut impl FnMut(Word, u32)) -> u32 {
        let text = self.text;
        let mut last = [0; BLOCK];
        loop {
            let left = &text[self.at..self.end];
            // A whole block is not copied, which saves a tenth of the time.
            let whole = left.first_chunk::<BLOCK>();
            let block = whole.unwrap_or_else(|| {
                last[..left.len()].copy_from_slice(left);
                &last
            });
            self.block(block, sink);
            if whole.is_none() {
                return self.parts;
            }
            self.at += BLOCK;
        }
    }

    #[inline]
    fn block(&mut self, block: &[u8; BLOCK], sink: &mut impl FnMut(Word, u32)) {
        let (classes, previous) = (Classes::of(block), self.before);
        let next = self.at + BLOCK;
        let lower_next = next < self.end && CLASS[usize::from(self.text[next])] == LOWER;
        let before_lower = (classes.lower >> 1) | (u64::from(lower_next) << 63);
        let after_small = after(classes.lower | classes.digit, previous.lower | previous.digit);
        let cut =
            classes.upper & (after_small | (after(classes.upper, previous.upper) & before_lower));
        let (letter, before) = (classes.letter(), after(classes.letter(), previous.letter()));
        let (begins, ends) = (letter & (!before | cut), before & (!letter | cut));
        self.parts_of_block(block, begins, ends, cut | classes.joint, sink);
        self.parts += begins.count_ones();
        self.before = Classes {
            lower: classes.lower >> 63,
            upper: classes.upper >> 63,
            digit: classes.digit >> 63,
            joint: classes.joint >> 63,
        };
    }

    /// Considers the parts that end in the block. `run_continues` has a bit for each end after which the run continues.
    #[inline]
    fn parts_of_block(
        &mut self,
        block: &[u8; BLOCK],
        begins: u64,
        ends: u64,
        run_continues: u64,
        sink: &mut impl FnMut(Word, u32),
    ) {
        let (mut begins_left, mut ends_left) = (begins, ends);
        // A part that continues from before the block ends no later than the first start in it.
        let first_end = ends.trailing_zeros();
        if ends != 0 && begins & below(first_end) == 0 {
            ends_left &= ends_left - 1;
            let (start, end) = (self.part_start, self.at + first_end as usize);
            let second = self.text.get(start + 1).copied().unwrap_or_default();
            let lengths = self.gate.lengths(self.text[start], second);
            self.consider(start, end, lengths, self.parts - 1, sink);
        }
        while ends_left != 0 {
            let (from, to) = (begins_left.trailing_zeros(), ends_left.trailing_zeros());
            begins_left &= begins_left - 1;
            ends_left &= ends_left - 1;
            let at = from as usize % BLOCK;
            // The second byte of a part that ends in the block is in the block, too.
            let lengths = self.gate.lengths(block[at], block[(at + 1) % BLOCK]);
            let longer = ((run_continues >> to) & 1).wrapping_neg();
            if (lengths >> (to - from)) & (longer | 1) != 0 {
                let parts = self.parts + (begins & below(from)).count_ones();
                let (start, end) = (self.at + from as usize, self.at + to as usize);
                self.consider(start, end, lengths, parts, sink);
            }
        }
        if begins_left != 0 {
            self.part_start = self.at + begins_left.trailing_zeros() as usize;
        }
    }

    /// Calls `sink` with a part, and with the run that begins with it, if their lengths are among `lengths`, those of
    /// the wanted words that begin alike.
    #[inline(never)]
    fn consider(
        &self,
        start: usize,
        end: usize,
        lengths: u64,
        parts: u32,
        sink: &mut impl FnMut(Word, u32),
    ) {
        let longer = lengths >> (end - start).min(MAX_LENGTH);
        if longer & 1 == 1 {
            sink(self.part_word(start, end), parts);
        }
        let goes_on = end < self.end && CLASS[usize::from(self.text[end])] != OTHER;
        if goes_on
            && (longer > 1 || end - start >= MAX_LENGTH)
            && let Some((run, more)) = self.run_word(start)
        {
            sink(run, parts + more);
        }
    }

    /// A part as a word: with the joints around it if it is the whole run.
    fn part_word(&self, start: usize, end: usize) -> Word {
        let joints = |byte: &&u8| is_joint(**byte);
        let ahead = self.text[..start].iter().rev().take_while(joints).count();
        let behind = self.text[end..].iter().take_while(joints).count();
        let (first, last) = (start - ahead, end + behind);
        let is_word = |byte: Option<&u8>| byte.is_some_and(|b| CLASS[usize::from(*b)] != OTHER);
        let before = first.checked_sub(1).and_then(|at| self.text.get(at));
        let whole = !is_word(before) && !is_word(self.text.get(last));
        Word {
            start: if whole { first } else { start },
            end: if whole { last } else { end },
            hash: ascii_hash(&self.text[start..end]),
            whole,
            part: true,
        }
    }

    /// The run that begins with the part at `start`, with its number of parts, if it may be wanted and has several.
    fn run_word(&self, start: usize) -> Option<(Word, u32)> {
        let is_word = |byte: &&u8| CLASS[usize::from(**byte)] != OTHER;
        let mut ahead = self.text[..start].iter().rev();
        let joints = ahead.clone().take_while(|byte| is_joint(**byte)).count();
        let first = start - joints;
        if ahead.nth(joints).is_some_and(|byte| is_word(&byte)) {
            return None;
        }
        let length = self.text[start..self.end].iter().take_while(is_word).count();
        let end = start + length;
        if !self.gate.passes_run(&self.text[start..end]) {
            return None;
        }
        let (mut parts, mut at) = (0, start);
        while let Some((_, past)) = next_part(self.text, at, end) {
            (parts, at) = (parts + 1, past);
        }
        let run = Word {
            start: first,
            end,
            hash: ascii_hash(&self.text[first..end]),
            whole: true,
            part: false,
        };
        (parts > 1).then_some((run, parts))
    }
}
