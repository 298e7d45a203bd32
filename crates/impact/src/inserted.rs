//! Lists in which the lines around an inserted one stand side by side, and it does not: in code of any language, in data,
//! in build files and in documents.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use firsthand_registry::PathClass;
use firsthand_source::RepoPath;

use crate::declared::Changed;
use crate::document::{Dependence, How};
use crate::found::Found;
use crate::hunks::LineDiff;
use crate::lookup::Lookup;
use crate::members::most;
use crate::shared::{is_touched, names_of};
use crate::texts::keys_of;

/// How many lines before and behind an inserted one are its neighbors.
const AROUND: usize = 4;
/// The most lines of a part of a list, and how far a new name is from a part that lacks it.
const MAX_PART: u32 = 8;
const MIN_AWAY: u32 = 15;
/// The least names of neighbors in a part.
const MIN_NAMED: usize = 3;
/// The most insertions that are compared.
const MAX_INSERTED: usize = 30;
/// The most lines of the tree with a name that says where a list is.
const MAX_WITH_NAME: usize = 120;
/// The most places that are listed.
const MAX_LISTED: usize = 8;

/// Lines that the change inserts.
struct Inserted<'c> {
    path: &'c RepoPath,
    /// The names in them that the file did not hold before.
    new: BTreeSet<String>,
    around: BTreeSet<String>,
}

type Lines = BTreeMap<String, Vec<(RepoPath, u32)>>;

/// The parts of other lists that hold names from around an inserted line, and not those of itself.
pub(crate) fn lacking(
    lookup: &mut Lookup<'_>,
    diffs: &[LineDiff<'_>],
    changed: &[Changed],
) -> Vec<Found> {
    let of_code = diffs.iter().filter(|diff| {
        let class = PathClass::of(&diff.file.path);
        !class.test && !class.generated
    });
    let mut inserted: Vec<Inserted<'_>> = of_code.flat_map(inserted).collect();
    lookup.keep(&mut inserted, MAX_INSERTED);
    let names: BTreeSet<&String> =
        inserted.iter().flat_map(|one| one.new.iter().chain(&one.around)).collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let lines = lookup.graph().lines_with(&names, MAX_WITH_NAME, MAX_WITH_NAME, lookup.cancel);
    let lines: Lines = names.into_iter().zip(lines).collect();
    let mut found: BTreeMap<(RepoPath, u32), (Found, usize)> = BTreeMap::new();
    for one in &inserted {
        let mut parts: Vec<(Found, usize)> = Vec::new();
        for (path, line, names) in parts_of(one, &lines) {
            let place = lookup.place_at(&path, line, Dependence::Sibling, How::Neighbors);
            let is_other = |place: &Found| {
                let is_left = !is_touched(diffs, changed, &path, line);
                is_left && !place.is_test() && !lookup.is_import(place)
            };
            parts.extend(place.filter(is_other).map(|place| (place, names)));
        }
        most(&mut parts);
        for (place, names) in parts {
            let key = (place.path.clone(), place.line);
            let known = found.entry(key).or_insert((place, 0));
            known.1 = known.1.max(names);
        }
    }
    let mut found: Vec<(Found, usize)> = found.into_values().collect();
    found.sort_by_key(|(_, names)| std::cmp::Reverse(*names));
    lookup.keep(&mut found, MAX_LISTED);
    found.into_iter().map(|(place, _)| place).collect()
}

/// The insertions of a file that bring new names.
fn inserted<'c>(diff: &LineDiff<'c>) -> Vec<Inserted<'c>> {
    let before = diff.file.before.bytes().unwrap_or_default();
    let known = names_in(&[before]);
    let names = |range: Range<usize>| {
        let last = diff.after.len();
        names_in(diff.after.get(range.start.min(last)..range.end.min(last)).unwrap_or_default())
    };
    let hunks = diff.hunk_lines().filter(|(before, after)| before.len() < after.len());
    let hunks = hunks.filter(|_| !before.is_empty());
    let all = hunks.map(|(_, after)| {
        let mut around = names(after.start.saturating_sub(AROUND)..after.start);
        around.extend(names(after.end..after.end + AROUND));
        let new: BTreeSet<String> = names(after).difference(&known).cloned().collect();
        around.retain(|name| known.contains(name));
        Inserted { path: &diff.file.path, new, around }
    });
    all.filter(|one| !one.new.is_empty() && one.around.len() >= MIN_NAMED).collect()
}

/// The names and the keys of some lines.
fn names_in(lines: &[&[u8]]) -> BTreeSet<String> {
    let lines = lines.iter().flat_map(|text| text.split(|byte| *byte == b'\n'));
    lines.flat_map(|line| names_of(line).into_iter().chain(keys_of(line))).collect()
}

/// Of each file, the part with most names from around an insertion, with its first line and how many it holds; not where a
/// new name is near, or, in another file, anywhere.
fn parts_of(inserted: &Inserted<'_>, lines: &Lines) -> Vec<(RepoPath, u32, usize)> {
    let with = |name: &String| lines.get(name).into_iter().flatten();
    let new: BTreeSet<&(RepoPath, u32)> = inserted.new.iter().flat_map(with).collect();
    let mut of_files: BTreeMap<&RepoPath, Vec<(u32, &String)>> = BTreeMap::new();
    let special = inserted.around.iter().filter(|name| with(name).count() <= MAX_WITH_NAME);
    for name in special {
        for (path, line) in with(name) {
            of_files.entry(path).or_default().push((*line, name));
        }
    }
    let mut parts = Vec::new();
    for (path, mut named) in of_files {
        named.sort_unstable();
        let new: Vec<u32> = new.iter().filter(|(file, _)| file == path).map(|one| one.1).collect();
        if path != inserted.path && !new.is_empty() {
            continue;
        }
        let is_away = |line: u32| new.iter().all(|other| other.abs_diff(line) > MIN_AWAY);
        let part = |line: u32| {
            let near = named.iter().filter(|(other, _)| (line..line + MAX_PART).contains(other));
            near.map(|(_, name)| *name).collect::<BTreeSet<_>>().len()
        };
        let all = named.iter().filter(|(line, _)| is_away(*line));
        let all = all.map(|(line, _)| (part(*line), *line));
        let best = all.max_by_key(|(names, line)| (*names, std::cmp::Reverse(*line)));
        let best = best.filter(|(names, _)| *names >= MIN_NAMED);
        parts.extend(best.map(|(names, line)| (path.clone(), line, names)));
    }
    parts
}
