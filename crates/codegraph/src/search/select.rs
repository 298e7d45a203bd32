//! Selects the regions to show: the best first, no line twice, and not only of one file.

use super::roots::Turns;
use super::{Passage, QueryContext, RangeKind, SearchedFile};
use crate::answer::{Region, Resolution};
use crate::text::distinct::distinct;
use firsthand_source::{LineRange, RepoPath};
use std::collections::HashMap;
use std::sync::Arc;

/// Among the first [`FIRST_PLACES`] places, the score of a passage is multiplied by this factor once for each place
/// of its file that is already selected.
const REPEAT_FACTOR: f64 = 0.9;
/// The most places of one file among the first [`FIRST_PLACES`] while other files have passages. Later places have no
/// such limit and no such factor: if one file contains most of the answer, all of it is more useful than the first
/// lines of a tenth file.
const MAX_PER_FILE: usize = 3;
/// Two places of a file are neighbours if one begins at most this many lines after the last line of the other.
const MAX_NEIGHBOUR_GAP: u32 = 4;
/// A neighbour is shown with a place if its score is at least this share of the place's.
const MIN_NEIGHBOUR_SHARE: f64 = 0.7;

/// The number of best files of which at least one place is shown.
const MIN_SHOWN_FILES: usize = 5;
/// The number of places that are selected by their scores alone. After them come the best files without a selected
/// place.
pub(super) const FIRST_PLACES: usize = 5;

/// The places to show: those of `first`, then the others, best first, the roots in turn, at most `limit` of at most
/// `max_lines` lines each. `passages` and `files` are sorted best first; if `limit` allows, each of the first
/// [`MIN_SHOWN_FILES`] files has a place. Each place is merged
/// with its neighbours before the next one is selected, so `limit` does not change which places come first. The first
/// [`FIRST_PLACES`] are ordered by `files`, so that those of one file are adjacent.
pub(super) fn select(
    (passages, first): (Vec<Passage>, Vec<Passage>),
    mut turns: Turns,
    files: &[usize],
    limit: usize,
    max_lines: u32,
) -> Vec<Passage> {
    let mut waiting = passages;
    let first_count = first.len();
    let mut chosen = first;
    let mut places_of_file: HashMap<usize, usize> = HashMap::new();
    for place in &chosen {
        *places_of_file.entry(place.file).or_default() += 1;
        turns.count(place);
    }
    while chosen.len() < limit.max(FIRST_PLACES) {
        let max_of_file = if chosen.len() < FIRST_PLACES { MAX_PER_FILE } else { usize::MAX };
        let roots = turns.order();
        let best = |max_of_file: usize| {
            let of_root = |root: &usize| {
                let is_free = |place: &Passage| {
                    turns.is_of(place, *root) && chosen.iter().all(|other| !other.overlaps(place))
                };
                best_free_passage(&waiting, is_free, &chosen, &places_of_file, max_of_file)
            };
            roots.iter().find_map(of_root)
        };
        let preferred = best_of_missing_file(&waiting, files, &chosen, &places_of_file)
            .or_else(|| best(max_of_file));
        let Some(at) = preferred.or_else(|| best(usize::MAX)) else {
            break;
        };
        let mut place = waiting.remove(at);
        while let Some((start, end)) = with_neighbour(&place, &waiting, &chosen, max_lines) {
            (place.start, place.end) = (start, end);
        }
        *places_of_file.entry(place.file).or_default() += 1;
        turns.count(&place);
        chosen.push(place);
    }
    let rank_of_file = |place: &Passage| {
        let at = files.iter().position(|file| *file == place.file);
        at.unwrap_or(files.len())
    };
    let last = chosen.len().min(FIRST_PLACES);
    chosen[first_count.min(last)..last].sort_by_key(rank_of_file);
    chosen.truncate(limit);
    chosen
}

/// The score of places behind the first ones.
pub(super) fn score_behind_first(chosen: &[Passage]) -> f64 {
    chosen[..chosen.len().min(FIRST_PLACES)].last().map_or(0.0, |place| place.total)
}

/// Adds places behind the first ones, except what is among these.
pub(super) fn insert_behind_first(chosen: &mut Vec<Passage>, places: Vec<Passage>, limit: usize) {
    let mut at = chosen.len().min(FIRST_PLACES);
    for place in places {
        if chosen[..at].iter().any(|other| other.overlaps(&place)) {
            continue;
        }
        chosen.retain(|other| !other.overlaps(&place));
        chosen.insert(at, place);
        at += 1;
    }
    chosen.truncate(limit);
}

/// The index of the best passage of the first of the best files that has no place yet; `None` while the
/// first [`FIRST_PLACES`] places are selected, or if there is none.
fn best_of_missing_file(
    waiting: &[Passage],
    files: &[usize],
    chosen: &[Passage],
    places_of_file: &HashMap<usize, usize>,
) -> Option<usize> {
    if chosen.len() < FIRST_PLACES {
        return None;
    }
    let files = files.iter().take(MIN_SHOWN_FILES);
    let mut unseen = files.filter(|file| !places_of_file.contains_key(file));
    unseen.find_map(|file| waiting.iter().position(|passage| passage.file == *file))
}

/// The lines of a place merged with its best neighbour, if they fit one region that overlaps no other.
fn with_neighbour(
    place: &Passage,
    waiting: &[Passage],
    chosen: &[Passage],
    max_lines: u32,
) -> Option<(u32, u32)> {
    let scores_alike = |other: &&Passage| other.total >= MIN_NEIGHBOUR_SHARE * place.total;
    waiting.iter().take_while(scores_alike).find_map(|other| {
        let (start, end) = (place.start.min(other.start), place.end.max(other.end));
        let merged = Passage::at(place.file, place.kind, (start, end));
        let gap = other.start.saturating_sub(place.end).max(place.start.saturating_sub(other.end));
        let grows = (start, end) != (place.start, place.end)
            && end - start < max_lines
            && gap <= MAX_NEIGHBOUR_GAP;
        // Lines between declarations, such as imports or a licence, are no part of a declaration.
        let alike = (other.kind == RangeKind::OutsideDeclarations)
            == (place.kind == RangeKind::OutsideDeclarations);
        let near = other.file == place.file && alike && grows;
        let joins = near && chosen.iter().all(|other| !other.overlaps(&merged));
        joins.then_some((start, end))
    })
}

/// The index of the best free passage from a file with fewer than `max_of_file` places.
fn best_free_passage(
    waiting: &[Passage],
    is_free: impl Fn(&Passage) -> bool,
    chosen: &[Passage],
    places_of_file: &HashMap<usize, usize>,
    max_of_file: usize,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (at, passage) in waiting.iter().enumerate() {
        if best.is_some_and(|(_, value)| passage.total <= value) {
            break;
        }
        let shown_of_file = places_of_file.get(&passage.file).copied().unwrap_or(0);
        let repeats = if chosen.len() < FIRST_PLACES {
            i32::try_from(shown_of_file).unwrap_or(i32::MAX)
        } else {
            0
        };
        let value = passage.total * REPEAT_FACTOR.powi(repeats);
        let is_better = best.is_none_or(|found| value > found.1);
        if shown_of_file < max_of_file && is_better && is_free(passage) {
            best = Some((at, value));
        }
    }
    best.map(|found| found.0)
}

// Converts the selected passages to regions with their exact bytes.

/// The regions of the selected passages, in their order; `named_lines` are those of a file that the query names.
pub(super) fn regions(
    opened: &[SearchedFile],
    chosen: &[Passage],
    context: &QueryContext<'_>,
    named_lines: &dyn Fn(&str) -> Vec<u32>,
) -> Vec<Region> {
    chosen
        .iter()
        .filter_map(|passage| region(&opened[passage.file], passage, context, named_lines))
        .collect()
}

fn region(
    searched: &SearchedFile,
    passage: &Passage,
    context: &QueryContext<'_>,
    named_lines: &dyn Fn(&str) -> Vec<u32>,
) -> Option<Region> {
    let file = &searched.file;
    let (start, end) = (passage.start, passage.end);
    let byte_range = file.lines.bytes(start, end);
    let inside = searched.hits_within(&byte_range);
    let mut hit_lines: Vec<u32> = inside.iter().map(|hit| file.line(hit.start)).collect();
    let symbol = passage.kind.symbol();
    let link = passage.link.as_deref();
    let linked_lines = link.into_iter().flat_map(|link| link.lines.iter().copied());
    hit_lines.extend(linked_lines.clone());
    hit_lines.extend(named_lines(&file.path));
    hit_lines.extend(symbol.map(|at| file.facts.symbols[at].name_line));
    hit_lines.retain(|line| start <= *line && *line <= end);
    if hit_lines.is_empty() {
        // The words stand only in the path of the file.
        hit_lines.push(start);
    }
    let exact = inside.iter().filter(|hit| hit.exact);
    let mut tokens = distinct(exact.map(|hit| hit.token));
    let weight = |token: u16| context.weight(token);
    tokens.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)).then(a.cmp(b)));
    Some(Region {
        path: RepoPath::new(&file.path).ok()?,
        range: LineRange::new(start, end)?,
        file_lines: file.lines.count(),
        bytes: file.raw_bytes[byte_range].to_vec(),
        file: Arc::clone(&file.raw_bytes),
        hits: distinct(hit_lines),
        score: passage.total,
        components: passage.score.parts.clone(),
        named_at: None,
        guessed: false,
        symbol: symbol.map(|at| file.declaration(at)),
        relation: link.map(|link| link.relation),
        resolution: link.map(|_| Resolution::Name),
        related: linked_lines.map(|line| (line, Resolution::Name)).collect(),
        relation_of: link.map(|link| link.of.clone()),
        distance: link.map(|link| link.distance),
        tokens: tokens
            .iter()
            .map(|t| context.scanned.tokens.list[usize::from(*t)].text.clone())
            .collect(),
    })
}
