//! Which words of tasks are theirs, and not those of code at large.

use std::collections::{BTreeMap, BTreeSet};

use crate::background::Background;
use crate::task::Task;
use crate::words::{joined, words};

/// A word of the tasks of one repository must be this many times as frequent there as in code at large.
const TIMES: f64 = 50.0;
/// It must stand in this many of its tasks.
const LEAST_TASKS: u32 = 2;
/// As if there were so many more tasks, which do not have the word: two of two tasks are weaker evidence than ten of ten.
const DOUBT: f64 = 4.0;
/// Of all tasks that have the word, this share must be of one repository: what all issues have (`reproduce`) is a word
/// of issues, not of a product.
const OWN: f64 = 0.6;
/// Shorter words are too many things at once.
const LEAST_LETTERS: usize = 4;
/// A repository's name that more packages have is a word of code at large (`requests`).
const COMMON_NAME: f64 = 0.02;

/// Terms, each with its origin.
pub(super) fn terms(tasks: &[Task], background: &Background) -> BTreeMap<String, String> {
    let mut terms = BTreeMap::new();
    let mut counts: BTreeMap<String, BTreeMap<&str, u32>> = BTreeMap::new();
    let mut sizes: BTreeMap<&str, u32> = BTreeMap::new();
    for task in tasks {
        *sizes.entry(task.name()).or_default() += 1;
        let distinct: BTreeSet<String> = words(&task.text).into_iter().map(|w| w.text).collect();
        for word in distinct {
            *counts
                .entry(word)
                .or_default()
                .entry(task.name())
                .or_default() += 1;
        }
    }
    for (word, by) in &counts {
        if let Some(name) = owner(word, by, &sizes, background) {
            terms.insert(word.clone(), format!("distinctive of tasks about {name}"));
        }
    }
    for name in sizes.keys().filter(|name| !is_common(name, background)) {
        terms.insert((*name).to_owned(), "a repository of the tasks".to_owned());
    }
    terms
}

/// The repository that the word is distinctive of.
fn owner<'t>(
    word: &str,
    by: &BTreeMap<&'t str, u32>,
    sizes: &BTreeMap<&'t str, u32>,
    background: &Background,
) -> Option<&'t str> {
    if word.len() < LEAST_LETTERS || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    if is_compound(word, background) {
        return None;
    }
    let all: u32 = by.values().sum();
    let (&name, &own) = by.iter().max_by_key(|(_, count)| **count)?;
    let size = f64::from(sizes.get(name).copied().unwrap_or(0));
    let share = f64::from(own) / (size + DOUBT);
    let distinctive = own >= LEAST_TASKS
        && f64::from(own) >= OWN * f64::from(all)
        && share >= TIMES * background.share(word);
    distinctive.then_some(name)
}

/// Whether a word is two words of code at large, written as one: `cachedir` is no product's, and would be found in
/// `cache_dir`.
fn is_compound(word: &str, background: &Background) -> bool {
    let cuts = word.char_indices().map(|(at, _)| word.split_at(at));
    cuts.filter(|(first, second)| first.len() > 2 && second.len() > 2)
        .any(|(first, second)| background.has(first) && background.has(second))
}

fn is_common(name: &str, background: &Background) -> bool {
    let parts = words(name);
    match parts.as_slice() {
        [one] => background.share(&one.text) >= COMMON_NAME,
        _ => background.share(&joined(name)) >= COMMON_NAME,
    }
}
