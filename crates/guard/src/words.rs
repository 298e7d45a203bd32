//! Splits text into words: at characters that are not letters or digits, at camelCase boundaries, and around digits.

use firsthand_source::{Letter, each_letter, fold, identifiers, scripts, word_bounds};

/// One word of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// In lower case, as words are compared.
    pub text: String,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends, in bytes; exclusive.
    pub end: usize,
}

impl Word {
    /// Whether `next` continues the same name: it follows directly, or after one `_` or `-`.
    pub(crate) fn joins(&self, next: &Word, text: &str) -> bool {
        match text.get(self.end..next.start) {
            Some(gap) => gap.is_empty() || gap == "_" || gap == "-",
            None => false,
        }
    }
}

/// The words of a text, in order; empty if the text has no letter and no digit. They are those of
/// [`firsthand_source::split_words`], cut around digits; letters without case are one word.
///
/// ```
/// let words = |text| -> Vec<String> {
///     firsthand_guard::words(text).into_iter().map(|word| word.text).collect()
/// };
/// assert_eq!(words("parseHTTPHeader_v2"), ["parse", "http", "header", "v", "2"]);
/// ```
pub fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    for (mut start, identifier) in identifiers(text) {
        for part in scripts(identifier) {
            let letters: Vec<(usize, Letter)> = each_letter(part).collect();
            let is_uncased = letters.iter().all(|(_, letter)| *letter == Letter::Uncased);
            let whole = || std::iter::once(0..letters.len()).collect();
            let bounds = if is_uncased { whole() } else { word_bounds(&letters) };
            for bound in bounds {
                let mut at = bound.start;
                let is_digit = |(_, letter): &(usize, Letter)| *letter == Letter::Digit;
                for piece in letters[bound].chunk_by(|a, b| is_digit(a) == is_digit(b)) {
                    let from = start + letters[at].0;
                    at += piece.len();
                    let to = start + letters.get(at).map_or(part.len(), |(end, _)| *end);
                    let text = fold(text.get(from..to).unwrap_or_default());
                    found.push(Word { text, start: from, end: to });
                }
            }
            start += part.len();
        }
    }
    found
}

/// The words of a name joined without separators, in lower case.
pub(crate) fn joined(name: &str) -> String {
    words(name).into_iter().map(|word| word.text).collect()
}
