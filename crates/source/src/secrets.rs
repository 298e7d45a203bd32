//! Detects secrets: files that contain secrets by convention, and texts that are secrets by their shape or by the name
//! that they are assigned to. Detection depends only on the bytes: no grammar, no clock, no I/O.

mod assigned;
mod credentials;
mod files;
mod glance;
mod keys;
mod names;
mod randomness;
mod tokens;
mod unquoted;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use crate::{LineIndex, without_line_end};

pub use files::is_secret_path;
pub use glance::SecretScan;

/// The beginning of a secret's replacement; its kind and `]` follow.
pub const HIDDEN: &str = "[redacted: ";

/// The version of the rules that detect secrets in texts: results that were cached under another version are not used.
pub const RULES: u64 = fingerprint(&[
    include_bytes!("secrets.rs"),
    include_bytes!("secrets/assigned.rs"),
    include_bytes!("secrets/credentials.rs"),
    include_bytes!("secrets/glance.rs"),
    include_bytes!("secrets/keys.rs"),
    include_bytes!("secrets/names.rs"),
    include_bytes!("secrets/randomness.rs"),
    include_bytes!("secrets/tokens.rs"),
    include_bytes!("secrets/unquoted.rs"),
]);

/// A hash (FNV-1a) of some files, computed at compile time.
const fn fingerprint(files: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut file = 0;
    while file < files.len() {
        let mut at = 0;
        while at < files[file].len() {
            hash = (hash ^ files[file][at] as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        file += 1;
    }
    hash
}

/// The fewest bytes of a text that can contain a secret: those of a URL with a password, `a://:p@`.
const LEAST_SECRET: usize = 7;

/// A part of a text that is a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Secret {
    range: Range<usize>,
    kind: &'static str,
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
    let lines = LineIndex::of(bytes);
    let mut redacted: Vec<Redacted> = Vec::new();
    for (index, secret) in secrets.iter().enumerate() {
        let first = lines.line_at(secret.range.start);
        let last = lines.line_at(secret.range.end.saturating_sub(1));
        let last_redacted = redacted.last().map_or(0, |line| line.line);
        for line in first.max(last_redacted + 1)..=last {
            let range = lines.bytes(line, line);
            let end = range.end;
            let text_end = end - (range.len() - without_line_end(&bytes[range.clone()]).len());
            let secrets_from_line = secrets[index..]
                .iter()
                .take_while(|secret| secret.range.start < end);
            redacted.push(Redacted {
                line,
                kind: secret.kind,
                text: masked(bytes, range.start..text_end, secrets_from_line),
            });
        }
    }
    redacted
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
        if let Some(byte) = copy
            .get_mut(at)
            .filter(|byte| !matches!(byte, b'\n' | b'\r'))
        {
            *byte = b'_';
        }
    }
    Some(copy)
}

/// A name, or another text that is shown together with a file's lines, with its secrets replaced.
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

/// A part of a text in which each of `secrets`, in order, is replaced by `[redacted: kind]`.
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

/// The number of bytes at the beginning of a text, at most `limit`, for which `admits` is true.
fn prefix_len(text: &[u8], limit: usize, admits: impl Fn(u8) -> bool) -> usize {
    let text = text.iter().take(limit);
    text.take_while(|byte| admits(**byte)).count()
}

/// The pairs of bytes with which a token begins or that the name of a secret contains, as a bit for each of the 65,536
/// pairs: every byte of a tree is checked, so one look-up has to cover all of them.
static HEADS: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut bits = Box::new([0; 1024]);
    let mut mark = |head| {
        let head = usize::from(u16::from_be_bytes(head));
        bits[head >> 6] |= 1 << (head & 63);
    };
    tokens::heads().for_each(&mut mark);
    names::pairs().for_each(mark);
    bits
});

/// The positions at which a token may begin, or a pair of bytes is that every name of a secret contains one of.
fn candidate_positions(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let bits = &**HEADS;
    let pairs = bytes.array_windows::<2>().enumerate();
    pairs.filter_map(move |(at, pair)| {
        let head = usize::from(u16::from_be_bytes(*pair));
        (bits[head >> 6] >> (head & 63) & 1 == 1).then_some(at)
    })
}

/// The tokens in a text that have a shape that their issuer documents.
fn find_tokens(bytes: &[u8]) -> Vec<Secret> {
    let mut found = Vec::new();
    candidate_positions(bytes).for_each(|at| tokens::find_at(bytes, at, &mut found));
    found
}

/// All secrets of a text, in order and without overlaps.
fn find(bytes: &[u8]) -> Vec<Secret> {
    let mut found = keys::find(bytes);
    found.extend(credentials::find(bytes));
    let mut name_end = 0;
    for at in candidate_positions(bytes) {
        tokens::find_at(bytes, at, &mut found);
        if at >= name_end
            && let Some(name) = names::around(bytes, at)
        {
            name_end = name.range.end;
            found.extend(assigned::after(bytes, &name));
        }
    }
    // Overlapping secrets are merged. The kind is that of the one that begins first; of those that begin together, that
    // of the longest; of those with the same range, that of a known issuer.
    found.sort_by_key(|secret| {
        let Range { start, end } = secret.range;
        (start, usize::MAX - end, secret.kind == assigned::KIND)
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
