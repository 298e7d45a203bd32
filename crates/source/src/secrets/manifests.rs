//! The values of Secrets of Kubernetes, in YAML and in JSON: each is a secret, whatever its name.

use std::ops::Range;

use memchr::memmem;

use super::chosen::is_placeholder;
use super::forms::decode;
use super::lines::from;
use super::{HIDDEN, Secret, prefix_len};
use crate::pattern::Pattern;

pub(super) const KIND: &str = "kubernetes_secret";
/// How a manifest states its kind, between `|`.
pub(super) const KINDS: &str =
    "kind: Secret|kind: \"Secret\"|kind: 'Secret'|\"kind\": \"Secret\"|\"kind\":\"Secret\"";
/// The most bytes of a manifest before and after its kind.
const REACH: usize = 64 << 10;
/// The fewest bytes of a value.
const LEAST: usize = 8;

/// Whether a text may contain such a manifest.
pub(super) fn may_hold(bytes: &[u8]) -> bool {
    memmem::find_iter(bytes, b"Secret").any(|at| {
        let before = &bytes[at.saturating_sub(12)..at];
        memmem::find(before, b"kind").is_some()
    })
}

/// Adds the values of the manifest whose kind is stated at `at`, and returns its end.
pub(super) fn find_at(bytes: &[u8], at: usize, found: &mut Vec<Secret>) -> usize {
    let is_word = |b: &u8| b.is_ascii_alphanumeric();
    let kind_end = at + prefix_len(&bytes[at..], 24, |b| b != b'S') + b"Secret".len();
    if bytes.get(kind_end).is_some_and(is_word) {
        return at;
    }
    match bytes[at] {
        b'"' => json_values(bytes, at, found),
        _ => yaml_values(bytes, at, found),
    }
}

/// The document around a position: what is between two lines `---`, or between the fences of a document about it.
fn document(bytes: &[u8], at: usize) -> Range<usize> {
    let from = at.saturating_sub(REACH);
    let to = bytes.len().min(at + REACH);
    let marks = [&b"\n---"[..], b"```"];
    let starts = marks.iter().filter_map(|mark| memmem::rfind(&bytes[from..at], mark));
    let ends = marks.iter().filter_map(|mark| memmem::find(&bytes[at..to], mark));
    let start = starts.max().map_or(from, |mark| from + mark + 4);
    start.min(at)..ends.min().map_or(to, |mark| at + mark)
}

fn yaml_values(bytes: &[u8], at: usize, found: &mut Vec<Secret>) -> usize {
    let document = document(bytes, at);
    // The indentation of the map that contains the values, while its lines are read.
    let mut map: Option<usize> = None;
    // The indentation of a name whose value is in the lines below it.
    let mut block: Option<(usize, bool)> = None;
    for range in from(&bytes[..document.end], document.start) {
        let (line_start, line) = (range.start, &bytes[range]);
        let text = line.trim_ascii();
        let indent = prefix_len(line, usize::MAX, |b| b == b' ');
        if text.is_empty() || text.starts_with(b"#") {
            continue;
        }
        if let Some((outer, hides)) = block.filter(|(outer, _)| indent > *outer) {
            // A certificate is public in all its lines.
            let hides = hides && !is_certificate(text);
            if hides && text.len() >= LEAST {
                let at = line_start + indent;
                found.push(Secret::new(at..at + text.len(), KIND));
            }
            block = Some((outer, hides));
            continue;
        }
        block = None;
        map = map.filter(|outer| indent > *outer);
        if matches!(text, b"data:" | b"stringData:") {
            map = Some(indent);
        } else if map.is_some()
            && let Some(colon) = memmem::find(line, b":")
        {
            let after = prefix_len(&line[colon + 1..], usize::MAX, |b| b == b' ');
            let value = line[colon + 1 + after..].trim_ascii_end();
            let public = is_public_name(&line[..colon]);
            if value.is_empty() || matches!(value[0], b'|' | b'>') {
                block = Some((indent, !public));
            } else if !public {
                found.extend(value_secret(bytes, line_start + colon + 1 + after, value));
            }
        }
    }
    document.end
}

/// The secret of a value, without its quotes and without a comment after it.
fn value_secret(bytes: &[u8], at: usize, value: &[u8]) -> Option<Secret> {
    let quote = value.first().copied().filter(|b| matches!(b, b'"' | b'\''));
    match quote.and_then(|quote| memchr::memchr(quote, &value[1..])) {
        Some(length) => hidden(bytes, at + 1, length),
        None => hidden(bytes, at, memmem::find(value, b" #").unwrap_or(value.len())),
    }
}

fn hidden(bytes: &[u8], at: usize, length: usize) -> Option<Secret> {
    let text = bytes.get(at..at + length)?.trim_ascii_end();
    // The replacement of a secret has a colon, too.
    let is_replacement = bytes[..at].ends_with(HIDDEN.as_bytes());
    let shown =
        is_replacement || text.len() < LEAST || is_placeholder(text) || is_certificate(text);
    (!shown).then(|| Secret::new(at..at + text.len(), KIND))
}

/// Whether a text begins a certificate, in itself or in base64.
fn is_certificate(text: &[u8]) -> bool {
    let begins = |text: &[u8]| text.starts_with(b"-----BEGIN CERTIFICATE");
    begins(text) || begins(&decode(&text[..text.len().min(48)]))
}

/// Whether a name is that of a public part: a certificate.
fn is_public_name(name: &[u8]) -> bool {
    let name = name.trim_ascii();
    let name = name.strip_suffix(b"\"").unwrap_or(name);
    name.ends_with(b".crt") || name.ends_with(b".cert") || name.ends_with(b".pub")
}

/// Adds the strings in the maps `data` and `stringData` near the kind.
fn json_values(bytes: &[u8], at: usize, found: &mut Vec<Secret>) -> usize {
    static MAP: Pattern = Pattern::of(r#""(?:data|stringData)"[\s:]{0,8}(\{[^}]*)"#);
    let (mut from, end) = (at.saturating_sub(REACH), bytes.len().min(at + REACH));
    while let Some((whole, map)) = MAP.find(bytes, from..end, false) {
        from = whole.end;
        json_strings(bytes, map, found);
    }
    end
}

/// Adds the values of a flat map of strings.
fn json_strings(bytes: &[u8], map: Range<usize>, found: &mut Vec<Secret>) {
    let mut quotes = memchr::memchr_iter(b'"', &bytes[map.clone()])
        .map(|at| map.start + at)
        .filter(|at| bytes[at - 1] != b'\\');
    while let (Some(name), Some(name_end), Some(value), Some(end)) =
        (quotes.next(), quotes.next(), quotes.next(), quotes.next())
    {
        if !is_public_name(&bytes[name..name_end]) {
            found.extend(hidden(bytes, value + 1, end - value - 1));
        }
    }
}
