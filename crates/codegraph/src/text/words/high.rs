//! Splits words with characters beyond ASCII.

use std::ops::Range;

use firsthand_source::{Letter, usual_width, word_bounds};

use super::{SEED, Word, seal, step};

/// The hash (FNV-1a) after one more character, in lower case and in its usual width.
pub(super) fn step_char(mut hash: u64, c: char) -> u64 {
    let mut buffer = [0; 4];
    for lower in usual_width(c).to_lowercase() {
        for byte in lower.encode_utf8(&mut buffer).bytes() {
            hash = step(hash, byte);
        }
    }
    hash
}

/// A character of a run with its kind. The key is its byte offset and itself.
type RunLetter = ((usize, char), Letter);

/// Calls `sink` with the words of a run with bytes beyond ASCII: decodes it, and splits it by the kinds of its
/// characters. Invalid UTF-8 separates words.
pub(super) fn high_run(run: &[u8], offset: usize, sink: &mut impl FnMut(Word)) {
    let mut at = offset;
    for chunk in run.utf8_chunks() {
        let mut stretch: Vec<RunLetter> = Vec::new();
        let mut before = Letter::Other;
        for (index, c) in chunk.valid().char_indices() {
            if let Some(((_, last), kind)) = stretch.last_mut()
                && let Some(both) = unicode_normalization::char::compose(*last, c)
            {
                (*last, *kind) = (both, Letter::of(both));
                continue;
            }
            before = match c {
                '$' => Letter::Joint,
                c => Letter::after(before, c),
            };
            match before {
                Letter::Other => high_stretch(&mut stretch, at + index, sink),
                letter => stretch.push(((at + index, c), letter)),
            }
        }
        at += chunk.valid().len();
        high_stretch(&mut stretch, at, sink);
        at += chunk.invalid().len();
    }
}

/// Calls `sink` with the words of consecutive word characters, of which the last one ends at the offset `end`; empties
/// `stretch`. Letters without case and others each make up runs of their own, besides the run of all of them: a name is
/// often written between such letters without a space.
fn high_stretch(stretch: &mut Vec<RunLetter>, end: usize, sink: &mut impl FnMut(Word)) {
    let runs: Vec<&[RunLetter]> = stretch
        .chunk_by(|one, next| (one.1 == Letter::Uncased) == (next.1 == Letter::Uncased))
        .collect();
    let mut words = 0;
    for (index, run) in runs.iter().enumerate() {
        let run_end = runs.get(index + 1).map_or(end, |next| next[0].0.0);
        words += script_run(run, run_end, sink);
    }
    if runs.len() > 1 && words > 1 {
        sink(Word { whole: true, ..word(stretch, 0..stretch.len(), end) });
    }
    stretch.clear();
}

/// Calls `sink` with the words of a run in one kind of script that ends at the offset `end`; returns the number of its
/// parts. Each letter without case of a longer run is a word, too, though no part: a query of a single one finds it.
fn script_run(run: &[RunLetter], end: usize, sink: &mut impl FnMut(Word)) -> usize {
    let parts = word_bounds(run);
    let is_uncased = run.first().is_some_and(|first| first.1 == Letter::Uncased);
    for bounds in &parts {
        let letters = bounds.clone().filter(|_| is_uncased && run.len() > 1);
        for letter in letters.filter(|letter| *letter == bounds.start || *letter + 1 == run.len()) {
            sink(word(run, letter..letter + 1, end));
        }
        sink(Word { part: true, whole: parts.len() == 1, ..word(run, bounds.clone(), end) });
    }
    if parts.len() > 1 {
        sink(Word { whole: true, ..word(run, 0..run.len(), end) });
    }
    parts.len()
}

/// The word of these letters of a run that ends at the offset `end`; neither whole nor a part.
fn word(run: &[RunLetter], bounds: Range<usize>, end: usize) -> Word {
    let letters = run[bounds.clone()].iter();
    let letters = letters.filter(|letter| letter.1 != Letter::Joint);
    Word {
        start: run[bounds.start].0.0,
        end: run.get(bounds.end).map_or(end, |next| next.0.0),
        hash: seal(letters.fold(SEED, |hash, letter| step_char(hash, letter.0.1))),
        whole: false,
        part: false,
    }
}
