//! `cargo xtask invariants`: runs the tests named after the laws, with many cases.

use std::process::Command;

use anyhow::Result;

use crate::command::run as run_command;
use crate::laws::LAWS;
use crate::nextest;

/// Runs the tests of the named laws, or of all.
///
/// # Errors
/// If a test fails, or there is none.
pub(crate) fn run(names: &[String], cases: u32, seed: Option<u64>) -> Result<()> {
    // Each run has another seed.
    let seed =
        seed.unwrap_or_else(|| std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs());
    let result = run_command(&mut tests_of(names, cases, seed));
    let laws = names.join(" ");
    println!("The same cases again: cargo xtask invariants {laws} --cases {cases} --seed {seed}");
    println!("A failing case is kept under proptest-regressions/, where the test allows it.");
    result
}

fn tests_of(names: &[String], cases: u32, seed: u64) -> Command {
    let laws =
        LAWS.iter().filter(|law| names.is_empty() || names.iter().any(|name| name == law.name));
    let tests: Vec<String> = laws.map(|law| format!("test(/{}/)", law.pattern())).collect();
    let filter = nextest::runnable(&tests.join(" | "));
    let mut tests = nextest::run(&["--no-fail-fast", "-E", &filter]);
    tests.env("PROPTEST_CASES", cases.to_string());
    tests.env("PROPTEST_RNG_SEED", seed.to_string());
    tests.env("INSTA_UPDATE", "no");
    tests
}

#[cfg(test)]
mod tests {
    use super::tests_of;
    use crate::laws::LAWS;

    #[test]
    fn the_laws_the_cases_and_the_seed_reach_the_tests() {
        let line = |names: &[String]| crate::command::command_line(&tests_of(names, 64, 7));
        let one = line(&["budget".to_owned()]);
        for part in ["PROPTEST_CASES=64 ", "PROPTEST_RNG_SEED=7 ", "budget"] {
            assert!(one.contains(part), "{one}");
        }
        assert_eq!(one.matches("(^|::)").count(), 1);
        assert_eq!(line(&[]).matches("(^|::)").count(), LAWS.len());
    }
}
