//! Merges overlapping places, and clamps places to the longest range of a report.
//!
//! The listed ranges of a file, those of read targets and primary places, become disjoint pieces. A range that is too long is
//! cut to a window around its quote, or around its hits. Overlapping ranges are joined to one piece if that is short enough;
//! otherwise the wider range loses the lines that the narrower one shows.
//! So every line of a listed range that is short enough is shown, once; a read target keeps its own lines where they say
//! more precisely what it cites. A flow link keeps its own lines, whatever else is cited of its file; of too many, what is
//! to be read around its quote, or else a window around that. Everything shown was observed.

mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{Candidate, CandidateId, LineRange, RepoPath, distinct};

use crate::finding::{Item, Rule};
use crate::{Context, Place, ReportBody, Target, Verdict};
use pieces::{FilePieces, window_of_quote};

/// Where a listed place has no more than this share of the lines of a piece, these are not what is to be read.
const OWN_SHARE: (u32, u32) = (3, 4);

pub(super) fn apply(verdict: &mut Verdict, context: &Context<'_>) {
    let body = &mut verdict.body;
    let files = pieces_of(body, context);
    let mut clamped = Vec::new();
    let listed = || body.primary.iter().chain(body.read_targets.iter().map(|read| &read.place));
    let listed: Vec<(Place, LineRange)> = listed()
        .filter_map(|place| {
            let file = files.get(place.path())?;
            Some((place.clone(), file.piece_of_range(place.range()?)))
        })
        .collect();
    let show = |place: &mut Place, piece: LineRange| {
        if !keep_their_own(&listed, place.path(), piece, context) {
            place.show(piece);
        }
    };
    for (number, read) in (1..).zip(&mut body.read_targets) {
        let place = &mut read.place;
        if let Some((file, range)) = files.get(place.path()).zip(place.range()) {
            let piece = file.piece_of_range(range);
            let name = format!("read target {number}");
            verdict.mendable.extend(clamp_note(&name, place, piece, file, context));
            clamped.extend(clamp_of(file, place));
            show(place, piece);
        }
    }
    for place in &mut body.primary {
        let file = files.get(place.path());
        if let Some((file, range)) = file.zip(place.range()) {
            clamped.extend(clamp_of(file, place));
            show(place, file.piece_of_range(range));
        }
    }
    for link in &mut body.flow {
        let place = &mut link.place;
        let shown = lines_of_link(place, link.quote.lines(), &body.read_targets, context);
        if let Some((own, shown)) = place.range().zip(shown) {
            if is_named(place, context) {
                let name = format!("flow link {}", link.number);
                verdict.mendable.push(note_of(&name, own, shown, context));
            }
            // What is to be read is nearly all of a short one.
            clamped.extend((own.len() > most_lines(context)).then(|| (place.id(), own, shown)));
            place.show(shown);
        }
    }
    let clamped = distinct(clamped);
    for (id, range, shown) in &clamped {
        body.add_finding(Rule::Clamped, format!("{id}: {range} to {shown}"));
    }
    for (id, range) in distinct(clamped.iter().map(|(id, range, _)| (*id, *range))) {
        // Lines that nobody named are no loss.
        let candidate = context.registry.get(id);
        if candidate.and_then(Candidate::range) != Some(range) {
            body.add_lost_place(Rule::Clamped, Item::Place, candidate);
        }
    }
    let mut merged = dedupe("primary place", &mut body.primary, |place| place, |_, _| {});
    let mut unprinted = Vec::new();
    // A merged read target is required if one of its parts is.
    merged.extend(dedupe(
        "read target",
        &mut body.read_targets,
        |read| &read.place,
        |kept: &mut Target, merged: &Target| {
            kept.required |= merged.required;
            if !merged.purpose.trim().is_empty() && merged.purpose != kept.purpose {
                unprinted.push(format!(
                    "two read targets show the same lines of {}: of the second the purpose is not printed",
                    merged.place.id()
                ));
            }
        },
    ));
    for detail in merged {
        body.add_finding(Rule::Merged, detail);
    }
    if !unprinted.is_empty() {
        body.add_loss(Rule::Merged, Item::Text, unprinted.len());
    }
    verdict.mendable.extend(unprinted);
}

/// What is shown of a link's own lines, if not all: of too many, the fewest lines with its quote that are to be read, else a
/// window around it; of others that it does not name, lines to be read that are nearly all of them.
fn lines_of_link(
    place: &Place,
    quote: Option<LineRange>,
    reads: &[Target],
    context: &Context<'_>,
) -> Option<LineRange> {
    let (own, quote, max) = (place.range()?, quote?, most_lines(context));
    let candidate = context.candidate(place)?;
    let is_long = own.len() > max;
    let is_meant = |read: &LineRange| {
        let is_most = OWN_SHARE.1 * read.len() > OWN_SHARE.0 * own.len();
        own.covers(*read) && read.covers(quote) && (is_long || is_most && !is_named(place, context))
    };
    let reads = reads.iter().filter(|read| read.place.path() == place.path());
    let around = reads.filter_map(|read| read.place.range()).filter(is_meant);
    let window = || window_of_quote(own, quote, candidate.declarations(), max);
    around.min_by_key(|read| read.len()).or_else(|| is_long.then(window))
}

/// The most lines of a place: a quote can have two.
fn most_lines(context: &Context<'_>) -> u32 {
    context.limits.range_lines.max(2)
}

/// Whether the listed places in a piece keep their own lines: each names them, they would be lost in the piece, and no two of
/// them share a part of their lines.
fn keep_their_own(
    listed: &[(Place, LineRange)],
    path: &RepoPath,
    piece: LineRange,
    context: &Context<'_>,
) -> bool {
    let in_piece = listed.iter().filter(|(place, of)| place.path() == path && *of == piece);
    let in_piece: Vec<&Place> = in_piece.map(|(place, _)| place).collect();
    in_piece.iter().all(|place| {
        let is_lost = |own: LineRange| {
            piece.covers(own) && OWN_SHARE.1 * own.len() <= OWN_SHARE.0 * piece.len()
        };
        let shares_none = |other: &&Place| place.range() == other.range() || !place.overlaps(other);
        is_named(place, context)
            && place.range().is_some_and(is_lost)
            && in_piece.iter().all(shares_none)
    })
}

/// Whether a citation names lines of its place.
pub(super) fn is_named(place: &Place, context: &Context<'_>) -> bool {
    let seen = context.candidate(place).and_then(Candidate::range);
    seen.is_some() && seen != place.range()
}

/// The pieces of each cited file.
fn pieces_of<'a>(
    body: &ReportBody,
    context: &Context<'a>,
) -> BTreeMap<&'a RepoPath, FilePieces<'a>> {
    let mut files: BTreeMap<&RepoPath, FilePieces<'_>> = BTreeMap::new();
    let reads = body.read_targets.iter().map(|read| (&read.place, true));
    for (place, is_read) in reads.chain(body.primary.iter().map(|place| (place, false))) {
        if let Some((candidate, range)) = context.candidate(place).zip(place.range()) {
            let file = files.entry(candidate.path()).or_default();
            file.cite(range, is_read, candidate);
        }
    }
    for link in &body.flow {
        let lines = link.place.range().zip(link.quote.lines());
        if let Some((file, (range, quote))) = files.get_mut(link.place.path()).zip(lines) {
            file.quote(range, quote);
        }
    }
    for file in files.values_mut() {
        file.build(most_lines(context));
    }
    files
}

/// A cited range of which the listed places do not show all lines, with what they show; `None` if they do.
fn clamp_of(file: &FilePieces<'_>, place: &Place) -> Option<(CandidateId, LineRange, LineRange)> {
    let range = place.range().filter(|range| !file.shows_all(*range))?;
    Some((place.id(), range, file.piece_of_range(range)))
}

/// For the model: which of the lines that a citation names are shown; `None` where it names none, or all are.
fn clamp_note(
    name: &str,
    place: &Place,
    piece: LineRange,
    file: &FilePieces<'_>,
    context: &Context<'_>,
) -> Option<String> {
    let range = place.range().filter(|_| is_named(place, context))?;
    (!file.shows_all(range)).then(|| note_of(name, range, piece, context))
}

/// For the model: how many of the lines that a citation names are shown.
fn note_of(name: &str, range: LineRange, shown: LineRange, context: &Context<'_>) -> String {
    let (lines, most) = (range.len(), context.limits.range_lines);
    format!(
        "{name}: of its {lines} lines, {shown} are shown, at most {most}; a further one can name the rest"
    )
}

/// Keeps the first of each group of overlapping places, merges the others into it, and returns a note for each of
/// them. A path-only place gives way to a place of its file that has lines. `at` returns an item's place.
fn dedupe<T>(
    list: &str,
    items: &mut Vec<T>,
    at: impl Fn(&T) -> &Place,
    mut merge: impl FnMut(&mut T, &T),
) -> Vec<String> {
    let mut notes = Vec::new();
    let all = std::mem::take(items);
    let paths_with_lines: BTreeSet<RepoPath> = all
        .iter()
        .map(&at)
        .filter(|place| place.range().is_some())
        .map(|place| place.path().clone())
        .collect();
    for item in all {
        let place = at(&item);
        let gives_way = place.range().is_none() && paths_with_lines.contains(place.path());
        let note = format!("{list} {} is one with another", place.id());
        match items.iter_mut().find(|kept| at(kept).overlaps(place)) {
            Some(kept) => merge(kept, &item),
            None if gives_way => {}
            None => {
                items.push(item);
                continue;
            }
        }
        notes.push(note);
    }
    notes
}
