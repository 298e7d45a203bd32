//! Puts the document together.

use std::collections::BTreeSet;

use firsthand_history::Content;
use firsthand_registry::PathClass;
use firsthand_source::{Cancel, LineRange, NotSearched, RepoPath, count};
use firsthand_tools::{Toolbox, redact_name};

use crate::ImpactRequest;
use crate::alike::alike;
use crate::beside::{tests_by_name, together};
use crate::change_names::ChangeNames;
use crate::declared::{self, Changed};
use crate::document::{ChangedDeclaration, ChangedState, Dependence, How, ImpactDocument};
use crate::found::{Found, Line, joined};
use crate::gone::Earlier;
use crate::headed::users_of_headed;
use crate::hunks::LineDiff;
use crate::left::left_lines;
use crate::lookup::Lookup;
use crate::observed::affected;
use crate::placed::users_of_placed;
use crate::reach::reach;
use crate::revisions::ReadChange;
use crate::shared::shared_names;
use crate::texts::removed_texts;
use crate::twins::twins;
use crate::unproved::add_unproved;
use crate::unresolved::unresolved;
use crate::unused::receipts;

/// The share of the time that direct uses may take.
const DIRECT_SHARE: f64 = 0.6;

pub(crate) fn document(
    toolbox: &Toolbox,
    request: &ImpactRequest,
    change: &ReadChange,
    cancel: &Cancel,
) -> ImpactDocument {
    let declared::Differences { changed, outside, notes } =
        declared::differences(toolbox.graph(), &change.files, cancel);
    let mut lookup = Lookup::new(toolbox, cancel);
    let earlier_notes = change.notes.iter().cloned();
    let mut document = ImpactDocument {
        schema: "firsthand.impact/1",
        changed: changed.iter().map(shown).collect(),
        affected: Vec::new(),
        unused: Vec::new(),
        unresolved: Vec::new(),
        notes: earlier_notes.chain(present_note(change, toolbox)).chain(notes).collect(),
        losses: firsthand_source::Losses::default(),
        change: change.change.clone(),
    };
    let direct_cancel = cancel.after(request.max_time.mul_f64(DIRECT_SHARE));
    let mut found: Vec<Found> = Vec::new();
    lookup.cancel = &direct_cancel;
    let mut earlier = Earlier::new(toolbox, &change.files, &direct_cancel);
    let mut late = 0;
    let mut in_turn: Vec<(usize, &Changed)> = changed.iter().enumerate().collect();
    // What breaks most comes first, if the time is not enough for all; what is generated changes with what it is made from.
    in_turn.sort_by_key(|(_, one)| (PathClass::of(&one.side.path).generated, one.state));
    for (of, changed) in in_turn {
        if changed.state == ChangedState::Comment || changed.is_test() {
            continue;
        }
        if !direct_cancel.is_cancelled() {
            let cut = lookup.losses.cap + earlier.left_out().0.cap;
            found.extend(lookup.places(changed, of, &mut earlier));
            document.changed[of].not_listed = lookup.not_listed;
            document.changed[of].cut = lookup.losses.cap + earlier.left_out().0.cap > cut;
        }
        if direct_cancel.is_cancelled() {
            document.changed[of].not_looked_up = true;
            late += 1;
        }
    }
    found.extend(earlier.uses_of_gone_files(&mut lookup, &found));
    let diffs: Vec<LineDiff<'_>> = change.files.iter().filter_map(LineDiff::of).collect();
    found.extend(users_of_headed(&mut lookup, &diffs, &changed));
    siblings_once(&mut found);
    let (losses, not_searched_earlier) = earlier.left_out();
    lookup.losses = lookup.losses.and(losses);
    lookup.cancel = cancel;
    let mut placed = users_of_placed(&mut lookup, &diffs);
    let in_placed = std::mem::take(&mut placed.found);
    document.notes.extend(placed.common_note());
    let beside = beside_relations(&mut lookup, (&diffs, &changed), (&found, in_placed));
    let mut reached = reach(&mut lookup, &found, request.max_followed);
    let names = ChangeNames::of(&diffs, toolbox);
    let mut lost = std::mem::take(&mut lookup.lost);
    lost.append(&mut reached.lost);
    unresolved(&lookup, &changed, &found, &lost, &reached, &outside, &mut document);
    document.losses = lookup.losses;
    let not_searched = NotSearched::of_both(lookup.not_searched, not_searched_earlier);
    if !not_searched.is_empty() {
        // Every lookup counts them again.
        document.losses.unreadable = NotSearched::total(&not_searched);
        document.notes.extend(not_searched.iter().map(|one| format!("not read: {}", one.note())));
    }
    if late > 0 {
        document.notes.push(format!(
            "the uses of {} were not looked up, or not all, as the time was up: what is listed of these depends on it, and may \
             be more in another run",
            count(late as usize, "declaration", "declarations")
        ));
    }
    document.losses.time += late;
    document.losses.cap += reached.not_followed as u64;
    found.extend(beside);
    found.extend(reached.tests);
    found.extend(tests_by_name(toolbox, &changed, &found));
    found.extend(together(toolbox, change, cancel, &mut document));
    receipts(toolbox, &changed, &found, cancel, &mut document);
    found.iter_mut().for_each(|place| names.add_to(place));
    names.find_used(&changed, &mut document.changed);
    document.affected = affected(&touched(&changed, change, toolbox), toolbox, found);
    add_unproved(&change.files, &placed.looked_for, &mut document);
    document
}

/// The places to which no relation leads, without those that are found already.
fn beside_relations(
    lookup: &mut Lookup<'_>,
    (diffs, changed): (&[LineDiff<'_>], &[Changed]),
    (found, placed): (&[Found], Vec<Found>),
) -> Vec<Found> {
    let mut beside = removed_texts(lookup, diffs, changed);
    beside.extend(placed);
    beside.extend(alike(lookup, changed));
    beside.extend(shared_names(lookup, diffs, changed));
    beside.extend(left_lines(lookup, diffs, changed));
    beside.extend(twins(lookup, diffs));
    let mut beside = joined(beside);
    beside.iter_mut().for_each(|place| lookup.begin_with_code(place));
    let known = || found.iter().filter(|place| !place.is_weak);
    let mut lines: BTreeSet<Line> = known().flat_map(Found::all_lines).collect();
    let mut known: BTreeSet<(RepoPath, LineRange)> =
        known().map(|place| (place.path.clone(), place.around())).collect();
    beside.retain(|place| {
        // A copy of a replaced line is another one than that which uses what changes.
        let is_copy =
            place.how == How::SameLines && place.all_lines().all(|at| !lines.contains(&at));
        let is_new = known.insert((place.path.clone(), place.around())) || is_copy;
        lines.extend(place.all_lines());
        // What is generated is made anew.
        is_new && !place.is_of_a_program()
    });
    beside
}

/// Members of one type have the same siblings: each is listed once.
fn siblings_once(found: &mut Vec<Found>) {
    let mut seen = BTreeSet::new();
    found.retain(|place| {
        let key = || (place.path.clone(), place.around());
        place.role != Dependence::Sibling || seen.insert(key())
    });
}

fn shown(changed: &Changed) -> ChangedDeclaration {
    let side = &changed.side;
    let declaration = &side.declaration;
    let signature = |side: &declared::Side| {
        let text = redact_name(&side.declaration.signature).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let before = changed.before.as_ref();
    let has_other_signature =
        matches!(changed.state, ChangedState::Signature | ChangedState::Value);
    let signatures = before.filter(|_| has_other_signature);
    let signatures = signatures.map(|before| (signature(before), signature(side)));
    let has_other_place = matches!(changed.state, ChangedState::Moved | ChangedState::Renamed);
    let was = before.filter(|_| has_other_place).map(|before| {
        let name = redact_name(&before.declaration.qualified);
        format!("{name} in {}:{}", before.path, before.declaration.range)
    });
    ChangedDeclaration {
        path: side.path.clone(),
        lines: declaration.range,
        name: redact_name(&declaration.qualified).into_owned(),
        kind: declaration.kind.clone(),
        state: changed.state,
        is_test: changed.is_test(),
        was,
        signatures,
        named_in_change: false,
        not_looked_up: false,
        cut: false,
        not_listed: 0,
    }
}

/// The declarations of the present tree that the change alters.
fn touched<'c>(
    changed: &'c [Changed],
    change: &ReadChange,
    toolbox: &Toolbox,
) -> Vec<(&'c RepoPath, LineRange)> {
    let sides = changed.iter().filter(|one| one.state != ChangedState::Comment);
    let sides = sides.filter_map(Changed::after);
    let sides = sides.filter(|side| is_present(change, toolbox, &side.path));
    sides.map(|side| (&side.path, side.declaration.range)).collect()
}

/// Whether a changed file stands in the tree as it is after the change.
fn is_present(change: &ReadChange, toolbox: &Toolbox, path: &RepoPath) -> bool {
    let Some(file) = change.files.iter().find(|file| file.path == *path) else {
        return false;
    };
    let present = toolbox.sandbox().read(path).ok();
    match &file.after {
        Content::Absent => present.is_none(),
        Content::Bytes(bytes) => present.as_ref() == Some(bytes),
        Content::Unread => true,
    }
}

/// A note if changed files stand otherwise now: uses are looked up in the present tree.
fn present_note(change: &ReadChange, toolbox: &Toolbox) -> Option<String> {
    let files = change.files.iter();
    let others = files.filter(|file| !is_present(change, toolbox, &file.path)).count();
    let files = count(others, "changed file stands", "changed files stand");
    (others > 0).then(|| {
        format!("{files} otherwise now than after this change: uses are those of the present files")
    })
}
