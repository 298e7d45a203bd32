//! Tokens with a documented shape: a prefix, an alphabet, a length. Each prefix is a row of `shapes.tsv`.

use std::sync::LazyLock;

use super::filter::{Literal, Mark};
use super::{Secret, prefix_len};

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let rows = include_str!("tokens/shapes.tsv").lines();
    rows.filter_map(Shape::parse).collect()
});

/// The characters that may follow a prefix.
#[derive(Clone, Copy)]
enum Alphabet {
    /// Lower-case hexadecimal digits.
    Hex,
    /// Lower-case letters and digits, in groups between `$`.
    Hexes,
    /// Capitals and digits.
    Upper,
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `_` and `-`.
    Word,
    /// The characters of URLs and base64: the above and `.`, `~`, `+`, `/`, `=`.
    Wide,
}

impl Alphabet {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "hex" => Self::Hex,
            "hexes" => Self::Hexes,
            "upper" => Self::Upper,
            "alnum" => Self::Alnum,
            "word" => Self::Word,
            "wide" => Self::Wide,
            _ => return None,
        })
    }

    fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
            Self::Hexes => byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'$',
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Wide => Self::Word.has(byte) || matches!(byte, b'.' | b'~' | b'+' | b'/' | b'='),
        }
    }
}

/// A documented shape of an issuer's tokens: those with one prefix.
pub(super) struct Shape {
    prefix: &'static str,
    kind: &'static str,
    alphabet: Alphabet,
    /// The fewest characters after the prefix.
    least: usize,
    /// The most characters; a longer run of the alphabet is something else.
    most: usize,
    /// The fewest digits among them, which distinguishes a token from words.
    digits: usize,
}

impl Shape {
    fn parse(row: &'static str) -> Option<Self> {
        let cells: Vec<&str> = row.split('\t').collect();
        let [prefix, kind, alphabet, least, most, digits] = cells[..] else {
            return None;
        };
        Some(Self {
            prefix,
            kind,
            alphabet: Alphabet::named(alphabet)?,
            least: least.parse().ok()?,
            most: most.parse().unwrap_or(ANY),
            digits: digits.parse().ok()?,
        })
    }

    /// The token that begins at `at`, if there is one.
    pub(super) fn find_at(&self, bytes: &[u8], at: usize) -> Option<Secret> {
        if !begins_word(bytes, at) {
            return None;
        }
        let rest = bytes[at..].strip_prefix(self.prefix.as_bytes())?;
        let token = &rest[..prefix_len(rest, ANY, |byte| self.alphabet.has(byte))];
        let digits = token.iter().filter(|b| b.is_ascii_digit()).count();
        let fits = (self.least..=self.most).contains(&token.len()) && digits >= self.digits;
        let body = at + self.prefix.len();
        // The scheme of a header, or the assigned name, stays readable.
        let is_named = self.prefix.ends_with([' ', '=']);
        let start = if is_named { body } else { at };
        fits.then(|| Secret::new(start..body + token.len(), self.kind))
    }
}

/// No upper limit of the length.
const ANY: usize = usize::MAX;

/// The prefixes of all shapes.
pub(super) fn literals() -> impl Iterator<Item = Literal> {
    SHAPES.iter().flat_map(|shape| Literal::all(shape.prefix, true, Mark::Token(shape)))
}

/// Whether `at` is not inside a word. The letter of an escape (`\n`) is not part of a word.
pub(super) fn begins_word(bytes: &[u8], at: usize) -> bool {
    match &bytes[..at] {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => !before.is_ascii_alphanumeric() && *before != b'_',
        [] => true,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_row_is_a_shape() {
        let rows = include_str!("tokens/shapes.tsv").lines();
        let rows = rows.filter(|row| !row.starts_with("# "));
        assert_eq!(super::SHAPES.len(), rows.count());
    }
}
