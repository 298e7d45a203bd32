//! The keys of values that the change removes from a file, as translations and settings have them: the code that uses such a
//! key by its whole path, and the same key in the files beside.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use firsthand_codegraph::{is_data, is_parallel, keys_on_line};
use firsthand_history::ChangedFile;
use firsthand_source::{RepoPath, distinct};

use crate::document::Dependence;
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::lookup::Lookup;

/// The most keys whose uses are looked for.
const MAX_KEYS: usize = 20;
/// The most lines with the path of a key, or with its last part.
const MAX_LINES: usize = 200;

/// A key that is gone from a file.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GoneKey<'f> {
    file: &'f RepoPath,
    /// The keys that led to the value, outermost first.
    keys: Vec<String>,
}

impl GoneKey<'_> {
    /// The ways in which code writes it: the whole path, without the outermost part, such as a language, and behind the name of
    /// the file.
    fn written(&self) -> Vec<String> {
        let mut paths = Vec::new();
        // One word may be any.
        let whole = self.keys.join(".");
        if whole.contains('.') {
            paths.push(whole);
        }
        if self.keys.len() > 2 {
            paths.push(self.keys[1..].join("."));
        }
        let stem = self.file.file_name().split('.').next().unwrap_or_default();
        let in_file = format!("{stem}.{}", self.keys.join("."));
        paths.extend(Some(in_file).filter(|_| !stem.is_empty()));
        paths
    }

    fn last(&self) -> Option<String> {
        self.keys.last().cloned()
    }

    /// Whether the keys of a value in a file beside are the same, but for the outermost, such as a language.
    fn is_alike(&self, keys: &[String]) -> bool {
        let inner = |keys: &[String]| keys.get(1..).unwrap_or_default().to_vec();
        self.keys == keys || (self.keys.len() > 2 && inner(&self.keys) == inner(keys))
    }
}

/// The places that hold a removed key: by its path, or in the files beside.
pub(crate) fn removed_keys(
    lookup: &mut Lookup<'_>,
    files: &[ChangedFile],
    diffs: &[LineDiff<'_>],
) -> Vec<Found> {
    let mut gone: Vec<GoneKey<'_>> = diffs.iter().flat_map(gone_keys).collect();
    gone.sort();
    gone.dedup();
    lookup.keep(&mut gone, MAX_KEYS);
    let texts = gone.iter().flat_map(|key| key.written().into_iter().chain(key.last()));
    let texts: Vec<String> = distinct(texts);
    let found = lookup.lines_with(&texts, MAX_LINES);
    let found: BTreeMap<&str, Vec<Line>> = texts.iter().map(String::as_str).zip(found).collect();
    let lines_with = |text: &str| found.get(text).into_iter().flatten().cloned();
    let mut lines: BTreeSet<Line> = BTreeSet::new();
    for key in &gone {
        for text in key.written() {
            let holds = |(path, line): &Line| is_quoted(&lookup.line(path, *line), &text);
            lines.extend(lines_with(&text).filter(holds));
        }
        let beside = key.last().into_iter().flat_map(|last| lines_with(&last));
        let beside = beside.filter(|(path, line)| {
            let is_beside = path != key.file && is_parallel(path.as_str(), key.file.as_str());
            is_beside && keys_in(lookup, path, *line).iter().any(|keys| key.is_alike(keys))
        });
        lines.extend(beside);
    }
    // What a changed file of code holds now may be what moved there.
    let is_changed = |path: &RepoPath| files.iter().any(|file| file.path == *path);
    lines.retain(|(path, _)| is_data(path.as_str()) || !is_changed(path));
    lookup.strings_at(&lines, Dependence::Text)
}

/// The keys of removed lines that no added line has.
fn gone_keys<'f>(diff: &LineDiff<'f>) -> Vec<GoneKey<'f>> {
    let path = &diff.file.path;
    let (Some(before), Some(after)) = (diff.file.before.bytes(), diff.file.after.bytes()) else {
        return Vec::new();
    };
    let (of_before, of_after) = (line_ranges(before), line_ranges(after));
    let keys = |text: &[u8], ranges: &[Range<usize>], lines: Range<usize>| -> Vec<Vec<String>> {
        let ranges = ranges.get(lines).unwrap_or_default().iter();
        ranges.flat_map(|line| keys_on_line(path.as_str(), text, line.clone())).collect()
    };
    let (mut gone, mut added) = (Vec::new(), Vec::new());
    for (removed, in_place) in diff.hunk_lines() {
        gone.extend(keys(before, &of_before, removed));
        added.extend(keys(after, &of_after, in_place));
    }
    gone.retain(|keys| !added.contains(keys));
    gone.into_iter().map(|keys| GoneKey { file: path, keys }).collect()
}

/// The bytes of each line.
fn line_ranges(text: &[u8]) -> Vec<Range<usize>> {
    let mut end = 0;
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    lines
        .map(|line| {
            let start = end;
            end += line.len();
            start..end
        })
        .collect()
}

fn keys_in(lookup: &Lookup<'_>, path: &RepoPath, line: u32) -> Vec<Vec<String>> {
    let text = lookup.text(path);
    let of_line = text.as_ref().and_then(|text| {
        let range = line_ranges(text).into_iter().nth((line as usize).checked_sub(1)?)?;
        Some(keys_on_line(path.as_str(), text, range))
    });
    of_line.unwrap_or_default()
}

/// Whether a line holds the path of a key as a whole: what stands before and behind it is no part of a name.
fn is_quoted(line: &str, key: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    line.match_indices(key).any(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at + key.len()..]);
        !before.ends_with(is_part) && !behind.starts_with(is_part)
    })
}
