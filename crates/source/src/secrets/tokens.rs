//! Tokens with a documented shape: a prefix, an alphabet, a length. Each prefix is a row; a JSON web token is detected
//! by a function of its own.

mod discord;

use std::sync::LazyLock;

use super::filter::{Literal, Mark};
use super::{Secret, prefix_len, suffix_len};
use Alphabet::{Alnum, Hex, Word};

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
    fn token_at(&self, bytes: &[u8], at: usize) -> Option<Secret> {
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

/// The beginning of a JSON web token, and of its second part: `{"` in base64.
const JWT_PART: &str = "eyJ";
/// The fewest bytes of each of its three parts.
const JWT_LEAST: usize = 10;

/// The prefixes of all shapes. A literal of the filter has at least three bytes.
pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let of_shape = |shape: &'static Shape| {
        let characters = (0..128).filter(|byte| shape.alphabet.has(*byte)).map(char::from);
        let endings: Vec<String> = match shape.prefix.len() {
            3.. => vec![String::new()],
            _ => characters.map(String::from).collect(),
        };
        let texts = endings.into_iter().map(|ending| shape.prefix.to_owned() + &ending);
        texts.map(move |text| Literal::exact(&text, Mark::Token(shape)))
    };
    let others = [
        Literal::exact(JWT_PART, Mark::Other(web_token)),
        Literal::exact(AIRTABLE, Mark::Other(airtable_token)),
        Literal::exact(TELEGRAM, Mark::Other(telegram_token)),
        Literal::exact(AZURE, Mark::Other(azure_token)),
    ];
    SHAPES.iter().flat_map(of_shape).chain(others).chain(discord::literals())
}

/// The token of this shape that begins at `at`.
pub(super) fn find_at(bytes: &[u8], at: usize, shape: &Shape) -> Option<Secret> {
    begins_word(bytes, at).then(|| shape.token_at(bytes, at))?
}

const AIRTABLE: &str = "pat";

/// A token of Airtable: `pat`, 14 letters and digits, a dot, 64 hexadecimal digits.
fn airtable_token(bytes: &[u8], at: usize) -> Option<Secret> {
    let dot = at + 17;
    let is_token = bytes.get(dot) == Some(&b'.')
        && begins_word(bytes, at)
        && bytes[at..dot].iter().all(u8::is_ascii_alphanumeric)
        && prefix_len(&bytes[dot + 1..], ANY, |b| Hex.has(b)) == 64;
    is_token.then(|| Secret::new(at..dot + 65, "airtable_token"))
}

const AZURE: &str = "JQQJ99";
/// The fewest characters of such a token.
const LEAST_AZURE: usize = 80;

/// A token of Azure and of Azure DevOps: the letters and digits around the mark by which scanners recognize it.
fn azure_token(bytes: &[u8], at: usize) -> Option<Secret> {
    let before = suffix_len(&bytes[..at], LEAST_AZURE, |b| Alnum.has(b));
    let after = prefix_len(&bytes[at..], ANY, |b| Alnum.has(b));
    (before + after >= LEAST_AZURE).then(|| Secret::new(at - before..at + after, "azure_token"))
}

const TELEGRAM: &str = ":AA";

/// A token of a bot of Telegram: a number, a colon, and 35 characters that begin with `AA`.
fn telegram_token(bytes: &[u8], at: usize) -> Option<Secret> {
    let digits = suffix_len(&bytes[..at], 12, |b| b.is_ascii_digit());
    let length = prefix_len(&bytes[at + 1..], ANY, |b| Word.has(b));
    let is_token = (8..=11).contains(&digits) && length == 35;
    is_token.then(|| Secret::new(at - digits..at + 1 + length, "telegram_token"))
}

/// The JSON web token that begins at `at`: three parts of base64 between dots, the first two of which are objects.
fn web_token(bytes: &[u8], at: usize) -> Option<Secret> {
    let mut end = at;
    for part in 0..3 {
        if part > 0 {
            end += usize::from(bytes.get(end) == Some(&b'.'));
        }
        let length = prefix_len(&bytes[end..], ANY, |byte| Word.has(byte));
        let object = part == 2 || bytes[end..].starts_with(JWT_PART.as_bytes());
        if length < JWT_LEAST || !object {
            return None;
        }
        end += length;
    }
    begins_word(bytes, at).then(|| Secret::new(at..end, "json_web_token"))
}

/// Whether `at` is not inside a word. The letter of an escape (`\n`) is not part of a word.
fn begins_word(bytes: &[u8], at: usize) -> bool {
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
