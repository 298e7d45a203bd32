//! Random literals in quotes that are assigned to something which calls itself a secret.

use memchr::memmem;

use super::Secret;

/// Last words of names that hold a secret, in lower case without separators.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "secret",
    "secretkey",
    "accesskey",
    "apikey",
    "authtoken",
    "accesstoken",
    "refreshtoken",
    "token",
    "privatekey",
    "clientsecret",
];
pub(super) const KIND: &str = "assigned_secret";
pub(super) const LEAST: usize = 16;
pub(super) const MOST: usize = 512;
/// The least digits of a key in hexadecimal.
const HEXADECIMAL: usize = 32;
const AWS_SECRET_CHARS: usize = 40;
/// How far back a name may begin.
const NAME_CHARS: usize = 64;

pub(super) fn find(bytes: &[u8]) -> Vec<Secret> {
    let quotes = bytes
        .iter()
        .enumerate()
        .filter(|(_, b)| matches!(b, b'"' | b'\'' | b'`'));
    let mut found = Vec::new();
    let mut after = 0;
    for (at, &quote) in quotes {
        if at < after {
            continue;
        }
        let Some(length) = literal(&bytes[at + 1..], quote) else {
            continue;
        };
        let range = at + 1..at + 1 + length;
        let before = &bytes[at.saturating_sub(NAME_CHARS + 8)..at];
        let text = &bytes[range.clone()];
        if assigned_name(before).is_some_and(|name| {
            is_secret_name(name) && (is_random(text) || is_key(text) || is_aws_secret(name, text))
        }) {
            after = range.end + 1;
            found.push(Secret { range, kind: KIND });
        }
    }
    found
}

/// The length of a literal of one line without spaces that ends with `quote`.
fn literal(rest: &[u8], quote: u8) -> Option<usize> {
    let end = rest
        .iter()
        .take(MOST + 1)
        .position(|&b| b == quote || !b.is_ascii_graphic())?;
    (rest[end] == quote && end >= LEAST).then_some(end)
}

/// The name of a text that ends in `name =`, `"name": ` or the like.
fn assigned_name(before: &[u8]) -> Option<&[u8]> {
    let line = &before[memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)..];
    let trimmed = line.trim_ascii_end();
    let left = trimmed
        .strip_suffix(b":=")
        .or_else(|| trimmed.strip_suffix(b"=>"))
        .or_else(|| trimmed.strip_suffix(b"="))
        .or_else(|| trimmed.strip_suffix(b":"))?
        .trim_ascii_end();
    let left = left
        .strip_suffix(b"\"")
        .or_else(|| left.strip_suffix(b"'"))
        .unwrap_or(left);
    let name_at = left
        .iter()
        .rposition(|b| !b.is_ascii_alphanumeric() && !matches!(b, b'_' | b'-'))
        .map_or(0, |at| at + 1);
    Some(&left[name_at..])
}

/// Whether a name ends with one of the table.
pub(super) fn is_secret_name(name: &[u8]) -> bool {
    let name = plain(name);
    NAMES.iter().any(|known| name.ends_with(known))
}

/// Whether a value has the documented shape of an AWS secret key, and its name says that it is one.
pub(super) fn is_aws_secret(name: &[u8], value: &[u8]) -> bool {
    value.len() == AWS_SECRET_CHARS
        && value
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
        && plain(name).ends_with("secretaccesskey")
}

/// A name in lower case without separators.
fn plain(name: &[u8]) -> String {
    name.iter()
        .filter(|b| b.is_ascii_alphanumeric())
        .map(|b| char::from(b.to_ascii_lowercase()))
        .collect()
}

/// Whether a literal is a long hexadecimal number, and not one digit over and over.
fn is_key(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"0x").unwrap_or(text);
    digits.len() >= HEXADECIMAL
        && digits.iter().all(u8::is_ascii_hexdigit)
        && entropy(digits) >= 2.5
}

/// Whether a literal looks drawn at random: letters and digits mixed throughout, hardly repeating.
/// Plain hexadecimal, UUIDs, paths, addresses, placeholders and words are not.
fn is_random(text: &[u8]) -> bool {
    let hexadecimal = text.iter().all(|b| b.is_ascii_hexdigit() || *b == b'-');
    let readable = memmem::find(text, b"://").is_some()
        || text
            .iter()
            .any(|b| matches!(b, b'{' | b'}' | b'<' | b'>' | b'(' | b')' | b' '));
    let digits = text.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = text.iter().filter(|b| b.is_ascii_alphabetic()).count();
    if hexadecimal || readable || digits < 2 || letters < 4 {
        return false;
    }
    let class = |b: u8| match b {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let changes = text
        .windows(2)
        .filter(|pair| class(pair[0]) != class(pair[1]))
        .count();
    changes * 10 >= (text.len() - 1) * 3 && entropy(text) >= 3.3
}

/// Bits for each character, by the text's own frequencies.
fn entropy(text: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for &byte in text {
        counts[usize::from(byte)] += 1;
    }
    let all = text.len() as f64;
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| {
            let share = f64::from(count) / all;
            -share * share.log2()
        })
        .sum()
}
