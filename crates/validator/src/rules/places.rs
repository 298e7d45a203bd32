//! Merges overlapping places, and clamps places to the longest range of a report.
//!
//! The cited ranges of a file become disjoint pieces. A range that is too long is cut to windows around
//! its quotes, or around its hits. Overlapping ranges are joined to one piece if that is short enough;
//! otherwise the wider range loses the lines that the narrower one shows.
//! So every line of a listed range that is short enough is shown, once; of a range that is cited only
//! with a quote, the piece that holds the quote is shown; a flow link or a read target keeps its own lines where they say
//! more precisely what it cites. Everything shown was observed.

mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{Candidate, LineRange, RepoPath};

use crate::finding::{Item, Rule};
use crate::{Context, Place, ReportBody, Target, Verdict};
use pieces::FilePieces;

/// In a piece of so many times its lines, what a flow link cites is lost.
const LOST_IN: u32 = 2;
/// Where a listed place has no more than this share of the lines of a piece, these are not what is to be read.
const OWN_SHARE: (u32, u32) = (3, 4);

pub(super) fn apply(verdict: &mut Verdict, context: &Context<'_>) {
    let body = &mut verdict.body;
    let files = pieces_of(body, context);
    let mut clamped = Vec::new();
    for link in &mut body.flow {
        let file = files.get(link.place.path());
        if let Some((file, quote)) = file.zip(link.quote.lines()) {
            let piece = file.piece_of_quote(quote);
            if !is_exact(&link.place, quote, piece, context) {
                let name = format!("flow link {}", link.number);
                let note = clamp_note(&name, &link.place, piece, file, context);
                verdict.mendable.extend(note);
                clamped.extend(clamp_detail(file, &link.place));
                link.place.show(piece);
            }
        }
    }
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
            clamped.extend(clamp_detail(file, place));
            show(place, piece);
        }
    }
    for place in &mut body.primary {
        let file = files.get(place.path());
        if let Some((file, range)) = file.zip(place.range()) {
            clamped.extend(clamp_detail(file, place));
            show(place, file.piece_of_range(range));
        }
    }
    let mut reported = BTreeSet::new();
    for (detail, place) in clamped {
        if reported.insert(detail.clone()) {
            body.add_finding(Rule::Clamped, detail);
            // Lines that nobody named are no loss.
            if is_named(&place, context) {
                body.add_lost_place(Rule::Clamped, Item::Place, context.candidate(&place));
            }
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

/// Whether a link keeps its own lines, which hold its quote, although a longer piece shows them, too: the citation names
/// them, or the piece is so much longer that they would be lost in it.
fn is_exact(place: &Place, quote: LineRange, piece: LineRange, context: &Context<'_>) -> bool {
    place.range().is_some_and(|own| {
        let is_short = own.len() <= context.limits.range_lines;
        own.covers(quote) && is_short && (is_named(place, context) || is_lost(own, piece))
    })
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

/// Whether lines would be lost in a piece.
fn is_lost(own: LineRange, piece: LineRange) -> bool {
    LOST_IN * own.len() <= piece.len()
}

/// The pieces of each cited file.
fn pieces_of<'a>(
    body: &ReportBody,
    context: &Context<'a>,
) -> BTreeMap<&'a RepoPath, FilePieces<'a>> {
    let mut files: BTreeMap<&RepoPath, FilePieces<'_>> = BTreeMap::new();
    let links = body.flow.iter();
    let links = links.map(|link| (&link.place, link.quote.lines()));
    let reads = body.read_targets.iter().map(|read| &read.place);
    let others = body.primary.iter().chain(reads).map(|place| (place, None));
    for (place, quote) in links.chain(others) {
        if let Some((candidate, range)) = context.candidate(place).zip(place.range()) {
            let file = files.entry(candidate.path()).or_default();
            file.cite(range, quote, candidate);
        }
    }
    let max = context.limits.range_lines.max(2);
    for file in files.values_mut() {
        file.build(max);
    }
    files
}

/// The detail of the finding for a cited range of which the pieces do not show all lines; `None` if they do.
fn clamp_detail(file: &FilePieces<'_>, place: &Place) -> Option<(String, Place)> {
    let range = place.range()?;
    let shown = file.piece_of_range(range);
    let id = place.id();
    (!file.shows_all(range)).then(|| (format!("{id}: {range} to {shown}"), place.clone()))
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
    let (lines, most) = (range.len(), context.limits.range_lines);
    (!file.shows_all(range)).then(|| {
        format!("{name}: of its {lines} lines, {piece} are shown, at most {most}; a further one can name the rest")
    })
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
