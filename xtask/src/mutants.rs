//! `cargo xtask mutants`: breaks the code of the crates that keep the laws, one place at a time, and
//! sees whether some test notices; with cargo-mutants.

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::command::{command, installed, run as run_command};

/// The crates, unless others are named.
const CRATES: &[&str] = &["firsthand-validator", "firsthand-registry"];

pub(crate) fn run(given: &[String]) -> Result<()> {
    let given = Arguments::parse(given, &[], &["--shard"])?;
    if !installed("cargo-mutants") {
        bail!("this needs cargo-mutants: `cargo install --locked cargo-mutants`");
    }
    let mut mutants = command("cargo");
    mutants.args(["mutants", "--output", "target"]);
    let named: Vec<&str> = given.names.iter().map(String::as_str).collect();
    for package in if named.is_empty() { CRATES } else { &named } {
        mutants.args(["--package", package]);
    }
    if let Some(shard) = given.value("--shard") {
        mutants.args(["--shard", shard]);
    }
    run_command(&mut mutants)
}
