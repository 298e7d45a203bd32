//! Splits text into words: at characters that are not letters or digits, at camelCase boundaries, and around digits.

/// One word of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// In lower case.
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

/// The words of a text, in order; empty if the text has no letter and no digit.
///
/// ```
/// let words = |text| -> Vec<String> {
///     firsthand_guard::words(text).into_iter().map(|word| word.text).collect()
/// };
/// assert_eq!(words("parseHTTPHeader_v2"), ["parse", "http", "header", "v", "2"]);
/// ```
pub fn words(text: &str) -> Vec<Word> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let mut start = None;
    for (at, &(byte, here)) in chars.iter().enumerate() {
        let Some(class) = Class::of(here) else {
            found.extend(start.take().map(|start| word(text, start, byte)));
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let before = before.and_then(|&(_, c)| Class::of(c));
        let after = chars.get(at + 1).and_then(|&(_, c)| Class::of(c));
        if start.is_some() && before.is_some_and(|before| cuts(before, class, after)) {
            found.extend(start.replace(byte).map(|start| word(text, start, byte)));
        }
        start.get_or_insert(byte);
    }
    found.extend(start.map(|start| word(text, start, text.len())));
    found
}

fn word(text: &str, start: usize, end: usize) -> Word {
    let text = text.get(start..end).unwrap_or_default().to_lowercase();
    Word { text, start, end }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A lower-case letter, or one without case.
    Lower,
    Upper,
    Digit,
}

impl Class {
    fn of(c: char) -> Option<Self> {
        match c {
            _ if c.is_uppercase() => Some(Self::Upper),
            _ if c.is_numeric() => Some(Self::Digit),
            _ if c.is_alphabetic() => Some(Self::Lower),
            _ => None,
        }
    }
}

/// Whether a word ends between two adjacent characters of these classes; `after` is the class of the next one.
fn cuts(before: Class, here: Class, after: Option<Class>) -> bool {
    use Class::{Digit, Lower, Upper};
    match (before, here) {
        (Digit, other) | (other, Digit) => other != Digit,
        (Lower, Upper) => true,
        // The last capital of a run belongs to the word that it begins.
        (Upper, Upper) => after == Some(Lower),
        (Upper | Lower, Lower) => false,
    }
}

/// The words of a name joined without separators, in lower case.
pub(crate) fn joined(name: &str) -> String {
    words(name).into_iter().map(|word| word.text).collect()
}
