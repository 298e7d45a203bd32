//! `cargo xtask guard`: the lint of `crates/guard` over this workspace, by the settings in `guard.toml`.
//!
//! Banned words are derived from the task files that the setting `derive-from` finds beside the checkout; if there are
//! none, they come from the list in the repository.

use std::path::PathBuf;

use anyhow::{Result, bail};
use firsthand_guard::load::{CheckResult, Project};

use crate::arguments::Arguments;
use crate::command::root;

const SETTINGS: &str = "guard.toml";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = Arguments::parse(arguments, &[], &[])?;
    let paths: Vec<PathBuf> = arguments.names.iter().map(PathBuf::from).collect();
    check_paths(&paths).map(|printed| println!("{printed}"))
}

/// Checks the whole workspace; without findings, returns a sentence about what was checked.
///
/// # Errors
/// If there is a finding, or the sources cannot be read.
pub(crate) fn check() -> Result<String> {
    check_paths(&[])
}

fn check_paths(paths: &[PathBuf]) -> Result<String> {
    let project = Project::open(&root().join(SETTINGS))?;
    let words = project.vocabulary()?;
    let CheckResult {
        files,
        findings,
        skipped,
    } = {
        let result = project.check(paths, &words)?;
        print!("{}", result.text(&project.config, false));
        result
    };
    if !skipped.is_empty() || files.is_empty() {
        bail!("guard: not looked at: {}", skipped.join(", "));
    }
    if !findings.is_empty() {
        bail!("guard: {} findings", findings.len());
    }
    Ok(format!(
        "{} files, {} banned terms",
        files.len(),
        words.terms().count()
    ))
}
