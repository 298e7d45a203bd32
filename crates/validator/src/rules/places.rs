//! Merges overlapping places, and clamps places to the longest range of a report.
//!
//! The cited ranges of a file become disjoint pieces. A range that is too long is cut to windows around
//! its quotes, or around its hits. Overlapping ranges are joined to one piece if that is short enough;
//! otherwise the wider range loses the lines that the narrower one shows.
//! So every line of a listed range that is short enough is shown, once; of a range that is cited only
//! with a quote, the piece that holds the quote is shown. Everything shown was observed.

mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{LineRange, RepoPath};

use crate::draft::{CitedPlace, Context, Draft, DraftRead};
use crate::finding::{Item, Rule};
use pieces::FilePieces;

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let max = context.limits.range_lines.max(2);
    let files = pieces_of(draft, max);
    let mut clamped = Vec::new();
    for link in &mut draft.flow {
        let quote = LineRange::new(link.quote.line, link.quote.end);
        let Some((file, quote)) = files.get(link.cited.candidate.path()).zip(quote) else {
            continue;
        };
        clamped.extend(clamp_detail(file, &link.cited));
        link.cited.range = Some(file.piece_of_quote(quote));
    }
    let reads = draft.reads.iter_mut().map(|read| &mut read.cited);
    for cited in draft.primary.iter_mut().chain(reads) {
        let file = files.get(cited.candidate.path());
        let Some((file, range)) = file.zip(cited.range) else {
            continue;
        };
        clamped.extend(clamp_detail(file, cited));
        cited.range = Some(file.piece_of_range(range));
    }
    let mut reported = BTreeSet::new();
    for detail in clamped {
        if reported.insert(detail.clone()) {
            draft.add_finding(Rule::Clamped, detail);
            draft.add_loss(Rule::Clamped, Item::Place, 1);
        }
    }
    let primary = &mut draft.primary;
    let mut merged = dedupe("primary place", primary, |cited| cited, |_, _| {});
    // A merged read target is required if one of its parts is.
    let merge_required = |kept: &mut DraftRead<'_>, dropped: &DraftRead<'_>| {
        kept.required |= dropped.required;
    };
    let reads = &mut draft.reads;
    merged.extend(dedupe(
        "read target",
        reads,
        |read| &read.cited,
        merge_required,
    ));
    for detail in merged {
        draft.add_finding(Rule::Merged, detail);
    }
}

/// The pieces of each cited file.
fn pieces_of<'a>(draft: &Draft<'a>, max: u32) -> BTreeMap<&'a RepoPath, FilePieces<'a>> {
    let mut files: BTreeMap<&RepoPath, FilePieces<'_>> = BTreeMap::new();
    let links = draft.flow.iter().map(|link| {
        let quote = LineRange::new(link.quote.line, link.quote.end);
        (&link.cited, quote)
    });
    let reads = draft.reads.iter().map(|read| &read.cited);
    let others = draft.primary.iter().chain(reads).map(|cited| (cited, None));
    for (cited, quote) in links.chain(others) {
        if let Some(range) = cited.range {
            let file = files.entry(cited.candidate.path()).or_default();
            file.cite(range, quote, cited.candidate);
        }
    }
    for file in files.values_mut() {
        file.build(max);
    }
    files
}

/// The detail of the finding for a cited range of which the pieces do not show all lines; `None` if they do.
fn clamp_detail(file: &FilePieces<'_>, cited: &CitedPlace<'_>) -> Option<String> {
    let range = cited.range?;
    let shown = file.piece_of_range(range);
    let id = cited.candidate.id();
    (!file.shows_all(range)).then(|| format!("{id}: {range} to {shown}"))
}

/// Keeps the first of each group of overlapping places, merges the others into it, and returns a note for each of
/// them. A path-only place is dropped if another place of its file has lines. `at` returns an item's place.
fn dedupe<'a, T>(
    list: &str,
    items: &mut Vec<T>,
    at: impl for<'t> Fn(&'t T) -> &'t CitedPlace<'a>,
    merge: impl Fn(&mut T, &T),
) -> Vec<String> {
    let mut notes = Vec::new();
    let all = std::mem::take(items);
    let paths_with_lines: BTreeSet<RepoPath> = all
        .iter()
        .map(&at)
        .filter(|cited| cited.range.is_some())
        .map(|cited| cited.candidate.path().clone())
        .collect();
    for item in all {
        let cited = at(&item);
        let gives_way = cited.range.is_none() && paths_with_lines.contains(cited.candidate.path());
        let note = format!("{list} {} is one with another", cited.candidate.id());
        match items.iter_mut().find(|kept| at(kept).overlaps(cited)) {
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
