//! Metrics of answers: hand-computed cases, and properties.

use proptest::prelude::*;

use super::*;
use crate::found::{Region, SelfAssessment};
use crate::task::Gold;

/// Parses places written as `path`, `path:first-last` or `path:first-last*weight`, separated by spaces.
fn places(text: &str) -> Vec<(String, Option<[u32; 2]>, Option<f64>)> {
    let place = |text: &str| {
        let (text, weight) = match text.split_once('*') {
            Some((place, weight)) => (place, Some(weight.parse().unwrap())),
            None => (text, None),
        };
        let Some((path, range)) = text.split_once(':') else {
            return (text.to_owned(), None, weight);
        };
        let (start, end) = range.split_once('-').unwrap();
        let range = [start.parse().unwrap(), end.parse().unwrap()];
        (path.to_owned(), Some(range), weight)
    };
    text.split_whitespace().map(place).collect()
}

fn gold(text: &str) -> Vec<Gold> {
    let gold = |(path, range, weight): (String, Option<[u32; 2]>, Option<f64>)| Gold {
        path,
        ranges: range.into_iter().collect(),
        weights: weight.into_iter().collect(),
        as_written: None,
    };
    places(text).into_iter().map(gold).collect()
}

fn regions(text: &str) -> Vec<Region> {
    let region = |(path, range, _): (String, Option<[u32; 2]>, _)| {
        let [start, end] = range.unwrap();
        Region { path, start, end }
    };
    places(text).into_iter().map(region).collect()
}

fn task(gold: Vec<Gold>) -> Task {
    Task {
        id: "t".to_owned(),
        repo: "o/n".to_owned(),
        base: "0123abc".to_owned(),
        query: "q".to_owned(),
        intent: String::new(),
        absent: gold.is_empty(),
        gold,
        meta: crate::task::Meta::default(),
    }
}

/// The metrics of an answer with these regions and files.
fn metrics(wanted: &str, shown: &str, files: &str) -> Metrics {
    let found = Found {
        regions: regions(shown),
        files: files.split_whitespace().map(str::to_owned).collect(),
        ..Found::default()
    };
    Metrics::of(&task(gold(wanted)), &found)
}

/// Checks the named metrics, rounded to four decimals.
fn check(metrics: &Metrics, names: &str, expect: &[f64]) {
    let rounded = |name: &str| metrics.get(name).map(|value| (value * 1e4).round() / 1e4);
    let got: Vec<Option<f64>> = names.split_whitespace().map(rounded).collect();
    let expect: Vec<Option<f64>> = expect.iter().map(|value| Some(*value)).collect();
    assert_eq!(got, expect, "{names}");
}

#[test]
fn files_match_hand_computed_values() {
    let check = |wanted: &str, files: &str, expect: [f64; 4]| {
        let names = "hit_1 recall_5 recall_10 mrr";
        check(&metrics(wanted, "", files), names, &expect);
    };
    check("a", "", [0.0, 0.0, 0.0, 0.0]);
    check("a", "a", [1.0, 1.0, 1.0, 1.0]);
    check("a b", "c b", [0.0, 0.5, 0.5, 0.5]);
    check("a b", "c d e f a g h i j b", [0.0, 0.5, 1.0, 0.2]);
    check("a", "1 2 3 4 5 6 7 8 9 10 a", [0.0, 0.0, 0.0, 0.0909]);
    // A file that the gold names twice is one file; a file that is listed twice takes one rank.
    check("a a", "c c a", [0.0, 1.0, 1.0, 0.5]);
    let twenty = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20";
    check("z", &format!("{twenty} z"), [0.0; 4]);
    assert_eq!(metrics("", "a:1-2", "a").names().count(), 0);
}

#[test]
fn gains_match_hand_computed_values() {
    let check = |wanted: &str, shown: &str, files: &str, expect: [f64; 2]| {
        check(&metrics(wanted, shown, files), "ndcg ndcg_chunks", &expect);
    };
    check("a", "", "", [0.0, 0.0]);
    check("a", "a:1-2", "", [1.0, 1.0]);
    // 1 / log2(3). A second region of `b` takes another rank of the chunks, but not of the files.
    check("a", "b:1-2 a:1-2", "", [0.6309, 0.6309]);
    check("a", "b:1-2 b:5-6 a:1-2", "", [0.6309, 0.5]);
    // The list of files comes after the regions and adds no chunk.
    check("a", "b:1-2", "b a", [0.6309, 0.0]);
    check("a", "b:1-2", "a b", [0.6309, 0.0]);
    // Two targets: both found, (1 + 1/2) / (1 + 0.6309), and one found, 1 / (1 + 0.6309).
    check("a b", "a:1-2 c:1-2 b:1-2", "", [0.9197, 0.9197]);
    check("a b", "a:1-2", "", [0.6131, 0.6131]);
    // Lines matter to chunks, and only the first range does.
    check("a:5-9", "a:1-4 a:9-12", "", [1.0, 0.6309]);
    check("a:5-9", "a:1-4 a:10-12", "", [1.0, 0.0]);
    // A path matches by its end, at a `/`; a rank counts once for two targets.
    check("x/a y/a", "a:1-2", "", [0.6131, 0.6131]);
    check("b.rs", "ab.rs:1-2", "", [0.0, 0.0]);
    // Ranks beyond the tenth do not count.
    let ten = "1 2 3 4 5 6 7 8 9 10";
    check("a", "", &format!("{ten} a"), [0.0, 0.0]);
    check("a", "", &format!("{} a", &ten[..17]), [0.2891, 0.0]);
    // Of more than ten targets, the first ten ranks can show ten: that is the full gain.
    check(&format!("{ten} 11"), "", ten, [1.0, 0.0]);
}

fn check_lines(wanted: &str, shown: &str, expect: [f64; 4]) {
    let names = "line_recall line_precision line_f1 touched";
    check(&metrics(wanted, shown, ""), names, &expect);
}

#[test]
fn lines_match_hand_computed_values() {
    check_lines("a:1-10", "", [0.0; 4]);
    check_lines("a:1-10", "a:1-10", [1.0; 4]);
    check_lines("a:1-10", "b:1-10", [0.0; 4]);
    check_lines("a:1-10", "a:11-20", [0.0; 4]);
    check_lines("a:1-10", "a:6-15", [0.5, 0.5, 0.5, 1.0]);
    check_lines("a:5-5", "a:1-10", [1.0, 0.1, 0.1818, 1.0]);
    check_lines("a:1-4 b:1-4", "a:1-8", [0.5, 0.5, 0.5, 1.0]);
    // Repeated lines count once.
    check_lines("a:1-10", "a:1-6 a:4-10", [1.0; 4]);
    check_lines("a:1-6 a:4-10", "a:1-10", [1.0; 4]);
    check_lines("a:1-2 a:3-4", "a:2-3", [0.5, 1.0, 0.6667, 1.0]);
}

#[test]
fn regions_are_truncated_to_the_budget() {
    // The sixth region is ignored.
    check_lines("a:1-1", "b:1-1 b:2-2 b:3-3 b:4-4 b:5-5 a:1-1", [0.0; 4]);
    // 400 of 500 lines are used; the next region is truncated to its first 100.
    check_lines("a:1-200", "b:1-400 a:1-200", [0.5, 0.2, 0.2857, 1.0]);
    check_lines("a:101-200", "b:1-400 a:1-200", [0.0; 4]);
    // A repeated region uses up budget.
    check_lines("a:1-100", "b:1-250 b:1-250 a:1-100", [0.0; 4]);
    check_lines("a:500-501", "a:1-4294967295", [0.5, 0.002, 0.004, 1.0]);
    let kept = places::truncate(&regions("a:1-3 b:5-9 c:1-1"), (3, 5));
    assert_eq!(kept, regions("a:1-3 b:5-6"));
    assert_eq!(places::truncate(&regions("a:9-3 b:1-1"), (5, 500)), regions("b:1-1"));
}

#[test]
fn arms_are_compared_at_equal_lines() {
    let check = |wanted: &str, expect: [f64; 4]| {
        let shown = "b:1-100 c:1-100 d:1-40 e:1-20 f:1-30 g:1-300";
        let names = "touched touched_200 touched_250 touched_500";
        check(&metrics(wanted, shown, ""), names, &expect);
    };
    check("c:100-100", [1.0; 4]);
    check("d:1-1", [1.0, 0.0, 1.0, 1.0]);
    check("e:11-20", [1.0, 0.0, 0.0, 1.0]);
    // The sixth region counts only at equal lines.
    check("g:210-210", [0.0, 0.0, 0.0, 1.0]);
    check("g:211-211", [0.0; 4]);
}

#[test]
fn needed_lines_count_by_weight() {
    let check = |wanted: &str, shown: &str, expect: [f64; 2]| {
        check(&metrics(wanted, shown, ""), "held score", &expect);
    };
    let wanted = "a:1-10*3 b:1-10*2 c:1-10*1";
    check(wanted, "", [0.0, 0.0]);
    check(wanted, "a:1-10 b:1-10 c:1-10", [1.0, 3.0]);
    // What only helps may be missing, and of what is needed four tenths.
    check(wanted, "a:1-6 b:5-10", [0.5, 3.0]);
    check(wanted, "a:1-5 b:1-10 c:1-10", [0.75, 2.0]);
    check(wanted, "a:1-5", [0.25, 2.0]);
    check(wanted, "a:1-4 b:1-10", [0.5333, 1.0]);
    check(wanted, "c:10-20", [0.0167, 1.0]);
    // Nothing is needed, so nothing needed is shown.
    check("a:1-10*1", "a:1-10", [1.0, 1.0]);
    // A range without a weight counts 1, where another has one.
    check("a:1-10*3 b:1-10", "b:1-10", [0.25, 1.0]);
    assert_eq!(metrics("a:1-10", "a:1-10", "").get("held"), None);
}

#[test]
fn absent_tasks_are_scored_by_confidence_and_named_words() {
    let check =
        |confidence: Confidence, words: &[&str], named: &[&str], expect: [Option<f64>; 3]| {
            let own =
                |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
            let mut task = task(Vec::new());
            task.meta.absent_words = own(words);
            let found = Found {
                self_assessment: Some(SelfAssessment::new(confidence, &own(named), &[])),
                ..Found::default()
            };
            let metrics = Metrics::of(&task, &found);
            let names = ["absent_above_low", "absent_named", "score"];
            assert_eq!(names.map(|name| metrics.get(name)), expect, "{words:?} {named:?}");
            assert_eq!(metrics.get("right"), None);
        };
    use Confidence::{Low, Medium};
    check(Low, &["p", "q"], &["q", "p"], [Some(0.0), Some(1.0), Some(3.0)]);
    check(Low, &["p", "q"], &["q"], [Some(0.0), Some(0.5), Some(2.0)]);
    check(Low, &[], &["q"], [Some(0.0), None, Some(2.0)]);
    check(Medium, &["p"], &["p"], [Some(1.0), Some(1.0), Some(0.0)]);
    let none = Metrics::of(&task(Vec::new()), &Found::default());
    assert_eq!(none.get("score"), None, "an arm that states no confidence");
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
    fn proportions_are_within_0_and_1(
        wanted in some_places(4), found in some_places(8), files in "([a-h] ){0,12}",
    ) {
        let gold: Vec<Gold> = wanted.into_iter().map(|r| Gold {
            path: r.path, ranges: vec![[r.start, r.end]], weights: vec![2.0], as_written: None,
        }).collect();
        let files = files.split_whitespace().map(str::to_owned).collect();
        let found = Found { regions: found, files, ..Found::default() };
        let metrics = Metrics::of(&task(gold), &found);
        for name in metrics.names().filter(|name| *name != "score") {
            prop_assert!((0.0..=1.0).contains(&metrics.get(name).unwrap()), "{name} {metrics:?}");
            prop_assert!(METRICS.contains(&name), "{name}");
        }
        let get = |name| metrics.get(name).unwrap_or(0.0);
        prop_assert_eq!(get("touched") > 0.0, get("line_recall") > 0.0);
        prop_assert_eq!(get("touched") > 0.0, get("line_f1") > 0.0);
        prop_assert!(get("touched_200") <= get("touched_250") && get("touched_250") <= get("touched_500"));
        prop_assert!(get("recall_5") <= get("recall_10") && get("hit_1") <= get("mrr"));
    }

    #[test]
    fn a_greater_budget_keeps_what_a_smaller_one_kept(
        found in some_places(8), count in 0..8_usize, lines in 0..200_u64, more in (0..3_usize, 0..100_u64),
    ) {
        let less = places::truncate(&found, (count, lines));
        let greater = places::truncate(&found, (count + more.0, lines + more.1));
        prop_assert!(less.iter().map(Region::lines).sum::<u64>() <= lines);
        let is_kept = |(a, b): (&Region, &Region)| a.path == b.path && a.start == b.start && a.end <= b.end;
        prop_assert!(greater.len() >= less.len() && less.iter().zip(&greater).all(is_kept));
    }
}
