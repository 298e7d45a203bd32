//! Places that name the neighbors of a new declaration and not itself: tables, lists and registries in which it may be
//! missing.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_codegraph::{Declaration, is_code};
use firsthand_history::Content;
use firsthand_source::{RepoPath, folder};

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, How};
use crate::found::{Found, Line};
use crate::layout::is_compound;
use crate::lookup::Lookup;
use crate::revisions::ReadChange;

/// The least neighbors that a place names.
const MIN_NAMED: usize = 3;
/// The most new declarations, and the most neighbors of one that are looked for.
const MAX_NEW: usize = 8;
const MAX_NEIGHBORS: usize = 60;
/// The most lines of one file with one name.
const MAX_LINES: usize = 10;
/// The most places that are listed of one declaration.
const MAX_LISTED: usize = 6;

/// The files that name at least [`MIN_NAMED`] neighbors of a new declaration, and half of them if they are of one file,
/// and not the new one.
pub(crate) fn missing(
    lookup: &mut Lookup<'_>,
    change: &ReadChange,
    changed: &[Changed],
) -> Vec<Found> {
    let mut found = Vec::new();
    let new = changed.iter().enumerate();
    let new = new.filter(|(_, one)| one.state == ChangedState::Added && !one.is_test());
    let mut new: Vec<_> = new.filter(|(_, one)| is_compound(&one.side.declaration.name)).collect();
    lookup.keep(&mut new, MAX_NEW);
    for (of, one) in new {
        let is_main = is_main(one, change, changed);
        let names = if is_main {
            lookup.names_in_folder(&one.side.path)
        } else {
            lookup.names_in_file(one, changed)
        };
        let least = if is_main { MIN_NAMED } else { MIN_NAMED.max(names.len().div_ceil(2)) };
        let own = &one.side.declaration.name;
        let places = lookup.files_naming(&names, own, least);
        let places = places.into_iter().filter(|(file, _)| *file != one.side.path);
        // Of declarations in one file, who uses them is many; who declares them, too, implements the same.
        let places = places.filter(|(file, _)| is_main || lookup.declares(file, &names, least));
        let mut places: Vec<_> = places.collect();
        lookup.keep(&mut places, MAX_LISTED);
        for (file, line) in places {
            let place = lookup.place_at(&file, line, Dependence::Sibling, How::Neighbors);
            found.extend(place.map(|place| Found { of: Some(of), ..place }));
        }
    }
    found
}

/// Whether a declaration is the main one of a new file.
fn is_main(one: &Changed, change: &ReadChange, changed: &[Changed]) -> bool {
    let path = &one.side.path;
    let mut files = change.files.iter().filter(|file| file.path == *path);
    let is_new = files.any(|file| file.before == Content::Absent);
    let of_file = changed.iter().filter(|one| one.side.path == *path);
    let main = main(path, of_file.map(|one| &one.side.declaration));
    is_new && main == Some(one.side.declaration.name.as_str())
}

/// The name of the declaration that bears the file's name, or else of that with most lines.
fn main<'d>(
    path: &RepoPath,
    declared: impl Iterator<Item = &'d Declaration> + Clone,
) -> Option<&'d str> {
    let stem = path.file_name().split('.').next();
    let mut named = declared.clone().filter(|one| Some(&*one.name) == stem);
    let main = named.next().or_else(|| declared.max_by_key(|one| one.range.len()))?;
    Some(&main.name)
}

fn extension(path: &RepoPath) -> &str {
    path.as_str().rsplit_once('.').map_or("", |(_, extension)| extension)
}

impl Lookup<'_> {
    /// The names of the main declarations of the other files of a folder, in the same language.
    fn names_in_folder(&self, path: &RepoPath) -> Vec<String> {
        let inventory = self.graph().files();
        let beside = inventory.files.iter().map(|file| &file.path);
        let beside = beside
            .filter(|other| folder(other.as_str()) == folder(path.as_str()) && *other != path);
        let beside = beside.filter(|other| is_code(other.as_str()));
        let beside = beside.filter(|other| extension(other) == extension(path));
        let names: BTreeSet<String> = beside.filter_map(|other| self.main_name(other)).collect();
        names.into_iter().take(MAX_NEIGHBORS).collect()
    }

    /// The names of the other declarations of a file that stand beside one and are of its kind, and that the change does not
    /// add.
    fn names_in_file(&self, one: &Changed, changed: &[Changed]) -> Vec<String> {
        let is_added = |name: &str| {
            let mut added = changed.iter().filter(|other| other.state == ChangedState::Added);
            added.any(|other| other.side.declaration.name == name)
        };
        let around = one.side.container();
        let file = self.file(&one.side.path);
        let kind = &one.side.declaration.kind;
        let beside = file.declared.iter();
        let beside = beside.filter(|other| other.container() == around && other.kind == *kind);
        let names = beside.map(|other| other.name.clone());
        let names = names.filter(|name| !is_added(name) && is_compound(name));
        let names: BTreeSet<String> = names.collect();
        names.into_iter().take(MAX_NEIGHBORS).collect()
    }

    /// The files that hold at least `least` of the names and not `own`, with the last line that holds one; those with most
    /// of the names first.
    fn files_naming(&self, names: &[String], own: &str, least: usize) -> Vec<Line> {
        if names.len() < MIN_NAMED {
            return Vec::new();
        }
        let mut named: BTreeMap<RepoPath, BTreeMap<&String, u32>> = BTreeMap::new();
        for (name, lines) in names.iter().zip(self.lines_with(names, MAX_LINES)) {
            for (file, line) in lines {
                named.entry(file).or_default().entry(name).or_insert(line);
            }
        }
        let with_own = self.lines_with(&[own.to_owned()], 1).pop().unwrap_or_default();
        let with_own: BTreeSet<RepoPath> = with_own.into_iter().map(|(file, _)| file).collect();
        let mut places: Vec<(usize, RepoPath, u32)> = named
            .into_iter()
            .filter(|(file, names)| names.len() >= least && !with_own.contains(file))
            .filter_map(|(file, names)| Some((names.len(), file, *names.values().max()?)))
            .collect();
        places.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        places.into_iter().map(|(_, file, line)| (file, line)).collect()
    }

    /// Whether a file declares at least `least` of the names.
    fn declares(&self, path: &RepoPath, names: &[String], least: usize) -> bool {
        let file = self.file(path);
        let declares = |name: &&String| file.declared.iter().any(|one| one.name == **name);
        names.iter().filter(declares).count() >= least
    }

    /// The name of the main declaration of a file of the tree, if it consists of several words.
    fn main_name(&self, path: &RepoPath) -> Option<String> {
        let file = self.file(path);
        let main = main(path, file.declared.iter())?;
        is_compound(main).then(|| main.to_owned())
    }
}
