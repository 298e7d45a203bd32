//! One pass over the files: the pattern, the names near it and the control.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use firsthand_agent::Cancel;
use firsthand_registry::{MaskedFile, RepoPath, clip};
use firsthand_source::{SearchedPattern, Unsearched, composed, distinct, identifiers, on_threads};

use super::reading::Reading;
use super::{FoundLine, FoundLines};
use crate::Sandbox;
use crate::pattern::{Pattern, is_ascii};

/// The most characters of a line that are shown.
const MAX_LINE_CHARS: usize = 200;
/// The characters that are shown before the first match of a longer line.
const CHARS_BEFORE_MATCH: usize = 40;
/// The most names near the pattern that are kept of one file.
const MAX_NEAR_NAMES: usize = 100;

/// A pattern in each spelling in which it is searched for.
pub(super) struct Patterns {
    spellings: Vec<Pattern>,
    /// Whether it is plain ASCII text: then it has the same bytes in every text.
    pub(super) ascii: bool,
}

/// What a file holds.
struct FileScan {
    hash: blake3::Hash,
    masked_lines: u64,
    /// The matching lines with their texts.
    found: BTreeMap<u32, String>,
    /// The names near the pattern, each with its line.
    near: Vec<(String, u32)>,
    /// The first line with the control.
    control: Option<u32>,
    doubt: Option<Unsearched>,
}

/// What a pass over files found.
#[derive(Default)]
pub(super) struct Scan {
    /// The hash over the paths and the contents of the searched files, hexadecimal.
    pub(super) hash: String,
    /// The files that were searched to their end, in the order of their paths.
    pub(super) searched: Vec<RepoPath>,
    pub(super) masked_lines: u64,
    pub(super) found: FoundLines,
    /// The names near the pattern, each with its path and line, in the order of the paths.
    pub(super) near: Vec<(String, RepoPath, u32)>,
    /// The files in which the control stands, each with the first line, in the order of the paths.
    pub(super) control: Vec<(RepoPath, u32)>,
    pub(super) not_searched: Vec<(Unsearched, String)>,
    pub(super) cancelled: bool,
}

impl Patterns {
    /// Compiles a pattern: as it is written, and with its accents composed if that differs.
    ///
    /// # Errors
    /// A message that says why it cannot be searched for.
    pub(super) fn of(pattern: &SearchedPattern) -> Result<Self, String> {
        let other = composed(&pattern.text);
        let mut spellings = vec![Pattern::of(pattern.clone())?];
        if other != pattern.text {
            let mut composed = pattern.clone();
            composed.text = other.into_owned();
            spellings.push(Pattern::of(composed)?);
        }
        Ok(Self { spellings, ascii: is_ascii(pattern) })
    }

    /// The pattern as it was given.
    pub(super) fn as_written(&self) -> &SearchedPattern {
        &self.spellings[0].read_as
    }

    /// The matching lines of a file, in any of the ways in which its text may be meant, with their shown texts.
    pub(super) fn lines(&self, texts: &[MaskedFile]) -> BTreeMap<u32, String> {
        let mut found = BTreeMap::new();
        for (text, pattern) in self.on(texts) {
            for number in pattern.lines(text) {
                let line = text.line(number);
                let shown = line.map(|line| around_match(line.text(), pattern));
                found.entry(number).or_insert_with(|| shown.unwrap_or_default());
            }
        }
        found
    }

    /// The names of which a match is a part, with their lines.
    fn names(&self, texts: &[MaskedFile]) -> Vec<(String, u32)> {
        let mut names = Vec::new();
        for (text, pattern) in self.on(texts) {
            for number in pattern.lines(text) {
                let line = text.line(number);
                let shown = line.as_ref().map_or("", |line| line.text());
                let found = pattern.matches(shown).into_iter();
                let on_line = distinct(found.map(|found| name_around(shown, found)));
                names.extend(on_line.into_iter().map(|name| (name, number)));
                if names.len() >= MAX_NEAR_NAMES {
                    return names;
                }
            }
        }
        names
    }

    /// Whether a text, such as a path, matches.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let text = composed(text);
        let mut spellings = self.spellings.iter();
        spellings.any(|pattern| pattern.first_match(&text).is_some())
    }

    fn on<'a>(
        &'a self,
        texts: &'a [MaskedFile],
    ) -> impl Iterator<Item = (&'a MaskedFile, &'a Pattern)> {
        let spellings = &self.spellings;
        texts.iter().flat_map(move |text| spellings.iter().map(move |pattern| (text, pattern)))
    }
}

/// A line without the blanks around it, at most [`MAX_LINE_CHARS`] characters of it: from its beginning, if these hold the
/// first match, or else from a little before that.
fn around_match(line: &str, pattern: &Pattern) -> String {
    let line = line.trim();
    let found = pattern.first_match(line).unwrap_or_default();
    let head = line.get(..found.end).unwrap_or_default();
    if head.chars().count() < MAX_LINE_CHARS {
        return clip(line, MAX_LINE_CHARS).into_owned();
    }
    let before = line.get(..found.start).unwrap_or_default().char_indices().rev();
    let start = before.take(CHARS_BEFORE_MATCH).last().map_or(found.start, |(at, _)| at);
    let tail = line.get(start..).unwrap_or_default();
    format!("…{}", clip(tail, MAX_LINE_CHARS - 1))
}

/// A part of a line, widened to the identifiers at its ends.
fn name_around(line: &str, found: Range<usize>) -> String {
    let (mut start, mut end) = (found.start, found.end);
    for (at, name) in identifiers(line) {
        let whole = at..at + name.len();
        if whole.contains(&found.start) {
            start = at;
        }
        if whole.start < found.end && found.end <= whole.end {
            end = whole.end;
        }
    }
    clip(line.get(start..end).unwrap_or_default(), MAX_LINE_CHARS).into_owned()
}

/// The texts of a file with their secrets masked.
pub(super) fn masked(sandbox: &Sandbox, path: &RepoPath, texts: Vec<Vec<u8>>) -> Vec<MaskedFile> {
    let texts = texts.into_iter();
    texts.map(|text| sandbox.masked(path, Arc::new(text))).collect()
}

/// What is searched for in each file.
pub(super) struct Search<'a> {
    pub(super) patterns: &'a Patterns,
    pub(super) near: Option<&'a Patterns>,
    pub(super) control: Option<&'a Patterns>,
    /// The most matching lines that are named.
    pub(super) max_places: usize,
}

impl FileScan {
    fn of(sandbox: &Sandbox, path: &RepoPath, search: &Search<'_>) -> Result<Self, Unsearched> {
        let control = search.control;
        let ascii = search.patterns.ascii && control.is_none_or(|control| control.ascii);
        let Reading { hash, texts, doubt } = Reading::of(sandbox, path, ascii)?;
        let texts = masked(sandbox, path, texts);
        Ok(Self {
            hash,
            masked_lines: texts[0].redacted().len() as u64,
            found: search.patterns.lines(&texts),
            near: search.near.map_or_else(Vec::new, |near| near.names(&texts)),
            control: control.and_then(|control| control.lines(&texts).into_keys().next()),
            doubt,
        })
    }
}

impl Scan {
    /// Searches the files, on several threads; stops early if `cancel` is raised.
    pub(super) fn of(
        sandbox: &Sandbox,
        paths: &[RepoPath],
        search: &Search<'_>,
        cancel: &Cancel,
    ) -> Self {
        let (results, cancelled) =
            on_threads(paths, cancel, |path| FileScan::of(sandbox, path, search));
        let mut scan = Scan { cancelled, ..Scan::default() };
        let mut state = blake3::Hasher::new();
        for (path, result) in results {
            match result {
                Ok(file) if file.doubt.is_none() || !file.found.is_empty() => {
                    state.update(path.as_str().as_bytes()).update(b"\0");
                    state.update(file.hash.as_bytes());
                    scan.add(path, file, search.max_places);
                }
                Ok(FileScan { doubt, .. }) => {
                    let why = doubt.unwrap_or(Unsearched::Encoding);
                    scan.not_searched.push((why, path.as_str().to_owned()));
                }
                Err(why) => scan.not_searched.push((why, path.as_str().to_owned())),
            }
        }
        scan.hash = state.finalize().to_hex().to_string();
        scan
    }

    fn add(&mut self, path: &RepoPath, file: FileScan, max_places: usize) {
        self.searched.push(path.clone());
        self.masked_lines += file.masked_lines;
        self.found.lines += file.found.len() as u64;
        self.found.files += u64::from(!file.found.is_empty());
        let room = max_places.saturating_sub(self.found.places.len());
        let places = file.found.into_iter().take(room);
        self.found.places.extend(places.map(|(line, text)| FoundLine {
            path: path.clone(),
            line,
            text,
        }));
        let near = file.near.into_iter();
        self.near.extend(near.map(|(name, line)| (name, path.clone(), line)));
        self.control.extend(file.control.map(|line| (path.clone(), line)));
    }
}
