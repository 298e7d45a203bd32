//! Detection until nothing more is found: a value may hide that a line has another one, which only the text without
//! the first shows. So what is redacted once stays the same when it is redacted again.

use std::ops::Range;

use super::rewritten::Rewritten;
use super::{HIDDEN, Secret, find_once, lines_with, merged};

/// The most times that a text is read; the bound keeps the work linear.
const MOST_READINGS: usize = 4;

/// All secrets of a text, in order and without overlaps: those that one reading finds, and those that the text with
/// these replaced shows.
pub(super) fn find(bytes: &[u8]) -> Vec<Secret> {
    let mut found = merged(bytes, find_once(bytes));
    for _ in 1..MOST_READINGS {
        if found.is_empty() {
            break;
        }
        let hidden = replaced(bytes, &found);
        let more = merged(&hidden.text, find_once(&hidden.text));
        let known = found.len();
        let more = more.into_iter().filter(|secret| !hidden.is_replacement(&secret.range));
        found.extend(more.map(|Secret { range, kind }| Secret::new(hidden.original(&range), kind)));
        if found.len() == known {
            break;
        }
        found = merged(bytes, found);
    }
    found
}

/// A text with its secrets replaced, line by line, as a reader sees it.
fn replaced(bytes: &[u8], secrets: &[Secret]) -> Rewritten {
    let (mut replaced, mut at) = (Rewritten::default(), 0);
    for line in lines_with(bytes, secrets) {
        replaced.text.extend_from_slice(&bytes[at..line.range.start]);
        at = line.range.start;
        for Secret { range, kind } in line.secrets {
            copy_text(bytes, at..range.start, &mut replaced);
            replaced.put(format!("{HIDDEN}{kind}]").as_bytes(), range.clone());
            at = range.end;
        }
        copy_text(bytes, at..line.range.end, &mut replaced);
        at = line.range.end;
    }
    replaced.text.extend_from_slice(&bytes[at..]);
    replaced
}

/// Adds a part of a line. Bytes that are no text are replaced, as in a redacted line.
fn copy_text(bytes: &[u8], part: Range<usize>, replaced: &mut Rewritten) {
    let mut at = part.start;
    for chunk in bytes[part].utf8_chunks() {
        replaced.text.extend_from_slice(chunk.valid().as_bytes());
        at += chunk.valid().len();
        let invalid = at..at + chunk.invalid().len();
        at = invalid.end;
        if !invalid.is_empty() {
            replaced.put("\u{fffd}".as_bytes(), invalid);
        }
    }
}
