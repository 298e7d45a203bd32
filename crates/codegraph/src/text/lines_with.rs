//! The lines of the tree that hold given texts, whatever the files are.

use super::listing::Listing;
use super::words::{is_name_byte, is_whole};
use aho_corasick::AhoCorasick;
use firsthand_source::{Cancel, LineIndex, RepoPath, identifiers, split_words};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of a longer text, only the beginning is searched for.
const MAX_BYTES: usize = 256;

/// Of one name, the most other names that are returned of which it is a part.
const MAX_LONGER_NAMES: usize = 16;

/// The lines with a text, by path and line, 1-based.
type Lines = Vec<(RepoPath, u32)>;

/// Where a name stands: as a whole word, and as a part of other names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct NameHits {
    /// The lines that hold the name whole, in the same case.
    pub lines: Lines,
    /// The names whose words have those of the name in a row, with their lines: `getSavedAt`, `saved_at` and `SAVED_AT` of
    /// `savedAt`. Only of a name of several words.
    pub others: BTreeMap<String, Lines>,
}

/// For each text, the lines that hold it, by path and line, 1-based: whole, in the same case, and not inside a longer
/// word; not in secrets. At most `cap` lines of one text in one file, the first ones; of a text with more than
/// `most` lines, only more than these. A search that is cancelled returns what it found until then.
pub(crate) fn lines_with(
    listing: &Listing,
    texts: &[String],
    cap: usize,
    most: usize,
    cancel: &Cancel,
) -> Vec<Lines> {
    let mut found: Vec<Lines> = vec![Vec::new(); texts.len()];
    // An empty text has an empty match everywhere, which is none.
    let beginnings = texts.iter().map(|text| beginning(text));
    let Ok(finder) = AhoCorasick::new(beginnings) else {
        return found;
    };
    let counts: Vec<AtomicUsize> = texts.iter().map(|_| AtomicUsize::new(0)).collect();
    let whole = |text: &[u8], _: usize, hit: &Range<usize>| {
        is_whole(text, hit, is_name_byte).then(|| hit.clone())
    };
    let of_file = |hits: &[Hit]| {
        let mut of_file: Vec<(usize, u32)> = Vec::new();
        for hit in hits {
            let line = (hit.pattern, hit.line);
            let of_text = of_file.iter().filter(|(text, _)| *text == hit.pattern);
            let is_new = !of_file.contains(&line) && of_text.count() < cap;
            if is_new && counts[hit.pattern].fetch_add(1, Ordering::Relaxed) <= most {
                of_file.push(line);
            }
        }
        of_file
    };
    for (path, (text, line)) in each_hit(listing, &finder, cancel, whole, |_, hits| of_file(hits)) {
        found[text].push((path.clone(), line));
    }
    found
}

/// For each name, the lines that hold it, as [`lines_with`] returns them, and the other names of which it is a part. Of a
/// name, and of each of the others, with more than `most` lines, only more than these.
pub(crate) fn names_with(
    listing: &Listing,
    names: &[String],
    most: usize,
    cancel: &Cancel,
) -> Vec<NameHits> {
    let mut found: Vec<NameHits> = vec![NameHits::default(); names.len()];
    let words: Vec<Vec<String>> = names.iter().map(|name| split_words(name).collect()).collect();
    let forms = forms_of(names, &words);
    let mut builder = AhoCorasick::builder();
    builder.ascii_case_insensitive(true);
    let Ok(finder) = builder.build(forms.iter().map(|(_, form)| form)) else {
        return found;
    };
    let whole = |text: &[u8], form: usize, hit: &Range<usize>| {
        let index = forms[form].0;
        if is_whole(text, hit, is_name_byte) && text[hit.clone()] == *names[index].as_bytes() {
            return Some(hit.clone());
        }
        let words = words.get(index).filter(|words| words.len() > 1)?;
        let around = name_around(text, hit);
        let longer = std::str::from_utf8(&text[around.clone()]).ok()?;
        has_words(longer, words).then_some(around)
    };
    let in_all: Vec<AtomicUsize> = names.iter().map(|_| AtomicUsize::new(0)).collect();
    let of_file = |text: &[u8], hits: &[Hit]| {
        let mut lines: Vec<(usize, Option<Box<str>>, u32)> = Vec::new();
        // Of each name, how many lines there are, and the last one.
        let mut counts: HashMap<(usize, &[u8]), (usize, u32)> = HashMap::new();
        for hit in hits {
            let (index, whole) = (forms[hit.pattern].0, &text[hit.whole.clone()]);
            let (count, last) = counts.entry((index, whole)).or_default();
            if *last == hit.line || *count > most {
                continue;
            }
            (*count, *last) = (*count + 1, hit.line);
            let other = (whole != names[index].as_bytes()).then(|| String::from_utf8_lossy(whole));
            // Of a name with more lines, some are enough; of the others, the first ones, whichever thread was first.
            if other.is_some() || in_all[index].fetch_add(1, Ordering::Relaxed) <= most {
                lines.push((index, other.map(|other| other.into()), hit.line));
            }
        }
        lines
    };
    for (path, (index, other, line)) in each_hit(listing, &finder, cancel, whole, of_file) {
        let NameHits { lines, others } = &mut found[index];
        let lines = match other {
            None => lines,
            Some(other) if others.len() < MAX_LONGER_NAMES || others.contains_key(&*other) => {
                others.entry(other.into()).or_default()
            }
            Some(_) => continue,
        };
        if lines.len() <= most {
            lines.push((path.clone(), line));
        }
    }
    found
}

/// How each name is searched for, in any case: as it is, and if it has several words, joined in the usual ways.
fn forms_of(names: &[String], words: &[Vec<String>]) -> Vec<(usize, String)> {
    let mut forms: Vec<(usize, String)> = Vec::new();
    for (index, (name, words)) in names.iter().zip(words).enumerate() {
        forms.push((index, beginning(name).to_owned()));
        if words.len() > 1 {
            let joined = ["", "_"].map(|joint| (index, words.join(joint)));
            forms.extend(joined.into_iter().filter(|(_, form)| form.len() <= MAX_BYTES));
        }
    }
    forms
}

/// The part of a text that is searched for.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_BYTES)]
}

/// The whole name that a place is in.
fn name_around(text: &[u8], place: &Range<usize>) -> Range<usize> {
    let (before, after) = (&text[..place.start], &text[place.end..]);
    let start = before.iter().rposition(|byte| !is_name_byte(*byte)).map_or(0, |at| at + 1);
    let after = after.iter().position(|byte| !is_name_byte(*byte)).unwrap_or(after.len());
    start..place.end + after
}

/// Whether this is one name, whose words have these in a row.
fn has_words(name: &str, words: &[String]) -> bool {
    if !identifiers(name).eq([(0, name)]) {
        return false;
    }
    let of_name: Vec<String> = split_words(name).collect();
    of_name.windows(words.len()).any(|row| row == words)
}

/// A place where a text of a finder stands.
struct Hit {
    /// Which text.
    pattern: usize,
    /// The bytes of the name that it is, or that it is in.
    whole: Range<usize>,
    line: u32,
}

/// What `of_file` returns for each file with a hit, in the order of the files. `whole` returns the bytes of the name that is
/// meant by a place where a text stands; `None` if none is.
fn each_hit<'l, T: Send>(
    listing: &'l Listing,
    finder: &AhoCorasick,
    cancel: &Cancel,
    whole: impl Fn(&[u8], usize, &Range<usize>) -> Option<Range<usize>> + Sync,
    of_file: impl Fn(&[u8], &[Hit]) -> Vec<T> + Sync,
) -> impl Iterator<Item = (&'l RepoPath, T)> {
    let hits = |text: &[u8], most: usize| -> Vec<(usize, Range<usize>)> {
        let hits = finder.find_overlapping_iter(text).filter(|hit| !hit.is_empty());
        let hits = hits.filter_map(|hit| {
            let pattern = hit.pattern().as_usize();
            Some((pattern, whole(text, pattern, &hit.range())?))
        });
        hits.take(most).collect()
    };
    let tree = &listing.tree;
    let files = &listing.inventory.files;
    let in_files = tree.threads.map(files, 8, Vec::new, |buffer, entry| {
        let read =
            !cancel.is_cancelled() && listing.reader.read_into(entry.path.as_str(), buffer).is_ok();
        // Most files have none, and are not looked at for secrets and lines.
        if !read || hits(buffer, 1).is_empty() {
            return Vec::new();
        }
        let text = tree.searched_text(&Arc::new(std::mem::take(buffer)));
        let lines = LineIndex::of(&text);
        let hits = hits(&text, usize::MAX).into_iter().map(|(pattern, whole)| {
            let line = lines.line_at(whole.start);
            Hit { pattern, whole, line }
        });
        of_file(&text, &hits.collect::<Vec<_>>())
    });
    let in_files = files.iter().zip(in_files);
    in_files.flat_map(|(entry, found)| found.into_iter().map(|found| (&entry.path, found)))
}
