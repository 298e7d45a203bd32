//! Choose what to show: the best first, without showing lines twice, and without letting one file
//! crowd out the others.

use std::collections::HashMap;

use crate::rank::symbols::{Candidate, RangeKind};

/// What each further place of one file is worth against the first of another.
const REPEAT: f64 = 0.9;
/// Most places of one file among the first ones while other files wait. The later ones have no such limit: where one
/// file holds most of what is asked for, all of it is worth more than the first lines of a tenth file.
const PER_FILE: usize = 3;
/// Lines between two places of a file up to which they are neighbours.
const GAP: u32 = 4;
/// A neighbour is shown with a place if it is worth at least this part of it.
const SHARED: f64 = 0.7;

/// Files that stand best, each of which is to be shown.
const SHOWN_FILES: usize = 5;
/// Places that are chosen by their worth alone. After these, files that stand well come first of which none is
/// shown.
const FIRST: usize = 5;

/// The places to show, best first. `candidates` come best first, and so do the `files`, the first of which are shown
/// anyhow. Each place takes its neighbours in before the next one is chosen, so the first five of twenty are the
/// first five of six; these stand in the order of `files`, so that those of a file stand together.
pub(super) fn select(
    candidates: Vec<Candidate>,
    files: &[usize],
    limit: usize,
    most: u32,
) -> Vec<Candidate> {
    let mut waiting = candidates;
    let mut chosen: Vec<Candidate> = Vec::new();
    let mut taken: HashMap<usize, usize> = HashMap::new();
    while chosen.len() < limit.max(FIRST) {
        let owed = || owed(&waiting, files, &chosen, &taken);
        let most_of_file = match chosen.len() < FIRST {
            true => PER_FILE,
            false => usize::MAX,
        };
        let fair = owed().or_else(|| next(&waiting, &chosen, &taken, most_of_file));
        let Some(at) = fair.or_else(|| next(&waiting, &chosen, &taken, usize::MAX)) else {
            break;
        };
        let mut place = waiting.remove(at);
        while let Some((start, end)) = grown(&place, &waiting, &chosen, most) {
            (place.start, place.end) = (start, end);
        }
        *taken.entry(place.file).or_default() += 1;
        chosen.push(place);
    }
    let standing = |place: &Candidate| {
        let at = files.iter().position(|file| *file == place.file);
        at.unwrap_or(files.len())
    };
    let first = chosen.len().min(FIRST);
    chosen[..first].sort_by_key(standing);
    chosen.truncate(limit);
    chosen
}

/// The best of a file that has to be shown and is not.
fn owed(
    waiting: &[Candidate],
    files: &[usize],
    chosen: &[Candidate],
    taken: &HashMap<usize, usize>,
) -> Option<usize> {
    let files = &files[..files.len().min(SHOWN_FILES)];
    let unseen = files.iter().filter(|file| !taken.contains_key(file));
    let mut unseen = unseen.take(if chosen.len() < FIRST { 0 } else { files.len() });
    unseen.find_map(|file| waiting.iter().position(|candidate| candidate.file == *file))
}

/// The lines of a place and its best neighbour, where they can be shown as one without running into another.
fn grown(
    place: &Candidate,
    waiting: &[Candidate],
    chosen: &[Candidate],
    most: u32,
) -> Option<(u32, u32)> {
    let nearly = |other: &&Candidate| other.total >= SHARED * place.total;
    waiting.iter().take_while(nearly).find_map(|other| {
        let (start, end) = (place.start.min(other.start), place.end.max(other.end));
        let gap = other
            .start
            .saturating_sub(place.end)
            .max(place.start.saturating_sub(other.end));
        let grows = (start, end) != (place.start, place.end) && end - start < most && gap <= GAP;
        // What stands between declarations is no part of one: imports, the licence of the file.
        let alike = (other.shape == RangeKind::Loose) == (place.shape == RangeKind::Loose);
        let near = other.file == place.file && alike && grows;
        let joins = near && is_free(place.file, start, end, chosen);
        joins.then_some((start, end))
    })
}

/// The best that does not overlap what was chosen, from a file that had fewer than `most` places.
fn next(
    waiting: &[Candidate],
    chosen: &[Candidate],
    taken: &HashMap<usize, usize>,
    most: usize,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (at, candidate) in waiting.iter().enumerate() {
        if best.is_some_and(|(_, value)| candidate.total <= value) {
            break;
        }
        let had = taken.get(&candidate.file).copied().unwrap_or(0);
        let value = candidate.total * REPEAT.powi(i32::try_from(had).unwrap_or(i32::MAX));
        if had < most
            && best.is_none_or(|found| value > found.1)
            && is_free(candidate.file, candidate.start, candidate.end, chosen)
        {
            best = Some((at, value));
        }
    }
    best.map(|found| found.0)
}

fn is_free(file: usize, start: u32, end: u32, chosen: &[Candidate]) -> bool {
    chosen
        .iter()
        .all(|other| other.file != file || end < other.start || other.end < start)
}
