//! The names whose users are looked for: those of removed and changed lines, and where these have none, of what they stand
//! below, or of their file.

use std::collections::BTreeSet;
use std::ops::Range;

use firsthand_codegraph::{is_code, is_data};
use firsthand_history::{ChangedFile, Content};
use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, folder};

use super::MAX_BYTES;
use super::lines::{Place, PlacedName, placed_names};
use crate::hunks::LineDiff;
use crate::layout::is_compound;
use crate::lookup::Lookup;

/// Changed lines: the index of their file, and theirs in it.
pub(super) type Hunk = (usize, usize);

/// A name that is looked for.
pub(super) struct Sought<'f> {
    pub(super) file: &'f RepoPath,
    pub(super) name: PlacedName,
    /// Whether no line of the file defines it any more.
    pub(super) is_gone: bool,
    /// Whether a line below the one of the name changes, and not that.
    pub(super) is_around: bool,
    /// The changed lines that it is of.
    pub(super) hunk: Hunk,
}

impl Sought<'_> {
    /// The names before it: that of its file, and those around it.
    pub(super) fn outer(&self) -> Vec<&str> {
        let is_line = self.name.place != Place::File;
        let stem = self.file.file_name().split('.').find(|part| !part.is_empty());
        let around = self.name.path.iter().map(String::as_str);
        let last = self.name.path.len().saturating_sub(1);
        stem.into_iter().filter(|_| is_line).chain(around.take(last)).collect()
    }

    /// Whether its name may mean it where nothing around it is named, too.
    pub(super) fn stands_alone(&self) -> bool {
        let path = self.file.as_str();
        let is_other = if self.name.place == Place::File { is_data(path) } else { is_code(path) };
        !is_other && is_compound(self.name.name())
    }

    /// What its removal takes comes first, then what is named most clearly.
    pub(super) fn order(&self) -> (bool, bool, Place, std::cmp::Reverse<usize>) {
        let length = std::cmp::Reverse(self.name.name().len());
        (!self.is_gone, self.is_around, self.name.place, length)
    }

    /// Whether changed lines are those of the name, or of its file.
    pub(super) fn is_of(&self, hunk: Hunk) -> bool {
        hunk == self.hunk || self.name.place == Place::File && hunk.0 == self.hunk.0
    }
}

/// The names that the removed and the changed lines of a file define, and those of the lines around.
pub(super) fn sought_of<'f>(
    lookup: &Lookup<'_>,
    diff: &LineDiff<'f>,
    of: usize,
) -> Vec<Sought<'f>> {
    let path = &diff.file.path;
    let class = PathClass::of(path);
    let (Some(before), Some(after)) = (diff.file.before.bytes(), diff.file.after.bytes()) else {
        return Vec::new();
    };
    let is_small = before.len().max(after.len()) <= MAX_BYTES;
    if class.generated || class.docs || PathClass::is_vendored(path) || !is_small {
        return Vec::new();
    }
    let names =
        |text: &[u8]| placed_names(&String::from_utf8_lossy(&lookup.without_comments(path, text)));
    let (old, new) = (names(before), names(after));
    let text = String::from_utf8_lossy(after).into_owned();
    let is_code = is_code(path.as_str());
    let mut sought: Vec<Sought<'_>> = file_name(lookup, diff.file, of).into_iter().collect();
    for (hunk, (removed, added)) in diff.hunk_lines().enumerate() {
        let outer = old.outer.get(removed.clone()).unwrap_or_default().iter().flatten();
        let outer: BTreeSet<usize> = outer.copied().filter(|at| !removed.contains(at)).collect();
        for name in old.names.iter().filter(|name| removed.contains(&name.line)) {
            // Code declares its names, but for the keys of texts and settings in it.
            let is_key = name.place == Place::Key && name.is_quoted && name.signed.is_none();
            if let Some(is_gone) = state(name, (&new.names, &text), &added)
                && (!is_code || is_key && is_gone)
            {
                let name = name.clone();
                sought.push(Sought {
                    file: path,
                    name,
                    is_gone,
                    is_around: false,
                    hunk: (of, hunk),
                });
            }
        }
        // Of a line without a name, the line that it stands below.
        let is_around = |name: &&PlacedName| {
            let is_defined = name.place != Place::Value || name.before.ends_with('&');
            is_defined && !is_code && outer.contains(&name.line)
        };
        let around = old.names.iter().filter(is_around);
        let is_gone = false;
        sought.extend(around.cloned().map(|name| Sought {
            file: path,
            name,
            is_gone,
            is_around: true,
            hunk: (of, hunk),
        }));
    }
    sought
}

/// A file without declarations as a name: below its folders, without what stands before and behind its name.
fn file_name<'f>(lookup: &Lookup<'_>, file: &'f ChangedFile, of: usize) -> Option<Sought<'f>> {
    let (path, before) = (&file.path, file.before.bytes()?);
    let declared = lookup.graph().declarations(path.as_str(), before, lookup.cancel);
    let is_there = is_code(path.as_str()) && !declared.is_empty() || file.before == Content::Absent;
    let name = path.file_name().trim_start_matches('_').split('.').next().unwrap_or_default();
    if is_there || name.is_empty() || PathClass::is_conventional(path.file_name()) {
        return None;
    }
    let folders = folder(path.as_str()).split('/').filter(|part| !part.is_empty());
    let name = PlacedName {
        path: folders.chain([name]).map(str::to_owned).collect(),
        place: Place::File,
        line: 0,
        before: String::new(),
        signed: None,
        is_quoted: true,
        opens: false,
        has_value: false,
    };
    let is_gone = file.after == Content::Absent;
    Some(Sought { file: path, name, is_gone, is_around: !is_gone, hunk: (of, usize::MAX) })
}

/// Whether the later file defines a name no more; `None` if another line than the changed ones does.
fn state(
    name: &PlacedName,
    (new, text): (&[PlacedName], &str),
    added: &Range<usize>,
) -> Option<bool> {
    if name.place == Place::Value {
        let sign = name.before.chars().next_back().filter(|c| !c.is_whitespace());
        let sign = sign.filter(|c| !"\"'`>".contains(*c));
        let signed: String = sign.into_iter().chain(name.name().chars()).collect();
        return (!text.contains(&signed)).then_some(true);
    }
    let mut same = new.iter().filter(|one| one.place != Place::Value && one.path == name.path);
    let Some(first) = same.next() else { return Some(true) };
    let in_place = std::iter::once(first).chain(same).any(|one| added.contains(&one.line));
    in_place.then_some(false)
}
