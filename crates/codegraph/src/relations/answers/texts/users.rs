//! Finds the code that uses a key: the files with the longest part of its path, in text or in the path of the file.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, MatchKind};
use firsthand_source::{LineIndex, PathClass, RepoPath, is_marked_generated};

use super::names::{KeyPath, Runs, names, words};
use super::values::{FoundValue, Said};
use crate::facts::languages;
use crate::facts::scanned_query::ScannedQuery;
use crate::text::distinct::keep_best;
use crate::text::entries::{Format, is_parallel};
use crate::text::words::{folded, is_whole, is_word_byte};

/// The most bytes that are searched: those of the files nearest to the values.
const MAX_BYTES: u64 = 64 << 20;
/// A key that more files use alike is not specific.
const MAX_FILES: usize = 8;
/// The most files and lines of each in the result.
const MAX_SHOWN_FILES: usize = 3;
const MAX_LINES: usize = 3;
/// What a part of the path counts that is a name of the file, and no key.
const FILE_SHARE: f64 = 0.5;

/// A use of a part of a key's path.
struct Site {
    /// The index of the value.
    value: usize,
    run: Range<usize>,
    line: u32,
    /// Whether the name is the key of a value there.
    declares: bool,
}

/// The sites of a file.
struct FileSites {
    file: u32,
    sites: Vec<Site>,
    is_generated: bool,
    /// Whether it holds keys and values alone.
    is_data: bool,
}

/// For each value, the files and lines that use its key, best first.
pub(super) fn users(search: &ScannedQuery<'_>, values: &[FoundValue]) -> Vec<Vec<(u32, u32)>> {
    let path_of = |value: &FoundValue| search.path(value.file);
    let paths = values.iter().map(|value| KeyPath::of(path_of(value), value));
    let paths: Vec<KeyPath> = paths.collect();
    let mut names: Vec<(String, Runs)> = names(&paths).into_iter().collect();
    names.sort_by(|a, b| a.0.cmp(&b.0));
    let (spelled, runs): (Vec<String>, Vec<Runs>) = names.into_iter().unzip();
    let mut builder = AhoCorasick::builder();
    let Ok(finder) = builder.match_kind(MatchKind::LeftmostLongest).build(&spelled) else {
        return vec![Vec::new(); values.len()];
    };
    let near = nearest(search, values);
    let threads = search.files.listing.tree.threads;
    let found = threads.map(&near, 8, Vec::new, |buffer, file| {
        let mut found = in_file(search, *file, (&finder, &runs), buffer)?;
        let path = search.path(*file);
        // Beside the file of a value, code uses its key, and translations declare it again.
        let is_user = |site: &Site| {
            let home = path_of(&values[site.value]);
            !is_parallel(path, home) || !found.is_data && !site.declares
        };
        found.sites.retain(is_user);
        (!found.sites.is_empty()).then_some(found)
    });
    let found: Vec<FileSites> = found.into_iter().flatten().collect();
    let best = |(value, path): (usize, &KeyPath)| {
        let is_label = values[value].said == Said::AsLabel;
        best_users(search, (value, path, is_label), &found)
    };
    paths.iter().enumerate().map(best).collect()
}

/// The sites of a file; `None` if it has no name.
fn in_file(
    search: &ScannedQuery<'_>,
    file: u32,
    (finder, runs): (&AhoCorasick, &[Runs]),
    buffer: &mut Vec<u8>,
) -> Option<FileSites> {
    let listing = &search.files.listing;
    let path = search.path(file);
    if !can_use_texts(path) {
        return None;
    }
    if search.cancel.is_cancelled() || listing.reader.read_into(path, buffer).is_err() {
        return None;
    }
    finder.find(&buffer[..])?;
    // Secrets are detected only in files with a match: detection takes longer than matching.
    let text = listing.tree.searched_text(path, &Arc::new(std::mem::take(buffer)));
    let is_data = Format::of(path).is_some_and(|format| format.of_text(&text).is_data);
    Some(FileSites {
        file,
        sites: sites(is_data, &text, finder, runs),
        is_generated: is_marked_generated(&text),
        is_data,
    })
}

/// Whether a file can show texts: not what a package manager writes, nor hidden settings of a tool, as `.gitignore`.
fn can_use_texts(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_written = RepoPath::new(name).is_ok_and(|name| PathClass::of(&name).generated);
    let is_setting = name.starts_with('.') && languages::of_path(name).is_none();
    !(is_setting || is_written && PathClass::is_conventional(name))
}

/// The files that are searched, those with the longest common folders first.
fn nearest(search: &ScannedQuery<'_>, values: &[FoundValue]) -> Vec<u32> {
    let homes: Vec<&str> = values.iter().map(|value| search.path(value.file)).collect();
    let depth = |path: &str| {
        let common =
            |home: &&str| home.split('/').zip(path.split('/')).take_while(|(a, b)| a == b).count();
        homes.iter().map(common).max().unwrap_or(0)
    };
    let mut files: Vec<(usize, u32)> =
        (0..).zip(search.entries).map(|(file, entry)| (depth(entry.path.as_str()), file)).collect();
    let total: u64 = search.entries.iter().map(|entry| entry.size).sum();
    if total > MAX_BYTES {
        files.sort_by_key(|(depth, file)| (std::cmp::Reverse(*depth), *file));
    }
    let mut bytes = 0;
    let fits = |file: &u32| {
        bytes += search.entries[*file as usize].size;
        bytes <= MAX_BYTES
    };
    files.into_iter().map(|(_, file)| file).take_while(fits).collect()
}

fn sites(is_data: bool, text: &[u8], finder: &AhoCorasick, runs: &[Runs]) -> Vec<Site> {
    let lines = LazyCell::new(|| LineIndex::of(text));
    let mut sites = Vec::new();
    for found in finder.find_iter(text) {
        let declares = is_declared(text, &found.range());
        if is_data && declares
            || !is_whole(text, &found.range(), is_word_byte)
            || !is_used(text, &found.range())
        {
            continue;
        }
        let line = lines.line_at(found.start());
        for (value, run) in &runs[found.pattern().as_usize()] {
            sites.push(Site { value: *value, run: run.clone(), line, declares });
        }
    }
    sites
}

/// Whether a name is used as a key: a name of one word only where a quotation mark or what separates names is before it.
fn is_used(text: &[u8], name: &Range<usize>) -> bool {
    let before = name.start.checked_sub(1).map_or(b' ', |at| text[at]);
    let part = String::from_utf8_lossy(&text[name.clone()]);
    b"\"'`./:@#>".contains(&before) || (words(&part) > 1 && !part.contains(' '))
}

/// Whether a separator follows a name, so that it is the key of a value there: a member of something is one only if a
/// value is assigned to it.
fn is_declared(text: &[u8], name: &Range<usize>) -> bool {
    let before = &text[..name.start];
    let is_member = [&b"."[..], b"::", b"->"].iter().any(|joint| before.ends_with(joint));
    let after = &text[name.end..];
    let after = after.strip_prefix(b"\"").or_else(|| after.strip_prefix(b"'")).unwrap_or(after);
    let after = after.strip_prefix(b"]").unwrap_or(after).trim_ascii_start();
    match after {
        [b':', b':', ..] | [b'=', b'=', ..] => false,
        [b':', ..] | [b'=', b'>', ..] => !is_member,
        [b'=', ..] => true,
        _ => false,
    }
}

/// The lines of the files that have most of a key's path.
fn best_users(
    search: &ScannedQuery<'_>,
    (value, path, is_label): (usize, &KeyPath, bool),
    found: &[FileSites],
) -> Vec<(u32, u32)> {
    let class = |file: &FileSites| PathClass::of(&search.entries[file.file as usize].path);
    let has_last = |site: &&Site| site.value == value && site.run.end > path.last();
    // A last part that nothing uses is the library's: the form for one thing and for several.
    let mut all_sites = found.iter().flat_map(|file| &file.sites);
    let is_last_used = all_sites.any(|site| has_last(&site));
    // Anybody may say the words of a label by chance, and one word as a name is no use of its key.
    let is_sure = |site: &Site| {
        let parts = path.parts[site.run.clone()].iter();
        !is_label || parts.map(|part| words(part)).sum::<usize>() > 1
    };
    let is_use =
        |site: &&Site| site.value == value && (!is_last_used || has_last(site)) && is_sure(site);
    let mut scored: Vec<(f64, &FileSites)> = Vec::new();
    for file in found {
        let is_excluded = search.query.no_tests && class(file).test;
        if !is_excluded && file.sites.iter().any(|site| is_use(&site)) {
            scored.push((score(search, value, path, file), file));
        }
    }
    if scored.iter().any(|(_, file)| !class(file).docs) {
        scored.retain(|(_, file)| !class(file).docs);
    }
    // A generated list of all keys has more of a path than the code that uses one of them.
    let is_lowered = |file: &FileSites| file.is_generated || class(file).any();
    let best = [false, true].map(|lowered| {
        let alike = scored.iter().filter(|(_, file)| is_lowered(file) == lowered);
        alike.map(|file| file.0).fold(0.0, f64::max)
    });
    scored.retain(|(score, file)| *score >= best[usize::from(is_lowered(file))]);
    let specific = scored.iter().filter(|(_, file)| !is_lowered(file));
    let most = if is_label { MAX_SHOWN_FILES } else { MAX_FILES };
    if specific.count() > most {
        return Vec::new();
    }
    scored.sort_by_key(|(_, file)| (is_lowered(file), file.file));
    let mut lines: Vec<(u32, u32)> = Vec::new();
    for (_, file) in scored.into_iter().take(MAX_SHOWN_FILES) {
        let mut longest: Vec<&Site> = file.sites.iter().filter(is_use).collect();
        keep_best(&mut longest, |site| site.run.len());
        let mut own: Vec<(u32, u32)> =
            longest.into_iter().map(|site| (file.file, site.line)).collect();
        own.dedup();
        lines.extend(own.into_iter().take(MAX_LINES));
    }
    lines
}

/// How much of a key's path a file has: in its text, or before that in its own path.
fn score(search: &ScannedQuery<'_>, value: usize, path: &KeyPath, file: &FileSites) -> f64 {
    let own_path = search.path(file.file);
    let of_path: HashSet<String> = own_path
        .split('/')
        .map(|part| folded(part.split('.').next().unwrap_or(part).trim_start_matches('_')))
        .collect();
    let mut covered: HashMap<usize, bool> = HashMap::new();
    for site in file.sites.iter().filter(|site| site.value == value) {
        covered.extend(site.run.clone().map(|part| (part, true)));
        let before = (0..site.run.start)
            .rev()
            .take_while(|part| of_path.contains(&folded(&path.parts[*part])));
        covered.extend(before.map(|part| (part, true)));
    }
    let weight = |part: &usize| {
        let share = if *part < path.keys_from { FILE_SHARE } else { 1.0 };
        share * words(&path.parts[*part]) as f64
    };
    covered.keys().map(weight).sum()
}
