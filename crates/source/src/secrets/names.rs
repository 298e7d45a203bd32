//! Names that mark the value assigned to them as a secret.

use std::ops::Range;

use super::{HIDDEN, prefix_len};

/// The last words of such names, in lower case without separators.
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
/// A last word that counts only as a separate word, since other words end with it.
const SEPARATE_WORD: &[u8] = b"pass";
/// The length of an AWS secret key.
const AWS_SECRET_CHARS: usize = 40;
/// The most bytes of a name that are read before its pair of letters, and from there on.
const MAX_BYTES_EACH_WAY: usize = 64;

/// Each of the names contains one of these pairs of letters.
const PAIRS: &[[u8; 2]] = &[*b"ke", *b"ss", *b"wd", *b"cr"];

/// A name in a text.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The name with its qualifier: `self.api_key`.
    pub(super) range: Range<usize>,
    /// Its last part: `api_key`.
    pub(super) last: Range<usize>,
}

/// The pairs of letters in [`PAIRS`], with all combinations of capitals.
pub(super) fn pairs() -> impl Iterator<Item = [u8; 2]> {
    let cases = |b: u8| [b, b.to_ascii_uppercase()];
    let with_cases = move |[a, b]: [u8; 2]| cases(a).map(move |a| cases(b).map(|b| [a, b]));
    PAIRS
        .iter()
        .flat_map(move |pair| with_cases(*pair).into_iter().flatten())
}

/// The name around the pair of letters at `at`, if it is that of a secret.
pub(super) fn around(bytes: &[u8], at: usize) -> Option<Name> {
    if !may_be_in_name(bytes, at) {
        return None;
    }
    let ahead = prefix_len(&bytes[at..], MAX_BYTES_EACH_WAY, is_name_byte);
    let behind = bytes[..at]
        .iter()
        .rev()
        .take(MAX_BYTES_EACH_WAY)
        .take_while(|b| is_name_byte(**b))
        .count();
    let part = &bytes[at - behind..at + ahead];
    // A dash or a dot at the end is an operator.
    let trailing_operators = part
        .iter()
        .rev()
        .take_while(|b| matches!(b, b'-' | b'.'))
        .count();
    let range = at - behind..at + ahead - trailing_operators;
    let last = bytes[range.clone()].iter().rposition(|&b| b == b'.');
    let last = range.start + last.map_or(0, |dot| dot + 1)..range.end;
    // The replacement of a secret contains a name, too.
    let is_replacement = bytes[..range.start].ends_with(HIDDEN.as_bytes());
    (!is_replacement && is_secret_name(&bytes[last.clone()])).then_some(Name { range, last })
}

/// Whether the letters around a pair can be those of one of [`NAMES`], or separators. Most pairs are in other words:
/// `class`, `access`, `makes`.
fn may_be_in_name(bytes: &[u8], at: usize) -> bool {
    let letter = |at: usize| bytes.get(at).map_or(0, u8::to_ascii_lowercase);
    let before = |distance: usize, letters: &[u8]| {
        let byte = at.checked_sub(distance).map_or(0, letter);
        letters.contains(&byte) || matches!(byte, b'_' | b'-')
    };
    match ([letter(at), letter(at + 1)], letter(at + 2)) {
        ([b'k', b'e'], b'y') => before(1, b"eghinprst"),
        ([b'k', b'e'], b'n') => before(1, b"o"),
        ([b's', b's'], _) => before(1, b"a") && before(2, b"p"),
        ([b'w', b'd'], _) => before(1, b"ps"),
        ([b'c', b'r'], b'e') => before(1, b"e"),
        _ => false,
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Whether a name ends with one of [`NAMES`] or with [`SEPARATE_WORD`]; a number may follow.
fn is_secret_name(name: &[u8]) -> bool {
    let numbered = name
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_digit() || **b == b'_');
    let name = &name[..name.len() - numbered.count()];
    NAMES.iter().any(|suffix| ends_with(name, suffix)) || ends_with_separate_word(name)
}

/// Whether a name ends with `suffix`, with any capitals and separators.
fn ends_with(name: &[u8], suffix: &str) -> bool {
    let letters = name.iter().rev().filter(|b| b.is_ascii_alphanumeric());
    let mut letters = letters.map(u8::to_ascii_lowercase);
    suffix
        .bytes()
        .rev()
        .all(|letter| letters.next() == Some(letter))
}

/// Whether a name ends with [`SEPARATE_WORD`] after a separator or as a capitalized word: `db_pass`, `dbPass`.
fn ends_with_separate_word(name: &[u8]) -> bool {
    let Some(at) = name.len().checked_sub(SEPARATE_WORD.len()) else {
        return false;
    };
    let (before, last) = name.split_at(at);
    last.eq_ignore_ascii_case(SEPARATE_WORD)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each name is found by one of its pairs, however it is written.
    #[test]
    fn every_name_is_found_by_a_pair() {
        let pairs: Vec<[u8; 2]> = pairs().collect();
        let found = |name: &str| {
            let bytes = format!("let {name} = 1").into_bytes();
            let at = |(at, pair): (usize, &[u8; 2])| pairs.contains(pair).then_some(at);
            let places: Vec<usize> = bytes
                .array_windows::<2>()
                .enumerate()
                .filter_map(at)
                .collect();
            places
                .into_iter()
                .any(|at| around(&bytes, at).is_some_and(|name| name.range == (4..bytes.len() - 4)))
        };
        for name in NAMES.iter().copied().chain(["pass"]) {
            for cut in 0..name.len() {
                let (head, tail) = name.split_at(cut);
                let capital = tail[..1].to_ascii_uppercase() + &tail[1..];
                // No separator is put at `cut`, where it could split the pair. `pass` counts after a separator only.
                for written in [format!("{head}{capital}"), format!("db_{name}2")] {
                    assert!(found(&written), "{written}");
                }
            }
            assert!(found(&name.to_ascii_uppercase()), "{name}");
        }
        for name in [
            "secret_key_base",
            "access-key",
            "api_key",
            "pass_wd",
            "privateKey",
            "PWD_1",
        ] {
            assert!(found(name), "{name}");
        }
        for name in ["class", "access", "makes", "keyword", "across"] {
            assert!(!found(name), "{name}");
        }
    }
}
