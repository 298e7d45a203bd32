//! `cargo xtask invariants`: runs the tests named after each law, law by law, with many cases.

use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::arguments::{Arguments, UsageError, check_names};
use crate::command::{Stream, command_line, run as run_command, watch, workspace_cargo};
use crate::laws::{LAWS, Law};
use crate::nextest;
use crate::table::table;

const DEFAULT_CASES: usize = 1024;

/// The test result of one law.
struct Outcome {
    tests: usize,
    passed: bool,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = Arguments::parse(arguments, &[], &["--cases", "--seed"])?;
    let laws = chosen(&arguments.names)?;
    let cases = arguments.number("--cases", DEFAULT_CASES)?.to_string();
    let seed = arguments.number("--seed", seed_from_time())?.to_string();
    // Built once, so that the times below are those of the tests.
    let mut build = if nextest::available() {
        let mut build = workspace_cargo(&["nextest", "run"]);
        build.args(nextest::TARGETS);
        build
    } else {
        nextest::cargo_test(&[])
    };
    run_command(build.arg("--no-run"))?;
    let (mut rows, mut broken) = (Vec::new(), Vec::new());
    for law in laws {
        eprintln!("\n== {}: {}", law.name, law.note);
        let mut tests = tests_of(law, &cases, &seed);
        let begun = Instant::now();
        let outcome = outcome_of(law, &mut tests)?;
        let time = format!("{:.1} s", begun.elapsed().as_secs_f64());
        let result = outcome.status(law);
        if !outcome.passed || (outcome.tests == 0 && law.required) {
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
    fn status(&self, law: &Law) -> &'static str {
        match (self.passed, self.tests, law.required) {
            (false, ..) => "BROKEN",
            (true, 0, true) => "NO TEST",
            (true, 0, false) => "none yet",
            (true, ..) => "holds",
        }
    }
}

/// The named laws in the order of the table; all without names.
fn chosen(names: &[String]) -> Result<Vec<&'static Law>, UsageError> {
    let known: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
    check_names("law", names, &known)?;
    let is_chosen = |law: &&Law| names.is_empty() || names.iter().any(|name| name == law.name);
    Ok(LAWS.iter().filter(is_chosen).collect())
}

/// A seed from the present time, so that each run uses another one.
fn seed_from_time() -> usize {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    usize::try_from(since.as_secs()).unwrap_or(1)
}

fn tests_of(law: &Law, cases: &str, seed: &str) -> Command {
    let filter = nextest::runnable(&format!("test(/{}/)", law.pattern()));
    let mut tests = if nextest::available() {
        let mut tests = workspace_cargo(&["nextest", "run", "--no-fail-fast", "--no-tests=pass"]);
        tests.args(nextest::TARGETS).args(["-E", &filter]);
        tests
    } else {
        // The filter of `cargo test` takes any part of a name: other tests may run along, and are not counted.
        nextest::cargo_test(&["--no-fail-fast", "--", law.name])
    };
    tests.env("PROPTEST_CASES", cases);
    tests.env("PROPTEST_RNG_SEED", seed);
    tests.env("INSTA_UPDATE", "no");
    tests
}

fn outcome_of(law: &Law, tests: &mut Command) -> Result<Outcome> {
    let mut count = 0;
    let passed = if nextest::available() {
        watch(tests, Stream::Err, |line| {
            let run = nextest::summary(line).and_then(|summary| nextest::tests_run(&summary));
            count = run.unwrap_or(count);
        })?
    } else {
        watch(tests, Stream::Out, |line| {
            count += usize::from(is_run_of(law, line));
        })?
    };
    Ok(Outcome {
        tests: count,
        passed,
    })
}

/// Whether `cargo test` reports in this line that a test of the law was run.
fn is_run_of(law: &Law, line: &str) -> bool {
    let name = line
        .strip_prefix("test ")
        .and_then(|rest| rest.split_once(" ... "));
    name.is_some_and(|(name, _)| law.covers(name.rsplit("::").next().unwrap_or(name)))
}

#[cfg(test)]
mod tests {
    use super::{Outcome, chosen, is_run_of, tests_of};
    use crate::laws::LAWS;

    #[test]
    fn lines_of_cargo_test_are_counted_by_name() {
        let law = &LAWS[0];
        assert!(is_run_of(
            law,
            &format!("test a::b::{}_always ... ok", law.name)
        ));
        assert!(!is_run_of(
            law,
            &format!("test a::{}::other ... ok", law.name)
        ));
        assert!(!is_run_of(law, "test result: ok. 1 passed"));
    }

    #[test]
    fn a_law_without_tests_does_not_hold() {
        let word = |tests, passed, law| Outcome { tests, passed }.status(law);
        let required = LAWS.iter().find(|law| law.required).unwrap();
        assert_eq!(word(2, true, required), "holds");
        assert_eq!(word(2, false, required), "BROKEN");
        assert_eq!(word(0, true, required), "NO TEST");
    }

    #[test]
    fn laws_are_chosen_by_name() {
        assert_eq!(chosen(&[]).unwrap().len(), LAWS.len());
        assert_eq!(chosen(&["budget".to_owned()]).unwrap().len(), 1);
        assert!(chosen(&["budgets".to_owned()]).is_err());
    }

    #[test]
    fn the_cases_and_the_seed_reach_the_tests() {
        let tests = crate::command::command_line(&tests_of(&LAWS[0], "64", "7"));
        for variable in ["PROPTEST_CASES=64 ", "PROPTEST_RNG_SEED=7 "] {
            assert!(tests.contains(variable), "{tests}");
        }
    }
}
