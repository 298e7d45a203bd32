//! Declarations that handle the other members of a type and not a new one: what builds, copies, prints or tells them
//! apart, in which the new one may be missing.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_codegraph::is_code;
use firsthand_source::{RepoPath, identifiers};

use crate::alike::Words;
use crate::declared::{Changed, VARIANT};
use crate::document::{ChangedState, Dependence, How};
use crate::found::Found;
use crate::hunks::LineDiff;
use crate::lookup::Lookup;
use crate::shared::is_touched;

/// The most new members that are looked up.
const MAX_NEW: usize = 12;
/// The most lines of one file with one name.
const MAX_LINES: usize = 20;
/// The most declarations that are listed of one new member.
const MAX_LISTED: usize = 4;

/// The declarations that name other members of the type of a new one, and not itself; those with most of them. If the type
/// enumerates its members, one of them is enough; others are members only where the type is named, too.
pub(crate) fn handling(
    lookup: &mut Lookup<'_>,
    diffs: &[LineDiff<'_>],
    changed: &[Changed],
) -> Vec<Found> {
    let new = changed.iter().enumerate();
    let new = new.filter(|(_, one)| one.state == ChangedState::Added && !one.is_test());
    let new = new.filter(|(_, one)| !one.side.declaration.is_function());
    let mut new: Vec<_> = new.collect();
    lookup.keep(&mut new, MAX_NEW);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (of, one) in new {
        let of_type = one.side.container().and_then(|around| identifiers(around).last());
        let Some((_, of_type)) = of_type else { continue };
        let is_enumerated = one.side.declaration.kind == VARIANT;
        let names = lookup.names_in_file(one, changed);
        let own = [one.side.declaration.name.clone()];
        let of_type = [of_type.to_owned()];
        let mut holding: BTreeMap<(RepoPath, u32), (Found, BTreeSet<&String>)> = BTreeMap::new();
        for (name, lines) in names.iter().zip(lookup.lines_with(&names, MAX_LINES)) {
            let code = lines.into_iter().filter(|(path, _)| is_code(path.as_str()));
            for (path, line) in code.filter(|(path, line)| !is_touched(diffs, changed, path, *line))
            {
                let place = lookup.place_at(&path, line, Dependence::Sibling, How::Neighbors);
                let Some(place) =
                    place.filter(|place| !place.is_test() && !lookup.is_import(place))
                else {
                    continue;
                };
                let key = (path, place.around().start());
                holding.entry(key).or_insert((place, BTreeSet::new())).1.insert(name);
            }
        }
        let is_missing = |place: &Found| {
            let is_own_type =
                place.path == one.side.path && place.around().covers(one.side.declaration.range);
            let words = place.text().map(|text| Words::of_names(&text));
            let lacks = |words: &Words| {
                !words.hold(own.iter()) && (is_enumerated || words.hold(of_type.iter()))
            };
            !is_own_type && words.is_some_and(|words| lacks(&words))
        };
        let mut holding: Vec<(Found, usize)> = holding
            .into_values()
            .filter(|(place, _)| is_missing(place))
            .map(|(place, names)| (place, names.len()))
            .collect();
        most(&mut holding);
        for (place, _) in holding {
            if seen.insert((place.path.clone(), place.around().start())) {
                found.push(Found { of: Some(of), ..place });
            }
        }
    }
    found
}

/// Keeps those that name at least as many members as no more than [`MAX_LISTED`] do.
fn most(holding: &mut Vec<(Found, usize)>) {
    holding.sort_by_key(|(_, names)| std::cmp::Reverse(*names));
    if let Some((_, next)) = holding.get(MAX_LISTED) {
        let next = *next;
        holding.retain(|(_, names)| *names > next);
    }
}
