//! Places that a changed list left behind: a declaration enumerates more or fewer names than before, and what enumerates
//! the same elsewhere does not.

use std::collections::BTreeSet;

use firsthand_codegraph::{ChangedList, Declaration, Relation};
use firsthand_source::RepoPath;
use firsthand_tools::Use;

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence};
use crate::found::Found;
use crate::gone::Earlier;
use crate::lookup::Lookup;

/// The least names that a changed list keeps, and the least letters with which those of one part of it begin.
const MIN_KEPT: usize = 3;
const MIN_LETTERS: usize = 4;
/// The least names that a place has which lists the same and does not name the declaration, and the most lines of such.
const MIN_UNNAMED: usize = 4;
const MAX_UNNAMED: usize = 12;

/// A declaration of a file in both states.
struct Listing {
    path: RepoPath,
    before: Declaration,
    after: Declaration,
}

impl Lookup<'_> {
    /// The places that name what the lists of a changed declaration, or of the one around it, kept, and not what was added
    /// to them, or still what was removed.
    pub(crate) fn left_by_lists(
        &mut self,
        changed: &Changed,
        of: usize,
        earlier: &Earlier<'_>,
    ) -> Vec<Found> {
        let Some(listing) = self.listing(changed, earlier) else {
            return Vec::new();
        };
        if !self.listed.insert((listing.path.clone(), listing.after.qualified.clone())) {
            return Vec::new();
        }
        let lists = self.changed_lists(&listing, earlier);
        let target = self.target_of(&listing.path, &listing.after);
        let Some(target) = target.filter(|_| !lists.is_empty()) else {
            return Vec::new();
        };
        self.query.lists = lists;
        let siblings = self.counted(&target, Relation::Siblings);
        let lists = std::mem::take(&mut self.query.lists);
        let unnamed = siblings.others.iter().filter(|place| self.lists_the_same(place, &lists));
        let mut unnamed: Vec<&Use> = unnamed.collect();
        self.keep(&mut unnamed, MAX_UNNAMED);
        let places = siblings.uses.iter().chain(unnamed);
        places.map(|place| Found::of_use(place, Dependence::Sibling, Some(of))).collect()
    }

    /// Whether a place has one of these lists as its own, as strings in a document or another language: half of the names,
    /// with fewer others between them.
    fn lists_the_same(&self, place: &Use, lists: &[ChangedList]) -> bool {
        let (path, file, around) = (&place.site.path, &place.site.file, place.site.symbol.as_ref());
        let own = self.graph().lists(path.as_str(), file, around, self.cancel);
        let is_same = |list: &ChangedList, own: &[String]| {
            let at: Vec<usize> =
                (0..own.len()).filter(|at| list.before.contains(&own[*at])).collect();
            let between = at.first().zip(at.last()).map_or(0, |(first, last)| last - first + 1);
            at.len() * 2 > between && at.len() * 2 >= list.before.len() && at.len() >= MIN_UNNAMED
        };
        lists.iter().any(|list| own.iter().any(|own| is_same(list, own)))
    }

    /// The declaration whose lists may have changed with another one: itself, or of a new one or one that is gone, that
    /// around it, or the nearest one of its kind.
    fn listing(&self, changed: &Changed, earlier: &Earlier<'_>) -> Option<Listing> {
        let side = &changed.side;
        let path = side.path.clone();
        let before = changed.before.as_ref().filter(|before| before.path == path);
        if let Some(before) = before.filter(|_| changed.state != ChangedState::Renamed) {
            let (before, after) = (before.declaration.clone(), side.declaration.clone());
            return Some(Listing { path, before, after });
        }
        let (before, after) = earlier.states(&path)?;
        let declared = |bytes: &[u8]| self.graph().declarations(path.as_str(), bytes, self.cancel);
        let (before, after) = (declared(before), declared(after));
        let own = &side.declaration;
        let is_listing = |one: &&Declaration| match own.container() {
            Some(around) => one.qualified == around,
            None => {
                let is_beside = one.kind == own.kind && one.container().is_none();
                is_beside && one.name != own.name && !own.is_function()
            }
        };
        let line = own.range.start();
        let mut near: Vec<&Declaration> = after.iter().filter(is_listing).collect();
        near.sort_by_key(|one| one.range.start().abs_diff(line));
        let mut both = near.into_iter().filter_map(|after| {
            let same =
                |one: &&Declaration| one.qualified == after.qualified && one.kind == after.kind;
            Some((before.iter().find(same)?.clone(), after.clone()))
        });
        let (before, after) = both.next()?;
        Some(Listing { path, before, after })
    }

    /// The lists of a declaration that have other names than before, and kept more than they lost and won. What a function
    /// names no more is there for others.
    fn changed_lists(&self, listing: &Listing, earlier: &Earlier<'_>) -> Vec<ChangedList> {
        let path = &listing.path;
        let Some((before, after)) = earlier.states(path) else {
            return Vec::new();
        };
        let lists = |bytes: &[u8], of: &Declaration| {
            self.graph().lists(path.as_str(), bytes, Some(of), self.cancel)
        };
        let (before, after) = (lists(before, &listing.before), lists(after, &listing.after));
        let mut lists: Vec<ChangedList> =
            after.into_iter().filter_map(|after| changed_list(&before, after)).collect();
        let parts: Vec<ChangedList> = lists.iter().filter_map(part_of).collect();
        lists.extend(parts);
        let wins = |list: &ChangedList| list.after.iter().any(|name| !list.before.contains(name));
        lists.retain(|list| !listing.after.is_function() || wins(list));
        lists
    }
}

impl<'l> Earlier<'l> {
    /// Both states of a changed file.
    pub(crate) fn states(&self, path: &RepoPath) -> Option<(&'l [u8], &'l [u8])> {
        let file = self.files.iter().find(|file| file.path == *path)?;
        Some((file.before.bytes()?, file.after.bytes()?))
    }
}

/// What a list was, if it changed little.
fn changed_list(lists: &[Vec<String>], after: Vec<String>) -> Option<ChangedList> {
    let names: BTreeSet<&String> = after.iter().collect();
    let kept = |before: &[String]| before.iter().filter(|name| names.contains(name)).count();
    let before = lists.iter().max_by_key(|before| kept(before))?;
    let kept = kept(before);
    let others = before.len() + after.len() - 2 * kept;
    let is_changed = others > 0 && kept >= MIN_KEPT.max(others);
    is_changed.then(|| ChangedList::new(before.clone(), after))
}

/// The names of a list that begin as one that it won: what lists all of several enumerations is left by each.
fn part_of(list: &ChangedList) -> Option<ChangedList> {
    let added = list.after.iter().find(|name| !list.before.contains(name))?;
    let ends = added.char_indices().rev().map(|(at, _)| at);
    ends.filter(|end| *end >= MIN_LETTERS).find_map(|end| {
        let part = |names: &[String]| -> Vec<String> {
            let part =
                names.iter().filter(|name| name.len() > end && name.starts_with(&added[..end]));
            part.cloned().collect()
        };
        let (before, after) = (part(&list.before), part(&list.after));
        let is_part = before.len() >= MIN_KEPT && before.len() < list.before.len();
        is_part.then(|| ChangedList::new(before, after))
    })
}
