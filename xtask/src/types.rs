//! `cargo xtask types`: the results of the program as types of Python and of TypeScript, from the JSON Schemas that it
//! prints. The packages for hosts that are not Rust hold them; the step `hosts` of ci fails if they are out of date.

mod python;
mod schema;
mod typescript;

use std::path::Path;

use anyhow::{Result, bail};

use crate::command::{command, output, root};
use schema::Types;

/// The schemas, and the names of their types.
const SCHEMAS: [(&str, &str); 3] = [
    ("report", "Report"),
    ("search", "SearchResult"),
    ("verify", "Verification"),
];

type Writer = fn(&Types) -> String;
const FILES: [(&str, Writer); 2] = [
    ("python/firsthand/types.py", python::text),
    ("npm/types.d.ts", typescript::text),
];

/// Each file with its text.
fn generate(program: &Path) -> Result<Vec<(&'static str, String)>> {
    let mut types = Types::default();
    for (name, own_name) in SCHEMAS {
        let printed = output(command(&program.to_string_lossy()).args(["schema", name]))?;
        types.add(own_name, &serde_json::from_str(&printed)?)?;
    }
    Ok(FILES.map(|(path, write)| (path, write(&types))).into())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the tasks work on the project's own files"
)]
pub(crate) fn run(program: &Path) -> Result<()> {
    for (path, text) in generate(program)? {
        std::fs::write(root().join(path), text)?;
    }
    Ok(())
}

/// # Errors
/// If a file is not what the program's schemas say.
#[expect(
    clippy::disallowed_methods,
    reason = "the tasks work on the project's own files"
)]
pub(crate) fn check(program: &Path) -> Result<()> {
    for (path, text) in generate(program)? {
        if std::fs::read_to_string(root().join(path)).ok().as_ref() != Some(&text) {
            bail!("{path} is not current: run `cargo xtask types`");
        }
    }
    Ok(())
}
