//! Credentials that a form of their own marks, by the rows of `forms.tsv`: tokens whose issuers document a prefix and a
//! length, hashes of passwords, headers, entries of netrc and pgpass, statements.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem;

use super::chosen::{is_password, is_placeholder};
use super::filter::{Literal, Mark};
use super::lines::around;
use super::values::{entropy, is_random};
use super::{Secret, issuers, prefix_len, suffix_len};
use crate::pattern::Pattern;

/// The most bytes from the literal on that a form may take.
const REACH: usize = 16 << 10;
/// The fewest characters of a token that is recognized by a mark within it.
const LEAST_LONG: usize = 80;
/// The most bytes of a line from a position on that are read.
pub(super) const AFTER: usize = 700;

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let rows = include_str!("forms.tsv").lines();
    rows.filter_map(Form::parse).chain(issuers::forms()).collect()
});

/// What the text in a form must be to be a secret.
pub(super) enum Check {
    /// It has at least so many digits, which distinguish a token from words.
    Digits(usize),
    /// It has at least so much entropy, and looks like a key if it is the value of a name.
    Entropy {
        least: f64,
        is_value: bool,
    },
    Other(fn(&[u8]) -> bool),
}

/// A form.
pub(super) struct Form {
    pub(super) kind: &'static str,
    /// The texts at which it may be, and whether their capitals matter.
    pub(super) literals: Vec<(&'static str, bool)>,
    pub(super) start: Start,
    pub(super) check: Check,
    pub(super) pattern: Pattern,
}

/// Where the pattern of a form begins.
pub(super) enum Start {
    AtLiteral,
    /// There, if a word begins with it and goes on for at least so many characters.
    AtWord(usize),
    /// In the line: at most this many bytes before the literal, directly before which are at least so many letters and
    /// digits.
    Before {
        letters: usize,
        most: usize,
    },
    /// At a literal that is one of these, else in the line.
    Token(Vec<&'static str>),
    /// Behind the sign after the name with the literal.
    Value,
}

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    FORMS.iter().flat_map(|form| {
        let literals = form.literals.iter();
        literals
            .flat_map(move |(text, exact)| Literal::all(text, *exact, Mark::Form(form, text.len())))
    })
}

impl Form {
    fn parse(row: &'static str) -> Option<Self> {
        let cells: Vec<&str> = row.split('\t').collect();
        let [kind, literals, start, check, pattern] = cells[..] else {
            return None;
        };
        let start = match start {
            "-" => Start::AtLiteral,
            _ => match (start.split_once(':'), start.split_once('-')) {
                (Some(("word", least)), _) => Start::AtWord(least.parse().ok()?),
                (_, Some((letters, most))) => {
                    Start::Before { letters: letters.parse().ok()?, most: most.parse().ok()? }
                }
                _ => return None,
            },
        };
        let (check, pattern) = (check_named(check)?, Pattern::of(pattern));
        let literals = literals.split('|').map(|literal| (literal, true)).collect();
        Some(Self { kind, literals, start, check, pattern })
    }

    /// Whether it is that of a token, which may stand in a name, too.
    pub(super) fn is_token(&self) -> bool {
        matches!(self.start, Start::AtWord(_) | Start::Token(_))
    }

    /// The secret in the form around the literal of this length at `at`.
    pub(super) fn find_at(&self, bytes: &[u8], at: usize, literal: usize) -> Option<Secret> {
        let (mut part, is_anchored) = self.start.part(bytes, at, literal)?;
        // What ends before the literal is found at a literal of its own.
        let is_before = |end| end <= at && matches!(self.start, Start::Before { .. });
        let range = loop {
            let (whole, group) = self.pattern.find(bytes, part.clone(), is_anchored)?;
            if !is_before(whole.end) {
                break group;
            }
            part.start = whole.end;
        };
        self.check.admits(&bytes[range.clone()]).then(|| Secret::new(range, self.kind))
    }
}

impl Start {
    /// The part of a text in which a pattern is looked for, and whether it begins there.
    fn part(&self, bytes: &[u8], at: usize, literal: usize) -> Option<(Range<usize>, bool)> {
        match self {
            Self::AtWord(least) if !is_at_word(bytes, at, literal, *least) => None,
            Self::AtLiteral | Self::AtWord(_) => Some((at..bytes.len().min(at + REACH), true)),
            Self::Before { letters, most } => {
                let line = around(bytes, at, *most, AFTER);
                let before = &bytes[line.start..at];
                let found = suffix_len(before, *letters, |b| b.is_ascii_alphanumeric());
                (found == *letters).then_some((line, false))
            }
            Self::Token(openings) => issuers::token_part(bytes, at, openings),
            Self::Value => issuers::value_part(bytes, at).map(|part| (part, true)),
        }
    }
}

impl Check {
    fn admits(&self, text: &[u8]) -> bool {
        match self {
            Self::Digits(least) => text.iter().filter(|b| b.is_ascii_digit()).count() >= *least,
            Self::Entropy { least, is_value } => {
                entropy(text) >= *least && (!is_value || issuers::is_key(text))
            }
            Self::Other(check) => check(text),
        }
    }
}

/// Whether the literal of this length at `at` begins a word that goes on for at least so many characters. The letter of an
/// escape (`\n`) is not part of a word.
fn is_at_word(bytes: &[u8], at: usize, literal: usize, least: usize) -> bool {
    let begins = match &bytes[..at] {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => !before.is_ascii_alphanumeric() && *before != b'_',
        [] => true,
    };
    let in_word = |b: u8| b.is_ascii_alphanumeric() || b"_-".contains(&b);
    begins && prefix_len(&bytes[(at + literal).min(bytes.len())..], least, in_word) == least
}

/// What a check in the table stands for.
fn check_named(name: &str) -> Option<Check> {
    if let Ok(digits) = name.parse() {
        return Some(Check::Digits(digits));
    }
    Some(Check::Other(match name {
        "long" => |text| text.len() >= LEAST_LONG,
        "random" => is_random,
        "password" => is_password,
        "real" => |text| !is_placeholder(text),
        "encoded" => is_encoded,
        "base64" => |text| is_credential(&decode(text)),
        _ => return None,
    }))
}

/// Whether a text may be base64: a word has few capitals and no digits.
fn is_encoded(text: &[u8]) -> bool {
    let capitals = text.iter().filter(|b| b.is_ascii_uppercase()).count();
    text.iter().any(u8::is_ascii_digit) || text.ends_with(b"=") || capitals * 4 >= text.len()
}

/// Whether a decoded text is a name and a password, or a configuration of Docker with some.
fn is_credential(text: &[u8]) -> bool {
    let colon = memchr::memchr(b':', text).filter(|colon| (1..text.len() - 1).contains(colon));
    let is_pair = colon.is_some() && text.iter().all(|b| (b' '..0x7f).contains(b));
    is_pair || memmem::find(text, b"\"auth").is_some()
}

/// The bytes of a text in base64; what remains of an incomplete group is left out.
pub(super) fn decode(text: &[u8]) -> Vec<u8> {
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}
