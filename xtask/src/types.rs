//! `cargo xtask types`: the results of the program as types of Python and of TypeScript, from the JSON Schemas that it
//! prints. The packages for hosts that are not Rust hold them; the step `hosts` of ci fails if they are out of date.

mod language;
mod schema;

use std::path::Path;

use anyhow::{Result, bail};
use serde_json::Value;

use crate::command::{command, output};
use crate::generated::{self, Files};
use language::LANGUAGES;

/// The schemas, and the names of their types.
const SCHEMAS: [(&str, &str); 4] = [
    ("report", "Report"),
    ("search", "SearchResult"),
    ("impact", "Impact"),
    ("verify", "Verification"),
];

fn generate(program: &Path) -> Result<Files> {
    let schema = |(name, own_name): (&str, &'static str)| -> Result<(&str, Value)> {
        let printed = output(command(program).args(["schema", name]))?;
        Ok((own_name, serde_json::from_str(&printed)?))
    };
    let schemas = SCHEMAS.into_iter().map(schema).collect::<Result<Vec<_>>>()?;
    let written = LANGUAGES.iter();
    written.map(|language| Ok((language.path.to_owned(), language.text(&schemas)?))).collect()
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
