//! Links between opened files: a name that one uses and another declares. Linked files get a part of each other's
//! score.

use std::collections::{BTreeSet, HashMap};

use crate::search::rank::passages::SearchedFile;
use crate::text::parallel::Threads;

/// The share of its score that a file gives to those it uses, and to those that use it.
const LINK_SHARE: f64 = 0.07;
/// A name that more files declare links no files.
const MAX_DECLARING_FILES: usize = 3;
/// The shortest name that links files, in bytes.
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
        linked
            .map(|(used, weight)| (user, used, weight))
            .collect::<Vec<_>>()
    };
    let numbered: Vec<(usize, &SearchedFile)> = opened.iter().enumerate().collect();
    let each = threads.map(&numbered, 1, || (), |(), file| links_of_file(file));
    each.into_iter().flatten().collect()
}
