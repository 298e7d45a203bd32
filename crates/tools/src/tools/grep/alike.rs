//! Clusters of matching lines; and files of data, or of code with one name, whose matching lines have the same keys and other
//! values, as translations do: one of them is shown, and the others are named.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use firsthand_codegraph::{is_data, line_key};
use firsthand_registry::{LineRange, MaskedFile, RepoPath, Window, count};

use super::scan::MatchedFile;
use crate::pattern::Pattern;
use crate::reply::joined;

/// So many files alike are all shown.
const MAX_SHOWN: usize = 3;
/// The most kinds of files in one folder, or of one name, that are told apart.
const MAX_KINDS: usize = 16;
/// The most characters of the names of files that are like another.
const MAX_NAMES_CHARS: usize = 160;
/// The fewest characters of a word of a key that is looked for in its value.
const MIN_WORD: usize = 4;

/// Files that are like one that is shown.
pub(super) struct Alike {
    shown: RepoPath,
    others: Vec<MatchedFile>,
}

impl Alike {
    pub(super) fn file_count(&self) -> usize {
        self.others.len()
    }

    pub(super) fn line_count(&self) -> usize {
        self.others.iter().map(|file| file.lines.len()).sum()
    }

    /// The line of an answer about the files, with their names below the folder that all share.
    pub(super) fn note(&self) -> String {
        let shown = self.shown.as_str();
        let paths = || self.others.iter().map(|file| file.path.as_str());
        let is_shared = |at: &usize| paths().all(|path| path.get(..=*at) == shown.get(..=*at));
        let slashes = shown.match_indices('/').map(|(at, _)| at);
        let shared = slashes.take_while(is_shared).last().map_or(0, |at| at + 1);
        let names = joined(paths().map(|path| path[shared..].to_owned()), MAX_NAMES_CHARS);
        let files = count(self.others.len(), "more file", "more files");
        format!("{files} like {shown}: {names}")
    }
}

/// What the lines say apart from their values; `None` in code, unless each is a key with a text.
pub(super) fn keys(masked: &MaskedFile, lines: &[u32]) -> Option<BTreeSet<u64>> {
    let texts = lines.iter().filter_map(|line| masked.line(*line));
    if !is_data(masked.path().as_str()) && !texts.clone().all(|line| is_entry(line.text())) {
        return None;
    }
    let hash = |text: &str| {
        let (line, mut hasher) = (text.trim().as_bytes(), DefaultHasher::new());
        line_key(line).unwrap_or(line).hash(&mut hasher);
        hasher.finish()
    };
    Some(texts.map(|line| hash(line.text())).collect())
}

/// Whether a line of code is a key with a text: `'hide' => 'Hide',`.
fn is_entry(line: &str) -> bool {
    let line = line.trim().trim_end_matches([',', ';']);
    let value = line_key(line.as_bytes()).and_then(|key| line.get(key.len()..));
    let value = value.map_or("", |value| value.trim_start_matches([':', '=', '>', ' ', '\t']));
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    quote.is_some_and(|quote| value.len() > 1 && value.ends_with(quote))
}

/// Takes the files away that are like one that stays.
pub(super) fn fold(files: &mut Vec<MatchedFile>) -> Vec<Alike> {
    let mut families: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, file) in files.iter().enumerate().filter(|(_, file)| file.keys.is_some()) {
        let (name, folder) = (file.path.file_name(), file.path.as_str().rsplit_once('/'));
        let ending = name.rsplit('.').next().unwrap_or_default();
        let folder = folder.map_or("", |(folder, _)| folder);
        // Code of one folder may declare much by equal keys, as migrations do.
        let of_folder = is_data(file.path.as_str()).then(|| format!("{folder}/*.{ending}"));
        for family in of_folder.into_iter().chain([format!("*/{name}")]) {
            families.entry(family).or_default().push(at);
        }
    }
    let (mut like, mut shown): (BTreeMap<usize, usize>, BTreeSet<usize>) = Default::default();
    for mut left in families.into_values() {
        left.retain(|at| !like.contains_key(at) && !shown.contains(at));
        if left.len() > MAX_SHOWN {
            sort_by_source(&mut left, files);
        }
        for _ in 0..MAX_KINDS {
            if left.len() <= MAX_SHOWN {
                break;
            }
            let first = left.remove(0);
            let is_like = |at: &usize| files[*at].says_no_more_than(&files[first]);
            let (alike, others): (Vec<usize>, Vec<usize>) = left.into_iter().partition(is_like);
            if alike.len() >= MAX_SHOWN {
                shown.insert(first);
                like.extend(alike.into_iter().map(|at| (at, first)));
            }
            left = others;
        }
    }
    take(files, &like)
}

/// Takes the files of the keys away, to the files of the values.
fn take(files: &mut Vec<MatchedFile>, like: &BTreeMap<usize, usize>) -> Vec<Alike> {
    let mut alike: BTreeMap<usize, Alike> = BTreeMap::new();
    let shown: BTreeMap<usize, RepoPath> =
        like.values().map(|at| (*at, files[*at].path.clone())).collect();
    let mut at = 0..;
    let is_taken = |_: &mut MatchedFile| at.next().is_some_and(|at| like.contains_key(&at));
    let taken: Vec<MatchedFile> = files.extract_if(.., is_taken).collect();
    for (file, shown_at) in taken.into_iter().zip(like.values()) {
        let entry = alike
            .entry(*shown_at)
            .or_insert_with(|| Alike { shown: shown[shown_at].clone(), others: Vec::new() });
        entry.others.push(file);
    }
    alike.into_values().collect()
}

impl MatchedFile {
    /// Whether its matching lines say nothing that those of the other do not, apart from values.
    fn says_no_more_than(&self, other: &MatchedFile) -> bool {
        let keys = self.keys.as_ref().zip(other.keys.as_ref());
        keys.is_some_and(|(own, all)| own.is_subset(all))
    }
}

/// Sorts files, the source of translations first: of those whose values are nearly the most in the language of the keys,
/// the longest.
fn sort_by_source(at: &mut [usize], files: &[MatchedFile]) {
    let described = at.iter().map(|at| (*at, self_describing(&files[*at])));
    let described: BTreeMap<usize, (usize, usize)> = described.collect();
    let most = described.values().map(|(count, _)| *count).max().unwrap_or(0);
    at.sort_by_key(|at| {
        let (count, lines) = described[at];
        (count * 10 < most * 9, Reverse(lines), *at)
    });
}

/// How many lines have a value with a word of the line's key, and how many lines there are.
fn self_describing(file: &MatchedFile) -> (usize, usize) {
    let bytes = file.bytes.as_deref().map_or(&[][..], Vec::as_slice);
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let describes = |line: &&str| {
        let key = line_key(line.trim().as_bytes()).map_or(0, <[u8]>::len);
        let (key, value) = line.trim().split_at_checked(key).unwrap_or_default();
        let value = value.split("</").next().unwrap_or_default();
        let mut words = key.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.len() >= MIN_WORD && value.contains(word))
    };
    (text.lines().filter(describes).count(), text.lines().count())
}

/// The most lines of one place. A chain of matches that is longer becomes several.
const MAX_LINES: u32 = 120;

/// A longer line is no context: it is one of a minified file, or of data.
const MAX_CONTEXT_LINE_BYTES: usize = 400;

/// A window for each cluster, in the order of the lines. No line is in two windows.
pub(super) fn windows(
    masked: &MaskedFile,
    hits: &[u32],
    pattern: &Pattern,
    context: u32,
) -> Vec<Window> {
    let clusters = clusters(masked, hits, context);
    let mut windows = Vec::with_capacity(clusters.len());
    let mut shown = 0;
    for (index, lines) in clusters.iter().enumerate() {
        let (first, last) = (lines[0], lines[lines.len() - 1]);
        let next = clusters.get(index + 1).and_then(|next| next.first());
        let above = (1..=context).take_while(|far| is_context(masked, first.checked_sub(*far)));
        let below = (1..=context).take_while(|far| is_context(masked, last.checked_add(*far)));
        let start = (first - above.last().unwrap_or(0)).max(shown + 1);
        let end = last + below.last().unwrap_or(0);
        let end = end.min(start.saturating_add(MAX_LINES - 1));
        let end = next.map_or(end, |&next| end.min(next - 1));
        let focus = |_: u32, text: &str| pattern.first_match(text).map_or(0, |found| found.start);
        let window = LineRange::new(start, end).and_then(|range| masked.window(range, focus));
        if let Some(window) = window {
            shown = window.span.range().end();
            windows.push(window.with_hits(lines.iter().copied()));
        }
    }
    windows
}

/// Whether the file has the line, and it is short enough to be shown around a match.
fn is_context(masked: &MaskedFile, line: Option<u32>) -> bool {
    let line = line.and_then(|number| masked.line(number));
    line.is_some_and(|line| line.text().len() <= MAX_CONTEXT_LINE_BYTES)
}

/// Groups hits whose contexts touch, or leave out one line (the head of a window is longer than that), as long as they fit in
/// one window. No group is empty.
fn clusters(masked: &MaskedFile, hits: &[u32], context: u32) -> Vec<Vec<u32>> {
    let mut clusters: Vec<Vec<u32>> = Vec::new();
    for &hit in hits {
        let touches = |last: u32| {
            hit - last <= 2 * context + 2
                && (last + 1..hit).all(|between| is_context(masked, Some(between)))
        };
        match clusters.last_mut() {
            Some(open)
                if touches(open[open.len() - 1]) && hit - open[0] + 2 * context < MAX_LINES =>
            {
                open.push(hit);
            }
            _ => clusters.push(vec![hit]),
        }
    }
    clusters
}
