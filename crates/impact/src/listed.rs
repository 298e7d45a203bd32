//! Places that a changed list left behind: a declaration enumerates more or fewer names than before, and what enumerates
//! the same elsewhere does not.

use std::collections::BTreeSet;

use firsthand_codegraph::{ChangedList, Declaration, Relation};
use firsthand_source::RepoPath;

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence};
use crate::found::Found;
use crate::gone::Earlier;
use crate::lookup::Lookup;

/// The least names that a changed list keeps.
const MIN_KEPT: usize = 3;

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
        self.query.lists.clear();
        let places = siblings.uses.iter();
        places.map(|place| Found::of_use(place, Dependence::Sibling, Some(of))).collect()
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
            self.graph().lists(path.as_str(), bytes, of, self.cancel)
        };
        let (before, after) = (lists(before, &listing.before), lists(after, &listing.after));
        let mut lists: Vec<ChangedList> =
            after.into_iter().filter_map(|after| changed_list(&before, after)).collect();
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
