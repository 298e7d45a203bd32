//! `cargo xtask mutants`: breaks the code of the crates that keep the laws, one place at a time, and
//! sees whether some test notices; with cargo-mutants.
//!
//! What no test could notice, because it changes nothing that anyone sees, stands with its reason in
//! `.cargo/mutants.toml`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::arguments::Arguments;
use crate::command::{command, installed, root, shown};
use crate::packages::workspace;
use crate::sample::by_commit;
use crate::{nextest, table::table};

/// The crates, unless others are named.
const CRATES: [&str; 2] = ["firsthand-registry", "firsthand-validator"];
/// Into how many parts CI takes them; it does one.
const PARTS: usize = 80;
/// Seconds after which a test that does not end has noticed: far more than all tests of a crate take.
const PATIENCE: &str = "60";
/// The exit codes of cargo-mutants with which all were tried: noticed; not noticed; and some ran without
/// end, which says nothing about the others.
const WENT_THROUGH: [i32; 3] = [0, 2, 3];

pub(crate) fn run(given: &[String]) -> Result<()> {
    let given = Arguments::parse(given, &[], &["--shard"])?;
    if !installed("cargo-mutants") {
        bail!("this needs cargo-mutants: `cargo install --locked cargo-mutants`");
    }
    let named: Vec<&str> = given.names.iter().map(String::as_str).collect();
    let packages = if named.is_empty() {
        &CRATES[..]
    } else {
        &named
    };
    println!("{}", mutate(packages, given.value("--shard"))?);
    Ok(())
}

/// One part of them, which the commit chooses; says so where the program for it is not there.
pub(crate) fn sample() -> Result<String> {
    if !installed("cargo-mutants") {
        return Ok("not run: there is no cargo-mutants".to_owned());
    }
    let shard = format!("{}/{PARTS}", by_commit(PARTS)?);
    let printed = mutate(&CRATES, Some(&shard))?;
    let last = printed.lines().last().unwrap_or_default();
    Ok(format!("shard {shard}: {last}"))
}

/// Returns a table of what came of them; an error where one was not noticed.
fn mutate(packages: &[&str], shard: Option<&str>) -> Result<String> {
    let target = workspace(&root())?.target_directory;
    let mut mutants = mutants(packages, shard, &target);
    let line = shown(&mutants);
    eprintln!("$ {line}");
    let status = mutants
        .status()
        .with_context(|| format!("cannot start: {line}"))?;
    let results = Path::new(&target).join("mutants.out");
    if !WENT_THROUGH.contains(&status.code().unwrap_or(-1)) {
        bail!("failed ({status}): {line}");
    }
    let printed = Results::read(&results)?;
    if printed.of("missed") > 0 {
        let list = results.join("missed.txt");
        bail!("no test notices what stands in {}", list.display());
    }
    Ok(printed.table())
}

/// The program works on a copy, and builds into the target folder that is there. Programs that must not
/// compile are no tests of what compiled code does.
fn mutants(packages: &[&str], shard: Option<&str>, target: &str) -> Command {
    let mut mutants = command("cargo");
    mutants.args(["mutants", "--output", target, "--no-shuffle"]);
    mutants.args(["--timeout", PATIENCE]);
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
    // The same cases each time: what was noticed once is noticed again.
    mutants.env("PROPTEST_RNG_SEED", "1");
    mutants.env("INSTA_UPDATE", "no");
    mutants.env("RUST_BACKTRACE", "0");
    mutants
}

/// How many mutants there are of each outcome.
struct Results(Vec<(&'static str, usize)>);

impl Results {
    /// Reads the lists that the program leaves.
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

    fn of(&self, wanted: &str) -> usize {
        let same = self.0.iter().find(|(outcome, _)| *outcome == wanted);
        same.map_or(0, |(_, count)| *count)
    }

    /// A row for each outcome, and a sentence.
    fn table(&self) -> String {
        let rows: Vec<Vec<String>> = self
            .0
            .iter()
            .map(|(outcome, count)| vec![(*outcome).to_owned(), count.to_string()])
            .collect();
        let noticed = self.of("caught") + self.of("timeout");
        format!(
            "{}\nnoticed: {noticed} of {}",
            table(&["mutants", ""], &rows),
            noticed + self.of("missed")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Results, mutants};
    use crate::command::shown;

    #[test]
    fn a_part_of_the_mutants_is_asked_for() {
        let shown = shown(&mutants(&["a"], Some("3/80"), "/t"));
        assert!(
            shown.contains("--package a --shard 3/80 --sharding round-robin"),
            "{shown}"
        );
    }

    #[test]
    fn what_did_not_build_counts_for_nothing() {
        let results = Results(vec![
            ("caught", 7),
            ("timeout", 1),
            ("unviable", 4),
            ("missed", 2),
        ]);
        assert_eq!(results.table().lines().last(), Some("noticed: 8 of 10"));
    }
}
