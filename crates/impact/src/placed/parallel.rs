//! Entries that a file of data wins, and that the files lack which have its entries beside them: settings for tests, of
//! another stage or of an example.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_codegraph::is_data;
use firsthand_registry::PathClass;
use firsthand_source::RepoPath;

use super::MAX_BYTES;
use super::lines::{Place, PlacedNames, placed_names};
use crate::document::{Dependence, How};
use crate::found::Found;
use crate::hunks::LineDiff;
use crate::lookup::Lookup;

/// The least entries that a file has in common with a changed one, and the most lines of it with the name of one.
const MIN_SHARED: usize = 3;
const MAX_LINES: usize = 10;
/// The most new entries that are looked for, and the most files that lack one: more are left behind as a rule.
const MAX_NEW: usize = 12;
const MAX_LACKING: usize = 6;

/// The entries of a text, by the names around them: keys, and lines without one as they are. Each has the index of its line.
type Entries = BTreeMap<Vec<String>, usize>;

/// The lines beside which files lack a new entry.
pub(crate) fn lacking_entries(lookup: &mut Lookup<'_>, diffs: &[LineDiff<'_>]) -> Vec<Found> {
    let mut found = Vec::new();
    for diff in diffs.iter().filter(|diff| is_written_data(&diff.file.path)) {
        let path = &diff.file.path;
        let entries = |text: &[&[u8]]| lookup.entries(path, &text.concat());
        let (old, new) = (entries(&diff.before), entries(&diff.after));
        let mut won: Vec<&Vec<String>> = new.keys().filter(|entry| is_won(entry, &old)).collect();
        won.retain(|entry| {
            diff.hunk_lines()
                .any(|(before, after)| before.is_empty() && after.contains(&new[*entry]))
        });
        lookup.keep(&mut won, MAX_NEW);
        for entry in won {
            let mut places = Vec::new();
            for beside in neighbors(entry, &new, &old) {
                places.extend(lookup.lacking_beside(diffs, (path, &old), entry, beside));
            }
            let mut files = BTreeSet::new();
            places.retain(|place: &Found| files.insert(place.path.clone()));
            if places.len() <= MAX_LACKING {
                found.extend(places);
            }
        }
    }
    found
}

fn is_written_data(path: &RepoPath) -> bool {
    let class = PathClass::of(path);
    is_data(path.as_str()) && !class.generated && !class.docs && !PathClass::is_vendored(path)
}

/// Whether an entry is new, and what it is in was there before.
fn is_won(entry: &[String], old: &Entries) -> bool {
    let around = &entry[..entry.len() - 1];
    !old.contains_key(entry) && old.keys().any(|other| other.starts_with(around))
}

/// The nearest entries before and behind one, in the same, that were there before.
fn neighbors<'e>(entry: &[String], new: &'e Entries, old: &Entries) -> Vec<&'e Vec<String>> {
    let around = &entry[..entry.len() - 1];
    let is_beside = |other: &&Vec<String>| {
        other.len() == entry.len() && other.starts_with(around) && old.contains_key(*other)
    };
    let beside = || new.iter().filter(|(other, _)| is_beside(other));
    let line = new.get(entry).copied().unwrap_or_default();
    let before = beside().filter(|(_, at)| **at < line).max_by_key(|(_, at)| **at);
    let behind = beside().filter(|(_, at)| **at > line).min_by_key(|(_, at)| **at);
    before.into_iter().chain(behind).map(|(other, _)| other).collect()
}

impl Lookup<'_> {
    fn entries(&self, path: &RepoPath, text: &[u8]) -> Entries {
        if text.len() > MAX_BYTES {
            return Entries::new();
        }
        let text = String::from_utf8_lossy(&self.without_comments(path, text)).into_owned();
        let PlacedNames { names, outer } = placed_names(&text);
        let mut keys: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for name in names.into_iter().filter(|name| name.place == Place::Key) {
            keys.entry(name.line).or_insert(name.path);
        }
        let mut entries = Entries::new();
        for (index, line) in text.lines().enumerate() {
            let around = || keys.get(outer.get(index)?.as_ref()?).cloned();
            let own = line.trim().trim_end_matches(',');
            let is_value = own.contains(char::is_alphanumeric);
            let of_value = || Some([around()?, vec![own.to_owned()]].concat());
            let entry = keys.get(&index).cloned().or_else(|| of_value().filter(|_| is_value));
            entry.map(|entry| entries.entry(entry).or_insert(index));
        }
        entries
    }

    /// The lines of files of a kind that have an entry, most of their entries from the earlier ones of the changed file, and
    /// not the new one.
    fn lacking_beside(
        &self,
        diffs: &[LineDiff<'_>],
        (path, old): (&RepoPath, &Entries),
        entry: &[String],
        beside: &[String],
    ) -> Vec<Found> {
        let ending = |path: &RepoPath| path.file_name().rsplit('.').next().map(str::to_owned);
        let is_key = |name: &&String| name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
        let Some(name) = beside.iter().rfind(is_key) else {
            return Vec::new();
        };
        let lines = self.lines_with(std::slice::from_ref(name), MAX_LINES).pop();
        let files = lines.into_iter().flatten().map(|(path, _)| path);
        let files: BTreeSet<RepoPath> = files
            .filter(|other| {
                let is_kind = ending(other) == ending(path) && is_written_data(other);
                is_kind && !diffs.iter().any(|diff| diff.file.path == *other)
            })
            .collect();
        let lacking = files.into_iter().filter_map(|file| {
            let own = self.entries(&file, &self.text(&file)?);
            let shared = own.keys().filter(|entry| old.contains_key(*entry)).count();
            let is_parallel = shared >= MIN_SHARED && shared * 3 >= own.len() * 2;
            let at = own.get(beside).filter(|_| is_parallel && !own.contains_key(entry))?;
            let line = u32::try_from(at + 1).ok()?;
            let place = self.place_at(&file, line, Dependence::Sibling, How::Neighbors)?;
            Some(Found { holds: BTreeSet::from([name.clone()]), ..place })
        });
        lacking.collect()
    }
}
