//! Names by which what is assigned to them is a secret.

use std::ops::Range;

use super::HIDDEN;

/// Last words of such names, in lower case without separators.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "secretkey",
    "secretkeybase",
    "accesskey",
    "apikey",
    "appkey",
    "authkey",
    "accountkey",
    "encryptionkey",
    "masterkey",
    "privatekey",
    "signingkey",
    "token",
];
/// A last word that is one only where it stands alone: other words end so.
const APART: &[u8] = b"pass";
const AWS_SECRET_CHARS: usize = 40;
/// Longer names are none.
const MOST: usize = 64;

/// Pairs of letters of which each name holds one.
const PAIRS: &[[u8; 2]] = &[*b"ke", *b"ss", *b"wd", *b"cr"];

/// A name in a text.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// With what it is a member of: `self.api_key`.
    pub(super) range: Range<usize>,
    /// Its last part: `api_key`.
    pub(super) last: Range<usize>,
}

/// The pairs of which each name holds one, in all capitals that they may have.
pub(super) fn heads() -> impl Iterator<Item = [u8; 2]> {
    let cases = |b: u8| [b, b.to_ascii_uppercase()];
    let heads = move |[a, b]: [u8; 2]| cases(a).map(move |a| cases(b).map(|b| [a, b]));
    PAIRS
        .iter()
        .flat_map(move |pair| heads(*pair).into_iter().flatten())
}

/// The name around the pair that stands at `at`.
pub(super) fn around(bytes: &[u8], at: usize) -> Option<Name> {
    let pair = [bytes.get(at)?, bytes.get(at + 1)?].map(u8::to_ascii_lowercase);
    let next = bytes.get(at + 2).map(u8::to_ascii_lowercase);
    let fits = match &pair {
        b"ke" => matches!(next, Some(b'y' | b'n')),
        b"cr" => next == Some(b'e'),
        _ => true,
    };
    if !fits {
        return None;
    }
    let ahead = bytes[at..]
        .iter()
        .take(MOST)
        .take_while(|b| is_part(**b))
        .count();
    let behind = bytes[..at]
        .iter()
        .rev()
        .take(MOST)
        .take_while(|b| is_part(**b))
        .count();
    let part = &bytes[at - behind..at + ahead];
    // A dash or a dot at the end is an operator.
    let spare = part
        .iter()
        .rev()
        .take_while(|b| matches!(b, b'-' | b'.'))
        .count();
    let range = at - behind..at + ahead - spare;
    let last = bytes[range.clone()].iter().rposition(|&b| b == b'.');
    let last = range.start + last.map_or(0, |dot| dot + 1)..range.end;
    // What stands for a secret has a name of its own.
    let stand_in = bytes[..range.start].ends_with(HIDDEN.as_bytes());
    (!stand_in && is_secret(&bytes[last.clone()])).then_some(Name { range, last })
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Whether a name ends with one of the table; a number may follow.
fn is_secret(name: &[u8]) -> bool {
    let numbered = name
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_digit() || **b == b'_');
    let name = &name[..name.len() - numbered.count()];
    NAMES.iter().any(|known| ends_with(name, known)) || ends_apart(name)
}

/// Whether a name ends with `known`, whatever its capitals and separators.
fn ends_with(name: &[u8], known: &str) -> bool {
    let letters = name.iter().rev().filter(|b| b.is_ascii_alphanumeric());
    let mut letters = letters.map(u8::to_ascii_lowercase);
    known
        .bytes()
        .rev()
        .all(|letter| letters.next() == Some(letter))
}

fn ends_apart(name: &[u8]) -> bool {
    let Some(at) = name.len().checked_sub(APART.len()) else {
        return false;
    };
    let (before, last) = name.split_at(at);
    last.eq_ignore_ascii_case(APART)
        && match before.last() {
            Some(b) if b.is_ascii_alphanumeric() => b.is_ascii_lowercase() && last[0] == b'P',
            _ => true,
        }
}

/// Whether a value has the documented shape of an AWS secret key, and its name marks it as one.
pub(super) fn is_aws_secret(name: &[u8], value: &[u8]) -> bool {
    value.len() == AWS_SECRET_CHARS
        && value
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
        && ends_with(name, "secretaccesskey")
}
