//! Names that mark the value assigned to them as a secret.

use std::ops::Range;

use super::filter::{Literal, Mark};
use super::{HIDDEN, prefix_len};

/// The last words of such names, in lower case without separators.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "secretkey",
    "secretkeybase",
    "accesskey",
    "apikey",
    "appkey",
    "authkey",
    "accountkey",
    "clientkey",
    "consumerkey",
    "encryptionkey",
    "licensekey",
    "masterkey",
    "privatekey",
    "sharedkey",
    "signingkey",
    "requirepass",
    "masterauth",
    "token",
    "credential",
    "credentials",
];
/// Of these, the ones for a password: a person chose it, so it need not look random.
const PASSWORDS: &[&str] = &["password", "passwd", "passphrase", "passcode", "pwd"];
/// Last words that count only as separate words, since other words end with them. The value of one that is not a name
/// of a secret everywhere must look more random.
const SEPARATE_WORDS: &[(&str, Strength)] = &[
    ("pass", Strength::Strong),
    ("pw", Strength::Strong),
    ("creds", Strength::Strong),
    ("key", Strength::Weak),
    ("auth", Strength::Weak),
];
/// The length of an AWS secret key.
const AWS_SECRET_CHARS: usize = 40;
/// The most bytes of a name that are read before its pair of letters, and from there on.
const MAX_BYTES_EACH_WAY: usize = 64;

/// Each of the names contains one of these.
const PARTS: &[&str] = &[
    "key",
    "ken",
    "pas",
    "pwd",
    "_pw",
    "ecr",
    "credential",
    "creds",
    "auth",
];

/// How surely a name is that of a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// As `api_key`.
    Strong,
    /// As `COHERE_KEY`; but also as `cache_key`.
    Weak,
}

/// A name in a text.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The name with its qualifier: `self.api_key`.
    pub(super) range: Range<usize>,
    /// Its last part: `api_key`.
    pub(super) last: Range<usize>,
    pub(super) strength: Strength,
}

impl Name {
    /// Whether it is the name of a password, which need not look random.
    pub(super) fn is_password(&self, bytes: &[u8]) -> bool {
        let name = without_number(&bytes[self.last.clone()]);
        PASSWORDS.iter().any(|suffix| ends_with(name, suffix))
            || (self.strength == Strength::Strong
                && !NAMES.iter().any(|suffix| ends_with(name, suffix)))
    }
}

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    PARTS.iter().map(|part| Literal::caseless(part, Mark::Name))
}

/// The name around the part at `at`, if it is that of a secret.
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
    let strength = strength(&bytes[last.clone()]).filter(|_| !is_replacement)?;
    Some(Name {
        range,
        last,
        strength,
    })
}

/// Whether the letters around a part can be those of a name of a secret. Most parts are in other words: `keys`,
/// `broken`, `author`, `decrease`.
fn may_be_in_name(bytes: &[u8], at: usize) -> bool {
    let letter = |at: usize| bytes.get(at).map_or(0, u8::to_ascii_lowercase);
    let before = |letters: &[u8]| {
        let byte = at.checked_sub(1).map_or(0, letter);
        letters.contains(&byte) || matches!(byte, b'_' | b'-')
    };
    let goes_on = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    match [letter(at), letter(at + 1), letter(at + 2)] {
        [b'k', b'e', b'y'] => !goes_on(at + 3) || letter(at + 3) == b'b',
        [b'k', b'e', b'n'] => before(b"o") && !goes_on(at + 3),
        [b'p', b'a', b's'] => matches!(letter(at + 3), b's' | b'_' | b'-'),
        [b'a', b'u', b't'] => !goes_on(at + 4),
        [b'e', b'c', b'r'] => before(b"s") && matches!(letter(at + 3), b'e' | b'_' | b'-'),
        _ => true,
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The strength of a name that ends with one of [`NAMES`] or of [`SEPARATE_WORDS`]; a number may follow.
fn strength(name: &[u8]) -> Option<Strength> {
    let name = without_number(name);
    if NAMES.iter().any(|suffix| ends_with(name, suffix)) {
        return Some(Strength::Strong);
    }
    let words = SEPARATE_WORDS.iter();
    let mut ending = words.filter(|(word, _)| ends_with_separate_word(name, word.as_bytes()));
    let strength = ending.next().map(|(_, strength)| *strength);
    strength.filter(|strength| *strength == Strength::Strong || !is_public(name))
}

/// Whether a name says that its value may be known.
fn is_public(name: &[u8]) -> bool {
    memchr::memmem::find(&name.to_ascii_lowercase(), b"public").is_some()
}

fn without_number(name: &[u8]) -> &[u8] {
    let numbered = name
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_digit() || **b == b'_');
    &name[..name.len() - numbered.count()]
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

/// Whether a name ends with a word after a separator or as a capitalized word: `db_pass`, `dbPass`.
fn ends_with_separate_word(name: &[u8], word: &[u8]) -> bool {
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
    use super::super::filter::FILTER;
    use super::*;

    /// The name that is found in a line by one of its parts, and how surely it is that of a secret.
    fn found(name: &str) -> Option<Strength> {
        let bytes = format!("let {name} = 1").into_bytes();
        let mut strength = None;
        FILTER.each(&bytes, |at, mark| {
            let name = matches!(mark, Mark::Name)
                .then(|| around(&bytes, at))
                .flatten();
            let name = name.filter(|name| name.range == (4..bytes.len() - 4));
            strength = strength.or(name.map(|name| name.strength));
        });
        strength
    }

    /// Each name is found by one of its parts, however it is written.
    #[test]
    fn every_name_is_found_by_a_part() {
        let words = SEPARATE_WORDS
            .iter()
            .map(|(word, _)| *word)
            .filter(|word| *word != "pw");
        for name in NAMES.iter().copied().chain(words) {
            for cut in 0..name.len() {
                let (head, tail) = name.split_at(cut);
                let capital = tail[..1].to_ascii_uppercase() + &tail[1..];
                // No separator is put at `cut`, where it could split the part. A separate word follows a separator.
                let whole = NAMES.contains(&name) || cut == 0;
                for written in [format!("{head}{capital}"), format!("db_{name}2")] {
                    assert!(found(&written).is_some() || !whole, "{written}");
                }
            }
            assert!(found(&name.to_ascii_uppercase()).is_some(), "{name}");
        }
        for (name, strength) in [
            ("secret_key_base", Some(Strength::Strong)),
            ("access-key", Some(Strength::Strong)),
            ("api_key", Some(Strength::Strong)),
            ("pass_wd", Some(Strength::Strong)),
            ("privateKey", Some(Strength::Strong)),
            ("PWD_1", Some(Strength::Strong)),
            ("DB_PW", Some(Strength::Strong)),
            ("COHERE_KEY", Some(Strength::Weak)),
            ("cohereKey", Some(Strength::Weak)),
            ("_auth", Some(Strength::Weak)),
            ("class", None),
            ("access", None),
            ("makes", None),
            ("keyword", None),
            ("monkey", None),
            ("author", None),
            ("across", None),
        ] {
            assert_eq!(found(name), strength, "{name}");
        }
    }
}
