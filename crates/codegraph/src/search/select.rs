//! Choose what to show: the best first, without showing lines twice, and without letting one file
//! crowd out the others.

use std::collections::HashMap;

use crate::rank::symbols::Candidate;

/// What each further place of one file is worth against the first of another.
const REPEAT: f64 = 0.9;
/// Lines between two places of a file up to which they are shown as one region.
const JOINED_GAP: u32 = 60;
/// Most places of one file while other files wait.
const PER_FILE: usize = 3;

/// The places to show, best first. `candidates` come best first.
pub(super) fn select(candidates: Vec<Candidate>, limit: usize, most: u32) -> Vec<Candidate> {
    let mut waiting = candidates;
    let mut chosen: Vec<Candidate> = Vec::new();
    let mut taken: HashMap<usize, usize> = HashMap::new();
    loop {
        let fair = next(&waiting, &chosen, &taken, PER_FILE);
        let Some(at) = fair.or_else(|| next(&waiting, &chosen, &taken, usize::MAX)) else {
            break;
        };
        let candidate = waiting.remove(at);
        if let Some(near) = (0..chosen.len()).find(|near| joins(&chosen, *near, &candidate, most)) {
            let near = &mut chosen[near];
            near.start = near.start.min(candidate.start);
            near.end = near.end.max(candidate.end);
            continue;
        }
        if chosen.len() == limit {
            break;
        }
        *taken.entry(candidate.file).or_default() += 1;
        chosen.push(candidate);
    }
    chosen
}

/// Whether a place stands so near to the chosen one at `near` that both can be shown as one region
/// without running into a third.
fn joins(chosen: &[Candidate], near: usize, other: &Candidate, most: u32) -> bool {
    let one = &chosen[near];
    if one.file != other.file {
        return false;
    }
    let (start, end) = (one.start.min(other.start), one.end.max(other.end));
    let gap = other
        .start
        .saturating_sub(one.end)
        .max(one.start.saturating_sub(other.end));
    let free = chosen.iter().enumerate().all(|(at, third)| {
        at == near || third.file != one.file || end < third.start || third.end < start
    });
    end - start < most && gap <= JOINED_GAP && free
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
        if had < most && best.is_none_or(|found| value > found.1) && is_free(candidate, chosen) {
            best = Some((at, value));
        }
    }
    best.map(|found| found.0)
}

fn is_free(candidate: &Candidate, chosen: &[Candidate]) -> bool {
    chosen.iter().all(|other| {
        other.file != candidate.file || candidate.end < other.start || other.end < candidate.start
    })
}
