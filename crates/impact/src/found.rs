//! A place that depends on a change.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::Arc;

use firsthand_codegraph::{Declaration, Relation, Resolution, can_use, is_code};
use firsthand_registry::PathClass;
use firsthand_source::{LineRange, RepoPath};
use firsthand_tools::{Use, UsedDeclaration};

use crate::document::{Dependence, How};
use crate::layout::line_of;

/// A line of a file, from 1.
pub(crate) type Line = (RepoPath, u32);

/// A place that depends on a changed declaration.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) path: RepoPath,
    pub(crate) line: u32,
    /// Further lines of the declaration around it that depend on the change in the same way.
    pub(crate) also: BTreeSet<u32>,
    /// The content of its file; `None` if the place is the whole file.
    pub(crate) file: Option<Arc<Vec<u8>>>,
    pub(crate) symbol: Option<Declaration>,
    pub(crate) role: Dependence,
    pub(crate) how: How,
    /// The index of the changed declaration; `None` for the change as a whole.
    pub(crate) of: Option<usize>,
    pub(crate) distance: u32,
    pub(crate) through: Vec<String>,
    /// How many places hold the name of the lines by which it was found; of others the most.
    pub(crate) alike: usize,
    /// The texts, keys or names that it holds and by which it was found, if it uses no declaration.
    pub(crate) holds: BTreeSet<String>,
    /// Whether the changed file still has these, with another value.
    pub(crate) is_reworded: bool,
    /// Whether it was found by a name that others may have, too.
    pub(crate) is_guess: bool,
    /// Whether it may well mean another declaration: most lines with the name do.
    pub(crate) is_weak: bool,
}

/// The most bytes of a line that somebody wrote.
const MAX_WRITTEN: usize = 1_000;

impl Found {
    pub(crate) fn of_use(found: &Use, role: Dependence, of: Option<usize>) -> Self {
        let site = &found.site;
        Self {
            line: site.line,
            file: Some(Arc::clone(&site.file)),
            symbol: site.symbol.clone(),
            ..Self::file(site.path.clone(), role, how(found), of)
        }
    }

    /// A whole file.
    pub(crate) fn file(path: RepoPath, role: Dependence, how: How, of: Option<usize>) -> Self {
        Self {
            path,
            line: 1,
            also: BTreeSet::new(),
            file: None,
            symbol: None,
            role,
            how,
            of,
            distance: 1,
            through: Vec::new(),
            alike: usize::MAX,
            holds: BTreeSet::new(),
            is_reworded: false,
            is_guess: false,
            is_weak: false,
        }
    }

    /// Whether it is in a test, or in a file of tests.
    pub(crate) fn is_test(&self) -> bool {
        let in_test = self.symbol.as_ref().is_some_and(|symbol| symbol.is_test);
        in_test || PathClass::of(&self.path).test
    }

    /// Whether a program wrote its line, or a package manager brought its file: nobody edits them.
    pub(crate) fn is_of_a_program(&self) -> bool {
        let class = PathClass::of(&self.path);
        let text = self.line_text();
        class.generated || PathClass::is_vendored(&self.path) || text.len() > MAX_WRITTEN
    }

    /// Its role by the file and the declaration that it is in.
    pub(crate) fn role_there(&self) -> Dependence {
        role_at(&self.path, self.is_test(), self.role)
    }

    /// All its lines.
    pub(crate) fn all_lines(&self) -> impl Iterator<Item = Line> + '_ {
        let lines = std::iter::once(self.line).chain(self.also.iter().copied());
        lines.map(|line| (self.path.clone(), line))
    }

    /// Adds the lines of another place in the same declaration. The first of those that say the same comes first.
    pub(crate) fn add_lines(&mut self, other: &Self) {
        self.also.extend([self.line, other.line]);
        if (self.role, self.how) == (other.role, other.how) {
            self.line = self.line.min(other.line);
        }
        self.also.extend(&other.also);
        self.also.remove(&self.line);
        self.holds.extend(other.holds.iter().cloned());
    }

    /// The text of its line.
    pub(crate) fn line_text(&self) -> String {
        self.text_at(self.line)
    }

    /// The text of a line of its file.
    pub(crate) fn text_at(&self, line: u32) -> String {
        let file = self.file.as_ref().map_or(&[][..], |file| file);
        String::from_utf8_lossy(line_of(file, line)).into_owned()
    }

    /// The text of the declaration around it.
    pub(crate) fn text(&self) -> Option<String> {
        let range = self.symbol.as_ref()?.range;
        let lines = self.file.as_ref()?.split_inclusive(|byte| *byte == b'\n');
        let lines = lines.skip(range.start() as usize - 1).take(range.len() as usize);
        let text: Vec<u8> = lines.flatten().copied().collect();
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    /// The lines around it that are one place.
    pub(crate) fn around(&self) -> LineRange {
        self.symbol.as_ref().map(|symbol| symbol.range).unwrap_or(LineRange::one(self.line))
    }
}

fn how(found: &Use) -> How {
    match (found.relation, found.site.resolution) {
        (Relation::Siblings, _) => How::Enumeration,
        (_, Resolution::Import) => How::Import,
        (_, Resolution::Scope) => How::Scope,
        (_, Resolution::Text) if is_code(found.site.path.as_str()) => How::String,
        (Relation::Registrations, Resolution::Text) => How::String,
        (_, Resolution::Name | Resolution::Text) => How::Name,
    }
}

/// The role of a use: as a test or a document it has another one than in other code.
pub(crate) fn role_of(found: &Use, role: Dependence) -> Dependence {
    role_at(&found.site.path, found.site.is_test, role)
}

fn role_at(path: &RepoPath, is_test: bool, role: Dependence) -> Dependence {
    match (is_code(path.as_str()), is_test) {
        (false, _) if PathClass::of(path).docs => Dependence::Document,
        (false, _) => Dependence::Reference,
        (true, true) => Dependence::Test,
        (true, false) => role,
    }
}

/// One place for the lines of each declaration that were found in one way.
pub(crate) fn joined(found: Vec<Found>) -> Vec<Found> {
    let mut kept: Vec<Found> = Vec::new();
    let mut at: BTreeMap<_, usize> = BTreeMap::new();
    for place in found {
        let way = (place.role, place.how, place.is_reworded);
        match at.entry((place.path.clone(), place.around(), way)) {
            Entry::Occupied(known) => kept[*known.get()].add_lines(&place),
            Entry::Vacant(new) => {
                new.insert(kept.len());
                kept.push(place);
            }
        }
    }
    kept
}

/// One place for each declaration that uses the changed one, the most certain and most specific.
pub(crate) fn once(found: Vec<Found>) -> Vec<Found> {
    let mut kept: Vec<Found> = Vec::new();
    for place in found {
        // What names a list and enumerates the same is both.
        let is_both = |other: &Found| {
            let roles = [other.role, place.role];
            let names = [Dependence::Reference, Dependence::Document];
            names.iter().any(|role| roles.contains(role)) && roles.contains(&Dependence::Sibling)
        };
        let same = |other: &&mut Found| {
            other.path == place.path && other.around() == place.around() && !is_both(other)
        };
        match kept.iter_mut().find(same) {
            Some(other) => {
                other.add_lines(&place);
                other.how = other.how.min(place.how);
                // Found by its name twice, it is no more certain.
                let is_by_name = place.how.is_by_name();
                other.is_guess &= place.is_guess || is_by_name;
                other.is_weak &= place.is_weak || is_by_name;
            }
            None => kept.push(place),
        }
    }
    // A line of a text is found alone, too.
    let in_parts = kept.iter().filter(|place| place.symbol.is_some()).flat_map(Found::all_lines);
    let in_parts: BTreeSet<Line> = in_parts.collect();
    kept.retain(|place| {
        place.symbol.is_some() || !in_parts.contains(&(place.path.clone(), place.line))
    });
    kept
}

/// Whether a use of another declaration may be one of this one: its line is code that can use it, and holds its name.
pub(crate) fn may_be_in(found: &Use, target: &UsedDeclaration) -> bool {
    let path = found.site.path.as_str();
    is_code(path) && can_use(path, target.path.as_str()) && found.holds_name(target)
}

/// Whether a use means a declaration: the other ends of a registration have another name or declare the same, and a word
/// of a text need not be a name.
pub(crate) fn is_meant(found: &Use, target: &UsedDeclaration) -> bool {
    let declared = found.site.symbol.as_ref().filter(|one| one.head.contains(found.site.line));
    let is_declared = declared.is_some_and(|one| one.name == target.name);
    let is_other = || is_declared || !found.holds_name(target);
    let is_end = found.relation == Relation::Registrations && is_other();
    let is_word = !is_code(found.site.path.as_str()) && !found.names_in_text(target);
    !is_end && !is_word
}
