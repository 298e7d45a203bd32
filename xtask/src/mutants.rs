//! `cargo xtask mutants`: mutation testing of the crates that keep the laws, with cargo-mutants: each mutant changes
//! one place of the code, and some test has to fail.
//!
//! `.cargo/mutants.toml` excludes mutants that do not change the behaviour, each with a reason.

use std::process::Command;

use anyhow::Result;

use crate::command::{command, is_installed, run_accepting};
use crate::nextest;
use crate::packages::target;

/// The crates to mutate by default.
const CRATES: [&str; 2] = ["firsthand-registry", "firsthand-validator"];
/// The timeout of a crate's tests, in seconds: far more than they take.
const TIMEOUT_SECONDS: &str = "60";
/// The exit codes of cargo-mutants if all mutants were noticed; with 3, some by the timeout.
const NOTICED_EXIT_CODES: [i32; 2] = [0, 3];

/// Tests all mutants; if cargo-mutants is not installed, the note reports that.
///
/// # Errors
/// If a mutant is not noticed, or cargo-mutants fails.
pub(crate) fn check() -> Result<String> {
    if !is_installed("cargo-mutants") {
        return Ok("not run: there is no cargo-mutants".to_owned());
    }
    run(&[], None).map(|()| "all noticed".to_owned())
}

/// Tests the mutants of some packages, or a shard of them.
///
/// # Errors
/// If a mutant is not noticed, or cargo-mutants fails.
pub(crate) fn run(packages: &[String], shard: Option<&str>) -> Result<()> {
    let mut mutants = mutants_command(packages, shard, &target()?.to_string_lossy());
    run_accepting(&NOTICED_EXIT_CODES, &mut mutants)
}

/// The cargo-mutants command. It works on a copy and builds into the existing target folder. Tests under `ui`, whose
/// programs must not compile, are left out: they do not test behaviour.
fn mutants_command(packages: &[String], shard: Option<&str>, target: &str) -> Command {
    let mut mutants = command("cargo");
    mutants.args(["mutants", "--output", target, "--no-shuffle"]);
    mutants.args(["--timeout", TIMEOUT_SECONDS]);
    let named = packages.iter().map(String::as_str);
    let defaults = CRATES.into_iter().filter(|_| packages.is_empty());
    for package in named.chain(defaults) {
        mutants.args(["--package", package]);
    }
    if let Some(shard) = shard {
        mutants.args(["--shard", shard, "--sharding", "round-robin"]);
    }
    if nextest::available() {
        mutants.args(["--test-tool", "nextest", "--", "-E", "not test(/^ui::/)"]);
    } else {
        mutants.args(["--", "--tests", "--", "--skip", "ui::"]);
    }
    mutants.env("CARGO_TARGET_DIR", target);
    // A fixed seed, so that a mutant that was noticed once is noticed again.
    mutants.env("PROPTEST_RNG_SEED", "1");
    mutants.env("INSTA_UPDATE", "no");
    mutants.env("RUST_BACKTRACE", "0");
    mutants
}

#[cfg(test)]
mod tests {
    use super::mutants_command;
    use crate::command::command_line;

    #[test]
    fn the_command_names_the_packages_and_the_shard() {
        let check = |packages: &[String], shard, expect: &str| {
            let shown = command_line(&mutants_command(packages, shard, "/t"));
            assert!(shown.contains(expect), "{shown}");
        };
        let shard = "--package a --shard 3/80 --sharding round-robin";
        check(&["a".to_owned()], Some("3/80"), shard);
        check(&[], None, "--package firsthand-registry --package firsthand-validator --");
    }
}
