//! Splits words with characters beyond ASCII.

use super::{CLASS, DIGIT, HIGH, JOINT, LOWER, OTHER, SEED, UPPER, Word, seal, step};

/// A character's class, for runs that are not pure ASCII. Here `HIGH` is a letter without case.
fn char_class(c: char) -> u8 {
    if c.is_ascii() {
        CLASS[c as usize]
    } else if c.is_uppercase() {
        UPPER
    } else if c.is_lowercase() {
        LOWER
    } else if c.is_numeric() {
        DIGIT
    } else if c.is_alphabetic() {
        HIGH
    } else {
        OTHER
    }
}

/// The hash (FNV-1a) after one more character, in lower case.
pub(super) fn step_char(mut hash: u64, c: char) -> u64 {
    let mut buffer = [0; 4];
    for lower in c.to_lowercase() {
        for byte in lower.encode_utf8(&mut buffer).bytes() {
            hash = step(hash, byte);
        }
    }
    hash
}

/// Calls `sink` with the words of a run with bytes beyond ASCII: decodes it, and splits it by the classes of its
/// characters. Invalid UTF-8 separates words.
pub(super) fn high_run(run: &[u8], offset: usize, sink: &mut impl FnMut(Word)) {
    let mut at = offset;
    for chunk in run.utf8_chunks() {
        let mut stretch: Vec<(usize, char, u8)> = Vec::new();
        for (index, c) in chunk.valid().char_indices() {
            match char_class(c) {
                OTHER => high_stretch(&mut stretch, at + index, sink),
                class => stretch.push((at + index, c, class)),
            }
        }
        at += chunk.valid().len();
        high_stretch(&mut stretch, at, sink);
        at += chunk.invalid().len();
    }
}

/// Calls `sink` with the words of consecutive word characters, given as (offset, character, class), of which the last
/// one ends at the offset `end`; empties `stretch`.
fn high_stretch(stretch: &mut Vec<(usize, char, u8)>, end: usize, sink: &mut impl FnMut(Word)) {
    let Some(&(start, _, _)) = stretch.first() else {
        return;
    };
    let end_of = |index: usize| stretch.get(index).map_or(end, |next| next.0);
    let lower_after = |at: usize| stretch.get(at + 1).is_some_and(|next| next.2 == LOWER);
    let mut parts: Vec<Word> = Vec::new();
    let mut from = 0;
    for at in 1..=stretch.len() {
        let previous = stretch[at - 1].2;
        let cut = stretch.get(at).is_none_or(|&(_, _, class)| {
            class == JOINT
                || previous == JOINT
                || (class == HIGH) != (previous == HIGH)
                || (class == UPPER && previous & (LOWER | DIGIT) != 0)
                || (class == UPPER && previous == UPPER && lower_after(at))
        });
        if !cut {
            continue;
        }
        let piece = &stretch[from..at];
        let width = if previous == HIGH && piece.len() > 2 {
            2
        } else {
            piece.len()
        };
        if previous != JOINT {
            for first in 0..=(piece.len() - width) {
                let hash = piece[first..first + width]
                    .iter()
                    .fold(SEED, |h, c| step_char(h, c.1));
                let (start, end) = (piece[first].0, end_of(from + first + width));
                parts.push(Word {
                    start,
                    end,
                    hash: seal(hash),
                    whole: false,
                    part: true,
                });
            }
        }
        from = at;
    }
    let letters = stretch.iter().filter(|c| c.2 != JOINT);
    let hash = seal(letters.fold(SEED, |h, c| step_char(h, c.1)));
    if let [only] = parts.as_slice() {
        sink(Word {
            start: only.start,
            end: only.end,
            hash,
            whole: true,
            part: true,
        });
    } else if !parts.is_empty() {
        parts.iter().for_each(|part| sink(*part));
        sink(Word {
            start,
            end,
            hash,
            whole: true,
            part: false,
        });
    }
    stretch.clear();
}
