//! The bounded and diverse choice.

use std::collections::HashSet;

use firsthand_registry::{
    HeldBack, Observation, PackLimits, QueryTokens, Ranked, Registry, Source, pack, rank,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::strategies::{path, window};

/// A place as `path`, `path:start`, or `path:start text`; a window has as many lines as its text.
fn registry(places: &[&str]) -> (Registry, Vec<Ranked>) {
    let mut registry = Registry::new();
    for place in places {
        let (at, text) = place.split_once(' ').unwrap_or((place, ""));
        registry.observe(match at.split_once(':') {
            None => Observation::listed(Source::LIST, vec![path(at)]),
            Some((file, start)) => {
                let text = if text.is_empty() {
                    format!("at {at}")
                } else {
                    text.replace('/', "\n")
                };
                let window = window(file, start.parse().unwrap(), &text, 1000);
                Observation::matches(Source::GREP, vec![window])
            }
        });
    }
    // The order given, so that the cases are about the choice alone.
    let ranked = registry
        .iter()
        .map(|c| Ranked {
            id: c.id(),
            components: Vec::new(),
        })
        .collect();
    (registry, ranked)
}

fn check(least: usize, most: usize, places: &[&str], expect: &str) {
    let (registry, ranked) = registry(places);
    let packed = pack(&registry, &ranked, PackLimits { least, most });
    let ids: Vec<String> = packed.ids.iter().map(ToString::to_string).collect();
    let held: Vec<String> = packed
        .held_back
        .iter()
        .map(|(id, reason)| format!("{id} {reason:?}"))
        .collect();
    assert_eq!(
        format!("{} | {}", ids.join(" "), held.join(", ")),
        expect,
        "{places:?}"
    );
}

#[test]
fn near_duplicates_are_held_back() {
    check(0, 9, &["a:1 x/y", "a:2 y/z", "a:9"], "c1 c3 | c2 Overlap");
    check(
        0,
        9,
        &["a:1", "a:2", "a:3", "a:4", "b:1"],
        "c1 c2 c3 c5 | c4 SameFile",
    );
    check(
        0,
        9,
        &["a:1 same/text", "lib/a:7 same/text", "b:1"],
        "c1 c3 | c2 SameText",
    );
    check(0, 9, &["a:1", "a", "b"], "c1 c3 | c2 Overlap");
    check(0, 9, &["a", "a:1"], "c1 c2 | "); // a path alone covers no line
}

#[test]
fn other_than_product_code_is_held_back() {
    check(
        0,
        9,
        &[
            "tests/a.rs:1",
            "src/a.rs:1",
            "vendor/a.c:1",
            "dist/a.js:1",
            "README.md:1",
        ],
        "c2 | c1 Test, c3 Support, c4 Generated, c5 Docs",
    );
}

#[test]
fn held_back_places_fill_up() {
    check(
        2,
        9,
        &["tests/a.rs:1", "b:1", "b:1 p/q"],
        "c2 c1 | c3 Overlap",
    );
    check(9, 9, &["tests/a.rs:1", "b:1", "b:1 p/q"], "c2 c1 c3 | ");
    check(
        9,
        1,
        &["tests/a.rs:1", "b:1", "c:1"],
        "c2 | c1 Test, c3 Full",
    );
    check(1, 0, &["a:1"], " | c1 Full");
    check(
        1,
        2,
        &["a:1", "b:1", "c:1", "tests/d:1"],
        "c1 c2 | c3 Full, c4 Full",
    );
}

#[test]
fn unknown_and_repeated_ids_are_passed_over() {
    let (registry, mut ranked) = registry(&["a:1", "b:1"]);
    ranked.push(ranked[0].clone());
    ranked.push(Ranked {
        id: "c99".parse().unwrap(),
        components: Vec::new(),
    });
    let packed = pack(&registry, &ranked, PackLimits::default());
    let ids: Vec<String> = packed.ids.iter().map(ToString::to_string).collect();
    assert_eq!(
        (ids, packed.held_back),
        (vec!["c1".into(), "c2".into()], vec![])
    );
}

#[test]
fn the_default_is_20_to_40() {
    assert_eq!(
        PackLimits::default(),
        PackLimits {
            least: 20,
            most: 40
        }
    );
}

proptest! {
    #[test]
    fn a_choice_keeps_its_bounds_and_the_order(
        places in vec("(a|b|c|test/d|docs/e)(:[1-9]( (x|y|z)/(x|y)){0,1}){0,1}", 0..30),
        least in 0..12_usize,
        most in 0..12_usize,
    ) {
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let (registry, _) = registry(&places);
        let ranked = rank(&registry, &QueryTokens::of("x z"));
        let at = |id| ranked.iter().position(|r| r.id == id).unwrap();
        let packed = pack(&registry, &ranked, PackLimits { least, most });
        // Every place once, on one side or the other.
        let held = packed.held_back.iter().map(|(id, _)| *id);
        let all: HashSet<_> = packed.ids.iter().copied().chain(held).collect();
        prop_assert_eq!(all.len(), registry.len());
        prop_assert_eq!(packed.ids.len() + packed.held_back.len(), registry.len());
        prop_assert!(packed.ids.len() <= most);
        prop_assert!(packed.ids.len() >= least.min(most).min(registry.len()));
        prop_assert!(packed.held_back.is_sorted_by_key(|(id, _)| at(*id)));
        // Two rounds, each in the order of the ranking; the first is what no minimum asks for.
        let free = pack(&registry, &ranked, PackLimits { least: 0, most });
        let (first, second) = packed.ids.split_at(free.ids.len());
        prop_assert_eq!(first, &free.ids[..]);
        prop_assert!(first.is_sorted_by_key(|id| at(*id)) && second.is_sorted_by_key(|id| at(*id)));
        prop_assert!(second.is_empty() || packed.ids.len() <= least);
        // The first round is diverse.
        let chosen: Vec<_> = first.iter().map(|id| registry.get(*id).unwrap()).collect();
        for (index, place) in chosen.iter().enumerate() {
            prop_assert!(!place.traits().any());
            let earlier = &chosen[..index];
            prop_assert!(earlier.iter().filter(|c| c.path() == place.path()).count() < 3);
            for other in earlier.iter().filter(|c| c.evidence().is_some()) {
                let (a, b) = (other.evidence(), place.evidence());
                prop_assert!(a.map(|e| e.text()) != b.map(|e| e.text()));
                let both = other.range().zip(place.range());
                let overlap = both.is_some_and(|(a, b)| a.overlaps(b));
                prop_assert!(other.path() != place.path() || !overlap);
            }
        }
        let full = packed.held_back.iter().any(|(_, reason)| *reason == HeldBack::Full);
        prop_assert!(!full || packed.ids.len() == most);
    }
}
