//! Which files the lines of a report moved to, so that lines with a name are known again there.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::RepoPath;
use firsthand_tools::Toolbox;
use firsthand_validator::{NameOccurrences, PlaceState};

use super::CheckedPlace;

/// Pairs of files: what stood in the first may stand in the second.
#[derive(Default)]
pub(super) struct MovedFiles(BTreeSet<(RepoPath, RepoPath)>);

/// The lines of each name of a report in one file, by the index of the name.
type Lines<'n> = BTreeMap<usize, &'n [u32]>;

impl MovedFiles {
    /// The files to which places of another file moved, and those that have the names of the report in the very lines in
    /// which a file that is gone had them.
    pub(super) async fn of(
        stated: &[NameOccurrences],
        now: &[Option<NameOccurrences>],
        places: &[CheckedPlace],
        toolbox: &Toolbox,
    ) -> Self {
        let mut moved = Self::default();
        for place in places.iter().filter(|place| place.standing == PlaceState::Moved) {
            let others = place.now.iter().filter(|now| now.path != place.path);
            moved.0.extend(others.map(|now| (place.path.clone(), now.path.clone())));
        }
        let before = by_file(stated.iter().map(Some));
        let now = by_file(now.iter().map(Option::as_ref));
        let mut new: Vec<(&RepoPath, &Lines<'_>)> = now
            .iter()
            .filter(|(path, _)| !before.contains_key(*path))
            .map(|(path, lines)| (*path, lines))
            .collect();
        for (path, lines) in &before {
            let has_moved = moved.0.iter().any(|(source, _)| source == *path);
            if has_moved || now.contains_key(*path) || !is_gone(path, toolbox).await {
                continue;
            }
            let is_alike = |other: &RepoPath| ending(other) == ending(path);
            let same =
                |(other, present): &(&RepoPath, &Lines<'_>)| is_alike(other) && *present == lines;
            let by_name =
                new.iter().position(|one| same(one) && one.0.file_name() == path.file_name());
            if let Some(at) = by_name.or_else(|| new.iter().position(same)) {
                moved.0.insert(((*path).clone(), new.remove(at).0.clone()));
            }
        }
        moved
    }

    /// The files of which lines moved to this one.
    pub(super) fn sources<'m>(&'m self, path: &RepoPath) -> impl Iterator<Item = &'m RepoPath> {
        let pairs = self.0.iter().filter(move |(_, target)| target == path);
        pairs.map(|(source, _)| source)
    }

    /// How many lines with a name each file lost of which lines moved.
    pub(super) fn left<'m>(
        &'m self,
        now: &NameOccurrences,
        before: &NameOccurrences,
    ) -> BTreeMap<&'m RepoPath, usize> {
        let sources = self.0.iter().map(|(source, _)| source);
        let lost = |path: &RepoPath| {
            lines_of(before, path).len().saturating_sub(lines_of(now, path).len())
        };
        sources.map(|source| (source, lost(source))).collect()
    }
}

/// The lines of a name in a file.
pub(super) fn lines_of<'n>(found: &'n NameOccurrences, path: &RepoPath) -> &'n [u32] {
    let file = found.files.iter().find(|file| file.path == *path);
    file.map_or(&[], |file| &file.lines)
}

fn by_file<'n>(
    names: impl Iterator<Item = Option<&'n NameOccurrences>>,
) -> BTreeMap<&'n RepoPath, Lines<'n>> {
    let mut files: BTreeMap<&RepoPath, Lines<'n>> = BTreeMap::new();
    for (name, found) in names.enumerate() {
        for file in found.into_iter().flat_map(|found| &found.files) {
            files.entry(&file.path).or_default().insert(name, &file.lines);
        }
    }
    files
}

fn ending(path: &RepoPath) -> Option<&str> {
    path.file_name().rsplit_once('.').map(|(_, ending)| ending)
}

async fn is_gone(path: &RepoPath, toolbox: &Toolbox) -> bool {
    matches!(toolbox.files().bytes(path).await, Ok(None))
}
