//! `cargo xtask types`: the results of the program as types of Python and of TypeScript, from the JSON Schemas that it
//! prints. The packages for hosts that are not Rust hold them; the step `hosts` of ci fails if they are out of date.

mod python;
mod schema;
mod typescript;

use std::path::Path;

use anyhow::{Result, bail};

use crate::command::{command, output};
use crate::generated::{self, Files};
use schema::Types;

/// The schemas, and the names of their types.
const SCHEMAS: [(&str, &str); 4] = [
    ("report", "Report"),
    ("search", "SearchResult"),
    ("impact", "Impact"),
    ("verify", "Verification"),
];

type Writer = fn(&Types) -> String;
const FILES: [(&str, Writer); 2] =
    [("python/firsthand/types.py", python::text), ("npm/types.d.ts", typescript::text)];

fn generate(program: &Path) -> Result<Files> {
    let mut types = Types::default();
    for (name, own_name) in SCHEMAS {
        let printed = output(command(program).args(["schema", name]))?;
        types.add(own_name, &serde_json::from_str(&printed)?)?;
    }
    Ok(FILES.map(|(path, write)| (path.to_owned(), write(&types))).into())
}

pub(crate) fn run(program: &Path) -> Result<()> {
    generated::write(&generate(program)?)
}

/// # Errors
/// If a file is not what the program's schemas say.
pub(crate) fn check(program: &Path) -> Result<()> {
    let files = generate(program)?;
    match files.iter().find(|file| !generated::is_current(file)) {
        Some((path, _)) => bail!("{path} is not current: run `cargo xtask types`"),
        None => Ok(()),
    }
}
