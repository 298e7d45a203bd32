//! A repository that git itself makes.

#![allow(
    clippy::disallowed_methods,
    reason = "a test makes the tree that it looks at"
)]

use std::cell::Cell;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The second of 2024-01-01 12:00 UTC; each commit comes a day later.
const BEGUN: i64 = 1_704_110_400;

pub(crate) struct Repository {
    folder: TempDir,
    commits: Cell<i64>,
}

impl Repository {
    /// Without a commit.
    pub(crate) fn new() -> Self {
        let repo = Self {
            folder: tempfile::tempdir().unwrap(),
            commits: Cell::new(0),
        };
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// The second of the commit of this number, from 0.
    pub(crate) fn time_of(&self, commit: i64) -> i64 {
        BEGUN + commit * 86_400
    }

    pub(crate) fn git(&self, args: &[&str]) -> String {
        let date = format!("{} +0000", self.time_of(self.commits.get()));
        let done = Command::new("git")
            .arg("-C")
            .arg(self.root())
            .args(["-c", "user.name=T", "-c", "user.email=t@example.org"])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_DATE", &date)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "git {args:?}: {said}");
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn commit(&self, message: &str, files: &[(&str, &str)]) {
        for (path, text) in files {
            let file = self.root().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
        self.commits.set(self.commits.get() + 1);
    }

    pub(crate) fn merge(&self, branch: &str, message: &str) {
        self.git(&["merge", "-q", "--no-ff", "-m", message, branch]);
        self.commits.set(self.commits.get() + 1);
    }
}
