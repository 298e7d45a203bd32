//! Tokens of bots of Discord: the base64 of a number, of a time, and a signature, between dots.

use super::super::Secret;
use super::super::filter::{Literal, Mark, Recognize};
use super::{Alphabet, begins_word, prefix_len, suffix_len};

/// The first characters of the second part, which is the base64 of a time of this decade or of the one before.
const TIMES: &[u8] = b"CDEFGHXYZ";
/// The lengths of the parts.
const NUMBER: std::ops::RangeInclusive<usize> = 23..=28;
const TIME: usize = 6;
const SIGNATURE: std::ops::RangeInclusive<usize> = 27..=40;

/// The dot before the second part and its first two characters, as literals for the filter.
pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let letters = (0..128_u8).filter(|byte| Alphabet::Word.has(*byte));
    let pairs = TIMES.iter().flat_map(move |time| letters.clone().map(move |next| [*time, next]));
    pairs.map(|pair| {
        let text: String = std::iter::once('.').chain(pair.map(char::from)).collect();
        Literal::exact(&text, Mark::Other(token as Recognize))
    })
}

/// The token whose first dot is at `at`.
fn token(bytes: &[u8], at: usize) -> Option<Secret> {
    let number = suffix_len(&bytes[..at], NUMBER.end() + 1, |b| Alphabet::Alnum.has(b));
    let time = prefix_len(&bytes[at + 1..], usize::MAX, |b| Alphabet::Word.has(b));
    let dot = at + 1 + TIME;
    if !NUMBER.contains(&number) || time != TIME || bytes.get(dot) != Some(&b'.') {
        return None;
    }
    let start = at - number;
    let signature = prefix_len(&bytes[dot + 1..], usize::MAX, |b| Alphabet::Word.has(b));
    // A number begins with one of ten digits.
    let is_number = matches!(bytes[start], b'M' | b'N' | b'O') && begins_word(bytes, start);
    let is_token = is_number && SIGNATURE.contains(&signature);
    is_token.then(|| Secret::new(start..dot + 1 + signature, "discord_token"))
}
