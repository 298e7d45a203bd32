//! What git tracks and the working tree lacks: a search of the tree says nothing of it.

use std::collections::HashSet;

use super::{FileEntry, LeftOut, Walk};
use crate::Unsearched;
use crate::fs::rules::Rules;

/// The listed files of a walk, in order, and what else is there.
pub(super) struct Present<'a> {
    pub(super) files: &'a [FileEntry],
    pub(super) left_out: &'a [LeftOut],
}

impl Walk<'_> {
    /// Of what git tracks below the root, what the working tree lacks.
    pub(super) fn not_checked_out(&self, rules: &Rules, present: &Present<'_>) -> Vec<LeftOut> {
        let tracked = rules.repository().and_then(|(repository, _)| repository.tracked());
        let paths = tracked.into_iter().flat_map(|tracked| tracked.paths());
        self.lacking(rules, present, paths)
    }

    /// The same, but for single files that were deleted, and only if the checkout may be partial: then the index is read.
    pub(super) fn left_by_checkout(&self, rules: &Rules, files: &[FileEntry]) -> Vec<LeftOut> {
        let repository = rules.repository().map(|(repository, _)| repository);
        let partial = repository.filter(|repository| repository.may_be_partial());
        let tracked = partial.and_then(|repository| repository.tracked());
        let paths = tracked.into_iter().flat_map(|tracked| tracked.partial_paths());
        self.lacking(rules, &Present { files, left_out: &[] }, paths)
    }

    /// Of these paths of the repository around the root, in order, what is not present; of a folder without files, only
    /// the folder.
    fn lacking<'p>(
        &self,
        rules: &Rules,
        present: &Present<'_>,
        paths: impl Iterator<Item = &'p [u8]>,
    ) -> Vec<LeftOut> {
        let Some((_, root)) = rules.repository() else {
            return Vec::new();
        };
        let above = root.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let above = if above.is_empty() { above } else { above + "/" };
        let left_out: HashSet<&str> = present.left_out.iter().map(|one| &*one.path).collect();
        let mut found: Vec<LeftOut> = Vec::new();
        for path in paths {
            let Some(path) = path.strip_prefix(above.as_bytes()) else {
                continue;
            };
            let path = String::from_utf8_lossy(path);
            let full = format!("{}{path}", self.prefix);
            let is_known = found.last().is_some_and(|last| {
                last.path == full || (last.path.ends_with('/') && full.starts_with(&last.path))
            });
            let is_left_out = || {
                let folders = full.match_indices('/').map(|(at, _)| &full[..=at]);
                folders.chain([&*full]).any(|above| left_out.contains(above))
            };
            // What the host excludes, a link or a pipe is not named by an inventory either.
            let is_meant = |path: &str| {
                let place = self.root.join(path);
                !self.excludes.leave_out(path.trim_end_matches('/'))
                    && place.symlink_metadata().map_or(true, |found| found.is_dir())
            };
            if is_known || present.has(&full) || is_left_out() || !is_meant(&path) {
                continue;
            }
            found.push(LeftOut {
                path: present.outermost_missing(&full, self.prefix.len()),
                why: Unsearched::NotCheckedOut,
            });
        }
        found
    }
}

impl Present<'_> {
    /// Whether the file is listed, or a file below it.
    fn has(&self, path: &str) -> bool {
        let at = self.files.partition_point(|file| file.path.as_str() < path);
        let is_it = self.files.get(at).is_some_and(|file| file.path.as_str() == path);
        is_it || self.has_below(&format!("{}/", path.trim_end_matches('/')))
    }

    fn has_below(&self, folder: &str) -> bool {
        let at = self.files.partition_point(|file| file.path.as_str() < folder);
        let has = |path: &str| path.starts_with(folder);
        self.files.get(at).is_some_and(|file| has(file.path.as_str()))
            || self.left_out.iter().any(|one| has(&one.path))
    }

    /// The outermost folder on a path in which nothing is, with a final `/`; else the path.
    fn outermost_missing(&self, path: &str, prefix: usize) -> String {
        let folders = path.match_indices('/').map(|(at, _)| &path[..=at]);
        let mut folders = folders.filter(|folder| folder.len() > prefix);
        folders.find(|folder| !self.has_below(folder)).unwrap_or(path).to_owned()
    }
}
