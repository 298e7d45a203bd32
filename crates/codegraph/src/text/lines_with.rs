//! The lines of the tree that hold given texts, whatever the files are.

use super::listing::Listing;
use super::words::{is_name_byte, is_whole};
use aho_corasick::AhoCorasick;
use firsthand_source::{Cancel, LineIndex, RepoPath, identifiers, split_words};
use std::collections::BTreeMap;
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
pub struct NameLines {
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
    each_hit(listing, &finder, cancel, |hits| {
        let mut of_file: Vec<(usize, u32)> = Vec::new();
        for (index, range, line) in hits.iter() {
            if is_whole(hits.text, &range, is_name_byte) {
                let line = (index, line);
                let of_text = of_file.iter().filter(|(text, _)| *text == index);
                let is_new = !of_file.contains(&line) && of_text.count() < cap;
                if is_new && counts[index].fetch_add(1, Ordering::Relaxed) <= most {
                    of_file.push(line);
                }
            }
        }
        of_file
    })
    .for_each(|(path, (text, line))| found[text].push((path.clone(), line)));
    found
}

/// For each name, the lines that hold it, as [`lines_with`] returns them, and the other names of which it is a part. Of a
/// name, and of each of the others, with more than `most` lines, only more than these.
pub(crate) fn names_with(
    listing: &Listing,
    names: &[String],
    most: usize,
    cancel: &Cancel,
) -> Vec<NameLines> {
    let mut found: Vec<NameLines> = vec![NameLines::default(); names.len()];
    let words: Vec<Vec<String>> = names.iter().map(|name| split_words(name).collect()).collect();
    let mut forms: Vec<(usize, String)> = Vec::new();
    for (index, (name, words)) in names.iter().zip(&words).enumerate() {
        forms.push((index, beginning(name).to_owned()));
        if words.len() > 1 {
            let joined = ["", "_"].map(|joint| (index, words.join(joint)));
            forms.extend(joined.into_iter().filter(|(_, form)| form.len() <= MAX_BYTES));
        }
    }
    let mut builder = AhoCorasick::builder();
    builder.ascii_case_insensitive(true);
    let Ok(finder) = builder.build(forms.iter().map(|(_, form)| form)) else {
        return found;
    };
    each_hit(listing, &finder, cancel, |hits| {
        let mut of_file: Vec<(usize, String, u32)> = Vec::new();
        for (form, range, line) in hits.iter() {
            let index = forms[form].0;
            let Some(whole) = hits.name_around(range) else {
                continue;
            };
            let seen = (index, whole.to_owned(), line);
            let is_meant = || whole == names[index] || has_words(whole, &words[index]);
            if !of_file.contains(&seen) && is_meant() {
                of_file.push(seen);
            }
        }
        of_file
    })
    .for_each(|(path, (index, whole, line))| {
        let found = &mut found[index];
        let is_itself = whole == names[index];
        let is_known = is_itself || found.others.contains_key(&whole);
        if !is_known && found.others.len() == MAX_LONGER_NAMES {
            return;
        }
        let lines =
            if is_itself { &mut found.lines } else { found.others.entry(whole).or_default() };
        if lines.len() <= most {
            lines.push((path.clone(), line));
        }
    });
    found
}

/// The part of a text that is searched for.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_BYTES)]
}

/// Whether this is one name, whose words have these, of which there are several, in a row.
fn has_words(name: &str, words: &[String]) -> bool {
    if !identifiers(name).eq([(0, name)]) {
        return false;
    }
    let of_name: Vec<String> = split_words(name).collect();
    words.len() > 1 && of_name.windows(words.len()).any(|row| row == words)
}

/// The places of a file where a finder's texts stand.
struct Hits<'t> {
    finder: &'t AhoCorasick,
    text: &'t [u8],
    lines: &'t LineIndex,
}

impl<'t> Hits<'t> {
    /// Which text stands where, and in which line.
    fn iter(&self) -> impl Iterator<Item = (usize, Range<usize>, u32)> {
        let hits = self.finder.find_overlapping_iter(self.text).filter(|hit| !hit.is_empty());
        hits.map(|hit| (hit.pattern().as_usize(), hit.range(), self.lines.line_at(hit.start())))
    }

    /// The whole name that a place is in.
    fn name_around(&self, range: Range<usize>) -> Option<&'t str> {
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        let start = before.iter().rposition(|byte| !is_name_byte(*byte)).map_or(0, |at| at + 1);
        let after = after.iter().position(|byte| !is_name_byte(*byte)).unwrap_or(after.len());
        std::str::from_utf8(&self.text[start..range.end + after]).ok()
    }
}

/// What `of_file` returns for each file in which a text stands, in the order of the files.
fn each_hit<'l, T: Send>(
    listing: &'l Listing,
    finder: &AhoCorasick,
    cancel: &Cancel,
    of_file: impl Fn(Hits<'_>) -> Vec<T> + Sync,
) -> impl Iterator<Item = (&'l RepoPath, T)> {
    let tree = &listing.tree;
    let files = &listing.inventory.files;
    let in_files = tree.threads.map(files, 8, Vec::new, |buffer, entry| {
        let read =
            !cancel.is_cancelled() && listing.reader.read_into(entry.path.as_str(), buffer).is_ok();
        if !read || !finder.is_match(&*buffer) {
            return Vec::new();
        }
        let text = tree.searched_text(&Arc::new(std::mem::take(buffer)));
        of_file(Hits { finder, text: &text, lines: &LineIndex::of(&text) })
    });
    let in_files = files.iter().zip(in_files);
    in_files.flat_map(|(entry, found)| found.into_iter().map(|found| (&entry.path, found)))
}
