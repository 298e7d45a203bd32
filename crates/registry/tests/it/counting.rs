//! Counts of words, and the information computed from them.

use firsthand_registry::{Observation, Registry, Source, TokenCount};
use proptest::prelude::*;

fn count(files: u32, of_files: u32) -> TokenCount {
    TokenCount { token: "cache".into(), files, of_files, occurrences: 0, in_code: 0 }
}

#[test]
fn a_word_in_fewer_files_has_a_higher_rarity() {
    let check = |files: u32, of_files: u32, expect: &str| {
        let rarity = count(files, of_files).rarity();
        assert_eq!(format!("{rarity:.2}"), expect, "{files} of {of_files}");
    };
    check(1, 1000, "1.00");
    check(1, 1, "1.00");
    check(10, 1000, "0.67");
    check(100, 1000, "0.35");
    check(1000, 1000, "0.10");
    // An impossible count: more files than were searched.
    check(1000, 3, "0.10");
    // A word in no file has no rarity.
    check(0, 1000, "0.00");
    check(0, 0, "0.00");
}

/// A word that occurs only in prose has a quarter of the information.
#[test]
fn a_word_of_prose_has_less_information() {
    let check = |occurrences: u32, in_code: u32, expect: f64| {
        let word = TokenCount { occurrences, in_code, ..count(10, 1000) };
        let ratio = word.information() / word.rarity();
        assert!((ratio - expect).abs() < 1e-9, "{in_code} of {occurrences}: {ratio}");
    };
    check(8, 8, 1.0);
    check(8, 4, 0.625);
    check(8, 2, 0.4375);
    check(8, 0, 0.25);
    // Occurrences that were not counted, and an impossible count.
    check(0, 0, 1.0);
    check(8, 99, 1.0);
}

proptest! {
    #[test]
    fn rarity_decreases_with_document_frequency(of_files in 2..5_000_u32, files in any::<prop::sample::Index>()) {
        let files = 1 + u32::try_from(files.index(of_files as usize - 1)).unwrap();
        let (fewer, more) = (count(files, of_files).rarity(), count(files + 1, of_files).rarity());
        prop_assert!(0.0 < more && more < fewer && fewer <= 1.0, "{more} {fewer}");
    }
}

/// Of several counts of a word, the one over the most files is used; among equals, the latest.
#[test]
fn the_count_over_most_files_is_used() {
    let check = |counts: &[(u32, u32)], expect: u32| {
        let mut registry = Registry::new();
        for (files, of_files) in counts {
            let mut observation = Observation::listed(Source::LIST, Vec::new());
            observation.counts = vec![count(*files, *of_files)];
            registry.observe(observation);
        }
        let files = registry.count_of("cache").map(|count| count.files);
        assert_eq!(files, Some(expect), "{counts:?}");
    };
    check(&[(1, 4), (2, 90)], 2);
    check(&[(2, 90), (1, 4)], 2);
    check(&[(2, 90), (3, 90)], 3);
}

#[test]
fn a_word_is_looked_up_as_it_is_spelled_then_without_case_and_underscores() {
    let mut registry = Registry::new();
    let mut observation = Observation::listed(Source::LIST, Vec::new());
    let spelled = |token: &str, files: u32| TokenCount { token: token.into(), ..count(files, 9) };
    observation.counts = vec![spelled("maxColumns", 3), spelled("max_columns", 5)];
    registry.observe(observation);
    for (word, files) in [
        ("maxcolumns", Some(3)),
        ("maxColumns", Some(3)),
        ("MAX_COLUMNS", Some(3)),
        ("max_columns", Some(5)),
        ("columns", None),
    ] {
        let found = registry.count_of(word).map(|count| count.files);
        assert_eq!(found, files, "{word}");
    }
}
