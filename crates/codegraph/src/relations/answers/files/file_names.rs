//! Finds the strings that name files, in a listing of the tree.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use firsthand_source::fs::FileEntry;
use firsthand_source::{Cancel, LineIndex};

use super::positions::{Positions, first_word, word};
use crate::text::files_by_name::{self, NameMatches, finder, occurrences};
use crate::text::listing::Listing;
use crate::text::path_names::runs::{Run, bare_runs, heads, quoted_runs, run_at};
use crate::text::path_names::{Form, Named, PathNames, split, stem};

/// The most files that are read for strings that name a file, and to see what the strings of a position name: those with
/// the most occurrences.
const MAX_NAMING_FILES: usize = 2_000;
const MAX_SAMPLE_FILES: usize = 200;
/// A name that strings of one file name this often names no file there.
const MAX_NAMED: usize = 40;

/// Strings that name files, in a listing of the tree.
pub(crate) struct FileNames<'a> {
    listing: &'a Listing,
    names: PathNames<'a>,
    cancel: &'a Cancel,
}

/// A string that names a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Naming {
    /// The file of the string, and its line.
    pub(crate) from: u32,
    pub(crate) line: u32,
    /// The file that it names.
    pub(crate) named: u32,
    /// Whether it names the file by its whole name or from its own folder.
    pub(crate) is_whole: bool,
}

/// A string that may name a file.
pub(super) struct Candidate {
    pub(super) from: u32,
    line: u32,
    /// Whether it is in quotes, or has a slash before the whole name of a file: `${dir}/a.json`, `./a.json`.
    pub(super) is_quoted: bool,
    pub(super) heads: Vec<String>,
    pub(super) named: Named,
}

/// A part of a file: its bytes, or all of it.
pub(crate) type Part = (u32, Option<Range<usize>>);

impl<'a> FileNames<'a> {
    pub(crate) fn of(listing: &'a Listing, entries: &'a [FileEntry], cancel: &'a Cancel) -> Self {
        FileNames { listing, names: PathNames::of(entries), cancel }
    }

    /// The strings that name one of these files; those of a file itself do not count.
    pub(crate) fn namings_of(&self, files: &BTreeSet<u32>) -> Vec<Naming> {
        let own_names = files.iter().map(|file| {
            let (_, name) = split(self.names.path(*file));
            name
        });
        let stems: BTreeSet<&str> =
            own_names.flat_map(|name| [stem(name), undotted(name)]).collect();
        let stems: Vec<String> = stems.into_iter().map(str::to_owned).collect();
        let Some(finder) = finder(&stems) else {
            return Vec::new();
        };
        let naming = self.files_with(&stems, MAX_NAMING_FILES);
        let candidates = self.listing.tree.threads.each(&naming, 4, |file| {
            let Some(text) = self.text(*file) else {
                return Vec::new();
            };
            let runs = occurrences(&finder, &text).filter_map(|(at, _)| run_at(&text, at));
            let mut found = self.candidates(*file, &text, runs);
            found.retain(|candidate| {
                !files.contains(file)
                    && candidate.named.files.iter().any(|named| files.contains(named))
            });
            found
        });
        let candidates: Vec<Candidate> = candidates.into_iter().flatten().collect();
        let mut namings = self.accepted(&candidates, &self.positions(&candidates));
        namings.retain(|naming| files.contains(&naming.named));
        namings
    }

    /// The files that strings in these parts of files name.
    pub(crate) fn named_in(&self, parts: &[Part]) -> Vec<Naming> {
        let candidates = parts.iter().flat_map(|(file, bytes)| {
            let Some(text) = self.text(*file) else {
                return Vec::new();
            };
            let is_inside =
                |run: &Run| bytes.as_ref().is_none_or(|bytes| bytes.contains(&run.span.start));
            let bare = bytes.is_none().then(|| bare_runs(&text)).into_iter().flatten();
            let runs = quoted_runs(&text).chain(bare).filter(is_inside);
            self.candidates(*file, &text, runs)
        });
        let candidates: Vec<Candidate> = candidates.collect();
        let mut namings = self.accepted(&candidates, &self.positions(&candidates));
        namings.retain(|naming| naming.named != naming.from);
        namings
    }

    pub(super) fn path(&self, file: u32) -> &'a str {
        self.names.path(file)
    }

    fn text(&self, file: u32) -> Option<Arc<Vec<u8>>> {
        let raw_bytes = self.listing.reader.read(self.path(file)).ok();
        let raw_bytes = raw_bytes.filter(|_| !self.cancel.is_cancelled())?;
        Some(self.listing.tree.searched_text(self.path(file), &raw_bytes))
    }

    /// The files with one of the names as a word of its own, those with most of them first, at most `limit`.
    fn files_with(&self, names: &[String], limit: usize) -> Vec<u32> {
        let (found, _) = files_by_name::find(self.listing, names, self.cancel);
        let mut files: Vec<&(u32, NameMatches)> = found.matches.iter().collect();
        files.sort_by_key(|(file, matches)| {
            (Reverse(matches.names.len()), Reverse(matches.count), *file)
        });
        files.into_iter().take(limit).map(|(file, _)| *file).collect()
    }

    fn candidates(
        &self,
        from: u32,
        text: &[u8],
        runs: impl Iterator<Item = Run>,
    ) -> Vec<Candidate> {
        let lines = LazyCell::new(|| LineIndex::of(text));
        let mut found: Vec<Candidate> = Vec::new();
        for run in runs {
            let written = String::from_utf8_lossy(&text[run.span.clone()]);
            let Some(named) = self.names.named_by(&written, self.path(from)) else {
                continue;
            };
            let line = lines.line_at(run.span.start);
            let heads = if run.is_quoted { heads(text, &run) } else { Vec::new() };
            let is_joined = named.form == Form::Whole && written.contains('/');
            let is_quoted = run.is_quoted || is_joined;
            found.push(Candidate { from, line, is_quoted, heads, named });
        }
        found
    }

    /// The candidates that name a file, each with the one that it names.
    fn accepted(&self, candidates: &[Candidate], positions: &Positions) -> Vec<Naming> {
        let mut namings: Vec<Naming> = Vec::new();
        for candidate in candidates {
            let is_whole = candidate.named.form == Form::Whole;
            let named = positions.accept(candidate, &self.names);
            namings.extend(named.into_iter().map(|named| Naming {
                from: candidate.from,
                line: candidate.line,
                named,
                is_whole,
            }));
        }
        namings.sort_unstable();
        namings.dedup();
        let mut counts: HashMap<(u32, u32), usize> = HashMap::new();
        namings.retain(|naming| {
            let count = counts.entry((naming.from, naming.named)).or_default();
            *count += 1;
            *count <= MAX_NAMED
        });
        namings
    }

    /// What the strings in the positions of these candidates name, in the files with the most of them.
    fn positions(&self, candidates: &[Candidate]) -> Positions {
        let is_undecided =
            |candidate: &&Candidate| candidate.is_quoted && candidate.named.form != Form::Whole;
        let undecided: Vec<&Candidate> = candidates.iter().filter(is_undecided).collect();
        let heads = undecided.iter().filter_map(|candidate| candidate.heads.first());
        let words: BTreeSet<&str> = heads.map(|head| word(head)).collect();
        if words.is_empty() {
            return Positions::default();
        }
        let longer = undecided.iter().filter_map(|candidate| candidate.heads.last());
        let around = longer.map(|head| first_word(head));
        let names: BTreeSet<&str> = words.iter().copied().chain(around).collect();
        let names = names.into_iter().filter(|name| !name.is_empty());
        let names: Vec<String> = names.map(str::to_owned).collect();
        let own = undecided.iter().map(|candidate| candidate.from);
        let own: BTreeSet<u32> = own.take(MAX_SAMPLE_FILES).collect();
        let mut files = self.files_with(&names, MAX_SAMPLE_FILES);
        files.retain(|file| !own.contains(file));
        files.extend(own);
        let each = self.listing.tree.threads.each(&files, 4, |file| {
            let mut found = Positions::default();
            if let Some(text) = self.text(*file) {
                found.add(&text, self.path(*file), &self.names, Some(&words));
            }
            found
        });
        let mut positions = Positions::default();
        for found in each {
            positions.merge(found);
        }
        positions
    }
}

/// A name up to its first dot that is not its beginning.
pub(super) fn undotted(name: &str) -> &str {
    let mut dots = name.match_indices('.').filter(|(at, _)| *at > 0);
    dots.next().map_or(name, |(at, _)| &name[..at])
}
