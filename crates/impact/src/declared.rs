//! The declarations that a change touches.

mod clauses;
mod rebound;
mod sides;

use std::collections::{BTreeMap, BTreeSet};

use firsthand_codegraph::{Declaration, Graph, is_code};
use firsthand_history::{ChangedFile, Content};
use firsthand_registry::PathClass;
use firsthand_source::{Cancel, LineRange, RepoPath, identifiers};
use firsthand_tools::UsedDeclaration;

use crate::document::ChangedState;
use clauses::Parts;
use rebound::Rebound;
pub(crate) use rebound::rebound;
use sides::sides;

/// A declaration in one state of a file.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) path: RepoPath,
    pub(crate) declaration: Declaration,
    /// Its own lines, without those of declarations in it and without comments.
    code: String,
    /// Its own lines as they are.
    text: Vec<u8>,
}

/// A declaration that differs.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    /// Its later side, or the earlier one if it is removed.
    pub(crate) side: Side,
    /// The earlier side of one that is there before and after.
    pub(crate) before: Option<Side>,
    pub(crate) state: ChangedState,
}

impl Side {
    /// Its own lines, without comments.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// The lines that are no use of it: its own. A constructor is used within its type, by whose name it is looked up.
    pub(crate) fn own_lines(&self, target: &UsedDeclaration) -> LineRange {
        if self.declaration.is_constructor { self.declaration.range } else { target.lines }
    }

    /// The qualified name of the declaration around it.
    pub(crate) fn container(&self) -> Option<&str> {
        self.declaration.container()
    }
}

impl Changed {
    /// Whether it is a test, or in a file of tests.
    pub(crate) fn is_test(&self) -> bool {
        self.side.declaration.is_test || PathClass::of(&self.side.path).test
    }

    /// What is there no more under its name, or in its place.
    pub(crate) fn gone(&self) -> Option<&Side> {
        match self.state {
            ChangedState::Removed => Some(&self.side),
            ChangedState::Renamed | ChangedState::Moved => self.before.as_ref(),
            _ => None,
        }
    }

    /// Its names, and those of its containers, before and after.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let sides = std::iter::once(&self.side).chain(&self.before);
        sides.flat_map(|side| identifiers(&side.declaration.qualified).map(|(_, name)| name))
    }

    /// Its later side.
    pub(crate) fn after(&self) -> Option<&Side> {
        Some(&self.side).filter(|_| self.state != ChangedState::Removed)
    }
}

/// Where a declaration stands: what is around it, and its lines. Functions with the same are one function with several
/// names; on the outer level, what has the same is one value with several.
type Lines<'d> = (Option<&'d str>, u32, u32);

fn lines_in(declaration: &Declaration) -> Lines<'_> {
    (declaration.container(), declaration.range.start(), declaration.range.end())
}

/// Whether two declarations are names of one value, so that whatever changes one changes the other.
pub(crate) fn is_same_value(one: &Declaration, other: &Declaration) -> bool {
    let both_are_functions = one.is_function() && other.is_function();
    lines_in(one) == lines_in(other) && (both_are_functions || one.container().is_none())
}

/// What differs between two states of files.
#[derive(Default)]
pub(crate) struct Differences {
    /// The declarations that differ, by path and line.
    pub(crate) changed: Vec<Changed>,
    /// The files with a change outside of declarations.
    pub(crate) outside: Vec<RepoPath>,
    pub(crate) notes: Vec<String>,
}

pub(crate) fn differences(graph: &Graph, files: &[ChangedFile], cancel: &Cancel) -> Differences {
    let mut found = Differences::default();
    let (mut changed, mut rebound) = (Vec::new(), Vec::new());
    for file in files.iter().filter(|file| is_code(file.path.as_str())) {
        let (Some(before), Some(after)) = (file.before.bytes(), file.after.bytes()) else {
            continue;
        };
        let (before, after) =
            (sides(graph, &file.path, before, cancel), sides(graph, &file.path, after, cancel));
        if before.outside != after.outside {
            found.outside.push(file.path.clone());
        }
        rebound.extend(Rebound::of(graph, file, (&before.sides, &after.sides), cancel));
        changed.extend(pair(before.sides, after.sides));
    }
    join_moved(&mut changed, files);
    for one in rebound {
        one.add(&mut changed, &mut found.notes);
    }
    changed.sort_by_key(|one| {
        let (side, last) = (&one.side, one.state == ChangedState::Comment);
        (last, side.path.clone(), side.declaration.range.start())
    });
    Differences { changed, ..found }
}

/// Pairs the declarations of two states of a file: those of one name and kind in their order, equal ones first; the parts
/// of one declaration are one.
fn pair(before: Vec<Side>, after: Vec<Side>) -> Vec<Changed> {
    let parts = Parts::of(&before, &after);
    let mut old: BTreeMap<(String, String), Vec<Side>> = BTreeMap::new();
    let key = |side: &Side| (side.declaration.qualified.clone(), side.declaration.kind.clone());
    for side in before {
        old.entry(key(&side)).or_default().push(side);
    }
    let mut take = |side: &Side, is_same: &dyn Fn(&Side) -> bool| {
        let sides = old.get_mut(&key(side))?;
        let at = sides.iter().position(is_same)?;
        Some(sides.remove(at))
    };
    let mut rest = after;
    rest.retain(|side| take(side, &|other| other.text == side.text).is_none());
    let mut changed = Vec::new();
    // Of several clauses, those of one form belong together.
    for by_form in [true, false] {
        let (paired, others): (Vec<_>, Vec<_>) = rest
            .into_iter()
            .map(|side| {
                let form = &side.declaration.signature;
                let is_same = |other: &Side| !by_form || other.declaration.signature == *form;
                (take(&side, &is_same), side)
            })
            .partition(|(before, _)| before.is_some());
        changed.extend(paired.into_iter().map(|(before, side)| {
            let state = before.as_ref().map_or(ChangedState::Added, |was| state(was, &side));
            Changed { side, before, state }
        }));
        rest = others.into_iter().map(|(_, side)| side).collect();
    }
    let added = rest.into_iter();
    changed.extend(added.map(|side| Changed { side, before: None, state: ChangedState::Added }));
    let removed = old.into_values().flatten().map(|side| Changed {
        side,
        before: None,
        state: ChangedState::Removed,
    });
    changed.extend(removed);
    parts.join(changed)
}

fn state(before: &Side, after: &Side) -> ChangedState {
    let signature = |side: &Side| -> String {
        side.declaration.signature.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (was, now) = (signature(before), signature(after));
    // What stands between it and the next one is no part of it.
    let code = |side: &'_ Side| side.code.trim_end_matches([',', ';']).to_owned();
    if code(before) == code(after) {
        ChangedState::Comment
    } else if was == now {
        ChangedState::Body
    } else if before_value(&was, before) == before_value(&now, after) {
        ChangedState::Value
    } else {
        ChangedState::Signature
    }
}

/// What of a signature is before the value: before the first `=`, or bracket of a body, that is in no other brackets and
/// behind the name. A bracket behind the sign of a type is a part of the type.
fn before_value<'s>(signature: &'s str, side: &Side) -> &'s str {
    let name = &side.declaration.name;
    let start = signature.find(&**name).map_or(0, |at| at + name.len());
    let (mut depth, mut last) = (0_usize, ' ');
    for (at, c) in signature[start..].char_indices() {
        let is_value = c == '=' || c == '{' && !matches!(last, ':' | '>' | '|' | '&');
        match c {
            _ if is_value && depth == 0 => return &signature[..start + at],
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = if c == ' ' { last } else { c };
    }
    signature
}

/// Joins a removed declaration and an added one of the same text: it has moved or has another name. What is too short to say
/// so has moved with its file.
fn join_moved(changed: &mut Vec<Changed>, files: &[ChangedFile]) {
    let is = |state| move |old: &Side, new: &Side| moved(old, new) == Some(state);
    join(changed, ChangedState::Moved, is(ChangedState::Moved));
    let gone = || files.iter().filter(|file| file.after == Content::Absent);
    let new = files.iter().filter(|file| file.before == Content::Absent);
    let equal = new.flat_map(|new| gone().map(move |old| (old, new)));
    let equal = equal.filter(|(old, new)| old.before == new.after);
    let mut pairs: BTreeSet<(RepoPath, RepoPath)> =
        equal.map(|(old, new)| (old.path.clone(), new.path.clone())).collect();
    let moved = changed.iter().filter(|one| one.state == ChangedState::Moved);
    let moved = moved.filter_map(|one| Some((one.before.as_ref()?.path.clone(), one)));
    pairs.extend(moved.map(|(old, one)| (old, one.side.path.clone())));
    join(changed, ChangedState::Moved, |old, new| {
        let key = |side: &Side| (side.declaration.qualified.clone(), side.declaration.kind.clone());
        let is_alike = key(old) == key(new) && is_alike(&old.code, &new.code);
        is_alike && pairs.contains(&(old.path.clone(), new.path.clone()))
    });
    join(changed, ChangedState::Renamed, is(ChangedState::Renamed));
}

/// Gives each added declaration the removed one that it is, and this state.
fn join(changed: &mut Vec<Changed>, state: ChangedState, is_same: impl Fn(&Side, &Side) -> bool) {
    let mut at = 0;
    while at < changed.len() {
        let added = (changed[at].state == ChangedState::Added).then_some(&changed[at].side);
        let origin = added.and_then(|added| {
            changed.iter().position(|other| {
                other.state == ChangedState::Removed && is_same(&other.side, added)
            })
        });
        if let Some(index) = origin {
            changed[at].before = Some(changed[index].side.clone());
            changed[at].state = state;
            changed.remove(index);
            at -= usize::from(index < at);
        }
        at += 1;
    }
}

/// Whether at least half of the lines of the longer text are in the other one.
fn is_alike(one: &str, other: &str) -> bool {
    let lines = |text: &str| -> BTreeSet<String> {
        text.lines().map(|line| line.trim().to_owned()).collect()
    };
    let (one, other) = (lines(one), lines(other));
    one.intersection(&other).count() * 2 >= one.len().max(other.len())
}

/// The least characters of a text that says where it comes from.
const MIN_MOVED_CHARS: usize = 30;

fn moved(before: &Side, after: &Side) -> Option<ChangedState> {
    let (old, new) = (&before.declaration, &after.declaration);
    if old.kind != new.kind || before.code.len() < MIN_MOVED_CHARS {
        return None;
    }
    if old.name == new.name {
        return is_alike(&before.code, &after.code).then_some(ChangedState::Moved);
    }
    let renamed = before.code.replace(&old.name, &new.name) == after.code;
    renamed.then_some(ChangedState::Renamed)
}
