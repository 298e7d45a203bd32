//! Tests the packages for Python and JavaScript with the program of the tests; their types are current.

use anyhow::{Result, bail};

use super::clients::REQUIREMENT_VARIABLE;
use crate::command::{command, is_installed, run as run_command};
use crate::types;

/// The interpreter and its arguments, for each language.
const SUITES: [(&str, &[&str]); 2] = [
    (
        "python3",
        &[
            "-m",
            "unittest",
            "discover",
            "--start-directory",
            "python/tests",
        ],
    ),
    ("node", &["--test", "npm/test/client.test.js"]),
];

pub(super) fn run() -> Result<String> {
    let program = super::built_program()?;
    types::check(&program)?;
    let required = std::env::var(REQUIREMENT_VARIABLE).is_ok_and(|value| value == "required");
    let mut notes = Vec::new();
    for (interpreter, arguments) in SUITES {
        if is_installed(interpreter) {
            let mut suite = command(interpreter);
            suite.args(arguments).env("FIRSTHAND_PROGRAM", &program);
            run_command(suite.env("PYTHONPATH", "python"))?;
            notes.push(interpreter.to_owned());
        } else if required {
            bail!("{interpreter} is missing");
        } else {
            notes.push(format!("not run: {interpreter} is missing"));
        }
    }
    Ok(notes.join(", "))
}
