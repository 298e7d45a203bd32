//! The items of a list without repetition.

/// The different items, sorted.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found: Vec<T> = items.into_iter().collect();
    found.sort_unstable();
    found.dedup();
    found
}
