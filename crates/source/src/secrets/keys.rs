//! Finds armoured private keys: secrets of many lines, none of which looks like a secret by itself.

use memchr::memmem;

use super::Secret;
use super::lines::from;

const BEGIN: &[u8] = b"-----BEGIN ";
/// What announces the lines of a private key in the format of PuTTY.
const PUTTY: &[u8] = b"Private-Lines: ";
const END: &[u8] = b"-----END ";
const LABEL: &[u8] = b"PRIVATE KEY";
/// The most bytes of a marker's label with its dashes; longer ones are not recognized.
const MAX_LABEL: usize = 48;
/// The most lines of a key (RSA with 16,384 bits has 200).
const MAX_LINES: usize = 400;
/// The most bytes of a key: an end that is farther away is not searched for.
const MAX_KEY_BYTES: usize = 64 << 10;
/// The fewest characters of a key's body. With fewer the markers stand alone, as in code that searches for keys.
const LEAST_BODY: usize = 24;

const KIND: &str = "private_key";

/// Adds the private key that begins at `begin`, and returns its end.
pub(super) fn find_at(bytes: &[u8], begin: usize, found: &mut Vec<Secret>) -> usize {
    if bytes[begin] != b'-' {
        return putty_key(bytes, begin, found);
    }
    let Some(end) = marker_end(bytes, begin).and_then(|body| key_end(bytes, body)) else {
        return begin;
    };
    found.push(Secret::new(begin..end, KIND));
    end
}

/// Whether a text may contain a private key.
pub(super) fn may_hold(bytes: &[u8]) -> bool {
    memmem::find(bytes, BEGIN).is_some() || memmem::find(bytes, PUTTY).is_some()
}

/// Adds the lines of the private key in the format of PuTTY that are announced at `at`, and returns their end.
fn putty_key(bytes: &[u8], at: usize, found: &mut Vec<Secret>) -> usize {
    let mut end = at;
    for line in from(bytes, at).take(MAX_LINES + 2).skip(1) {
        let text = &bytes[line.clone()];
        let chars = body_chars(text);
        if chars == 0 || memchr::memchr(b':', text).is_some() {
            break;
        }
        let start = line.start + text.len() - text.trim_ascii_start().len();
        end = line.start + text.trim_ascii_end().len();
        found.push(Secret::new(start..end, KIND));
    }
    end
}

/// The end of the marker that begins at `at`; `None` if it is not that of a private key.
fn marker_end(bytes: &[u8], at: usize) -> Option<usize> {
    let label = at + memchr::memchr(b' ', &bytes[at..])? + 1;
    let room = &bytes[label..bytes.len().min(label + MAX_LABEL)];
    let close = memmem::find(room, b"-----")?;
    memmem::find(&room[..close], LABEL).map(|_| label + close + 5)
}

/// The end of the key whose body begins at `body`; `None` if no body follows.
fn key_end(bytes: &[u8], body: usize) -> Option<usize> {
    // Another key begins after the end of this one, so texts of many markers are passed once.
    let room = &bytes[body..bytes.len().min(body + MAX_KEY_BYTES)];
    let mut markers = memmem::find_iter(room, BEGIN);
    let next_key = markers.find(|at| marker_end(bytes, body + at).is_some());
    let length = next_key.unwrap_or(room.len());
    let bytes = &bytes[..body + length];
    let end_marker = memmem::find(&bytes[body..], END)
        .map(|at| body + at)
        .filter(|&at| memchr::memchr_iter(b'\n', &bytes[body..at]).count() <= MAX_LINES)
        .and_then(|at| Some((at, marker_end(bytes, at)?)));
    if let Some((at, end)) = end_marker {
        // Between the markers is a key if most characters are those of a key, else code that mentions both markers.
        let between = || bytes[body..at].split(|byte| *byte == b'\n').take(MAX_LINES + 2);
        let key_chars: usize = between().map(body_chars).sum();
        let all_chars: usize = between().map(|line| line.trim_ascii().len()).sum();
        return (key_chars >= LEAST_BODY && key_chars * 2 >= all_chars).then_some(end);
    }
    // Truncated: all lines that look like a key belong to it.
    let mut end = None;
    let mut total_chars = 0;
    for line in from(bytes, body).take(MAX_LINES) {
        let text = &bytes[line.clone()];
        let chars = body_chars(text);
        if chars == 0 && !text.trim_ascii().is_empty() {
            break;
        }
        if chars > 0 {
            total_chars += chars;
            end = Some(line.end);
        }
    }
    end.filter(|_| total_chars >= LEAST_BODY)
}

/// The number of characters of a key's body in a line that contains only these, characters that source code puts around
/// them (quotes, escapes, commas, comment signs), or a header of a key; otherwise 0.
fn body_chars(line: &[u8]) -> usize {
    let text = String::from_utf8_lossy(line).replace("\\n", "").replace("\\r", "");
    let bare = text.trim_matches(|c: char| c.is_whitespace() || "\"'`,;+\\#*)(>|".contains(c));
    let is_header = ["Proc-Type:", "DEK-Info:", "Version:", "Comment:"]
        .iter()
        .any(|header| bare.starts_with(header));
    let base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    if is_header || bare.chars().all(base64) { bare.len() } else { 0 }
}
