//! The ranking of places, and the components of its scores.

use firsthand_registry::{
    Declaration, Observation, QueryTokens, Ranked, Registry, Source, TokenCount, Window, rank,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::strategies::{observation, path, range, symbol, window};

fn count(token: &str, files: u32) -> TokenCount {
    TokenCount { token: token.into(), files, of_files: 1000, occurrences: 0, in_code: 0 }
}

fn ranked(query: &str, observations: Vec<Observation>) -> (Registry, Vec<Ranked>) {
    let mut registry = Registry::new();
    for observation in observations {
        registry.observe(observation);
    }
    let ranked = rank(&registry, &QueryTokens::of(query));
    (registry, ranked)
}

/// The paths of the ranked places, best first.
fn order(query: &str, observations: Vec<Observation>) -> String {
    let (registry, ranked) = ranked(query, observations);
    let name = |r: &Ranked| registry.get(r.id).unwrap().path().to_string();
    ranked.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn value(ranked: &Ranked, name: &str) -> Option<f64> {
    ranked.components.iter().find(|c| c.name == name).map(|c| c.value)
}

#[test]
fn a_score_lists_its_components() {
    let found = Window {
        symbol: symbol("switchChannel"),
        distance: Some(1),
        ..window("tests/channel_state.rs", 11, "fn switchChannel() {}", 90)
    };
    let mut seen = Observation::matches(Source::GRAPH, vec![found]);
    seen.counts = vec![count("switchchannel", 1), count("switch", 999), count("channel", 999)];
    let listed = Observation::listed(Source::LIST, vec![path("src/other.rs")]);
    let (_, ranked) = ranked("switchChannel", vec![seen, listed]);
    let text = |ranked: &Ranked| {
        let parts = ranked.components.iter().map(|part| format!("{} {:.2}", part.name, part.value));
        format!("{} {:.2} = {}", ranked.id, ranked.score(), parts.collect::<Vec<_>>().join(" + "))
    };
    let text: Vec<String> = ranked.iter().map(text).collect();
    insta::assert_snapshot!(text.join("\n"), @r"
    c1 2.96 = source 0.50 + basename 0.06 + symbol 1.50 + evidence 1.00 + tightness 0.30 + cost -0.00 + distance 0.20 + trait -0.60
    c2 0.05 = source 0.05 + basename -0.00
    ");
    let sum: f64 = ranked[0].components.iter().map(|c| c.value).sum();
    assert!((ranked[0].score() - sum).abs() < 1e-12);
}

/// A long text with every word many times does not outrank the symbol that the query names.
#[test]
fn the_named_symbol_comes_first() {
    let named =
        Window { symbol: symbol("parseRange"), ..window("src/b.rs", 3, "fn parseRange()", 9) };
    let text = "parse the range of ranges; range parse\n".repeat(80);
    let big = Window { symbol: symbol("RangeView"), ..window("src/range.rs", 1, &text, 900) };
    let seen = Observation::matches(Source::GRAPH, vec![big, named]);
    assert_eq!(order("where is parseRange", vec![seen]), "src/b.rs src/range.rs");
}

#[test]
fn only_the_best_name_counts() {
    let declared = |name: &str, line| Declaration {
        name: name.into(),
        kind: "fn".into(),
        range: range(line, line),
        head: None,
        is_test: false,
    };
    let many = window("src/a.rs", 1, "x\nx\nx", 9).with_declarations(vec![
        declared("cache", 1),
        declared("evict", 2),
        declared("cache", 3),
    ]);
    let one =
        window("src/b.rs", 1, "x\nx\nx", 9).with_declarations(vec![declared("evictCache", 2)]);
    // A declaration that begins outside of the place is none of its names.
    let outside = window("src/c.rs", 4, "x\nx\nx", 9)
        .with_declarations(vec![Declaration { range: range(1, 9), ..declared("evictCache", 1) }]);
    let (_, ranked) =
        ranked("evict cache", vec![Observation::matches(Source::GRAPH, vec![many, one, outside])]);
    let symbols: Vec<(String, Option<f64>)> =
        ranked.iter().map(|r| (r.id.to_string(), value(r, "symbol"))).collect();
    assert_eq!(symbols[0], ("c2".into(), Some(1.5)));
    assert_eq!(symbols[1].0, "c1");
    assert!(symbols[1].1.is_some_and(|v| v > 0.0 && v < 1.5));
    assert_eq!(symbols[2], ("c3".into(), None));
}

#[test]
fn rare_words_weigh_more() {
    let places =
        || vec![window("a.rs", 1, "the common word", 3), window("b.rs", 1, "the zyxw word", 3)];
    let mut counted = Observation::matches(Source::GREP, places());
    counted.counts = vec![count("common", 990), count("zyxw", 2)];
    assert_eq!(order("common zyxw", vec![counted]), "b.rs a.rs");
    // With the counts swapped, the order is the reverse.
    let mut counted = Observation::matches(Source::GREP, places());
    counted.counts = vec![count("common", 2), count("zyxw", 990)];
    assert_eq!(order("common zyxw", vec![counted]), "a.rs b.rs");
    // Without counts, the word that fewer of the observed places contain weighs more.
    let mut more = places();
    more.push(window("c.rs", 1, "common", 3));
    for query in ["common zyxw", "zyxw common"] {
        let seen = Observation::matches(Source::GREP, more.clone());
        assert_eq!(order(query, vec![seen]), "b.rs c.rs a.rs");
    }
}

#[test]
fn equal_matches_are_ordered_by_the_other_components() {
    let check = |better: Observation, worse: Observation, names: &str| {
        assert_eq!(order("load", vec![worse, better]), names);
    };
    let seen = |source: Source, name: &str, text: &str| {
        Observation::matches(source, vec![window(name, 1, text, 900)])
    };
    let far = |steps| {
        let found =
            Window { distance: Some(steps), ..window(&format!("d{steps}.rs"), 1, "load", 9) };
        Observation::matches(Source::GRAPH, vec![found])
    };
    let list = || Observation::listed(Source::LIST, vec![path("l.rs")]);
    check(seen(Source::GRAPH, "a.rs", "load"), seen(Source::GREP, "b.rs", "load"), "a.rs b.rs");
    check(seen(Source::GREP, "a.rs", "load"), list(), "a.rs l.rs");
    check(
        seen(Source::GREP, "load.rs", "load"),
        seen(Source::GREP, "b.rs", "load"),
        "load.rs b.rs",
    );
    check(
        seen(Source::GREP, "a.rs", "load"),
        seen(Source::GREP, "a_test.go", "load"),
        "a.rs a_test.go",
    );
    let (long, wide) = (format!("load{}", "\n;".repeat(60)), format!("load {}", ";".repeat(900)));
    check(seen(Source::GREP, "a.rs", "load"), seen(Source::GREP, "b.rs", &long), "a.rs b.rs");
    check(seen(Source::GREP, "a.rs", "load"), seen(Source::GREP, "b.rs", &wide), "a.rs b.rs");
    check(far(0), far(2), "d0.rs d2.rs");
    check(far(7), seen(Source::GRAPH, "a.rs", "load"), "d7.rs a.rs");
    // Equal scores: the place that was observed first.
    check(seen(Source::GREP, "z.rs", "load"), seen(Source::GREP, "a.rs", "load"), "a.rs z.rs");
}

#[test]
fn penalties_depend_on_the_path_class_and_the_length() {
    let check = |name: &str, text: &str, component: &str, expect: Option<f64>| {
        let seen = Observation::matches(Source::GREP, vec![window(name, 1, text, 900)]);
        let (_, ranked) = ranked("x", vec![seen]);
        let got = value(&ranked[0], component);
        let same = match (got, expect) {
            (Some(got), Some(expect)) => (got - expect).abs() < 1e-9,
            (got, expect) => got == expect,
        };
        assert!(same, "{name} {component}: {got:?}");
    };
    check("src/a.rs", "x", "trait", None);
    check("docs/a.md", "x", "trait", Some(-0.3));
    check("fixtures/a.json", "x", "trait", Some(-0.4));
    check("tests/a.rs", "x", "trait", Some(-0.6));
    check("dist/a.js", "x", "trait", Some(-0.8));
    // Only the heaviest penalty counts.
    check("tests/dist/a.js", "x", "trait", Some(-0.8));
    // A text of 1,000 tokens has half of the cost, one of 3,000 three quarters.
    check("src/a.rs", &"x".repeat(4_000), "cost", Some(-0.1));
    check("src/a.rs", &"x".repeat(12_000), "cost", Some(-0.15));
}

/// A word that was in no file when it was counted, and has been observed since.
#[test]
fn an_outdated_count_is_harmless() {
    let mut seen = Observation::matches(Source::GREP, vec![window("load.rs", 1, "load", 9)]);
    seen.counts = vec![count("load", 0)];
    let (_, ranked) = ranked("load", vec![seen]);
    assert_eq!(value(&ranked[0], "evidence"), Some(0.0));
    assert!(ranked[0].score().is_finite());
}

#[test]
fn invalid_weights_are_clamped() {
    let source = |weight| Source { name: "host".into(), weight };
    for weight in [f64::NAN, f64::INFINITY, -9.0] {
        let (_, ranked) = ranked("x", vec![Observation::listed(source(weight), vec![path("a")])]);
        let value = value(&ranked[0], "source");
        assert!(value.is_some_and(|v| (0.0..=0.5).contains(&v)), "{weight} {value:?}");
    }
}

proptest! {
    /// All places once, best first, every component within the bounds of the table in `src/rank.rs`.
    #[test]
    fn a_ranking_is_an_order_of_all_places(
        seen in vec(observation(), 0..4), query in "[a-zA-Z_ ]{0,20}",
    ) {
        let (registry, ranked) = ranked(&query, seen.clone());
        let mut ids: Vec<_> = ranked.iter().map(|r| r.id).collect();
        for pair in ranked.windows(2) {
            let by_id = pair[0].score() == pair[1].score() && pair[0].id < pair[1].id;
            prop_assert!(pair[0].score() > pair[1].score() || by_id);
        }
        ids.sort_unstable();
        prop_assert_eq!(ids, registry.iter().map(|c| c.id()).collect::<Vec<_>>());
        for component in ranked.iter().flat_map(|r| &r.components) {
            let (least, most) = match component.name {
                "source" => (0.0, 0.5),
                "basename" => (0.0, 0.75),
                "symbol" => (0.0, 1.5),
                "evidence" => (0.0, 1.0),
                "tightness" => (0.0, 0.3),
                "cost" => (-0.2, 0.0),
                "distance" => (0.0, 0.4),
                "trait" => (-0.8, -0.3),
                other => return Err(TestCaseError::fail(other.to_owned())),
            };
            let slack = 1e-9;
            prop_assert!((least - slack..=most + slack).contains(&component.value), "{component:?}");
        }
        prop_assert_eq!(&rank(&registry, &QueryTokens::of(&query)), &ranked);
    }
}
