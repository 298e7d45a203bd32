//! The laws that the oracle checks, each against attempts of its own seed, and runs of the loop.
//! `cargo adversary` runs far more.

use firsthand_testkit::adversary::{Arena, Tally, all, attempt, loop_attempt, run};

/// The attempts of a law: with those of the other laws, which check it as well, some 4,000.
const ATTEMPTS: u64 = 400;

/// Checks that there is no violation of this law, nor of another one, and that enough was reported: links in a quarter of
/// the attempts, and two thirds of the honest links.
fn check(law: &str, seed: u64) {
    let tally = run(attempt, seed, 0..ATTEMPTS, 1);
    assert_eq!(tally.violations.get(law), None, "{tally}");
    assert_eq!(tally.violation_count(), 0, "{tally}");
    assert!(tally.with_links * 4 > tally.attempts, "hardly a link: {tally}");
    let (reported, planted) = honest_link_counts(&tally);
    assert!(reported * 3 > planted * 2, "what is true is dropped: {tally}");
}

/// How many honest links (the control attack `honest_link`) are reported, and how many were planted.
fn honest_link_counts(tally: &Tally) -> (u64, u64) {
    let row = &tally.results["honest_link"];
    (tally.times("honest_link", "stands"), row.values().sum())
}

#[test]
fn no_fabrication_against_an_adversary() {
    check("no_fabrication", 11);
}

#[test]
fn verbatim_against_an_adversary() {
    check("verbatim", 12);
}

#[test]
fn unchanged_against_an_adversary() {
    check("unchanged", 13);
}

#[test]
fn downgrade_only_against_an_adversary() {
    check("downgrade_only", 14);
}

#[test]
fn no_padding_against_an_adversary() {
    check("no_padding", 15);
}

#[test]
fn budget_against_an_adversary() {
    check("budget", 16);
}

#[test]
fn contained_against_an_adversary() {
    check("contained", 17);
}

/// Through the loop, with file changes before selections, and cancellations.
#[test]
fn always_ends_without_a_violation_against_an_adversary() {
    let tally = run(loop_attempt, 19, 0..120, 1);
    assert_eq!(tally.violation_count(), 0, "{tally}");
    assert!(tally.with_links * 4 > tally.attempts, "hardly a link: {tally}");
}

/// All attacks but at most two are tried, and each is answered by one of its rules, or its result is allowed.
#[test]
fn every_attack_is_answered() {
    let tally = run(attempt, 18, 0..1_500, 1);
    assert_eq!(tally.violation_count(), 0, "{tally}");
    let tried = |name: &str| tally.results.contains_key(name);
    let untried: Vec<&str> = all().map(|attack| attack.name).filter(|name| !tried(name)).collect();
    assert!(untried.len() <= 2, "never tried: {untried:?}\n{tally}");
}

#[test]
fn a_seed_and_a_number_reproduce_an_attempt() {
    for number in [0, 7, 41, 333] {
        let again = || {
            let attempt = attempt(&Arena::of(5, number), 5, number);
            format!("{attempt:?}")
        };
        assert_eq!(again(), again());
    }
}
