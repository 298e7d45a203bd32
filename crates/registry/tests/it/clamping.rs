//! Clamped ranges.

use firsthand_registry::{Declaration, clamp};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::strategies::range;

proptest! {
    #[test]
    fn a_clamped_range_is_within_its_limits_and_contains_the_focus(
        (start, len) in (prop_oneof![1..50_u32, Just(u32::MAX - 150)], 1..150_u32),
        focus in vec(0..220_u32, 0..4),
        spans in vec((0..200_u32, 0..120_u32), 0..6),
        max in 0..130_u32,
    ) {
        let full_range = range(start, start + (len - 1));
        let focus: Vec<u32> = focus.into_iter().map(|offset| (start - 1).saturating_add(offset)).collect();
        let declarations: Vec<Declaration> = spans
            .into_iter()
            .map(|(offset, more)| (start.saturating_add(offset).saturating_sub(20).max(1).min(u32::MAX - more), more))
            .map(|(first, more)| Declaration {
                name: "d".into(),
                kind: "fn".into(),
                range: range(first, first + more),
                head: None,
                is_test: false,
            })
            .collect();
        let clamped = clamp(full_range, &focus, &declarations, max);
        let max_lines = max.max(1);
        prop_assert!(full_range.covers(clamped), "{} in {}", clamped, full_range);
        prop_assert!(clamped.len() <= max_lines);
        prop_assert!(full_range.len() > max_lines || clamped == full_range);
        let first = focus.iter().copied().find(|&line| full_range.contains(line));
        prop_assert!(clamped.contains(first.unwrap_or(start)));
        // With one focus line it is unambiguous which declaration to snap to.
        if let (Some(line), true) = (first, full_range.len() > max_lines && focus.len() == 1) {
            let around: Vec<_> = declarations
                .iter()
                .filter_map(|d| d.range.intersection(full_range))
                .filter(|seen| seen.contains(line))
                .collect();
            match around.iter().filter(|seen| seen.len() <= max_lines).map(|seen| seen.len()).max() {
                Some(largest) => {
                    prop_assert!(around.contains(&clamped));
                    prop_assert_eq!(clamped.len(), largest);
                }
                None => {
                    prop_assert_eq!(clamped.len(), max_lines);
                    let smallest = around.iter().min_by_key(|seen| seen.len());
                    prop_assert!(smallest.is_none_or(|seen| seen.covers(clamped)));
                }
            }
        }
    }
}
