//! Links between opened files and their places, by the names that one uses and another declares. Linked files, and places
//! that use each other, get a part of each other's score: code that uses several of the declarations that match the query
//! is likely to be what the query is about. The definition of a function ranks before its prototypes, as in C.

use super::{Passage, RangeKind, SearchedFile};
use crate::facts::Symbol;
use firsthand_source::Threads;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The share of its score that a file gives to those it uses, and to those that use it.
const LINK_SHARE: f64 = 0.07;
/// A name that more files declare links no files.
const MAX_DECLARING_FILES: usize = 3;
/// The shortest name that counts, in bytes.
const MIN_NAME_BYTES: usize = 3;

/// The score that each file gets from the files that it is linked with.
pub(super) fn propagated(threads: Threads, opened: &[SearchedFile]) -> Vec<f64> {
    let links = links(threads, opened);
    let mut propagated = vec![0.0; opened.len()];
    let (mut weight_of_used, mut weight_of_users) =
        (vec![0.0; opened.len()], vec![0.0; opened.len()]);
    for (user, used, weight) in &links {
        weight_of_used[*user] += weight;
        weight_of_users[*used] += weight;
    }
    for &(user, used, weight) in &links {
        propagated[used] += LINK_SHARE * opened[user].file_score * weight / weight_of_used[user];
        propagated[user] += LINK_SHARE * opened[used].file_score * weight / weight_of_users[used];
    }
    propagated
}

/// The links as (using file, used file, weight). Each name that a file uses has the weight 1, divided among the files
/// that declare it.
fn links(threads: Threads, opened: &[SearchedFile]) -> Vec<(usize, usize, f64)> {
    let mut declared: HashMap<&str, BTreeSet<usize>> = HashMap::new();
    for (at, searched) in opened.iter().enumerate() {
        for symbol in &searched.file.facts.symbols {
            if symbol.name.len() >= MIN_NAME_BYTES {
                declared.entry(&symbol.name).or_default().insert(at);
            }
        }
    }
    declared.retain(|_, files| files.len() <= MAX_DECLARING_FILES);
    let links_of_file = |(user, searched): &(usize, &SearchedFile)| {
        let user = *user;
        let file = &searched.file;
        let names = file.facts.references.iter();
        // Most names are declared nowhere here: a look-up rejects them before anything is sorted.
        let names: BTreeSet<&str> = names
            .map(|reference| file.slice(&reference.span))
            .filter(|name| declared.contains_key(name))
            .collect();
        let mut weights = vec![0.0; opened.len()];
        for files in names.into_iter().filter_map(|name| declared.get(name)) {
            if !files.contains(&user) {
                for &used in files {
                    weights[used] += 1.0 / files.len() as f64;
                }
            }
        }
        let weights = weights.into_iter().enumerate();
        let linked = weights.filter(|(_, weight)| *weight > 0.0);
        linked.map(|(used, weight)| (user, used, weight)).collect::<Vec<_>>()
    };
    let numbered: Vec<(usize, &SearchedFile)> = opened.iter().enumerate().collect();
    let each = threads.each(&numbered, 1, links_of_file);
    each.into_iter().flatten().collect()
}

/// The share that a place gains of the scores of the declarations that it uses, and of the places that use it.
const USE_SHARE: f64 = 0.1;
/// The factor by which each further score counts less, in the order from the best to the worst.
const USE_DECAY: f64 = 0.7;
/// The share of this gain that counts for the place's file.
const FILE_SHARE: f64 = 0.5;
/// A name with more declarations is skipped, since it is ambiguous.
const MAX_DECLARATIONS: usize = 3;

/// Adds to each place a share of the scores of the declarations that it uses, and of the places that use it.
pub(super) fn propagate_uses(threads: Threads, passages: &mut [Passage], opened: &[SearchedFile]) {
    let by_name = passages_by_name(passages, opened);
    let numbered: Vec<usize> = (0..passages.len()).collect();
    let used = threads.each(&numbered, 16, |at| used_passages(*at, passages, opened, &by_name));
    let mut gains: Vec<f64> = Vec::new();
    let mut users: Vec<Vec<f64>> = vec![Vec::new(); passages.len()];
    for (at, used) in used.into_iter().enumerate() {
        for (passage_index, _) in &used {
            users[*passage_index].push(passages[at].own_score);
        }
        let scores = used.into_iter().map(|(_, score)| score);
        gains.push(discounted_sum(scores.collect()));
    }
    for ((passage, users), gain) in passages.iter_mut().zip(users).zip(gains) {
        let gain = USE_SHARE * (gain + discounted_sum(users)) * opened[passage.file].factor;
        passage.score.add("uses", gain);
        passage.own_score += FILE_SHARE * gain;
    }
}

/// The indices of the passages that declare each name, of the names with few declarations.
fn passages_by_name<'o>(
    passages: &[Passage],
    opened: &'o [SearchedFile],
) -> HashMap<&'o str, Vec<usize>> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, passage) in passages.iter().enumerate() {
        if let RangeKind::Declaration(index) = passage.kind {
            let name = &opened[passage.file].file.facts.symbols[index].name;
            if name.len() >= MIN_NAME_BYTES {
                by_name.entry(name).or_default().push(at);
            }
        }
    }
    by_name.retain(|_, indices| indices.len() <= MAX_DECLARATIONS);
    by_name
}

/// The indices of the passages that the passage `user_index` uses, and the score of each, divided by the number of
/// passages that declare its name.
fn used_passages(
    user_index: usize,
    passages: &[Passage],
    opened: &[SearchedFile],
    by_name: &HashMap<&str, Vec<usize>>,
) -> Vec<(usize, f64)> {
    let user = &passages[user_index];
    let file = &opened[user.file].file;
    // A region that shows only the beginning of a long declaration counts the references in all of it.
    let (first, last) = match user.kind {
        RangeKind::Declaration(index) => (user.start, user.end.max(file.facts.symbols[index].end)),
        RangeKind::Within(_) | RangeKind::OutsideDeclarations => (user.start, user.end),
    };
    let bytes = file.lines.bytes(first, last);
    let references = &file.facts.references;
    let from = references.partition_point(|r| (r.span.start as usize) < bytes.start);
    let inside = references[from..]
        .iter()
        .take_while(|reference| (reference.span.start as usize) < bytes.end);
    let is_elsewhere = |passage_index: &usize| {
        let passage = &passages[*passage_index];
        passage.file != user.file || passage.end < first || last < passage.start
    };
    let names: BTreeMap<&str, &Vec<usize>> = inside
        .filter_map(|reference| by_name.get_key_value(file.slice(&reference.span)))
        .filter(|(_, indices)| indices.iter().all(is_elsewhere))
        .map(|(name, indices)| (*name, indices))
        .collect();
    let each = names.values().flat_map(|indices| {
        let count = indices.len() as f64;
        let scores = indices.iter().map(|at| passages[*at].own_score);
        indices.iter().copied().zip(scores.map(move |score| score / count))
    });
    each.collect()
}

/// The sum of the scores, sorted best first, each multiplied by [`USE_DECAY`] to the power of the number of better
/// ones.
fn discounted_sum(mut scores: Vec<f64>) -> f64 {
    scores.sort_by(|a, b| b.total_cmp(a));
    let mut weight = 1.0;
    let mut discounted_sum = 0.0;
    for score in scores {
        discounted_sum += weight * score.max(0.0);
        weight *= USE_DECAY;
    }
    discounted_sum
}

/// The factor of a prototype whose definition is a passage, too.
const PROTOTYPE_FACTOR: f64 = 0.5;

/// Gives each definition at least the score of its best prototype, and lowers the prototypes.
pub(super) fn definitions_over_prototypes(passages: &mut [Passage], opened: &[SearchedFile]) {
    let mut best_prototypes: HashMap<&str, f64> = HashMap::new();
    for passage in &*passages {
        if let Some(symbol) = declaration_of(passage, opened).filter(|symbol| symbol.is_prototype())
        {
            let best = best_prototypes.entry(&symbol.name).or_default();
            *best = best.max(passage.total);
        }
    }
    if best_prototypes.is_empty() {
        return;
    }
    let mut defined: HashSet<&str> = HashSet::new();
    for passage in &mut *passages {
        let symbol = declaration_of(passage, opened).filter(|symbol| symbol.is_function());
        let Some((symbol, best)) =
            symbol.and_then(|s| Some((s, best_prototypes.get(s.name.as_str())?)))
        else {
            continue;
        };
        defined.insert(&symbol.name);
        passage.add("announced", (best - passage.total).max(0.0));
    }
    for passage in &mut *passages {
        let symbol = declaration_of(passage, opened).filter(|symbol| symbol.is_prototype());
        if symbol.is_some_and(|symbol| defined.contains(symbol.name.as_str())) {
            passage.score.lower("penalty", PROTOTYPE_FACTOR);
            passage.total = passage.score.total();
        }
    }
}

/// The declaration that a passage is, if it is one.
fn declaration_of<'o>(passage: &Passage, opened: &'o [SearchedFile]) -> Option<&'o Symbol> {
    match passage.kind {
        RangeKind::Declaration(index) => Some(&opened[passage.file].file.facts.symbols[index]),
        RangeKind::Within(_) | RangeKind::OutsideDeclarations => None,
    }
}
