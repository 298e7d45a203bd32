//! The names on the lines of a change.

use std::collections::BTreeSet;

use firsthand_codegraph::is_code;
use firsthand_source::{RepoPath, identifiers};
use firsthand_tools::Toolbox;

use crate::declared::{Changed, Side};
use crate::document::{ChangedDeclaration, ChangedState, Dependence};
use crate::found::Found;
use crate::hunks::LineDiff;

/// The most names of a place.
const MAX_NAMES: usize = 3;

/// The names on changed lines of code.
pub(crate) struct ChangeNames<'c> {
    /// Those of the later lines, with their files and their lines, 1-based.
    later: Vec<(&'c RepoPath, u32, String)>,
    all: BTreeSet<String>,
}

impl<'c> ChangeNames<'c> {
    pub(crate) fn of(diffs: &'c [LineDiff<'_>], toolbox: &Toolbox) -> Self {
        let (mut later, mut all) = (Vec::new(), BTreeSet::new());
        for diff in diffs.iter().filter(|diff| is_code(diff.file.path.as_str())) {
            let [masked_before, masked_after] = diff.masked(toolbox);
            for (removed, added) in diff.hunk_lines() {
                for line in removed.filter(|line| !masked_before.contains(line)) {
                    all.extend(diff.before.get(line).into_iter().flat_map(|text| names(text)));
                }
                for line in added.filter(|line| !masked_after.contains(line)) {
                    let Some((text, number)) =
                        diff.after.get(line).zip(u32::try_from(line + 1).ok())
                    else {
                        continue;
                    };
                    let held = names(text);
                    all.extend(held.iter().cloned());
                    later.extend(held.into_iter().map(|name| (&diff.file.path, number, name)));
                }
            }
        }
        Self { later, all }
    }

    /// Says of new declarations whether other lines of the change hold their names.
    pub(crate) fn find_used(&self, changed: &[Changed], shown: &mut [ChangedDeclaration]) {
        for (shown, changed) in shown.iter_mut().zip(changed) {
            let is_new = changed.state == ChangedState::Added;
            shown.named_in_change = is_new && self.are_elsewhere(&changed.side);
        }
    }

    /// Whether a new line outside of a declaration holds its name.
    fn are_elsewhere(&self, side: &Side) -> bool {
        let is_own = |path: &RepoPath, line: u32| {
            *path == side.path && side.declaration.range.contains(line)
        };
        let name = side.declaration.used_name();
        self.later.iter().any(|(path, line, held)| held == name && !is_own(path, *line))
    }

    /// Adds the names that a place which may have to change has from the change, the longest.
    pub(crate) fn add_to(&self, place: &mut Found) {
        if place.role != Dependence::Sibling || !place.holds.is_empty() {
            return;
        }
        let lines = place.all_lines().map(|(_, line)| place.text_at(line));
        let mut held: Vec<String> = lines.flat_map(|line| names(line.as_bytes())).collect();
        held.retain(|name| self.all.contains(name));
        held.sort_by_cached_key(|name| (std::cmp::Reverse(name.len()), name.clone()));
        held.dedup();
        place.holds.extend(held.into_iter().take(MAX_NAMES));
    }
}

fn names(text: &[u8]) -> Vec<String> {
    identifiers(&String::from_utf8_lossy(text)).map(|(_, name)| name.to_owned()).collect()
}
