//! Names that changed lines define by their place, in files whose declarations are not read: keys, targets, variables,
//! anchors, identities. What holds such a name elsewhere, in one of the spellings that code gives it, may use it: certain
//! are the lines that also have the names around it before it.

mod lines;
mod sought;
mod spelled;
mod users;

use std::collections::{BTreeMap, BTreeSet};

use firsthand_source::{RepoPath, distinct, escape, join_at_most};
use firsthand_tools::redact_name;

use crate::document::Dependence;
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::lookup::Lookup;
use lines::Place;
use sought::{Hunk, Sought, sought_of};
use spelled::{Text, texts};
use users::Users;

/// The most names whose uses are looked for, the most in a note, and the most lines of a file with one.
const MAX_NAMES: usize = 30;
pub(crate) const MAX_SHOWN: usize = 5;
const MAX_LINES: usize = 100;
/// The most bytes of a file of which the names are read.
const MAX_BYTES: usize = 1 << 20;

/// What was found of the names of changed lines.
#[derive(Default)]
pub(crate) struct Placed {
    pub(crate) found: Vec<Found>,
    /// The files with such names, and the names.
    pub(crate) looked_for: BTreeMap<RepoPath, BTreeSet<String>>,
    /// The names that too many lines hold, with the number of these.
    common: Vec<(String, usize)>,
}

impl Placed {
    /// A note of the names that too many lines hold.
    pub(crate) fn common_note(&self) -> Option<String> {
        let shown = |(name, lines): &(String, usize)| {
            format!("`{}` ({lines} lines)", escape(&redact_name(name)))
        };
        let names: Vec<String> = self.common.iter().map(shown).collect();
        (!names.is_empty()).then(|| {
            let names = join_at_most(&names, MAX_SHOWN);
            format!("not listed by name alone, as too many places have it: {names}")
        })
    }
}

/// The lines that hold a name of the changed lines, and may use it.
pub(crate) fn users_of_placed(lookup: &mut Lookup<'_>, diffs: &[LineDiff<'_>]) -> Placed {
    let mut sought: Vec<Sought<'_>> =
        diffs.iter().enumerate().flat_map(|(at, diff)| sought_of(lookup, diff, at)).collect();
    sought.sort_by_cached_key(|one| (one.order(), one.name.clone()));
    let mut seen = BTreeSet::new();
    sought.retain(|one| seen.insert((one.file, one.name.path.clone())));
    lookup.keep(&mut sought, MAX_NAMES);
    let of_each: Vec<Vec<Text>> = sought.iter().map(texts).collect();
    let all = distinct(of_each.iter().flatten().map(|(text, _)| text.clone()));
    let found = lookup.lines_with(&all, MAX_LINES);
    let found: BTreeMap<&str, Vec<Line>> = all.iter().map(String::as_str).zip(found).collect();
    let mut users = Users::of(diffs);
    let mut placed = Placed::default();
    // The changed lines of which users were found.
    let mut used: BTreeSet<Hunk> = BTreeSet::new();
    for (one, texts) in sought.iter().zip(&of_each) {
        if one.is_around && used.iter().any(|hunk| one.is_of(*hunk)) {
            continue;
        }
        placed.looked_for.entry(one.file.clone()).or_default().insert(one.name.name().to_owned());
        let lines = texts.iter().filter_map(|text| Some((text, found.get(&*text.0)?)));
        let used_at = users.of_name(lookup, one, lines);
        let (count, limit) = (used_at.count(), used_at.limit(one));
        if count > limit {
            let common = (one.name.name().to_owned(), count);
            placed.common.extend(Some(common).filter(|one| !placed.common.contains(one)));
            continue;
        }
        if count > 0 {
            used.insert(one.hunk);
        }
        let places = used_at.places(lookup).into_iter();
        let mut places: Vec<Found> = places.map(|place| Found { alike: count, ..place }).collect();
        if one.is_gone && one.name.place != Place::File {
            let beside = users.beside(lookup, one);
            places.extend(lookup.strings_at(&beside, Dependence::Text));
        }
        let holds = BTreeSet::from([one.name.path.join(".")]);
        let held = places.into_iter().map(|place| Found {
            holds: holds.clone(),
            is_reworded: !one.is_gone && place.role == Dependence::Text,
            ..place
        });
        placed.found.extend(held);
    }
    placed
}
