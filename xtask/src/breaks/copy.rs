//! The copy of the workspace in which breaks are made.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::spans::spans;
use super::{Break, failed_tests};
use crate::command::{cargo, command_line};
use crate::tree::Tree;

/// A copy of the workspace, which is removed when it is dropped.
pub(super) struct WorkspaceCopy {
    folder: PathBuf,
}

impl Drop for WorkspaceCopy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl WorkspaceCopy {
    /// Copies the files of the tree into `folder`; what was in it before is removed.
    pub(super) fn of(tree: &Tree, folder: PathBuf) -> Result<Self> {
        let _ = std::fs::remove_dir_all(&folder);
        tree.copy("", &folder)?;
        Ok(Self { folder })
    }

    /// Makes the edits of the break in the copy.
    pub(super) fn apply(&self, broken: &Break) -> Result<()> {
        for edit in &broken.edits {
            let path = self.folder.join(&edit.file);
            let mut text = std::fs::read_to_string(&path)?;
            if let Some(span) = spans(&text, &edit.old).pop() {
                text.replace_range(span, &edit.new);
            }
            std::fs::write(&path, text)?;
        }
        Ok(())
    }

    /// Writes the files that the break edits as they are in `tree`.
    pub(super) fn revert(&self, broken: &Break, tree: &Tree) -> Result<()> {
        for edit in &broken.edits {
            let text = tree.text(&edit.file);
            std::fs::write(self.folder.join(&edit.file), text)?;
        }
        Ok(())
    }

    /// Applies the break, runs the tests and reverts the change. Returns the names of the failed tests; `None` if the
    /// copy does not compile.
    pub(super) fn failed_tests_with(
        &self,
        broken: &Break,
        tree: &Tree,
        target: &Path,
    ) -> Result<Option<Vec<String>>> {
        self.apply(broken)?;
        let mut tests = self.tests(target, &broken.packages(), &broken.laws());
        eprintln!("$ {}", command_line(&tests));
        let output = tests.output()?;
        self.revert(broken, tree)?;
        let errors = String::from_utf8_lossy(&output.stderr);
        if errors.contains("could not compile") {
            eprintln!("{errors}");
            return Ok(None);
        }
        Ok(Some(failed_tests(&String::from_utf8_lossy(&output.stdout))))
    }

    /// The command that runs the copy's tests whose names contain the name of one of the laws. Tests under `ui`, whose
    /// programs must not compile, are left out.
    pub(super) fn tests(
        &self,
        target: &Path,
        packages: &BTreeSet<&str>,
        laws: &BTreeSet<&str>,
    ) -> Command {
        let mut tests = cargo(&["test", "--no-fail-fast", "--test", "it"]);
        for package in packages {
            tests.args(["--package", package]);
        }
        tests.arg("--").args(laws).args(["--skip", "ui::"]);
        tests.current_dir(&self.folder);
        tests
            .env("CARGO_TARGET_DIR", target)
            // A fixed seed, so that a break that was noticed once is noticed again.
            .env("PROPTEST_RNG_SEED", "1")
            .env("RUST_BACKTRACE", "0");
        tests
    }
}
