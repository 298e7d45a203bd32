//! Checks the workflows of GitHub with actionlint, which is pinned, and installed below the target folder.

use std::path::Path;

use anyhow::{Result, bail};

use super::clients::REQUIREMENT_VARIABLE;
use crate::command::{command, root, run as run_command};
use crate::install::{self, Installation};
use crate::packages::workspace;

pub(super) fn run() -> Result<String> {
    let folder = Path::new(&workspace(&root())?.target_directory).join("workflows");
    let required = std::env::var(REQUIREMENT_VARIABLE).is_ok_and(|value| value == "required");
    match install::python(&folder, &root().join(".github/requirements.txt"))? {
        Installation::At(packages) => {
            let actionlint = install::program(&packages, "actionlint");
            // It finds shellcheck on the search path, and would check more on one machine than on another.
            let mut lint = command(&actionlint.to_string_lossy());
            run_command(lint.args(["-color", "-shellcheck="]))?;
            Ok(String::new())
        }
        Installation::Missing(what) if required => bail!("{what} is missing"),
        Installation::Missing(what) => Ok(format!("not run: {what} is missing")),
    }
}
