//! Tests the scripts over journals of the benchmark. Their libraries are pinned, and installed below the target folder.

use std::path::Path;

use anyhow::{Result, bail};

use super::clients::REQUIREMENT_VARIABLE;
use crate::command::{command, root, run as run_command};
use crate::install::{self, Installation};
use crate::packages::workspace;

pub(super) fn run() -> Result<String> {
    let folder = Path::new(&workspace(&root())?.target_directory).join("bench-scripts");
    let required = std::env::var(REQUIREMENT_VARIABLE).is_ok_and(|value| value == "required");
    match install::python(&folder, &root().join("bench/eval/requirements.txt"))? {
        Installation::At(packages) => {
            let python = install::program(&packages, "python");
            let mut tests = command(&python.to_string_lossy());
            run_command(tests.args(["-m", "unittest", "discover", "bench/tests"]))?;
            Ok(String::new())
        }
        Installation::Missing(what) if required => bail!("{what} is missing"),
        Installation::Missing(what) => Ok(format!("not run: {what} is missing")),
    }
}
