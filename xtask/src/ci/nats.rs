//! Research over a NATS server: the suite of `crates/research/tests/nats`, each test with a server of its own.
//!
//! Features are those of the whole workspace, so that only the crate itself is built again. Where `nats-server` is
//! missing nothing is run, and the note says so; `.ci/run` requires it.

use anyhow::{Result, bail};

use crate::command::{Stream, cargo, command_line, is_installed, watch};

const SERVER: &str = "nats-server";
/// The environment variable that is `required` where the suite may not be skipped.
const REQUIREMENT_VARIABLE: &str = "FIRSTHAND_NATS";

pub(super) fn run() -> Result<String> {
    if !is_installed(SERVER) {
        if std::env::var(REQUIREMENT_VARIABLE).is_ok_and(|value| value == "required") {
            bail!("{SERVER} is missing");
        }
        return Ok(format!("not run: {SERVER} is missing"));
    }
    let mut tests = cargo(&[
        "test",
        "--workspace",
        "--features",
        "firsthand-research/nats",
        "--test",
        "nats",
    ]);
    let mut note = String::new();
    let passed = watch(&mut tests, Stream::Out, |line| {
        if let Some(counts) = line.strip_prefix("test result: ") {
            counts
                .split(';')
                .next()
                .unwrap_or_default()
                .clone_into(&mut note);
        }
    })?;
    if !passed {
        bail!("failed: {} ({note})", command_line(&tests));
    }
    Ok(note)
}
