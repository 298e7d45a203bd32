//! Folders and git repositories on disk, for one test.

use std::cell::Cell;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A folder with these files, by their paths; removed when it is dropped.
///
/// # Panics
/// Where the system refuses a file.
#[must_use]
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (path, text) in files {
        write_file(folder.path(), path, text.as_bytes()).expect("the file can be written");
    }
    folder
}

/// Writes a file below the folder, and creates the folders above it.
#[expect(clippy::disallowed_methods, reason = "the fixture's own files")]
pub(crate) fn write_file(root: &Path, path: &str, bytes: &[u8]) -> std::io::Result<()> {
    let file = root.join(path);
    if let Some(parent) = file.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(file, bytes)
}

/// The time of the first commit, in seconds since 1970: 2024-01-01 12:00 UTC. Each further commit is a day later.
const FIRST_COMMIT_TIME: i64 = 1_704_110_400;
/// The seconds of a day.
const DAY: i64 = 86_400;

/// A repository on disk, with a commit a day; removed when it is dropped.
pub struct GitRepo {
    folder: TempDir,
    commits: Cell<i64>,
}

impl Default for GitRepo {
    fn default() -> Self {
        Self::new()
    }
}

impl GitRepo {
    /// An empty repository without a commit.
    #[must_use]
    pub fn new() -> Self {
        Self::of(&[])
    }

    /// A repository with these files, and without a commit.
    #[must_use]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let repo = Self { folder: folder(files), commits: Cell::new(0) };
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &TempDir {
        &self.folder
    }

    /// The folder's path.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// A file's text.
    ///
    /// # Panics
    /// Where there is no such file, or no text in it.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the fixture's own files")]
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).expect("the file is a text")
    }

    /// The second (since 1970, UTC) of the commit of this number, from 0.
    #[must_use]
    pub fn time_of(&self, commit: i64) -> i64 {
        FIRST_COMMIT_TIME + commit * DAY
    }

    /// Runs git and returns its trimmed output, without any user's configuration, at the time of the next commit.
    ///
    /// # Panics
    /// Where git is missing, or fails.
    pub fn git(&self, args: &[&str]) -> String {
        let date = format!("{} +0000", self.time_of(self.commits.get()));
        let output = Command::new("git")
            .arg("-C")
            .arg(self.root())
            .args(["-c", "user.name=T", "-c", "user.email=t@example.org"])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_DATE", &date)
            .output()
            .expect("git can be run");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {args:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Writes files, and commits all files; returns the commit's id.
    ///
    /// # Panics
    /// Where a file cannot be written.
    pub fn commit(&self, message: &str, files: &[(&str, &str)]) -> String {
        for (path, text) in files {
            write_file(self.root(), path, text.as_bytes()).expect("the file can be written");
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
        self.finish_commit()
    }

    /// Merges a branch with a merge commit; returns the commit's id.
    pub fn merge(&self, branch: &str, message: &str) -> String {
        self.git(&["merge", "-q", "--no-ff", "-m", message, branch]);
        self.finish_commit()
    }

    /// Counts the commit that git made, and returns its id.
    fn finish_commit(&self) -> String {
        self.commits.set(self.commits.get() + 1);
        self.git(&["rev-parse", "HEAD"])
    }
}
