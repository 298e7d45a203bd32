//! Tokens and keys in the formats of their issuers, by the rules of `issuers.tsv`, which `cargo xtask issuers` writes
//! from a public rule set. A rule is applied where one of its keywords stands.

use std::ops::Range;

use super::forms::{AFTER, Check, Form, Start};
use super::lines::around;
use super::prefix_len;
use super::values::{entropy, is_random};
use crate::pattern::Pattern;

/// The most bytes of a line before a keyword that a token may take.
const BEFORE: usize = 48;
/// The most bytes of a name after its keyword, of quotes, and of signs before a value.
const NAME: usize = 40;
const QUOTES: usize = 5;
/// The fewest characters of a token or a value.
const LEAST: usize = 10;
/// A value with fewer digits or less entropy in bits per character must look random in another way.
const LEAST_DIGITS: usize = 3;
const MIN_ENTROPY: f64 = 3.4;
/// From this length on a token needs no digit.
const LONG: usize = 24;

/// The forms of the rules.
pub(super) fn forms() -> impl Iterator<Item = Form> {
    include_str!("issuers.tsv").lines().filter(|row| !row.starts_with('#')).filter_map(parse)
}

fn parse(row: &'static str) -> Option<Form> {
    let cells: Vec<&str> = row.split('\t').collect();
    let [kind, shape, keywords, least, pattern] = cells[..] else {
        return None;
    };
    let is_value = shape == "value";
    let written: Vec<_> =
        keywords.split(',').map(|keyword| (keyword, literal_in(pattern, keyword))).collect();
    let literals = written.iter().map(|(keyword, written)| match written {
        Some((text, _)) if !is_value => (*text, true),
        _ => (*keyword, false),
    });
    let openings = written.iter().filter_map(|(_, written)| written.filter(|(_, opens)| *opens));
    let openings = openings.map(|(text, _)| text).collect();
    let start = if is_value { Start::Value } else { Start::Token(openings) };
    let check = Check::Entropy { least: least.parse().ok()?, is_value };
    Some(Form { kind, literals: literals.collect(), start, check, pattern: Pattern::of(pattern) })
}

/// The part of a text in which a token at or around the keyword may be, and whether it begins there: with one of these texts.
pub(super) fn token_part(
    bytes: &[u8],
    at: usize,
    openings: &[&str],
) -> Option<(Range<usize>, bool)> {
    let line = around(bytes, at, BEFORE, AFTER);
    let has_digit = bytes[line.clone()].iter().any(u8::is_ascii_digit);
    let run = prefix_len(&bytes[at..line.end], AFTER, is_token_byte);
    if line.len() < LEAST || !(has_digit || run >= LONG) {
        return None;
    }
    let opens = openings.iter().any(|text| bytes[at..].starts_with(text.as_bytes()));
    let from = if opens { at } else { line.start };
    Some((from..with_end(bytes, line.end), opens))
}

/// The part of a text that begins with the value that is assigned to the name with the keyword.
pub(super) fn value_part(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let line = around(bytes, at, BEFORE, AFTER);
    let in_name = |b: u8| b.is_ascii_alphanumeric() || b"_.- \t".contains(&b);
    let mut from = at + prefix_len(&bytes[at..line.end], NAME, in_name);
    from += prefix_len(&bytes[from..line.end], 3, |b| b"'\"]) \t".contains(&b));
    let sign = prefix_len(&bytes[from..line.end], 3, |b| b"=:>|?,".contains(&b));
    from += sign;
    from += prefix_len(&bytes[from..line.end], QUOTES, |b| b"`'\" \t".contains(&b));
    let run = prefix_len(&bytes[from..line.end], AFTER, is_token_byte);
    (sign > 0 && run >= LEAST).then(|| from..with_end(bytes, line.end))
}

/// The end of a part of a line: the end of the line may end a token, too.
fn with_end(bytes: &[u8], end: usize) -> usize {
    bytes.len().min(end + 1)
}

/// Whether a value looks like a key.
pub(super) fn is_key(text: &[u8]) -> bool {
    let digits = text.iter().filter(|b| b.is_ascii_digit()).count();
    digits == text.len()
        || is_random(text)
        || (digits >= LEAST_DIGITS && entropy(text) >= MIN_ENTROPY)
}

/// The keyword as the pattern writes it, and whether the pattern begins with it. `None` if the pattern does not contain
/// it as a literal whose capitals matter.
fn literal_in<'p>(pattern: &'p str, keyword: &str) -> Option<(&'p str, bool)> {
    let at = pattern.to_ascii_lowercase().find(keyword)?;
    let before = &pattern[..at];
    let opens = before.replace(r"\b", "").replace("(?:", "").replace('(', "").is_empty();
    (!before.contains("(?i")).then(|| (&pattern[at..at + keyword.len()], opens))
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-+/=.~:%".contains(&byte)
}
