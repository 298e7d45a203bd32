//! Tokens with a documented shape: a prefix, an alphabet, a length. Each prefix is a row; a JSON web token is detected
//! by a function of its own.

mod shapes;

use super::filter::{Literal, Mark};
use super::{Secret, prefix_len};
use Alphabet::{Hex, Word};
use shapes::SHAPES;

/// The characters that may follow a prefix.
#[derive(Clone, Copy)]
enum Alphabet {
    /// Lower-case hexadecimal digits.
    Hex,
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
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
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
    /// The token that begins at `at`, if there is one.
    fn token_at(&self, bytes: &[u8], at: usize) -> Option<Secret> {
        let rest = bytes[at..].strip_prefix(self.prefix.as_bytes())?;
        let token = &rest[..prefix_len(rest, ANY, |byte| self.alphabet.has(byte))];
        let digits = token.iter().filter(|b| b.is_ascii_digit()).count();
        let fits = (self.least..=self.most).contains(&token.len()) && digits >= self.digits;
        let body = at + self.prefix.len();
        // The scheme of a header, or the assigned name, stays readable.
        let start = match self.prefix.ends_with([' ', '=']) {
            true => body,
            false => at,
        };
        fits.then(|| Secret {
            range: start..body + token.len(),
            kind: self.kind,
        })
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
        let characters = (0..128)
            .filter(|byte| shape.alphabet.has(*byte))
            .map(char::from);
        let endings: Vec<String> = match shape.prefix.len() {
            3.. => vec![String::new()],
            _ => characters.map(String::from).collect(),
        };
        let literal =
            |ending| Literal::exact(&(shape.prefix.to_owned() + ending), Mark::Token(shape));
        endings
            .iter()
            .map(|ending| literal(ending))
            .collect::<Vec<_>>()
    };
    let others = [
        Literal::exact(JWT_PART, Mark::Other(web_token)),
        Literal::exact(AIRTABLE, Mark::Other(airtable_token)),
        Literal::exact(TELEGRAM, Mark::Other(telegram_token)),
    ];
    SHAPES.iter().flat_map(of_shape).chain(others)
}

/// Adds the token of this shape that begins at `at` to `found`.
pub(super) fn find_at(bytes: &[u8], at: usize, shape: &Shape, found: &mut Vec<Secret>) {
    if begins_word(bytes, at) {
        found.extend(shape.token_at(bytes, at));
    }
}

const AIRTABLE: &str = "pat";

/// A token of Airtable: `pat`, 14 letters and digits, a dot, 64 hexadecimal digits.
fn airtable_token(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let dot = at + 17;
    if bytes.get(dot) == Some(&b'.')
        && begins_word(bytes, at)
        && bytes[at..dot].iter().all(u8::is_ascii_alphanumeric)
        && prefix_len(&bytes[dot + 1..], ANY, |b| Hex.has(b)) == 64
    {
        found.push(Secret {
            range: at..dot + 65,
            kind: "airtable_token",
        });
    }
}

const TELEGRAM: &str = ":AA";

/// A token of a bot of Telegram: a number, a colon, and 35 characters that begin with `AA`.
fn telegram_token(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let digits = bytes[..at].iter().rev().take(12);
    let digits = digits.take_while(|b| b.is_ascii_digit()).count();
    let length = prefix_len(&bytes[at + 1..], ANY, |b| Word.has(b));
    if (8..=11).contains(&digits) && length == 35 {
        found.push(Secret {
            range: at - digits..at + 1 + length,
            kind: "telegram_token",
        });
    }
}

/// Adds the JSON web token that begins at `at`: three parts of base64 between dots, the first two of which are objects.
fn web_token(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    if !begins_word(bytes, at) {
        return;
    }
    let mut end = at;
    for part in 0..3 {
        if part > 0 {
            end += usize::from(bytes.get(end) == Some(&b'.'));
        }
        let length = prefix_len(&bytes[end..], ANY, |byte| Word.has(byte));
        let object = part == 2 || bytes[end..].starts_with(JWT_PART.as_bytes());
        if length < JWT_LEAST || !object {
            return;
        }
        end += length;
    }
    found.push(Secret {
        range: at..end,
        kind: "json_web_token",
    });
}

/// Whether `at` is not inside a word. The letter of an escape (`\n`) is not part of a word.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    match &bytes[..at] {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => !before.is_ascii_alphanumeric() && *before != b'_',
        [] => true,
    }
}
