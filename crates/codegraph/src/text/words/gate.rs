//! Finds the words of a text that may be in a set of wanted words, 64 bytes at a time. A test checks that it finds the
//! same words as [`each_word`](super::each_word).

mod ascii;

use std::ops::RangeInclusive;

use super::high::high_run;
use super::{CLASS, JOINT, OTHER, Word};
use ascii::{AsciiWords, BLOCK};

/// A filter of words by their first two letters and their length.
#[derive(Clone, Debug)]
pub(crate) struct WordFilter {
    /// By the first byte: a bit for each length, the last one for all longer words.
    first: [u64; 256],
    /// The same by the second byte.
    second: [u64; 256],
}

/// Longer words have the bit of this length.
const MAX_LENGTH: usize = 63;

impl WordFilter {
    /// Passes words that may be among `words`, which are in lower case without `_` and `$`.
    pub(crate) fn of<'w>(words: impl Iterator<Item = &'w str>) -> WordFilter {
        let mut gate = WordFilter { first: [0; 256], second: [0; 256] };
        for word in words {
            gate.pass(word, word.len()..=word.len());
        }
        // The byte after a word of one letter is not part of it.
        for lengths in &mut gate.second {
            *lengths |= WordFilter::length_bit(1);
        }
        // No part contains a joint, and a run may have one as its second byte.
        for joint in [b'_', b'$'].map(usize::from) {
            (gate.first[joint], gate.second[joint]) = (u64::MAX, u64::MAX);
        }
        gate
    }

    /// Also passes the words of these lengths that begin with the first two letters of `word`.
    pub(crate) fn pass(&mut self, word: &str, lengths: RangeInclusive<usize>) {
        let lengths = lengths.map(WordFilter::length_bit).fold(0, |all, length| all | length);
        for (table, byte) in [&mut self.first, &mut self.second].into_iter().zip(word.bytes()) {
            table[usize::from(byte)] |= lengths;
            table[usize::from(byte.to_ascii_uppercase())] |= lengths;
        }
    }

    /// The bit of this length, in bytes.
    fn length_bit(letters: usize) -> u64 {
        1 << letters.min(MAX_LENGTH)
    }

    /// A bit for each length of the words that begin with these two bytes. If the second byte is a joint, or follows a
    /// word of one letter, it excludes nothing.
    #[inline]
    fn lengths(&self, first: u8, second: u8) -> u64 {
        self.first[usize::from(first)] & self.second[usize::from(second)]
    }

    /// Whether a run that may contain joints may be wanted.
    fn passes_run(&self, run: &[u8]) -> bool {
        let letters = run.iter().copied().filter(|byte| !is_joint(*byte));
        let mut ahead = letters.clone();
        let first = ahead.next().unwrap_or_default();
        let lengths = self.lengths(first, ahead.next().unwrap_or_default());
        lengths & WordFilter::length_bit(letters.count()) != 0
    }
}

fn is_joint(byte: u8) -> bool {
    CLASS[usize::from(byte)] == JOINT
}

/// Calls `sink` with the words that `gate` passes and, for each, the number of parts before its end; if the word is a
/// single part itself, without that part. The order is unspecified. Returns the number of parts in the text.
pub(crate) fn each_gated(text: &[u8], gate: &WordFilter, mut sink: impl FnMut(Word, u32)) -> u32 {
    let (mut at, mut parts) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let ascii_blocks_length =
            rest.chunks(BLOCK).take_while(|block| block.is_ascii()).map(<[u8]>::len).sum::<usize>();
        let after_blocks = rest[ascii_blocks_length..].iter();
        let ascii_length = ascii_blocks_length + after_blocks.take_while(|b| b.is_ascii()).count();
        let is_word = |byte: &&u8| CLASS[usize::from(**byte)] != OTHER;
        // A run that begins in ASCII and continues with other bytes is split by `high_run`.
        let begun_length = if ascii_length < rest.len() {
            rest[..ascii_length].iter().rev().take_while(is_word).count()
        } else {
            0
        };
        let (from, high) = (at, at + ascii_length - begun_length);
        let ascii_words = AsciiWords::new(text, from, high, gate, parts);
        parts = ascii_words.each(&mut sink);
        at = high + text[high..].iter().take_while(is_word).count();
        high_run(&text[high..at], high, &mut |word| {
            sink(word, parts);
            parts += u32::from(word.part);
        });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words::{each_word, folded};
    use proptest::prelude::*;

    /// The result that [`each_gated`] must have: the wanted words that [`each_word`] finds, and the number of parts.
    fn expected(text: &[u8], wanted_hashes: &[u64]) -> (Vec<(Word, u32)>, u32) {
        let (mut found, mut parts) = (Vec::new(), 0);
        each_word(text, |word| {
            if wanted_hashes.contains(&word.hash) {
                found.push((word, parts));
            }
            parts += u32::from(word.part);
        });
        (found, parts)
    }

    fn check(text: &[u8], words: &[String]) {
        let wanted_hashes: Vec<u64> =
            words.iter().map(|word| crate::text::words::word_hash(word)).collect();
        let gate = WordFilter::of(words.iter().map(String::as_str));
        let mut found = Vec::new();
        let parts = each_gated(text, &gate, |word, parts| {
            if wanted_hashes.contains(&word.hash) {
                found.push((word, parts));
            }
        });
        found.sort_by_key(|(word, _)| (word.end, !word.part, word.start));
        let (mut expected, expected_parts) = expected(text, &wanted_hashes);
        expected.sort_by_key(|(word, _)| (word.end, !word.part, word.start));
        assert_eq!((found, parts), (expected, expected_parts), "{:?}", text.utf8_chunks());
    }

    #[test]
    fn a_run_across_the_edge_of_a_block_is_found() {
        let words = ["form", "data", "formdata", "init"].map(str::to_owned);
        for run in ["formData", "form_data", "FORMData", "__init__", "formdata", "xFormData"] {
            for ahead in 50..80 {
                for text in [format!("{:ahead$}{run}", ""), format!("{:ahead$}{run} é {run}", "")]
                {
                    check(text.as_bytes(), &words);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn each_gated_finds_the_wanted_words_of_each_word(
            pieces in proptest::collection::vec("[abAB01_$ .é设]{0,9}|(form|Data|HTTP|_|9|x){0,5}|\\PC{0,4}", 0..60),
            picks in proptest::collection::vec(any::<proptest::sample::Index>(), 1..6),
        ) {
            let text = pieces.concat();
            let mut words = Vec::new();
            each_word(text.as_bytes(), |word| words.push(folded(&text[word.start..word.end])));
            words.push("formdata".to_owned());
            let wanted: Vec<String> = picks.iter().map(|pick| pick.get(&words).clone()).collect();
            check(text.as_bytes(), &wanted);
        }

        #[test]
        fn each_gated_accepts_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            check(&bytes, &["a".to_owned(), "bc".to_owned()]);
        }
    }
}
