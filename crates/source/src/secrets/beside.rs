//! Literals beside the name of a secret in its line, which no sign assigns to it: `expect(password).toBe("…")`,
//! `ENV.fetch("SECRET") { "…" }`, `"…" == password`. Only what looks like a key with certainty is one.

use std::ops::Range;

use super::chosen::{is_chosen, is_mixed};
use super::literals::{content, is_quote, quote};
use super::names::{Name, Strength};
use super::values::is_random_in_quotes;

/// The most bytes between a name and the literal.
const REACH: usize = 96;
/// The fewest characters of the literal.
const LEAST: usize = 14;
/// What stands between a literal and a name that it is compared with.
const COMPARISONS: &[&[u8]] = &[b"===", b"!==", b"==", b"!=", b".equals("];

/// The secret in the line of a name, of which `rest` is what follows.
pub(super) fn of_name(bytes: &[u8], name: &Name, rest: &[u8]) -> Option<Range<usize>> {
    if name.strength == Strength::Weak || name.plural {
        return None;
    }
    compared(bytes, name).or_else(|| {
        let near = &rest[..rest.len().min(REACH)];
        // What follows a sign is the value of another name.
        let is_free = |at: usize| !matches!(near[..at].trim_ascii_end(), [.., b':' | b'=' | b',']);
        let quotes = near.iter().enumerate();
        let mut quotes = quotes.filter(|(at, b)| is_quote(**b) && is_free(*at));
        quotes.find_map(|(at, b)| {
            let range = content(bytes, name.range.end + at + 1, quote(*b)?)?;
            is_key(&bytes[range.clone()]).then_some(range)
        })
    })
}

/// The literal before a name that it is compared with.
fn compared(bytes: &[u8], name: &Name) -> Option<Range<usize>> {
    let before = &bytes[name.range.start.saturating_sub(REACH)..name.range.start];
    let before = before.trim_ascii_end();
    let text = COMPARISONS.iter().find_map(|sign| before.strip_suffix(*sign))?.trim_ascii_end();
    let (close, inner) = text.split_last()?;
    let open = memchr::memrchr(*close, inner).filter(|_| is_quote(*close))?;
    let value = &inner[open + 1..];
    let is_secret = is_key(value) || (name.strength == Strength::Password && is_chosen(value));
    let from = name.range.start.saturating_sub(REACH);
    is_secret.then_some(from + open + 1..from + inner.len())
}

/// Whether a text looks like a key with certainty: it has digits, small letters and capitals or signs, and no sign of a
/// path or of base64.
fn is_key(text: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| text.iter().any(is);
    text.len() >= LEAST
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
        && (has(u8::is_ascii_uppercase) || has(|b| b"!@#%^&*+?~$".contains(b)))
        && !has(|b| b"/=-_.".contains(b))
        && !text.iter().all(u8::is_ascii_hexdigit)
        && is_mixed(text)
        && is_random_in_quotes(text)
}
