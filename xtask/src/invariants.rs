//! `cargo xtask invariants`: runs the tests named after each law, law by law, with many cases.

use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::command::{command_line, run as run_command, watch};
use crate::laws::{LAWS, Law};
use crate::nextest;
use crate::table::table;

/// The test result of one law.
struct Outcome {
    tests: usize,
    passed: bool,
}

/// Runs the tests of the named laws, or of all.
///
/// # Errors
/// If a test fails, or a law has none.
pub(crate) fn run(names: &[String], cases: u32, seed: Option<u64>) -> Result<()> {
    let (cases, seed) = (cases.to_string(), seed.unwrap_or_else(seed_from_time).to_string());
    // Built once, so that the times below are those of the tests.
    run_command(&mut nextest::run(&["--no-run"]))?;
    let (mut rows, mut broken) = (Vec::new(), Vec::new());
    for law in chosen(names) {
        eprintln!("\n== {}: {}", law.name, law.promise);
        let mut tests = tests_of(law, &cases, &seed);
        let begun = Instant::now();
        let outcome = outcome_of(&mut tests)?;
        let time = format!("{:.1} s", begun.elapsed().as_secs_f64());
        let result = outcome.status();
        if !outcome.passed || outcome.tests == 0 {
            broken.push(format!("{}: {result}: {}", law.name, command_line(&tests)));
        }
        let tests = outcome.tests.to_string();
        let cells = [law.name, &tests, &cases, result, &time, &seed];
        rows.push(cells.map(str::to_owned).to_vec());
    }
    let head = ["law", "tests", "cases", "result", "time", "seed"];
    println!("\n{}", table(&head, &rows));
    println!("A test that sets its own number of cases has that one.");
    println!("The same cases again: cargo xtask invariants LAW --cases {cases} --seed {seed}");
    println!(
        "A failing case is kept under proptest-regressions/, where the test allows it, and is tried first from then on."
    );
    if !broken.is_empty() {
        bail!("{}", broken.join("\n"));
    }
    Ok(())
}

impl Outcome {
    fn status(&self) -> &'static str {
        match (self.passed, self.tests) {
            (false, _) => "BROKEN",
            (true, 0) => "NO TEST",
            (true, _) => "holds",
        }
    }
}

/// The named laws in the order of the table; all without names.
fn chosen(names: &[String]) -> impl Iterator<Item = &'static Law> {
    let is_chosen = |law: &&Law| names.is_empty() || names.iter().any(|name| name == law.name);
    LAWS.iter().filter(is_chosen)
}

/// A seed from the present time, so that each run uses another one.
fn seed_from_time() -> u64 {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    since.as_secs()
}

fn tests_of(law: &Law, cases: &str, seed: &str) -> Command {
    let filter = nextest::runnable(&format!("test(/{}/)", law.pattern()));
    let mut tests = nextest::run(&["--no-fail-fast", "--no-tests=pass", "-E", &filter]);
    tests.env("PROPTEST_CASES", cases);
    tests.env("PROPTEST_RNG_SEED", seed);
    tests.env("INSTA_UPDATE", "no");
    tests
}

fn outcome_of(tests: &mut Command) -> Result<Outcome> {
    let mut outcome = Outcome { tests: 0, passed: false };
    outcome.passed = watch(tests, |line| {
        let run = nextest::summary(line).and_then(|summary| nextest::tests_run(&summary));
        outcome.tests = run.unwrap_or(outcome.tests);
    })?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::{Outcome, chosen, tests_of};
    use crate::laws::LAWS;

    #[test]
    fn a_law_without_tests_does_not_hold() {
        let word = |tests, passed| Outcome { tests, passed }.status();
        assert_eq!(word(2, true), "holds");
        assert_eq!(word(2, false), "BROKEN");
        assert_eq!(word(0, true), "NO TEST");
    }

    #[test]
    fn laws_are_chosen_by_name() {
        assert_eq!(chosen(&[]).count(), LAWS.len());
        assert_eq!(chosen(&["budget".to_owned()]).count(), 1);
    }

    #[test]
    fn the_cases_and_the_seed_reach_the_tests() {
        let tests = crate::command::command_line(&tests_of(&LAWS[0], "64", "7"));
        for variable in ["PROPTEST_CASES=64 ", "PROPTEST_RNG_SEED=7 "] {
            assert!(tests.contains(variable), "{tests}");
        }
    }
}
