//! The items of a list without repetition, and the best of them.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The different items, sorted.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found: Vec<T> = items.into_iter().collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Keeps the items with the highest rank, in their order.
pub(crate) fn keep_best<T, R: Ord>(items: &mut Vec<T>, rank: impl Fn(&T) -> R) {
    let best = items.iter().map(&rank).max();
    items.retain(|item| Some(rank(item)) == best);
}

/// A hash by which equal values are found within one process.
pub(crate) fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
