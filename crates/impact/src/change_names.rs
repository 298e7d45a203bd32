//! The names on the lines of a change.

use std::collections::BTreeSet;

use firsthand_source::{RepoPath, identifiers};

use crate::declared::Side;
use crate::document::How;
use crate::found::Found;
use crate::hunks::LineDiff;
use crate::lookup::Lookup;

/// The most names of a place.
const MAX_NAMES: usize = 3;

/// The names on changed lines, without their comments.
pub(crate) struct ChangeNames {
    /// Those of the later lines, with their files and their lines, 1-based.
    later: BTreeSet<(String, RepoPath, usize)>,
    earlier: BTreeSet<String>,
}

impl ChangeNames {
    pub(crate) fn of(lookup: &Lookup<'_>, diffs: &[LineDiff<'_>]) -> Self {
        let (mut later, mut earlier) = (BTreeSet::new(), BTreeSet::new());
        for diff in diffs {
            let path = &diff.file.path;
            let [before, after] = [&diff.file.before, &diff.file.after].map(|content| {
                let code = lookup.without_comments(path, content.bytes().unwrap_or_default());
                String::from_utf8_lossy(&code).into_owned()
            });
            let [before, after] = [&before, &after].map(|text| text.lines().collect::<Vec<_>>());
            for (removed, added) in diff.hunk_lines() {
                let removed = before.get(removed).unwrap_or_default().iter();
                earlier.extend(removed.flat_map(|line| names(line)));
                for (index, line) in after.iter().enumerate().take(added.end).skip(added.start) {
                    later.extend(names(line).map(|name| (name, path.clone(), index + 1)));
                }
            }
        }
        Self { later, earlier }
    }

    /// Whether a new line outside of a declaration holds its name.
    pub(crate) fn hold_elsewhere(&self, side: &Side) -> bool {
        let own = side.declaration.range;
        let is_own = |path: &RepoPath, line: usize| {
            *path == side.path && (own.start() as usize..=own.end() as usize).contains(&line)
        };
        let name = side.declaration.used_name();
        self.later.iter().any(|(held, path, line)| held == name && !is_own(path, *line))
    }

    /// Adds the names that a place has from the change, the longest, where only such names say that it may have to change.
    pub(crate) fn add_to(&self, place: &mut Found) {
        if !matches!(place.how, How::Enumeration | How::SharedNames) || !place.holds.is_empty() {
            return;
        }
        let lines = place.all_lines().map(|(_, line)| place.text_at(line));
        let held: BTreeSet<String> =
            lines.flat_map(|line| names(&line).collect::<Vec<_>>()).collect();
        let is_held = |name: &String| {
            self.earlier.contains(name) || self.later.iter().any(|(held, ..)| held == name)
        };
        let mut held: Vec<String> = held.into_iter().filter(is_held).collect();
        held.sort_by_key(|name| std::cmp::Reverse(name.len()));
        held.truncate(MAX_NAMES);
        place.holds.extend(held);
    }
}

fn names(line: &str) -> impl Iterator<Item = String> + '_ {
    identifiers(line).map(|(_, name)| name.to_owned())
}
