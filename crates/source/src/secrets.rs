//! Detects secrets: files that contain secrets by convention, and texts that are secrets by their shape or by the name
//! that they are assigned to. Detection depends only on the bytes: no grammar, no clock, no I/O.

mod assigned;
mod beside;
mod blocks;
mod calls;
mod chosen;
mod code;
mod columns;
mod command_line;
mod cookies;
mod credentials;
mod decoded;
mod defaults;
mod files;
mod filter;
mod fixpoint;
mod forms;
mod glance;
mod issuers;
mod keys;
mod lines;
mod literals;
mod manifests;
mod names;
mod own_text;
mod rewritten;
mod runs;
mod signs;
mod unquoted;
mod values;
mod variables;
mod version;

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;

use crate::{LineIndex, without_line_end};
use filter::{FILTER, Mark};
use fixpoint::find;
use runs::{pieces, prefix_len, run, suffix_len, trimmed};

#[cfg(feature = "fs")]
pub(crate) use files::is_environment_template;
pub use files::is_secret_path;
pub use glance::SecretScan;
pub use own_text::{OWN_BLOCK, has_own_text};
pub use version::RULES;

/// The beginning of a secret's replacement; its kind and `]` follow.
pub const HIDDEN: &str = "[redacted: ";

/// The fewest bytes of a text that can contain a secret: those of a URL with a password, `a://:p@`.
const LEAST_SECRET: usize = 7;

/// A part of a text that is a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Secret {
    range: Range<usize>,
    kind: &'static str,
}

impl Secret {
    fn new(range: Range<usize>, kind: &'static str) -> Self {
        Self { range, kind }
    }
}

/// A line that contains a secret, with the secret replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redacted {
    /// The line's number, from 1.
    pub line: u32,
    /// The kind of the secret; the first one if there are several.
    pub kind: &'static str,
    /// The line without its end; each secret in it reads `[redacted: kind]`.
    pub text: String,
    /// The bytes of the line that are secret, in order, each range relative to the line's start; empty if all are.
    pub hidden: Vec<Range<usize>>,
}

/// The lines of a whole file that contain a secret. The whole file is needed: a line inside a private key is a secret
/// although it does not look like one.
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
    let redacted = lines_with(bytes, &secrets).into_iter().map(|line| {
        let start = line.range.start;
        let hidden = line.secrets.iter().map(|secret| &secret.range);
        Redacted {
            line: line.number,
            kind: line.secrets[0].kind,
            hidden: hidden.map(|range| range.start - start..range.end - start).collect(),
            text: masked(bytes, line.range, &line.secrets),
        }
    });
    redacted.collect()
}

/// A line that contains a secret.
struct LineWith {
    number: u32,
    /// Without its end.
    range: Range<usize>,
    /// The parts of secrets in it, in order; at least one.
    secrets: Vec<Secret>,
}

/// The lines of a text that contain one of the secrets, which are in order.
fn lines_with(bytes: &[u8], secrets: &[Secret]) -> Vec<LineWith> {
    let index = LineIndex::of(bytes);
    let mut lines: Vec<LineWith> = Vec::new();
    for secret in secrets {
        let first = index.line_at(secret.range.start);
        for number in first..=index.line_at(secret.range.end.saturating_sub(1)) {
            if lines.last().is_none_or(|last| last.number < number) {
                let line = index.bytes(number, number);
                let end = line.start + without_line_end(&bytes[line.clone()]).len();
                lines.push(LineWith { number, range: line.start..end, secrets: Vec::new() });
            }
            if let Some(line) = lines.last_mut() {
                let clamp = |at: usize| at.clamp(line.range.start, line.range.end);
                let part = clamp(secret.range.start)..clamp(secret.range.end);
                line.secrets.push(Secret::new(part, secret.kind));
            }
        }
    }
    lines
}

/// A copy of the text in which `_` replaces each byte of a secret. It can be searched, counted and parsed, and its
/// lines and offsets are those of the text. Line ends are kept. `None` if the text has no secret.
///
/// ```
/// use firsthand_source::secrets::overwritten;
///
/// let copy = overwritten(b"id = AKIAIOSFODNN7EXAMPLE # ours").unwrap();
/// assert_eq!(copy, b"id = ____________________ # ours");
/// assert_eq!(overwritten(b"id = 7"), None);
/// ```
#[must_use]
pub fn overwritten(bytes: &[u8]) -> Option<Vec<u8>> {
    let secrets = find(bytes);
    let mut copy = (!secrets.is_empty()).then(|| bytes.to_vec())?;
    let hidden = secrets.iter().flat_map(|secret| secret.range.clone());
    for at in hidden {
        if let Some(byte) = copy.get_mut(at).filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            *byte = b'_';
        }
    }
    Some(copy)
}

/// The copy of a text in which a search matches: [`overwritten`], and blank where the program itself wrote
/// ([`OWN_BLOCK`]). `None` if that is the text itself.
#[must_use]
pub fn searched(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut copy = overwritten(bytes);
    for at in own_text::find(bytes).flatten() {
        if !matches!(bytes[at], b'\n' | b'\r') {
            copy.get_or_insert_with(|| bytes.to_vec())[at] = b' ';
        }
    }
    copy
}

/// A name, or another text that is shown together with a file's lines, with its secrets replaced.
///
/// ```
/// assert_eq!(firsthand_source::secrets::redact_name("AKIAIOSFODNN7EXAMPLE"), "[redacted: aws_access_key]");
/// assert_eq!(firsthand_source::secrets::redact_name("access_key"), "access_key");
/// ```
#[must_use]
pub fn redact_name(name: &str) -> Cow<'_, str> {
    let is_long = name.len() >= LEAST_SECRET;
    let secrets = is_long.then(|| find(name.as_bytes()));
    let Some(secrets) = secrets.filter(|secrets| !secrets.is_empty()) else {
        return Cow::Borrowed(name);
    };
    Cow::Owned(masked(name.as_bytes(), 0..name.len(), &secrets))
}

/// A part of a text in which each of the `secrets` in it, in order, is replaced by `[redacted: kind]`.
fn masked(bytes: &[u8], part: Range<usize>, secrets: &[Secret]) -> String {
    let mut out = String::new();
    let mut at = part.start;
    for Secret { range, kind } in secrets {
        out.push_str(&String::from_utf8_lossy(&bytes[at..range.start]));
        out.push_str(&format!("{HIDDEN}{kind}]"));
        at = range.end;
    }
    out.push_str(&String::from_utf8_lossy(&bytes[at..part.end]));
    out
}

/// The texts of a table, each with the value of its row, in which a sign separates them.
fn rows<T: Copy>(table: &[(&'static str, T)], sign: char) -> Vec<(&'static str, T)> {
    let mut rows = Vec::new();
    for (texts, value) in table {
        rows.extend(texts.split(sign).map(|text| (text, *value)));
    }
    rows
}

/// The tokens in a text that have a shape that their issuer documents.
fn find_tokens(bytes: &[u8]) -> Vec<Secret> {
    let mut found = Vec::new();
    FILTER.each(bytes, |at, mark| match mark {
        Mark::Form(form, literal) if form.is_token() => {
            found.extend(form.find_at(bytes, at, literal));
        }
        _ => {}
    });
    found
}

/// The secrets that one reading of a text finds, in any order.
fn find_once(bytes: &[u8]) -> Vec<Secret> {
    let mut found = find_plain(bytes);
    decoded::find(bytes, &mut found);
    found
}

/// The secrets of a text as it is written.
fn find_plain(bytes: &[u8]) -> Vec<Secret> {
    let mut found = Vec::new();
    let (mut name_end, mut part_ends) = (0, [0; Mark::PARTS]);
    columns::find(bytes, &mut found);
    FILTER.each(bytes, |at, mark| match mark {
        Mark::Form(form, literal) => found.extend(form.find_at(bytes, at, literal)),
        Mark::Part(kind, find) if at >= part_ends[kind] => {
            part_ends[kind] = find(bytes, at, &mut found);
        }
        Mark::Name if at >= name_end => {
            if let Some(name) = names::around(bytes, at) {
                name_end = name.range.end;
                assigned::after(bytes, &name, &mut found);
            }
        }
        Mark::Other(recognize) => found.extend(recognize(bytes, at)),
        Mark::Several(find) => find(bytes, at, &mut found),
        Mark::Part(..) | Mark::Name => {}
    });
    found
}

/// The secrets in order. Overlapping ones are merged. The kind is that of the one that begins first; of those that begin
/// together, that of the longest; of those with the same range, that of a known issuer.
fn merged(bytes: &[u8], mut found: Vec<Secret>) -> Vec<Secret> {
    found.retain(|secret| memmem::find(&bytes[secret.range.clone()], HIDDEN.as_bytes()).is_none());
    found.sort_by_key(|secret| {
        let Range { start, end } = secret.range;
        let by_name = [assigned::KIND, manifests::KIND].contains(&secret.kind);
        (start, usize::MAX - end, by_name, secret.kind.contains('-'))
    });
    let mut merged: Vec<Secret> = Vec::with_capacity(found.len());
    for secret in found {
        match merged.last_mut() {
            Some(last) if secret.range.start < last.range.end => {
                last.range.end = last.range.end.max(secret.range.end);
            }
            _ => merged.push(secret),
        }
    }
    merged
}
