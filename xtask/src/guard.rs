//! `cargo xtask guard`: the lint of `crates/guard` over this workspace, by the settings in `guard.toml`.
//!
//! Banned words are the `terms` of the settings, and those of the list that `xtask/banned_words.py` derived from the
//! tasks of benchmarks.

use std::path::PathBuf;

use anyhow::{Result, bail};
use firsthand_guard::load::{CheckResult, Project};

use crate::command::root;

const SETTINGS: &str = "guard.toml";

/// Checks the given files, or the production files of the workspace, and prints the findings; without findings, returns
/// how much was checked.
///
/// # Errors
/// If there is a finding, or a source cannot be read or was skipped.
pub(crate) fn check(paths: &[PathBuf]) -> Result<String> {
    let project = Project::open(&root().join(SETTINGS))?;
    let words = project.vocabulary(None)?;
    let result = project.check(paths, &words)?;
    print!("{}", result.text(&project.config, false));
    if let Some(why) = failure(&result) {
        bail!("guard: {why}");
    }
    let (files, terms) = (result.files.len(), words.terms().count());
    Ok(format!("{files} files, {terms} banned terms"))
}

/// Why the check fails; `None` if it passes.
fn failure(result: &CheckResult) -> Option<String> {
    let CheckResult { files, findings, skipped } = result;
    if !skipped.is_empty() {
        Some(format!("not looked at: {}", skipped.join(", ")))
    } else if files.is_empty() {
        Some("there is no production file to look at".to_owned())
    } else if !findings.is_empty() {
        Some(format!("{} findings", findings.len()))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use firsthand_guard::SourceFile;

    use super::*;

    fn check(files: &[&str], skipped: &[&str], expect: Option<&str>) {
        let file = |path: &&str| SourceFile { path: (*path).to_owned(), text: String::new() };
        let result = CheckResult {
            files: files.iter().map(file).collect(),
            skipped: skipped.iter().map(|path| (*path).to_owned()).collect(),
            ..CheckResult::default()
        };
        assert_eq!(failure(&result).as_deref(), expect, "{files:?} {skipped:?}");
    }

    #[test]
    fn a_check_fails_with_its_reason() {
        check(&["a.rs"], &[], None);
        check(&["a.rs"], &["b.rs"], Some("not looked at: b.rs"));
        check(&[], &["b.rs", "c.rs"], Some("not looked at: b.rs, c.rs"));
        check(&[], &[], Some("there is no production file to look at"));
    }
}
