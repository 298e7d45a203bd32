//! Secrets: files that hold them by convention, and texts that are one by their shape, or by the name of
//! what they are assigned to. By bytes alone: no grammar, no clock, no I/O.

mod assigned;
mod credentials;
mod files;
mod keys;
mod tokens;
mod unquoted;

use std::borrow::Cow;
use std::ops::Range;

use crate::{LineIndex, without_line_end};

pub use files::is_secret_path;

/// What stands for a secret begins so; its kind follows, and `]`.
pub const HIDDEN: &str = "[redacted: ";

/// No text that is shorter holds a secret.
const LEAST_SECRET: usize = 8;

/// A part of a text that is a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Secret {
    range: Range<usize>,
    kind: &'static str,
}

/// A line that holds a secret, with the secret replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redacted {
    /// The line's number, from 1.
    pub line: u32,
    /// What kind of secret; the first where there are several.
    pub kind: &'static str,
    /// The line without its end; each secret in it reads `[redacted: kind]`.
    pub text: String,
}

/// The lines of a whole file that hold a secret. A file's lines are needed together: what stands
/// inside a private key is a secret although no line of it looks like one.
///
/// ```
/// let file = b"region = eu\nid = AKIAIOSFODNN7EXAMPLE # ours\n";
/// let found = firsthand_source::secrets::redact(file);
/// assert_eq!(found[0].line, 2);
/// assert_eq!(found[0].text, "id = [redacted: aws_access_key] # ours");
/// ```
#[must_use]
pub fn redact(bytes: &[u8]) -> Vec<Redacted> {
    let secrets = find(bytes);
    if secrets.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::of(bytes);
    let mut redacted: Vec<Redacted> = Vec::new();
    for (at, secret) in secrets.iter().enumerate() {
        let first = lines.line_at(secret.range.start);
        let last = lines.line_at(secret.range.end.saturating_sub(1));
        let done = redacted.last().map_or(0, |line| line.line);
        for line in first.max(done + 1)..=last {
            let range = lines.bytes(line, line);
            let end = range.end;
            let start = end - (range.len() - without_line_end(&bytes[range.clone()]).len());
            let here = secrets[at..]
                .iter()
                .take_while(|secret| secret.range.start < end);
            redacted.push(Redacted {
                line,
                kind: secret.kind,
                text: masked(bytes, range.start..start, here),
            });
        }
    }
    redacted
}

/// A name, or another text that is shown beside a file's lines, with the secrets in it replaced.
///
/// ```
/// assert_eq!(firsthand_source::secrets::redact_name("AKIAIOSFODNN7EXAMPLE"), "[redacted: aws_access_key]");
/// assert_eq!(firsthand_source::secrets::redact_name("access_key"), "access_key");
/// ```
#[must_use]
pub fn redact_name(name: &str) -> Cow<'_, str> {
    let secrets = match name.len() {
        ..LEAST_SECRET => Vec::new(),
        _ => find(name.as_bytes()),
    };
    match secrets.is_empty() {
        true => Cow::Borrowed(name),
        false => Cow::Owned(masked(name.as_bytes(), 0..name.len(), &secrets)),
    }
}

/// A part of a text in which each of `secrets`, in order, reads `[redacted: kind]`.
fn masked<'s>(
    bytes: &[u8],
    part: Range<usize>,
    secrets: impl IntoIterator<Item = &'s Secret>,
) -> String {
    let mut out = String::new();
    let mut at = part.start;
    for secret in secrets {
        let start = secret.range.start.clamp(at, part.end);
        out.push_str(&String::from_utf8_lossy(&bytes[at..start]));
        out.push_str(HIDDEN);
        out.push_str(secret.kind);
        out.push(']');
        at = secret.range.end.clamp(start, part.end);
    }
    out.push_str(&String::from_utf8_lossy(&bytes[at..part.end]));
    out
}

/// Every secret of a text, in order, none overlapping another.
fn find(bytes: &[u8]) -> Vec<Secret> {
    let mut found = keys::find(bytes);
    found.extend(tokens::find(bytes));
    found.extend(credentials::find(bytes));
    found.extend(assigned::find(bytes));
    found.extend(unquoted::find(bytes));
    // Where two overlap, the wider one stands for both.
    found.sort_by_key(|secret| (secret.range.start, usize::MAX - secret.range.end));
    let mut apart: Vec<Secret> = Vec::with_capacity(found.len());
    for secret in found {
        match apart.last_mut() {
            Some(last) if secret.range.start < last.range.end => {
                last.range.end = last.range.end.max(secret.range.end);
            }
            _ => apart.push(secret),
        }
    }
    apart
}
