//! Lists of anything: without repeats, and as text of limited length.

use std::borrow::Borrow;

/// Each item once, in the order of first occurrence. Compares all pairs: for short lists.
#[must_use]
pub fn distinct<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut kept = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// The first names, and how many others there are: `a, b and 3 more`.
#[must_use]
pub fn join_at_most(names: &[impl Borrow<str>], most: usize) -> String {
    let shown = names[..most.min(names.len())].join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        others => format!("{shown} and {others} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_items_is_kept() {
        assert_eq!(distinct([2, 1, 2, 3, 1]), [2, 1, 3]);
        assert!(distinct([""; 0]).is_empty());
    }

    #[test]
    fn names_beyond_the_limit_are_counted() {
        let names = ["a", "b", "c"];
        let texts = [2, 3, 4].map(|most| join_at_most(&names, most));
        assert_eq!(texts, ["a, b and 1 more", "a, b, c", "a, b, c"]);
        assert_eq!(join_at_most(&[] as &[&str], 2), "");
    }
}
