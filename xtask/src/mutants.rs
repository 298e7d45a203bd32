//! `cargo xtask mutants`: mutation testing of the crates that keep the laws, with cargo-mutants: each mutant changes
//! one place of the code, and some test has to fail.
//!
//! `.cargo/mutants.toml` excludes mutants that do not change the behaviour, each with a reason.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::arguments::Arguments;
use crate::command::{command, command_line, is_installed, root};
use crate::packages::workspace;
use crate::{nextest, table::table};

/// The crates to mutate by default.
const CRATES: [&str; 2] = ["firsthand-registry", "firsthand-validator"];
/// The timeout of a crate's tests, in seconds: far more than they take. A mutant that times out counts as noticed.
const TIMEOUT_SECONDS: &str = "60";
/// The exit codes of cargo-mutants after all mutants were tested: all noticed; some not noticed; some timed out.
const COMPLETED_EXIT_CODES: [i32; 3] = [0, 2, 3];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = Arguments::parse(arguments, &[], &["--shard"])?;
    if !is_installed("cargo-mutants") {
        bail!("this needs cargo-mutants: `cargo install --locked cargo-mutants`");
    }
    let named: Vec<&str> = arguments.names.iter().map(String::as_str).collect();
    let packages = if named.is_empty() {
        &CRATES[..]
    } else {
        &named
    };
    println!("{}", run_mutants(packages, arguments.value("--shard"))?);
    Ok(())
}

/// Tests all mutants, and returns a note; if cargo-mutants is not installed, the note reports that.
///
/// # Errors
/// If a mutant is not noticed, or cargo-mutants fails.
pub(crate) fn check() -> Result<String> {
    if !is_installed("cargo-mutants") {
        return Ok("not run: there is no cargo-mutants".to_owned());
    }
    let printed = run_mutants(&CRATES, None)?;
    Ok(printed.lines().last().unwrap_or_default().to_owned())
}

/// Tests the mutants of some packages, and returns a table of the outcomes.
///
/// # Errors
/// If a mutant is not noticed, or cargo-mutants fails.
fn run_mutants(packages: &[&str], shard: Option<&str>) -> Result<String> {
    let target = workspace(&root())?.target_directory;
    let mut mutants = mutants_command(packages, shard, &target);
    let line = command_line(&mutants);
    eprintln!("$ {line}");
    let status = mutants
        .status()
        .with_context(|| format!("cannot start: {line}"))?;
    let output_folder = Path::new(&target).join("mutants.out");
    if !COMPLETED_EXIT_CODES.contains(&status.code().unwrap_or(-1)) {
        bail!("failed ({status}): {line}");
    }
    let results = Results::read(&output_folder)?;
    if results.count_of("missed") > 0 {
        let list = output_folder.join("missed.txt");
        bail!("no test notices what stands in {}", list.display());
    }
    Ok(results.table())
}

/// The cargo-mutants command. It works on a copy and builds into the existing target folder. Tests under `ui`, whose
/// programs must not compile, are left out: they do not test behaviour.
fn mutants_command(packages: &[&str], shard: Option<&str>, target: &str) -> Command {
    let mut mutants = command("cargo");
    mutants.args(["mutants", "--output", target, "--no-shuffle"]);
    mutants.args(["--timeout", TIMEOUT_SECONDS]);
    for package in packages {
        mutants.args(["--package", package]);
    }
    if let Some(shard) = shard {
        mutants.args(["--shard", shard, "--sharding", "round-robin"]);
    }
    match nextest::available() {
        true => mutants.args(["--test-tool", "nextest", "--", "-E", "not test(/^ui::/)"]),
        false => mutants.args(["--", "--tests", "--", "--skip", "ui::"]),
    };
    mutants.env("CARGO_TARGET_DIR", target);
    mutants.env("CARGO_PROFILE_DEV_DEBUG", "0");
    // A fixed seed, so that a mutant that was noticed once is noticed again.
    mutants.env("PROPTEST_RNG_SEED", "1");
    mutants.env("INSTA_UPDATE", "no");
    mutants.env("RUST_BACKTRACE", "0");
    mutants
}

/// How many mutants there are of each outcome.
struct Results(Vec<(&'static str, usize)>);

impl Results {
    /// Reads the lists of outcomes that cargo-mutants wrote.
    #[expect(clippy::disallowed_methods, reason = "the task's own results")]
    fn read(folder: &Path) -> Result<Self> {
        let outcomes = ["caught", "timeout", "unviable", "missed"];
        let count = |outcome| {
            let list = std::fs::read_to_string(folder.join(format!("{outcome}.txt")))?;
            Ok((outcome, list.lines().count()))
        };
        outcomes
            .into_iter()
            .map(count)
            .collect::<Result<_>>()
            .map(Self)
    }

    fn count_of(&self, outcome: &str) -> usize {
        let row = self.0.iter().find(|(name, _)| *name == outcome);
        row.map_or(0, |(_, count)| *count)
    }

    /// A table with a row for each outcome, and a summary sentence.
    fn table(&self) -> String {
        let rows: Vec<Vec<String>> = self
            .0
            .iter()
            .map(|(outcome, count)| vec![(*outcome).to_owned(), count.to_string()])
            .collect();
        let noticed = self.count_of("caught") + self.count_of("timeout");
        format!(
            "{}\nnoticed: {noticed} of {}",
            table(&["mutants", ""], &rows),
            noticed + self.count_of("missed")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Results, mutants_command};
    use crate::command::command_line;

    #[test]
    fn the_command_names_the_shard() {
        let shown = command_line(&mutants_command(&["a"], Some("3/80"), "/t"));
        assert!(
            shown.contains("--package a --shard 3/80 --sharding round-robin"),
            "{shown}"
        );
    }

    #[test]
    fn mutants_that_did_not_build_are_not_counted() {
        let results = Results(vec![
            ("caught", 7),
            ("timeout", 1),
            ("unviable", 4),
            ("missed", 2),
        ]);
        assert_eq!(results.table().lines().last(), Some("noticed: 8 of 10"));
    }
}
