//! The bounded and diverse selection of places.

use std::collections::HashSet;

use firsthand_registry::{
    Candidate, CandidateId, Observation, QueryTokens, Ranked, Registry, Source, pack, rank,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::strategies::{path, window};

/// A place as `path`, `path:start`, or `path:start text`; a window has as many lines as its text.
fn registry(places: &[&str]) -> (Registry, Vec<Ranked>) {
    let mut registry = Registry::new();
    for place in places {
        let (location, text) = place.split_once(' ').unwrap_or((place, ""));
        registry.observe(match location.split_once(':') {
            None => Observation::listed(Source::LIST, vec![path(location)]),
            Some((file, start)) => {
                let text = if text.is_empty() {
                    format!("at {location}")
                } else {
                    text.replace('/', "\n")
                };
                let window = window(file, start.parse().unwrap(), &text, 1000);
                Observation::matches(Source::GREP, vec![window])
            }
        });
    }
    // In the given order, so that the cases test the selection alone.
    let ranked = registry.iter().map(|c| Ranked { id: c.id(), components: Vec::new() }).collect();
    (registry, ranked)
}

fn check(places: &[&str], expect: &str) {
    let (registry, ranked) = registry(places);
    let packed = pack(&registry, &ranked);
    let texts = [packed.diverse, packed.held_back]
        .map(|ids| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    assert_eq!(texts.join(" | "), expect, "{places:?}");
}

#[test]
fn redundant_places_are_held_back() {
    check(&["a:1 x/y", "a:2 y/z", "a:9"], "c1 c3 | c2");
    check(&["a:1", "a:2", "a:3", "a:4", "b:1"], "c1 c2 c3 c5 | c4");
    check(&["a:1 same/text", "lib/a:7 same/text", "b:1"], "c1 c3 | c2");
    check(&["a:1", "a", "b"], "c1 c3 | c2");
    check(&["a", "a:1"], "c1 c2 | "); // a path without lines overlaps no lines
}

#[test]
fn files_that_are_not_product_code_are_held_back() {
    let places = ["tests/a.rs:1", "src/a.rs:1", "vendor/a.c:1", "dist/a.js:1", "README.md:1"];
    check(&places, "c2 | c1 c3 c4 c5");
}

#[test]
fn unknown_and_repeated_ids_are_skipped() {
    let (registry, mut ranked) = registry(&["a:1", "b:1"]);
    ranked.push(ranked[0].clone());
    ranked.push(Ranked { id: "c99".parse().unwrap(), components: Vec::new() });
    let packed = pack(&registry, &ranked);
    let ids: Vec<String> = packed.diverse.iter().map(ToString::to_string).collect();
    assert_eq!((ids, packed.held_back), (vec!["c1".into(), "c2".into()], vec![]));
}

/// Places as [`registry`] parses them: few files and texts, so that many overlap, repeat and are tests.
fn places() -> impl Strategy<Value = Vec<String>> {
    vec("(a|b|c|test/d|docs/e|vendor/f|dist/g)(:[1-9]( (x|y|z)/(x|y)){0,1}){0,1}", 0..30)
}

/// A registry and its places, ranked.
fn case() -> impl Strategy<Value = (Registry, Vec<Ranked>)> {
    places().prop_map(|places| {
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let (registry, _) = registry(&places);
        let ranked = rank(&registry, &QueryTokens::of("x z"));
        (registry, ranked)
    })
}

/// Whether `place` overlaps the earlier place `better`: both are in one file, and share lines, or `place` has no lines.
fn overlap(better: &Candidate, place: &Candidate) -> bool {
    let lines_overlap = match (better.range(), place.range()) {
        (Some(a), Some(b)) => a.overlaps(b),
        (_, None) => true,
        (None, Some(_)) => false,
    };
    better.path() == place.path() && lines_overlap
}

proptest! {
    #[test]
    fn every_place_is_packed_or_held_back_once((registry, ranked) in case(), repeated in 0..9_usize) {
        let mut with_invalid_ids = ranked.clone();
        with_invalid_ids.extend(ranked.iter().take(repeated).cloned());
        with_invalid_ids.push(Ranked { id: "c999".parse().unwrap(), components: Vec::new() });
        let packed = pack(&registry, &with_invalid_ids);
        let all: Vec<CandidateId> = packed.diverse.into_iter().chain(packed.held_back).collect();
        prop_assert!(all.iter().all(|id| registry.get(*id).is_some()));
        prop_assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        prop_assert_eq!(all.len(), registry.len());
    }

    #[test]
    fn both_lists_are_in_the_order_of_the_ranking((registry, ranked) in case()) {
        let rank_of = |id: &CandidateId| ranked.iter().position(|r| r.id == *id).unwrap();
        let packed = pack(&registry, &ranked);
        prop_assert!(packed.diverse.is_sorted_by_key(rank_of));
        prop_assert!(packed.held_back.is_sorted_by_key(rank_of));
        prop_assert_eq!(pack(&registry, &ranked), packed);
    }

    #[test]
    fn a_place_is_held_back_unless_it_is_diverse((registry, ranked) in case()) {
        let packed = pack(&registry, &ranked);
        let mut chosen: Vec<&Candidate> = Vec::new();
        for ranked in &ranked {
            let place = registry.get(ranked.id).unwrap();
            let of_file = chosen.iter().filter(|better| better.path() == place.path()).count();
            let is_like = |better: &&Candidate| {
                let both = better.evidence().zip(place.evidence());
                overlap(better, place) || both.is_some_and(|(a, b)| a.text() == b.text())
            };
            let is_diverse = !place.traits().any() && of_file < 3 && !chosen.iter().any(is_like);
            prop_assert_eq!(packed.diverse.contains(&place.id()), is_diverse, "{}", place.id());
            if is_diverse {
                chosen.push(place);
            }
        }
    }
}
