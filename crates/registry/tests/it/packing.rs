//! The bounded and diverse selection of places.

use std::collections::{HashMap, HashSet};

use firsthand_registry::{
    Candidate, CandidateId, HeldBack, Observation, PackLimits, QueryTokens, Ranked, Registry,
    Source, pack, rank,
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

fn check(least: usize, most: usize, places: &[&str], expect: &str) {
    let (registry, ranked) = registry(places);
    let packed = pack(&registry, &ranked, PackLimits { least, most });
    let ids: Vec<String> = packed.ids.iter().map(ToString::to_string).collect();
    let held_back: Vec<String> =
        packed.held_back.iter().map(|(id, reason)| format!("{id} {reason:?}")).collect();
    assert_eq!(format!("{} | {}", ids.join(" "), held_back.join(", ")), expect, "{places:?}");
}

#[test]
fn redundant_places_are_held_back() {
    check(0, 9, &["a:1 x/y", "a:2 y/z", "a:9"], "c1 c3 | c2 Overlap");
    check(0, 9, &["a:1", "a:2", "a:3", "a:4", "b:1"], "c1 c2 c3 c5 | c4 SameFile");
    check(0, 9, &["a:1 same/text", "lib/a:7 same/text", "b:1"], "c1 c3 | c2 SameText");
    check(0, 9, &["a:1", "a", "b"], "c1 c3 | c2 Overlap");
    check(0, 9, &["a", "a:1"], "c1 c2 | "); // a selected path without lines overlaps no lines
}

#[test]
fn files_that_are_not_product_code_are_held_back() {
    check(
        0,
        9,
        &["tests/a.rs:1", "src/a.rs:1", "vendor/a.c:1", "dist/a.js:1", "README.md:1"],
        "c2 | c1 Test, c3 Support, c4 Generated, c5 Docs",
    );
}

#[test]
fn held_back_places_fill_up_to_the_minimum() {
    check(2, 9, &["tests/a.rs:1", "b:1", "b:1 p/q"], "c2 c1 | c3 Overlap");
    check(9, 9, &["tests/a.rs:1", "b:1", "b:1 p/q"], "c2 c1 | c3 Overlap");
    check(9, 9, &["tests/a:1 x/y", "tests/a:2 y/z"], "c1 | c2 Overlap");
    check(9, 9, &["tests/a:1", "tests/a"], "c1 | c2 Overlap");
    check(9, 1, &["tests/a.rs:1", "b:1", "c:1"], "c2 | c1 Test, c3 Full");
    check(1, 0, &["a:1"], " | c1 Full");
    check(1, 2, &["a:1", "b:1", "c:1", "tests/d:1"], "c1 c2 | c3 Full, c4 Full");
}

#[test]
fn unknown_and_repeated_ids_are_skipped() {
    let (registry, mut ranked) = registry(&["a:1", "b:1"]);
    ranked.push(ranked[0].clone());
    ranked.push(Ranked { id: "c99".parse().unwrap(), components: Vec::new() });
    let packed = pack(&registry, &ranked, PackLimits::default());
    let ids: Vec<String> = packed.ids.iter().map(ToString::to_string).collect();
    assert_eq!((ids, packed.held_back), (vec!["c1".into(), "c2".into()], vec![]));
}

#[test]
fn the_default_limits_are_20_to_40_places() {
    assert_eq!(PackLimits::default(), PackLimits { least: 20, most: 40 });
}

/// Places as [`registry`] parses them: few files and texts, so that many overlap, repeat and are tests.
fn places() -> impl Strategy<Value = Vec<String>> {
    vec("(a|b|c|test/d|docs/e|vendor/f|dist/g)(:[1-9]( (x|y|z)/(x|y)){0,1}){0,1}", 0..30)
}

/// A registry, its places ranked, and two limits.
fn case() -> impl Strategy<Value = (Registry, Vec<Ranked>, PackLimits)> {
    (places(), 0..12_usize, 0..12_usize).prop_map(|(places, least, most)| {
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let (registry, _) = registry(&places);
        let ranked = rank(&registry, &QueryTokens::of("x z"));
        (registry, ranked, PackLimits { least, most })
    })
}

/// How many places the first round selects: those without a minimum.
fn first_round_len(registry: &Registry, ranked: &[Ranked], most: usize) -> usize {
    let limits = PackLimits { least: 0, most };
    pack(registry, ranked, limits).ids.len()
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
    fn the_number_of_selected_places_is_within_the_limits((registry, ranked, limits) in case()) {
        let packed = pack(&registry, &ranked, limits);
        prop_assert!(packed.ids.len() <= limits.most);
        // Fewer than the minimum only if all other places overlap a selected one.
        let overlaps = |(_, reason): &(_, HeldBack)| *reason == HeldBack::Overlap;
        let enough = packed.ids.len() >= limits.least.min(limits.most);
        prop_assert!(enough || packed.held_back.iter().all(overlaps));
    }

    #[test]
    fn every_place_is_packed_or_held_back_once(
        (registry, ranked, limits) in case(), repeated in 0..9_usize,
    ) {
        let mut with_invalid_ids = ranked.clone();
        with_invalid_ids.extend(ranked.iter().take(repeated).cloned());
        with_invalid_ids.push(Ranked { id: "c999".parse().unwrap(), components: Vec::new() });
        let packed = pack(&registry, &with_invalid_ids, limits);
        let held_back = packed.held_back.iter().map(|(id, _)| *id);
        let all: Vec<CandidateId> = packed.ids.iter().copied().chain(held_back).collect();
        prop_assert!(all.iter().all(|id| registry.get(*id).is_some()));
        prop_assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        prop_assert_eq!(all.len(), registry.len());
    }

    #[test]
    fn no_line_is_in_two_selected_places((registry, ranked, limits) in case()) {
        let packed = pack(&registry, &ranked, limits);
        let chosen: Vec<_> = packed.ids.iter().map(|id| registry.get(*id).unwrap()).collect();
        for (index, place) in chosen.iter().enumerate() {
            let earlier = &chosen[..index];
            prop_assert!(!earlier.iter().any(|better| overlap(better, place)), "{}", place.id());
        }
    }

    #[test]
    fn each_round_is_in_the_order_of_the_ranking((registry, ranked, limits) in case()) {
        let rank_of = |id: &CandidateId| ranked.iter().position(|r| r.id == *id).unwrap();
        let packed = pack(&registry, &ranked, limits);
        let (first, second) = packed.ids.split_at(first_round_len(&registry, &ranked, limits.most));
        prop_assert!(first.is_sorted_by_key(rank_of) && second.is_sorted_by_key(rank_of));
        prop_assert!(packed.held_back.is_sorted_by_key(|(id, _)| rank_of(id)));
        // The second round fills up to the minimum, after all places of the first.
        prop_assert!(second.is_empty() || packed.ids.len() <= limits.least);
        let full = packed.held_back.iter().any(|(_, reason)| *reason == HeldBack::Full);
        prop_assert!(second.is_empty() || !full);
    }

    #[test]
    fn the_first_round_is_diverse((registry, ranked, limits) in case()) {
        let packed = pack(&registry, &ranked, PackLimits { least: 0, ..limits });
        let chosen: Vec<_> = packed.ids.iter().map(|id| registry.get(*id).unwrap()).collect();
        let mut files: HashMap<_, usize> = HashMap::new();
        let mut texts = HashSet::new();
        for place in chosen {
            prop_assert!(!place.traits().any(), "{}", place.path());
            *files.entry(place.path()).or_default() += 1;
            prop_assert!(place.evidence().is_none_or(|e| texts.insert(e.text())));
        }
        prop_assert!(files.values().all(|places| *places <= 3));
    }

    #[test]
    fn every_reason_to_hold_back_applies((registry, ranked, limits) in case()) {
        let packed = pack(&registry, &ranked, limits);
        let chosen: Vec<_> = packed.ids.iter().map(|id| registry.get(*id).unwrap()).collect();
        let same_text = |a: &Candidate, b: &Candidate| {
            let both = a.evidence().zip(b.evidence());
            both.is_some_and(|(a, b)| a.text() == b.text())
        };
        for (id, reason) in &packed.held_back {
            let place = registry.get(*id).unwrap();
            let traits = place.traits();
            let holds = match reason {
                HeldBack::Overlap => chosen.iter().any(|better| overlap(better, place)),
                HeldBack::SameFile => {
                    chosen.iter().filter(|better| better.path() == place.path()).count() >= 3
                }
                HeldBack::SameText => chosen.iter().any(|better| same_text(better, place)),
                HeldBack::Test => traits.test,
                HeldBack::Support => traits.support,
                HeldBack::Generated => traits.generated,
                HeldBack::Docs => traits.docs,
                HeldBack::Full => chosen.len() == limits.most,
            };
            prop_assert!(holds, "{id} {reason:?}");
        }
    }

    #[test]
    fn packing_is_deterministic(
        places in places(), least in 0..12_usize, most in 0..12_usize,
    ) {
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let [first, second] = [(); 2].map(|()| {
            let (registry, ranked) = registry(&places);
            pack(&registry, &ranked, PackLimits { least, most })
        });
        prop_assert_eq!(first, second);
    }
}
