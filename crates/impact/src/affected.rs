//! Puts the document together.

use std::collections::BTreeSet;
use std::sync::Arc;

use firsthand_history::Content;
use firsthand_registry::{MaskedFile, Observation, ObservationKind, PathClass, Registry, Source};
use firsthand_source::{Cancel, LineRange, NotSearched, RepoPath, count};
use firsthand_tools::{Toolbox, redact_name};

use crate::ImpactRequest;
use crate::alike::alike;
use crate::beside::{tests_by_name, together};
use crate::declared::{self, Changed};
use crate::document::{
    Affected, ChangedDeclaration, ChangedState, Dependence, How, ImpactDocument,
};
use crate::found::{Found, Line, joined};
use crate::gone::Earlier;
use crate::headed::users_of_headed;
use crate::hunks::LineDiff;
use crate::kin::kin;
use crate::left::left_lines;
use crate::lookup::Lookup;
use crate::neighbors::missing;
use crate::placed::users_of_placed;
use crate::reach::reach;
use crate::revisions::ReadChange;
use crate::shared::shared_names;
use crate::texts::removed_texts;
use crate::unproved::add_unproved;
use crate::unresolved::unresolved;
use crate::unused::receipts;

/// The most characters of a quote.
const MAX_QUOTE_CHARS: usize = 160;
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
    let mut document = ImpactDocument {
        schema: "firsthand.impact/1",
        changed: changed.iter().map(shown).collect(),
        affected: Vec::new(),
        unused: Vec::new(),
        unresolved: Vec::new(),
        notes: change
            .notes
            .iter()
            .cloned()
            .chain(present_note(change, toolbox))
            .chain(notes)
            .collect(),
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
    let beside = beside_relations(&mut lookup, change, (&diffs, &changed), (&found, in_placed));
    let mut reached = reach(&mut lookup, &found, request.max_followed);
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
    document.affected = affected(&changed, change, toolbox, found);
    add_unproved(&change.files, &placed.looked_for, &mut document);
    document
}

/// The places to which no relation leads, without those that are found already.
fn beside_relations(
    lookup: &mut Lookup<'_>,
    change: &ReadChange,
    (diffs, changed): (&[LineDiff<'_>], &[Changed]),
    (found, placed): (&[Found], Vec<Found>),
) -> Vec<Found> {
    let mut beside = removed_texts(lookup, diffs, changed);
    beside.extend(placed);
    beside.extend(missing(lookup, change, changed));
    beside.extend(kin(lookup, changed));
    beside.extend(alike(lookup, changed));
    beside.extend(shared_names(lookup, diffs, changed));
    beside.extend(left_lines(lookup, diffs, changed));
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
        not_looked_up: false,
        cut: false,
        not_listed: 0,
    }
}

/// The places with their ids and quotes: by role, the most certain first.
fn affected(
    changed: &[Changed],
    change: &ReadChange,
    toolbox: &Toolbox,
    mut found: Vec<Found>,
) -> Vec<Affected> {
    let touched: Vec<(&RepoPath, LineRange)> = changed
        .iter()
        .filter(|one| one.state != ChangedState::Comment)
        .filter_map(Changed::after)
        .filter(|side| is_present(change, toolbox, &side.path))
        .map(|side| (&side.path, side.declaration.range))
        .collect();
    let in_change = |place: &Found| {
        let holds = |(path, range): &(&RepoPath, LineRange)| {
            **path == place.path && range.covers(place.around())
        };
        touched.iter().any(holds)
    };
    found.sort_by_cached_key(|place| {
        let key =
            (place.role, place.is_weak, in_change(place), place.how, place.distance, place.of);
        // The rarer a name, the more it says.
        (key, place.alike, place.path.clone(), place.line)
    });
    let mut registry = Registry::new();
    let mut masked: Vec<MaskedFile> = Vec::new();
    let mut affected = Vec::new();
    for place in found {
        let file = place.file.as_ref().map(|bytes| {
            masked.iter().position(|file| *file.path() == place.path).unwrap_or_else(|| {
                masked.push(toolbox.sandbox().masked(&place.path, Arc::clone(bytes)));
                masked.len() - 1
            })
        });
        let file = file.map(|index| &masked[index]);
        let observation =
            match file.and_then(|file| file.window(LineRange::one(place.line), |_, _| 0)) {
                Some(window) => {
                    let windows = Vec::from([window.as_row()]);
                    Observation::new(Source::GRAPH, ObservationKind::Relations, windows)
                }
                None => Observation::listed(Source::GRAPH, Vec::from([place.path.clone()])),
            };
        let Some(id) = registry.observe(observation).first().copied() else {
            continue;
        };
        let line = file.and_then(|file| file.line(place.line)).filter(|line| !line.is_masked());
        affected.push(Affected {
            id: id.to_string(),
            in_change: in_change(&place),
            weak: place.is_weak,
            line: place.line,
            also: place.also.into_iter().collect(),
            range: place.symbol.as_ref().map(|symbol| symbol.range),
            symbol: place.symbol.as_ref().map(|symbol| redact_name(&symbol.qualified).into_owned()),
            quote: line.map(|line| quote(line.text())),
            role: place.role,
            how: place.how,
            of: place.of,
            distance: place.distance,
            through: place.through.iter().map(|name| redact_name(name).into_owned()).collect(),
            path: place.path,
        });
    }
    affected
}

/// The beginning of a line, without what is before and behind its text: nothing marks that the rest is left out, so that
/// it is a part of the line.
fn quote(line: &str) -> String {
    let beginning: String = line.trim().chars().take(MAX_QUOTE_CHARS).collect();
    beginning.trim_end().to_owned()
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
