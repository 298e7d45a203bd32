//! Texts and keys that the change removes from a file, and that still stand elsewhere: in translations, settings,
//! templates and documents.

use std::collections::BTreeSet;

use firsthand_source::RepoPath;

use crate::document::{Dependence, How};
use crate::found::Found;
use crate::hunks::LineDiff;
use crate::lookup::Lookup;

/// The least characters of a text that is looked for.
const MIN_CHARS: usize = 8;
/// The most lines with a text: one that more have is no special one.
const MAX_LINES: usize = 200;
/// The most texts that are looked for.
const MAX_TEXTS: usize = 40;

/// The places that hold a removed text.
pub(crate) fn removed_texts(lookup: &Lookup<'_>, diffs: &[LineDiff<'_>]) -> Vec<Found> {
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for diff in diffs {
        let later = String::from_utf8_lossy(&diff.after.concat()).into_owned();
        let removed = diff.removed().flat_map(texts_of);
        texts.extend(removed.filter(|text| !later.contains(&**text)));
    }
    let mut texts: Vec<String> = texts.into_iter().collect();
    // The longest say the most.
    texts.sort_by_key(|text| std::cmp::Reverse(text.chars().count()));
    texts.truncate(MAX_TEXTS);
    let lines = lookup.lines_with(&texts, MAX_LINES);
    let lines = lines.into_iter().filter(|lines| lines.len() <= MAX_LINES);
    let lines: BTreeSet<(RepoPath, u32)> = lines.flatten().collect();
    let place =
        |(path, line): &(_, u32)| lookup.place_at(path, *line, Dependence::Text, How::String);
    lines.iter().filter_map(place).collect()
}

/// The texts of a line: between quotes or tags, with several words, or a key of several parts.
fn texts_of(line: &[u8]) -> Vec<String> {
    let line = String::from_utf8_lossy(line);
    let parts = line.split(['"', '\'', '`', '<', '>']);
    // The first part of a line is no text of it, unless the line is a text alone.
    let parts = parts
        .map(str::trim)
        .filter(|part| part.chars().count() >= MIN_CHARS);
    let parts = parts.filter(|part| is_text(part) || is_key(part));
    parts.map(str::to_owned).collect()
}

/// Whether it reads as a sentence: words with single spaces between them, and nothing that code has.
fn is_text(part: &str) -> bool {
    let words = part.split(' ').count();
    let is_plain = |c: char| c.is_alphanumeric() || " .,:!?-'%".contains(c);
    words >= 3 && !part.contains("  ") && part.chars().all(is_plain)
}

/// Whether it is a key: words with `.`, `_`, `-` or `/` between them.
fn is_key(part: &str) -> bool {
    let is_separator = |c: char| matches!(c, '.' | '_' | '-' | '/');
    let is_plain = |c: char| c.is_alphanumeric() || is_separator(c);
    let words = part
        .split(is_separator)
        .filter(|word| !word.is_empty())
        .count();
    words >= 2 && part.chars().all(is_plain) && part.chars().any(char::is_alphabetic)
}
