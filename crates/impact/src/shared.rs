//! Places that hold the names which several changed places share: if a change edits most of the places that name
//! something, the others may have been forgotten.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_source::{LineRange, RepoPath};

use crate::alike::Words;
use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, How};
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::layout::is_compound;
use crate::lookup::Lookup;

/// The least changed places that share a name.
const MIN_PLACES: usize = 2;
/// The most lines of a name in one file that are counted.
const MAX_LINES: usize = 20;
/// The most replaced names that are looked for.
const MAX_REPLACED: usize = 12;
/// The most places that are listed.
const MAX_LISTED: usize = 12;

/// A changed place: a file, and the first line of the declaration around the change in it.
type Place = (usize, u32);

/// The places that hold a name which most places with it, at least two, hold in the change.
pub(crate) fn shared_names(
    lookup: &mut Lookup<'_>,
    diffs: &[LineDiff<'_>],
    changed: &[Changed],
) -> Vec<Found> {
    let mut names: BTreeMap<String, BTreeSet<Place>> = BTreeMap::new();
    for (at, diff) in diffs.iter().enumerate() {
        let code = lookup.without_imports(&diff.file.path, &diff.after.concat());
        let spoken = lookup.without_comments(&diff.file.path, &code);
        let spoken: Vec<&[u8]> = spoken.split(|byte| *byte == b'\n').collect();
        let code: Vec<&[u8]> = code.split(|byte| *byte == b'\n').collect();
        for range in diff.around() {
            for index in range {
                let place = (at, declaration_at(changed, &diff.file.path, line_of(index)));
                let spoken = names_of(spoken.get(index).copied().unwrap_or_default());
                for name in names_of(code.get(index).copied().unwrap_or_default()) {
                    // Words that a comment joins are no name.
                    if !name.contains('-') || spoken.contains(&name) {
                        names.entry(name).or_default().insert(place);
                    }
                }
            }
        }
    }
    names.retain(|_, places| places.len() >= MIN_PLACES);
    let all: Vec<String> = names.keys().cloned().collect();
    let lines = lookup.lines_with(&all, MAX_LINES);
    let mut held = Ranked::default();
    for (name, lines) in all.iter().zip(lines) {
        let places = &names[name];
        let is_other = |(path, line): &Line| {
            let is_name = || !name.contains('-') || lookup.code_at(path, *line).contains(name);
            !is_touched(diffs, changed, path, *line) && is_name()
        };
        let others: Vec<Line> = lines.into_iter().filter(is_other).collect();
        // If less than two thirds of the places with it change, it says nothing.
        if others.len() * 2 > places.len() {
            continue;
        }
        for (path, line) in others {
            let place = lookup.forgotten_at(&path, line, How::SharedNames);
            if let Some(found) = place.filter(|found| !found.is_test()) {
                let first = found.around().start();
                held.add((path, first), found, 1);
            }
        }
    }
    let mut replaced = replaced_names(diffs);
    lookup.keep(&mut replaced, MAX_REPLACED);
    for one in replaced {
        for (likeness, (path, line)) in lookup.still_holding(&one) {
            if let Some(found) = lookup.forgotten_at(&path, line, How::SharedNames) {
                held.add((path, line), found, one.hunks * ALIKE + likeness);
            }
        }
    }
    held.best(lookup, MAX_LISTED)
}

/// Places that may have been forgotten, each with how much says so.
#[derive(Default)]
pub(crate) struct Ranked(BTreeMap<Line, (Found, usize)>);

impl Ranked {
    /// Adds to what says that the place at a line was forgotten.
    pub(crate) fn add(&mut self, at: Line, place: Found, weight: usize) {
        self.0.entry(at).or_insert((place, 0)).1 += weight;
    }

    /// Those of which most says so; the others are counted as left out.
    pub(crate) fn best(self, lookup: &mut Lookup<'_>, most: usize) -> Vec<Found> {
        let mut places: Vec<(Found, usize)> = self.0.into_values().collect();
        places.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        lookup.keep(&mut places, most);
        places.into_iter().map(|(place, _)| place).collect()
    }
}

/// A name that the change removes in several hunks, without adding it there.
struct Replaced {
    name: String,
    /// How many hunks these are.
    hunks: usize,
    /// The names that stood in the same lines and are in the hunk afterwards, too, with the number of hunks.
    kept: BTreeMap<String, usize>,
    /// The names of the removed lines that held it.
    lines: BTreeMap<String, Words>,
}

/// The likeness of equal lines, in percent.
const ALIKE: usize = 100;

/// The names that the change removes in several hunks, without adding them there; of most hunks first.
fn replaced_names(diffs: &[LineDiff<'_>]) -> Vec<Replaced> {
    let mut names: BTreeMap<String, Replaced> = BTreeMap::new();
    for (before, after) in diffs.iter().flat_map(LineDiff::replaced) {
        let after: BTreeSet<String> = names_of(&after).into_iter().collect();
        let mut with: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in before.split(|byte| *byte == b'\n') {
            let (kept, gone): (Vec<String>, Vec<String>) =
                names_of(line).into_iter().partition(|name| after.contains(name));
            for name in gone {
                let text = String::from_utf8_lossy(line).trim().to_owned();
                with.entry(name.clone()).or_default().extend(kept.iter().cloned());
                let one = names.entry(name.clone()).or_insert_with(|| Replaced {
                    name,
                    hunks: 0,
                    kept: BTreeMap::new(),
                    lines: BTreeMap::new(),
                });
                let words = Words::of_names(&text);
                one.lines.entry(text).or_insert(words);
            }
        }
        for (name, kept) in with {
            let Some(one) = names.get_mut(&name) else {
                continue;
            };
            one.hunks += 1;
            for name in kept {
                *one.kept.entry(name).or_default() += 1;
            }
        }
    }
    let mut names: Vec<Replaced> = names.into_values().collect();
    names.retain(|one| one.hunks >= MIN_PLACES);
    names.sort_by_key(|one| std::cmp::Reverse(one.hunks));
    names
}

impl Lookup<'_> {
    /// A line that may have been forgotten, as a place; `None` if it is part of an import.
    pub(crate) fn forgotten_at(&self, path: &RepoPath, line: u32, how: How) -> Option<Found> {
        let place = self.place_at(path, line, Dependence::Sibling, how);
        place.filter(|place| !self.is_import(place))
    }

    /// The lines that still hold a replaced name, with the likeness to the removed lines that held it. If these are more
    /// than it was replaced in, it was not replaced as such: then only those that hold what most of the removed lines held
    /// beside it and the change keeps.
    fn still_holding(&self, replaced: &Replaced) -> Vec<(usize, Line)> {
        let name = std::slice::from_ref(&replaced.name);
        let lines = self.lines_with(name, MAX_LINES).pop().unwrap_or_default();
        if lines.len() <= replaced.hunks {
            return lines.into_iter().map(|line| (ALIKE, line)).collect();
        }
        let kept = replaced.kept.iter().filter(|(_, hunks)| **hunks * 2 > replaced.hunks);
        let kept: Vec<&String> = kept.map(|(name, _)| name).collect();
        let mut alike: Vec<(usize, Line)> = Vec::new();
        for (path, line) in lines.into_iter().filter(|_| !kept.is_empty()) {
            let names = Words::of_names(&self.line(&path, line));
            if names.hold(kept.iter().copied()) {
                let removed = replaced.lines.values();
                let likeness = removed.map(|removed| names.likeness(removed)).max();
                alike.push((likeness.unwrap_or(0), (path, line)));
            }
        }
        if alike.len() > replaced.hunks {
            alike.clear();
        }
        alike
    }
}

/// Whether the change touches a line, or the declaration around it.
pub(crate) fn is_touched(
    diffs: &[LineDiff<'_>],
    changed: &[Changed],
    path: &RepoPath,
    line: u32,
) -> bool {
    let mut ranges = changed_ranges(changed, path);
    is_in_hunk(diffs, path, line) || ranges.any(|range| range.contains(line))
}

/// Whether the change touches a line, or one near it.
pub(crate) fn is_in_hunk(diffs: &[LineDiff<'_>], path: &RepoPath, line: u32) -> bool {
    let diff = diffs.iter().find(|diff| diff.file.path == *path);
    let is_around = |diff: &LineDiff<'_>| {
        diff.around().iter().any(|range| range.contains(&(line as usize - 1)))
    };
    diff.is_some_and(is_around)
}

fn line_of(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// The first line of the changed declaration around a line of the later state; 0 outside of all.
pub(crate) fn declaration_at(changed: &[Changed], path: &RepoPath, line: u32) -> u32 {
    let around = changed_ranges(changed, path).filter(|range| range.contains(line));
    around.min_by_key(|range| range.len()).map_or(0, |range| range.start())
}

fn changed_ranges<'c>(
    changed: &'c [Changed],
    path: &'c RepoPath,
) -> impl Iterator<Item = LineRange> + 'c {
    let changed = changed.iter().filter(|one| one.state != ChangedState::Comment);
    let sides = changed.filter_map(Changed::after).filter(move |side| side.path == *path);
    sides.map(|side| side.declaration.range)
}

/// The names of a line that consist of several words: identifiers, and words joined by `-`. One word may be any word.
fn names_of(line: &[u8]) -> Vec<String> {
    let line = String::from_utf8_lossy(line);
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let names = line.split(|c| !is_part(c)).map(|name| name.trim_matches('-')).filter(|name| {
        let begins = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        begins && is_compound(name)
    });
    names.map(str::to_owned).collect()
}
