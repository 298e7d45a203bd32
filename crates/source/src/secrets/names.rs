//! Names that mark the value assigned to them as a secret.

mod endings;
mod tables;

use std::ops::Range;

use super::filter::{Literal, Mark};
use super::values::{is_random, is_random_key};
use super::{HIDDEN, Secret, assigned, prefix_len, suffix_len};

use Strength::Weak;
use endings::{Letters, ends_with_separate_word};
use tables::{ACCESS_TOKEN, FOREIGN_NAMES, MEMBERS, NAMES, PARTS, SEPARATE_WORDS};

/// The fewest bytes of the value of a name such as `COHERE_KEY` that may be hexadecimal.
const LEAST_OF_CAPITALS: usize = 20;
/// The length of an AWS secret key.
const AWS_SECRET_CHARS: usize = 40;
/// The most bytes of a name that are read before its pair of letters, and from there on.
const MAX_BYTES_EACH_WAY: usize = 64;

/// How surely a name is that of a secret, and of which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// A password: a person chose it, so it need not look random.
    Password,
    /// As `api_key`.
    Strong,
    /// As `COHERE_KEY`; but also as `cache_key`, so the value must look more random.
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
    /// Whether it is the name of several secrets, so that only what is listed is one.
    pub(super) plural: bool,
}

impl Name {
    /// Whether a value looks like the secret of a name that is not that of a secret everywhere. If the name is written
    /// in capitals, it may be hexadecimal.
    pub(super) fn fits_weakly(&self, bytes: &[u8], value: &[u8]) -> bool {
        let capitals = !bytes[self.last.clone()].iter().any(u8::is_ascii_lowercase);
        is_random_key(value) || (capitals && value.len() >= LEAST_OF_CAPITALS && is_random(value))
    }

    /// Whether it is the name of a secret in a sentence, too: a key may be that to success, and a test may pass.
    pub(super) fn is_one_in_prose(&self, bytes: &[u8]) -> bool {
        self.strength != Weak && !bytes[self.last.clone()].eq_ignore_ascii_case(b"pass")
    }
}

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let foreign =
        FOREIGN_NAMES.split(", ").map(|name| Literal::exact(name, Mark::Several(foreign)));
    PARTS.iter().map(|part| Literal::caseless(part, Mark::Name)).chain(foreign)
}

/// Adds the secrets that are assigned to the name at `at` in other letters.
fn foreign(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let mut names = FOREIGN_NAMES.split(", ");
    if let Some(name) = names.find(|name| bytes[at..].starts_with(name.as_bytes())) {
        let range = at..at + name.len();
        let (last, strength, plural) = (range.clone(), Strength::Password, false);
        assigned::after(bytes, &Name { range, last, strength, plural }, found);
    }
}

/// The name around the part at `at`, if it is that of a secret.
pub(super) fn around(bytes: &[u8], at: usize) -> Option<Name> {
    if !may_be_in_name(bytes, at) {
        return None;
    }
    let ahead = prefix_len(&bytes[at..], MAX_BYTES_EACH_WAY, is_name_byte);
    let behind = suffix_len(&bytes[..at], MAX_BYTES_EACH_WAY, is_name_byte);
    let part = &bytes[at - behind..at + ahead];
    // A dash or a dot at the end is an operator.
    let trailing_operators = suffix_len(part, usize::MAX, |b| matches!(b, b'-' | b'.'));
    let range = at - behind..at + ahead - trailing_operators;
    let last = last_part(bytes, &range);
    // The replacement of a secret contains a name, too.
    let is_replacement = bytes[..range.start].ends_with(HIDDEN.as_bytes());
    let strength = strength(&bytes[last.clone()]).filter(|_| !is_replacement)?;
    let of_words = || strength_of_two_words(bytes, &range);
    let strength = if strength == Weak { of_words().unwrap_or(Weak) } else { strength };
    let plural = is_plural(without_number(&bytes[last.clone()]));
    Some(Name { range, last, strength, plural })
}

/// The part of a name after its qualifiers, without a member that is its value: `password` of `form.password.value`.
fn last_part(bytes: &[u8], name: &Range<usize>) -> Range<usize> {
    let part_before = |end: usize| {
        let dot = bytes[name.start..end].iter().rposition(|&b| b == b'.');
        name.start + dot.map_or(0, |dot| dot + 1)..end
    };
    let last = part_before(name.end);
    let is_member = last.start > name.start && MEMBERS.contains(&&bytes[last.clone()]);
    if is_member { part_before(last.start - 1) } else { last }
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
        [b'_', b'p', b'a'] => !bytes.get(at + 4).is_some_and(u8::is_ascii_alphabetic),
        _ => true,
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The strength of a name that ends with one of [`NAMES`] or of [`SEPARATE_WORDS`]; a number may follow.
pub(super) fn strength(name: &[u8]) -> Option<Strength> {
    let name = without_number(name);
    let name = if is_plural(name) { &name[..name.len() - 1] } else { name };
    let end = Letters::at_end_of(name);
    let whole = NAMES.iter().find(|(suffix, _)| end.are(suffix));
    let separate = || {
        let mut words = SEPARATE_WORDS.iter();
        words.find(|(word, _)| ends_with_separate_word(name, word.as_bytes()))
    };
    let known = whole.or_else(separate).map(|(_, strength)| *strength);
    let strength = known.or_else(|| ends_with_access_token(name).then_some(Weak))?;
    (strength != Weak || !is_public(name)).then_some(strength)
}

/// The strength of a name that a blank separates from the word before it, as labels are written: `API Key`.
fn strength_of_two_words(bytes: &[u8], name: &Range<usize>) -> Option<Strength> {
    let before = bytes[..name.start].strip_suffix(b" ")?;
    let word = suffix_len(before, MAX_BYTES_EACH_WAY, |b| b.is_ascii_alphabetic());
    let words = &bytes[before.len() - word..name.end];
    strength(words).filter(|strength| word > 0 && *strength != Weak)
}

/// Whether a name is that of several secrets.
fn is_plural(name: &[u8]) -> bool {
    let one = name.strip_suffix(b"s").or(name.strip_suffix(b"S"));
    one.map(Letters::at_end_of).is_some_and(|end| end.are("password") || end.are("secret"))
}

fn ends_with_access_token(name: &[u8]) -> bool {
    let at = name.len().saturating_sub(ACCESS_TOKEN.len());
    name[at..].eq_ignore_ascii_case(ACCESS_TOKEN)
}

/// Whether a name says that its value may be known.
fn is_public(name: &[u8]) -> bool {
    memchr::memmem::find(&name.to_ascii_lowercase(), b"public").is_some()
}

fn without_number(name: &[u8]) -> &[u8] {
    &name[..name.len() - suffix_len(name, usize::MAX, |b| b.is_ascii_digit() || b == b'_')]
}

/// Whether a value has the documented shape of an AWS secret key, and its name marks it as one.
pub(super) fn is_aws_secret(name: &[u8], value: &[u8]) -> bool {
    value.len() == AWS_SECRET_CHARS
        && value.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
        && Letters::at_end_of(name).are("secretaccesskey")
}

#[cfg(test)]
mod tests {
    use super::super::filter::FILTER;
    use super::Strength::{Password, Strong};
    use super::*;

    /// The name that is found in a line by one of its parts, and how surely it is that of a secret.
    fn found(name: &str) -> Option<Strength> {
        let bytes = format!("let {name} = 1").into_bytes();
        let mut strength = None;
        FILTER.each(&bytes, |at, mark| {
            let name = matches!(mark, Mark::Name).then(|| around(&bytes, at)).flatten();
            let name = name.filter(|name| name.range == (4..bytes.len() - 4));
            strength = strength.or(name.map(|name| name.strength));
        });
        strength
    }

    /// Each name is found by one of its parts, however it is written.
    #[test]
    fn every_name_is_found_by_a_part() {
        let words = SEPARATE_WORDS.iter().map(|(word, _)| *word);
        let names = NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        for name in names.iter().copied().chain(words) {
            for cut in 0..name.len() {
                let (head, tail) = name.split_at(cut);
                let capital = tail[..1].to_ascii_uppercase() + &tail[1..];
                // No separator is put at `cut`, where it could split the part. A separate word follows a separator.
                let whole = names.contains(&name) || cut == 0;
                for written in [format!("{head}{capital}"), format!("db_{name}2")] {
                    // `pw` at the end of a word is found by what follows it, which is no number.
                    let is_numbered = written.ends_with("pw2") && name != "pw";
                    assert!(found(&written).is_some() || !whole || is_numbered, "{written}");
                }
            }
            assert!(found(&name.to_ascii_uppercase()).is_some(), "{name}");
        }
        for (name, strength) in [
            ("secret_key_base", Some(Strong)),
            ("access-key", Some(Strong)),
            ("api_key", Some(Strong)),
            ("pass_wd", Some(Password)),
            ("privateKey", Some(Strong)),
            ("PWD_1", Some(Password)),
            ("DB_PW", Some(Password)),
            ("COHERE_KEY", Some(Weak)),
            ("cohereKey", Some(Weak)),
            ("_auth", Some(Weak)),
            ("bindpw", Some(Password)),
            ("PW", Some(Password)),
            ("userPw", Some(Password)),
            ("userPass", Some(Password)),
            ("GITHUB_PAT", Some(Weak)),
            ("passwords", Some(Password)),
            ("passwordSalt", Some(Strong)),
            ("cmpw", None),
            ("set_bpw", None),
            ("basalt", None),
            ("bypass", None),
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
