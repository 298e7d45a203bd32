//! The cookies of sessions: in a header, in the record of a request, and in the table that a client is given.

use memchr::memmem;

use super::chosen::is_mixed;
use super::values::is_random;
use super::{Secret, pieces, prefix_len, run, trimmed};
use crate::pattern::Pattern;

const KIND: &str = "session_cookie";
/// The most bytes of the cookies in a header or a list.
const MAX_BYTES: usize = 4_096;
/// Parts of names of cookies whose values need not look random, in lower case.
const SESSION_NAMES: &[&[u8]] = &[b"sess", b"sid", b"auth", b"token", b"jwt", b"csrf"];
/// The fewest bytes of a value with another name.
const LEAST: usize = 16;
/// The most bytes between the word and the bracket of a list.
const MAX_OPENING: usize = 40;
/// What may stand between the name of a header and its value.
const SIGNS: &[u8] = b"\"'`:=,]( ";

/// Adds the values of the cookies behind the word at `at`: those that look random, and passwords in those that bear the
/// name of a session.
pub(super) fn find_at(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let end = at + b"ookie".len();
    let plural = end + prefix_len(&bytes[end..], 1, |b| b == b's');
    let list =
        plural + prefix_len(&bytes[plural..], MAX_OPENING, |b| b"\"'`:=[ \t\r\n".contains(&b));
    if bytes.get(list) == Some(&b'{') {
        return in_list(bytes, list, found);
    }
    let (mut start, assigns) = header_signs(bytes, end);
    // The record of a request names the header as it does its value.
    let record = bytes[start..].strip_prefix(b"value").filter(|_| assigns);
    if let Some(rest) = record {
        start = header_signs(bytes, bytes.len() - rest.len()).0;
    }
    if assigns || bytes[..at].ends_with(b"--c") {
        in_header(bytes, start, found);
    }
}

fn in_header(bytes: &[u8], start: usize, found: &mut Vec<Secret>) {
    let in_header = |b: u8| b >= b' ' && !b"\"'`\\".contains(&b);
    let header = run(bytes, start, MAX_BYTES, in_header);
    for cookie in pieces(bytes, header, b';') {
        if let Some(sign) = memchr::memchr(b'=', &bytes[cookie.clone()]) {
            let value = cookie.start + sign + 1..cookie.end;
            let value = trimmed(bytes, value, |b| b.is_ascii_whitespace());
            if is_session(&bytes[cookie.start..cookie.start + sign], &bytes[value.clone()]) {
                found.push(Secret::new(value, KIND));
            }
        }
    }
}

/// Adds the values of a list that begins at `start`: `{"name": "sid", "value": "…"}` or `{"sid": "…"}`.
fn in_list(bytes: &[u8], start: usize, found: &mut Vec<Secret>) {
    static TEXT: Pattern =
        Pattern::of(r#"[\w{}\[\]:,. \t\r\n-]*(?:"([^"\x00-\x1f]*)"|'([^'\x00-\x1f]*)')"#);
    let end = bytes.len().min(start + MAX_BYTES);
    let is_on_line = |at: usize| memchr::memchr(b'\n', &bytes[start..at]).is_none();
    let (mut at, mut name) = (start, &b""[..]);
    let mut key: Option<&[u8]> = None;
    while let Some((whole, text)) = TEXT.find(bytes, at..end, true) {
        at = whole.end;
        let inner = &bytes[text.clone()];
        match key.take() {
            None => key = Some(inner),
            Some(b"name") => name = inner,
            Some(b"value") if is_session(name, inner) => found.push(Secret::new(text, KIND)),
            Some(own) if is_on_line(text.end) && is_session(own, inner) => {
                found.push(Secret::new(text, KIND));
            }
            // A key whose value has no quotes is not the one of this text.
            Some(_) if bytes[at..].trim_ascii_start().starts_with(b":") => key = Some(inner),
            Some(_) => {}
        }
    }
}

fn is_session(name: &[u8], value: &[u8]) -> bool {
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || b"-_.".contains(b);
    let name = name.trim_ascii().to_ascii_lowercase();
    let of_session = SESSION_NAMES.iter().any(|part| memmem::find(&name, part).is_some());
    let is_secret = value.len() >= LEAST && is_random(value)
        || of_session && (is_mixed(value) || is_random(value));
    !name.is_empty() && name.iter().all(in_name) && is_secret
}

/// The signs between the name of a header, which ends at `name_end`, and its value; and whether they assign it.
fn header_signs(bytes: &[u8], name_end: usize) -> (usize, bool) {
    let signs = run(bytes, name_end, 8, |b| SIGNS.contains(&b));
    let assigns = bytes[signs.clone()].iter().any(|b| b":=,".contains(b));
    (signs.end, assigns)
}
