//! The lines that hold a name and may use it: not those that define it in the same way.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use firsthand_codegraph::{is_code, is_data, is_parallel};
use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, folder};

use super::MAX_BYTES;
use super::lines::{Place, PlacedName, PlacedNames, placed_names};
use super::sought::Sought;
use super::spelled::{Text, evidence, is_other_file};
use crate::document::{Dependence, How};
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::lookup::Lookup;

/// The most lines of the tree by which a name that stands alone still means what is changed, of those that have the names
/// around it, too, and of those where only its value changed.
const MAX_ALONE: usize = 12;
const MAX_SURE: usize = 30;
const MAX_OF_VALUE: usize = 8;
/// The most files beside a changed one that are looked at.
const MAX_BESIDE: usize = 60;

/// The lines that may use a name.
pub(super) struct UsedAt {
    /// How many names of its path they have.
    most: usize,
    /// By that, and by whether they are in a string.
    lines: BTreeMap<(usize, bool), BTreeSet<Line>>,
}

impl UsedAt {
    pub(super) fn count(&self) -> usize {
        self.lines.values().map(BTreeSet::len).sum()
    }

    /// The most lines by which the name still means what is changed.
    pub(super) fn limit(&self, one: &Sought<'_>) -> usize {
        match self.most > 1 {
            _ if !one.is_gone => MAX_OF_VALUE,
            true => MAX_SURE,
            false => MAX_ALONE,
        }
    }

    pub(super) fn places(&self, lookup: &Lookup<'_>) -> Vec<Found> {
        let mut places = Vec::new();
        for ((count, is_string), lines) in &self.lines {
            if *count > 1 && *is_string {
                places.extend(lookup.strings_at(lines, Dependence::Text));
            } else {
                let used = lines.iter();
                places
                    .extend(used.filter_map(|(path, line)| lookup.use_at(path, *line, How::Name)));
            }
        }
        places
    }
}

/// Finds the users of names, and keeps the names of the files that it looks at.
pub(super) struct Users<'d> {
    diffs: &'d [LineDiff<'d>],
    names: HashMap<RepoPath, Rc<PlacedNames>>,
}

impl<'d> Users<'d> {
    pub(super) fn of(diffs: &'d [LineDiff<'d>]) -> Self {
        Self { diffs, names: HashMap::new() }
    }

    /// The lines that hold a name and may use it.
    pub(super) fn of_name<'t>(
        &mut self,
        lookup: &Lookup<'_>,
        one: &Sought<'_>,
        found: impl Iterator<Item = (&'t Text, &'t Vec<Line>)>,
    ) -> UsedAt {
        let outer = one.outer();
        let mut lines: BTreeMap<(usize, bool), BTreeSet<Line>> = BTreeMap::new();
        let mut is_common = false;
        let mut owners: BTreeSet<&RepoPath> = BTreeSet::new();
        for (text, at) in found {
            for (path, line) in at {
                if self.is_touched(one, path, *line) {
                    continue;
                }
                match self.defines(lookup, one, (path, *line)) {
                    Some(is_same) => {
                        is_common |= !is_same;
                        owners.extend(Some(path).filter(|path| *path != one.file));
                        continue;
                    }
                    None if !PathClass::of(path).generated => {}
                    None => continue,
                }
                let written = lookup.line(path, *line);
                if one.name.place == Place::File && is_other_file(&written, one) {
                    continue;
                }
                let is_beside = folder(path.as_str()) == folder(one.file.as_str());
                let Some((count, is_string)) = evidence(&written, text, (&outer, one.name.place))
                else {
                    continue;
                };
                // The folder of the file stands before the name.
                let count = count + usize::from(one.name.place == Place::File && is_beside);
                lines.entry((count, is_string)).or_default().insert((path.clone(), *line));
            }
        }
        // A file that defines the name, too, uses its own.
        lines.values_mut().for_each(|lines| lines.retain(|(path, _)| !owners.contains(path)));
        // What is defined in many places is a word of the format.
        let alone = one.stands_alone() || one.name.signed.is_some();
        lines.retain(|(count, _), _| *count > 1 || alone && !is_common);
        lines.retain(|_, lines| !lines.is_empty());
        let most = lines.keys().map(|(count, _)| *count).max().unwrap_or(0);
        // A document names a key alone.
        lines.retain(|(count, _), lines| {
            lines.retain(|(path, _)| *count > 1 || most == 1 || PathClass::of(path).docs);
            !lines.is_empty()
        });
        UsedAt { most, lines }
    }

    /// Whether a line is one of the changed ones, or code of the change, into which a name may have moved.
    fn is_touched(&self, one: &Sought<'_>, path: &RepoPath, line: u32) -> bool {
        let at = line as usize - 1;
        let diff = self.diffs.iter().find(|diff| diff.file.path == *path);
        diff.is_some_and(|diff| {
            let is_new = diff.hunk_lines().any(|(_, added)| added.contains(&at));
            let is_own = *path == *one.file;
            let is_named = is_own && one.name.place == Place::File;
            is_new || is_named || is_code(path.as_str()) && !is_own
        })
    }

    /// Whether a line of a file of the same kind defines the name as the changed one did, and below the same names; `None`
    /// if it does not define it.
    fn defines(
        &mut self,
        lookup: &Lookup<'_>,
        one: &Sought<'_>,
        (path, line): (&RepoPath, u32),
    ) -> Option<bool> {
        let ending = |path: &RepoPath| path.file_name().rsplit('.').next().map(str::to_owned);
        if ending(path) != ending(one.file) {
            return None;
        }
        let names = self.names_in(lookup, path);
        let mut same = names.names.iter().filter(|name| {
            name.line + 1 == line as usize
                && name.name() == one.name.name()
                && name.before == one.name.before
                && name.opens == one.name.opens
        });
        let is_elsewhere = one.name.place == Place::Value && path != one.file;
        same.next().map(|name| !is_elsewhere && name.path == one.name.path)
    }

    /// The lines of the files beside that define the same below the same names, but for the outermost, as a language.
    pub(super) fn beside(&mut self, lookup: &Lookup<'_>, one: &Sought<'_>) -> BTreeSet<Line> {
        let inner = |path: &[String]| path.get(1..).unwrap_or_default().to_vec();
        let own = &one.name.path;
        let is_alike =
            |path: &[String]| path == own.as_slice() || own.len() > 2 && inner(path) == inner(own);
        let files = lookup.graph().files();
        let files = files.files.iter().map(|file| &file.path);
        let files = files.filter(|path| {
            let is_changed = self.diffs.iter().any(|diff| diff.file.path == **path);
            let may_be = !is_changed || is_data(path.as_str());
            *path != one.file && may_be && is_parallel(path.as_str(), one.file.as_str())
        });
        let files: Vec<&RepoPath> = files.take(MAX_BESIDE).collect();
        let mut lines = BTreeSet::new();
        for path in files {
            let names = self.names_in(lookup, path);
            let alike = names.names.iter().filter(|name| {
                let is_same = name.place == Place::Key && name.before == one.name.before;
                is_same && name.has_value && is_alike(&name.path)
            });
            let number = |name: &PlacedName| u32::try_from(name.line + 1).unwrap_or(u32::MAX);
            lines.extend(alike.map(|name| (path.clone(), number(name))));
        }
        lines
    }

    fn names_in(&mut self, lookup: &Lookup<'_>, path: &RepoPath) -> Rc<PlacedNames> {
        let read = || {
            let text = lookup.text(path).filter(|text| text.len() <= MAX_BYTES);
            Rc::new(text.map_or_else(PlacedNames::default, |text| {
                placed_names(&String::from_utf8_lossy(&text))
            }))
        };
        Rc::clone(self.names.entry(path.clone()).or_insert_with(read))
    }
}
