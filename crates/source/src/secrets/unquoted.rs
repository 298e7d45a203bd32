//! Values without quotes that are assigned to something which calls itself a secret, as in
//! environment files, properties, YAML and command lines.

use memchr::memmem;

use super::Secret;
use super::assigned::{KIND, LEAST, MOST, is_aws_secret, is_secret_name};

/// How far back the name and what stands before it in its line are looked at.
const NAME_CHARS: usize = 128;
/// What stands around an assignment in a row of them.
const LISTED: &[u8] = b"?&;#\"'";
/// What stands before a name that a shell or a container file assigns.
const ASSIGNING: &[&[u8]] = &[b"export", b"ENV", b"ARG"];

pub(super) fn find(bytes: &[u8]) -> Vec<Secret> {
    let mut found: Vec<Secret> = Vec::new();
    let mut after = 0;
    for at in memchr::memchr2_iter(b'=', b':', bytes) {
        if at < after {
            continue;
        }
        if let Some(secret) = value_after(bytes, at) {
            after = secret.range.end;
            found.push(secret);
        }
    }
    found
}

/// A name, and what its surroundings say of its value.
struct Name<'a> {
    text: &'a [u8],
    /// The quote around the whole assignment.
    quote: Option<u8>,
    /// What stands before the name in its line.
    before: &'a [u8],
    /// Whether the name and the sign touch.
    close: bool,
    /// Whether it is one of several in a row, as in the query of a URL.
    in_list: bool,
}

/// The secret that the sign at `at` assigns.
fn value_after(bytes: &[u8], at: usize) -> Option<Secret> {
    let rest = &bytes[at + 1..];
    let blanks = rest
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    let colon = bytes[at] == b':';
    if colon && blanks == 0 {
        return None;
    }
    let name = name_before(&bytes[at.saturating_sub(NAME_CHARS)..at], colon)?;
    let rest = &rest[blanks..];
    let ends = |b: u8| name.in_list && LISTED.contains(&b);
    let length = rest
        .iter()
        .take(MOST + 1)
        .take_while(|&&b| b.is_ascii_graphic() && Some(b) != name.quote && !ends(b))
        .count();
    let comma = usize::from(rest[..length].ends_with(b","));
    let value = &rest[..length - comma];
    let start = at + 1 + blanks;
    let secret = Secret {
        range: start..start + value.len(),
        kind: KIND,
    };
    if is_aws_secret(name.text, value) {
        return Some(secret);
    }
    let literal = !colon && name.close && blanks == 0 && comma == 0 && is_literal(&name);
    (is_mixed(value) && !is_code(value) && !is_path(value) && (literal || !is_spoken(value)))
        .then_some(secret)
}

/// The name of a secret that `before` ends with.
fn name_before(before: &[u8], colon: bool) -> Option<Name<'_>> {
    let line = &before[memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)..];
    let sign = match line {
        [left @ .., b':' | b'?'] if !colon => left,
        _ => line,
    };
    let left = sign.trim_ascii_end();
    let quoted = left.strip_suffix(b"\"").or_else(|| left.strip_suffix(b"'"));
    let left = quoted.unwrap_or(left);
    let at = left
        .iter()
        .rposition(|b| !b.is_ascii_alphanumeric() && !matches!(b, b'_' | b'-' | b'.'))
        .map_or(0, |at| at + 1);
    let (before, text) = left.split_at(at);
    let opening = before.last().copied();
    if !opening.is_none_or(|b| b.is_ascii_whitespace() || b"\"'`:,?&;".contains(&b)) {
        return None;
    }
    let last = text.rsplit(|&b| b == b'.').next().unwrap_or(text);
    is_secret_name(last).then_some(Name {
        text,
        quote: opening.filter(|b| quoted.is_none() && b"\"'`".contains(b)),
        before,
        close: left.len() == line.len(),
        in_list: opening.is_some_and(|b| b"?&;".contains(&b)),
    })
}

/// Whether what follows `NAME=` cannot be a name itself: in environments, containers, properties.
fn is_literal(name: &Name<'_>) -> bool {
    let word = name
        .before
        .trim_ascii_end()
        .rsplit(|b| b.is_ascii_whitespace())
        .next()
        .unwrap_or_default();
    let capitals = !name.text.iter().any(u8::is_ascii_lowercase);
    let property = name.before.is_empty()
        && name.text.contains(&b'.')
        && !name.text.starts_with(b"self.")
        && !name.text.starts_with(b"this.");
    capitals || property || ASSIGNING.contains(&word)
}

fn is_mixed(value: &[u8]) -> bool {
    (LEAST..=MOST).contains(&value.len())
        && value.iter().any(u8::is_ascii_digit)
        && value.iter().any(u8::is_ascii_alphabetic)
}

fn is_code(value: &[u8]) -> bool {
    value.iter().any(|b| b"(){}[]<>;$\"'`".contains(b))
        || matches!(value.first(), Some(b'=' | b'&' | b'*' | b'@' | b'!'))
        || memmem::find(value, b"::").is_some()
        || memmem::find(value, b"://").is_some()
}

fn is_path(value: &[u8]) -> bool {
    matches!(value.first(), Some(b'/' | b'~' | b'.'))
        || value.contains(&b'\\')
        || (value.iter().any(|b| matches!(b, b'/' | b'.')) && is_spoken(value))
}

/// Whether a value reads like an identifier or a path: words, and few numbers between them.
fn is_spoken(value: &[u8]) -> bool {
    if !value
        .iter()
        .all(|b| b.is_ascii_alphanumeric() || b"_-./".contains(b))
    {
        return false;
    }
    let (mut words, mut letters, mut digits, mut numbers) = (0, 0, 0, 0);
    let mut before = b'_';
    for &byte in value {
        if byte.is_ascii_digit() {
            digits += 1;
            numbers += usize::from(!before.is_ascii_digit());
        } else if byte.is_ascii_alphabetic() {
            letters += 1;
            let hump = byte.is_ascii_uppercase() && before.is_ascii_lowercase();
            words += usize::from(hump || !before.is_ascii_alphabetic());
        }
        before = byte;
    }
    // The name of an algorithm, as in `ed25519`, is mostly digits.
    let most = if words > 2 { 5 } else { 3 };
    !value[0].is_ascii_digit()
        && numbers <= 2
        && digits * 10 <= value.len() * most
        && letters >= words * 3
}
