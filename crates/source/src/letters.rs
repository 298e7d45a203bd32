//! How characters take part in words: their case, their marks and their width; and the forms of a text that differ in
//! marks alone.

use std::borrow::Cow;

use unicode_normalization::char::{
    compose, decompose_canonical, decompose_compatible, is_combining_mark,
};

/// How a character takes part in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// It ends a word.
    Other,
    /// A letter in lower case.
    Lower,
    /// A capital.
    Upper,
    /// A digit, or another sign of a number.
    Digit,
    /// `_`, in any width.
    Joint,
    /// A letter of a script without case.
    Uncased,
}

impl Letter {
    /// The kind of a character by itself; a combining mark counts as [`Letter::Other`].
    #[must_use]
    pub fn of(c: char) -> Self {
        let c = usual_width(c);
        if c == '_' {
            Self::Joint
        } else if c.is_ascii() && !c.is_ascii_alphanumeric() {
            Self::Other
        } else if c.is_uppercase() {
            Self::Upper
        } else if c.is_lowercase() {
            Self::Lower
        } else if c.is_numeric() {
            Self::Digit
        } else if c.is_alphabetic() {
            Self::Uncased
        } else {
            Self::Other
        }
    }

    /// The kind of a character after one of the kind `before`: a combining mark is a part of the letter that it stands
    /// on.
    #[must_use]
    pub fn after(before: Self, c: char) -> Self {
        match Self::of(c) {
            Self::Other if before != Self::Other && is_combining_mark(c) => before,
            letter => letter,
        }
    }
}

/// Each character of a text by its kind, with the byte at which it begins.
pub fn each_letter(text: &str) -> impl Iterator<Item = (usize, Letter)> {
    let mut before = Letter::Other;
    text.char_indices().map(move |(at, c)| {
        before = Letter::after(before, c);
        (at, before)
    })
}

/// The character in its usual width: `Ａ` is `A`. A half-width form that stands for several characters stays.
#[must_use]
pub fn usual_width(c: char) -> char {
    if !('\u{ff01}'..='\u{ffee}').contains(&c) {
        return c;
    }
    let (mut first, mut count) = (c, 0);
    decompose_compatible(c, |part| {
        if count == 0 {
            first = part;
        }
        count += 1;
    });
    if count == 1 { first } else { c }
}

/// The text as words are compared: in Unicode's composed form, in lower case and in its usual width.
#[must_use]
pub fn fold(text: &str) -> String {
    let composed = crate::composed(text);
    let wide = composed.chars().map(usual_width);
    wide.flat_map(char::to_lowercase).collect()
}

/// The text with each character and the mark behind it as one, where Unicode has that (as NFC does, in the order of the
/// text): the form in which words are compared. An accented `e` may be one character or two.
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut letters: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        let both = letters.last().and_then(|last| compose(*last, c));
        if both.is_some() {
            letters.pop();
        }
        letters.push(both.unwrap_or(c));
    }
    Cow::Owned(letters.into_iter().collect())
}

/// The text with every accent as a combining mark of its own.
#[must_use]
pub fn decomposed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        decompose_canonical(c, |part| out.push(part));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_and_width() {
        for (text, expect) in [
            ("Größe_X", "größe_x"),
            ("ＨＴＴＰ＿２", "http_2"),
            ("ｶﾀｶﾅ", "カタカナ"),
            ("İ", "i\u{307}"),
        ] {
            assert_eq!(fold(text), expect);
        }
    }

    #[test]
    fn a_mark_is_of_the_kind_of_its_letter() {
        use Letter::{Lower, Other, Uncased};
        let kinds = |text: &str| each_letter(text).map(|entry| entry.1).collect::<Vec<_>>();
        assert_eq!(kinds("e\u{301}"), [Lower, Lower]);
        assert_eq!(kinds("กั้"), [Uncased, Uncased, Uncased]);
        assert_eq!(kinds(" \u{301}"), [Other, Other]);
    }
}
