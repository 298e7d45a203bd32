//! Lists of anything: without repeats, and as text of limited length.

use std::borrow::Borrow;

/// Each item once, in the order of first occurrence. Compares all pairs: for short lists.
#[must_use]
pub fn distinct<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct_items = Vec::new();
    for item in items {
        if !distinct_items.contains(&item) {
            distinct_items.push(item);
        }
    }
    distinct_items
}

/// At most `max_shown` names, and how many others there are: `a, b and 3 more`.
#[must_use]
pub fn join_at_most(names: &[impl Borrow<str>], max_shown: usize) -> String {
    let shown = names[..max_shown.min(names.len())].join(", ");
    match names.len().saturating_sub(max_shown) {
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
        let texts = [2, 3, 4].map(|max_shown| join_at_most(&names, max_shown));
        assert_eq!(texts, ["a, b and 1 more", "a, b, c", "a, b, c"]);
        assert_eq!(join_at_most(&[] as &[&str], 2), "");
    }
}
