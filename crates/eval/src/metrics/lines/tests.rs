//! Tests the line metrics: hand-computed cases, and properties.

use proptest::prelude::*;

use super::*;

/// Parses places written as `path:first-last`, separated by spaces.
fn places(text: &str) -> Vec<Region> {
    let place = |text: &str| {
        let (path, range) = text.split_once(':').unwrap();
        let (start, end) = range.split_once('-').unwrap();
        Region {
            path: path.to_owned(),
            start: start.parse().unwrap(),
            end: end.parse().unwrap(),
        }
    };
    text.split_whitespace().map(place).collect()
}

fn gold(text: &str) -> Vec<Gold> {
    let gold = |region: Region| Gold {
        path: region.path,
        ranges: vec![[region.start, region.end]],
        as_written: None,
    };
    places(text).into_iter().map(gold).collect()
}

fn check(wanted: &str, found: &str, expect: [f64; 4]) {
    let got = line_metrics(&gold(wanted), &places(found), Budget::default()).unwrap();
    let got = [got.recall, got.precision, got.f1, got.touched];
    let near = got.iter().zip(expect).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(near, "{wanted:?} in {found:?}: {got:?}, not {expect:?}");
}

#[test]
fn metrics_match_hand_computed_values() {
    check("a:1-10", "", [0.0; 4]);
    check("a:1-10", "a:1-10", [1.0; 4]);
    check("a:1-10", "b:1-10", [0.0; 4]);
    check("a:1-10", "a:11-20", [0.0; 4]);
    check("a:1-10", "a:6-15", [0.5, 0.5, 0.5, 1.0]);
    check("a:5-5", "a:1-10", [1.0, 0.1, 2.0 / 11.0, 1.0]);
    check("a:1-4 b:1-4", "a:1-8", [0.5, 0.5, 0.5, 1.0]);
}

#[test]
fn repeated_lines_count_once() {
    check("a:1-10", "a:1-10 a:1-10", [1.0; 4]);
    check("a:1-10", "a:1-6 a:4-10", [1.0; 4]);
    check("a:1-6 a:4-10", "a:1-10", [1.0; 4]);
    check("a:1-2 a:3-4", "a:2-3", [0.5, 1.0, 2.0 / 3.0, 1.0]);
}

#[test]
fn regions_are_truncated_to_the_budget() {
    // The sixth region is ignored.
    check("a:1-1", "b:1-1 b:2-2 b:3-3 b:4-4 b:5-5 a:1-1", [0.0; 4]);
    // 400 of 500 lines are used; the next region is truncated to its first 100.
    check("a:1-200", "b:1-400 a:1-200", [0.5, 0.2, 2.0 / 7.0, 1.0]);
    check("a:101-200", "b:1-400 a:1-200", [0.0; 4]);
    // A repeated region uses up budget.
    check("a:1-100", "b:1-250 b:1-250 a:1-100", [0.0; 4]);
    check(
        "a:500-501",
        "a:1-4294967295",
        [0.5, 1.0 / 500.0, 1.0 / 251.0, 1.0],
    );
    let kept = truncate_to_budget(
        &places("a:1-3 b:5-9 c:1-1"),
        Budget {
            regions: 3,
            lines: 5,
        },
    );
    assert_eq!(kept, places("a:1-3 b:5-6"));
    assert_eq!(
        truncate_to_budget(&places("a:9-3 b:1-1"), Budget::default()),
        places("b:1-1")
    );
}

#[test]
fn gold_without_lines_has_no_line_metrics() {
    let file = Gold {
        path: "a".to_owned(),
        ranges: Vec::new(),
        as_written: None,
    };
    for gold in [vec![], vec![file]] {
        assert_eq!(
            line_metrics(&gold, &places("a:1-1"), Budget::default()),
            None
        );
    }
}

fn some_places(max_places: usize) -> impl Strategy<Value = Vec<Region>> {
    let place = ("[ab]", 1..60_u32, 0..40_u32).prop_map(|(path, start, more)| Region {
        path,
        start,
        end: start + more,
    });
    proptest::collection::vec(place, 0..max_places)
}

proptest! {
    #[test]
    fn figures_are_within_0_and_1(
        wanted in some_places(4), found in some_places(8), regions in 0..8_usize, lines in 0..200_u64,
    ) {
        let wanted: Vec<Gold> = wanted.into_iter()
            .map(|r| Gold { path: r.path, ranges: vec![[r.start, r.end]], as_written: None }).collect();
        let budget = Budget { regions, lines };
        let kept: u64 = truncate_to_budget(&found, budget).iter().map(Region::lines).sum();
        prop_assert!(kept <= lines);
        if let Some(m) = line_metrics(&wanted, &found, budget) {
            for figure in [m.recall, m.precision, m.f1, m.touched] {
                prop_assert!((0.0..=1.0).contains(&figure), "{m:?}");
            }
            prop_assert_eq!(m.touched > 0.0, m.recall > 0.0);
            prop_assert_eq!(m.touched > 0.0, m.f1 > 0.0);
        }
    }

    #[test]
    fn more_budget_never_lowers_recall(
        wanted in some_places(4), found in some_places(8),
        regions in 0..8_usize, lines in 0..200_u64, more in (0..3_usize, 0..100_u64),
    ) {
        let wanted: Vec<Gold> = wanted.into_iter()
            .map(|r| Gold { path: r.path, ranges: vec![[r.start, r.end]], as_written: None }).collect();
        let recall = |budget| line_metrics(&wanted, &found, budget).map(|m| m.recall);
        let less = recall(Budget { regions, lines });
        let greater = recall(Budget { regions: regions + more.0, lines: lines + more.1 });
        prop_assert!(greater >= less);
    }
}

#[test]
fn optional_lines_count_as_useful() {
    let gold = |path: &str, range: [u32; 2]| Gold {
        path: path.to_owned(),
        ranges: vec![range],
        as_written: None,
    };
    let region = |path: &str, start, end| Region {
        path: path.to_owned(),
        start,
        end,
    };
    let (core, optional) = ([gold("a", [1, 10])], [gold("a", [6, 20])]);
    let check = |regions: &[Region], expect: Option<f64>| {
        let efficiency = context_efficiency(&core, &optional, regions, Budget::default());
        assert_eq!(efficiency, expect, "{regions:?}");
    };
    check(&[], None);
    check(&[region("b", 1, 9)], Some(0.0));
    // Lines 1 to 20 of 1 to 40; a line in both sets counts once, as does a line that is shown twice.
    check(&[region("a", 1, 40), region("a", 1, 5)], Some(0.5));
    assert_eq!(
        context_efficiency(&[], &[], &[region("a", 1, 2)], Budget::default()),
        None
    );
}
