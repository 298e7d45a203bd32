//! The ends of names, with any capitals and separators.

/// The most letters of one of [`NAMES`](super::NAMES).
const MAX_LETTERS: usize = 16;

/// The last letters and digits of a name, in lower case without separators.
pub(super) struct Letters {
    letters: [u8; MAX_LETTERS],
    start: usize,
}

impl Letters {
    pub(super) fn at_end_of(name: &[u8]) -> Self {
        let (mut letters, mut start) = ([0; MAX_LETTERS], MAX_LETTERS);
        let last = name.iter().rev().filter(|b| b.is_ascii_alphanumeric());
        for letter in last.take(MAX_LETTERS) {
            start -= 1;
            letters[start] = letter.to_ascii_lowercase();
        }
        Self { letters, start }
    }

    /// Whether the last letters are these.
    pub(super) fn are(&self, suffix: &str) -> bool {
        self.letters[self.start..].ends_with(suffix.as_bytes())
    }
}

/// Whether a name ends with a word after a separator or as a capitalized word: `db_pass`, `dbPass`.
pub(super) fn ends_with_separate_word(name: &[u8], word: &[u8]) -> bool {
    let Some(at) = name.len().checked_sub(word.len()) else {
        return false;
    };
    let (before, last) = name.split_at(at);
    last.eq_ignore_ascii_case(word)
        && match before.last() {
            Some(b) if b.is_ascii_alphanumeric() => {
                b.is_ascii_lowercase() && last[0].is_ascii_uppercase()
            }
            _ => true,
        }
}
