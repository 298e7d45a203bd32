//! `cargo xtask adversary`: runs many attacks that try to get a false statement into a report, in a release build.

use anyhow::Result;

use crate::arguments::Arguments;
use crate::command::{cargo, run as run_command};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let options = ["--attempts", "--seed", "--from"];
    let arguments = Arguments::parse(arguments, &[], &options)?;
    arguments.no_names()?;
    let package = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "firsthand-testkit",
    ];
    let mut attempts = cargo(&package);
    attempts.args(["--example", "adversary", "--"]);
    for option in options {
        if let Some(value) = arguments.value(option) {
            attempts.args([option, value]);
        }
    }
    run_command(&mut attempts)
}
