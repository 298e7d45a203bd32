//! Secrets: files that hold them by convention, and texts that are one by their shape.

mod assigned;
mod credentials;
mod files;
mod keys;
mod tokens;
mod unquoted;

use std::borrow::Cow;
use std::ops::Range;

pub use files::is_secret_path;

/// What stands for a secret begins so; its kind follows, and `]`.
pub(crate) const HIDDEN: &str = "[redacted: ";

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
/// let found = firsthand_tools::redact(file);
/// assert_eq!(found[0].line, 2);
/// assert_eq!(found[0].text, "id = [redacted: aws_access_key] # ours");
/// ```
#[must_use]
pub fn redact(bytes: &[u8]) -> Vec<Redacted> {
    let secrets = find(bytes);
    let mut redacted: Vec<Redacted> = Vec::new();
    let mut rest = secrets.as_slice();
    let mut from = 0;
    for (number, end) in (1_u32..).zip(line_ends(bytes)) {
        let Some(next) = rest.first() else { break };
        if next.range.start < end {
            let line = from..end;
            let here: Vec<&Secret> = rest
                .iter()
                .take_while(|secret| secret.range.start < end)
                .collect();
            redacted.push(Redacted {
                line: number,
                kind: next.kind,
                text: masked(bytes, line, &here),
            });
            // A secret that goes on in the next line is looked at again there.
            rest = &rest[here
                .iter()
                .take_while(|secret| secret.range.end <= end)
                .count()..];
        }
        from = end;
    }
    redacted
}

/// A name, or another text that is shown beside a file's lines, with the secrets in it replaced.
///
/// ```
/// assert_eq!(firsthand_tools::redact_name("AKIAIOSFODNN7EXAMPLE"), "[redacted: aws_access_key]");
/// assert_eq!(firsthand_tools::redact_name("access_key"), "access_key");
/// ```
#[must_use]
pub fn redact_name(name: &str) -> Cow<'_, str> {
    let secrets = match name.len() {
        ..LEAST_SECRET => Vec::new(),
        _ => find(name.as_bytes()),
    };
    match secrets.is_empty() {
        true => Cow::Borrowed(name),
        false => {
            let all: Vec<&Secret> = secrets.iter().collect();
            Cow::Owned(masked(name.as_bytes(), 0..name.len(), &all))
        }
    }
}

/// Where each line ends, its line break included.
fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let last = (bytes.last().is_some_and(|&byte| byte != b'\n')).then_some(bytes.len());
    memchr::memchr_iter(b'\n', bytes)
        .map(|at| at + 1)
        .chain(last)
}

fn masked(bytes: &[u8], line: Range<usize>, secrets: &[&Secret]) -> String {
    let mut out = String::new();
    let mut at = line.start;
    for secret in secrets {
        let start = secret.range.start.clamp(at, line.end);
        out.push_str(&String::from_utf8_lossy(&bytes[at..start]));
        out.push_str(HIDDEN);
        out.push_str(secret.kind);
        out.push(']');
        at = secret.range.end.clamp(start, line.end);
    }
    out.push_str(&String::from_utf8_lossy(&bytes[at..line.end]));
    out.truncate(out.trim_end_matches(['\n', '\r']).len());
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
