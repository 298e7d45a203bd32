//! Exports the files of a commit from a git directory, with git.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use firsthand::Cancel;

use super::{TreeCounts, TreeError};

/// Writes every file of the commit below `folder`.
///
/// It does not use `git archive`, which stops at the first blob that a partial clone lacks.
pub(super) fn export(
    git_dir: &Path,
    commit: &str,
    folder: &Path,
    cancel: &Cancel,
) -> Result<TreeCounts, TreeError> {
    let listing = git(git_dir)
        .args(["ls-tree", "-r", "-z", "--full-tree", commit])
        .stdin(Stdio::null())
        .output()?;
    if !listing.status.success() {
        return Err(TreeError::NoCommit);
    }
    let mut counts = TreeCounts::default();
    let mut blobs = Blobs::open(git_dir)?;
    for row in listing
        .stdout
        .split(|byte| *byte == 0)
        .filter(|row| !row.is_empty())
    {
        if cancel.is_cancelled() {
            return Err(TreeError::Cancelled);
        }
        let Some(entry) = Entry::read(row) else {
            counts.refused += 1;
            continue;
        };
        match entry.mode {
            b"120000" => counts.links += 1,
            b"160000" => counts.submodules += 1,
            _ => match join_inside(folder, entry.path) {
                Some(path) => blobs.write(entry.object, &path, &mut counts)?,
                None => counts.refused += 1,
            },
        }
    }
    Ok(counts)
}

fn git(git_dir: &Path) -> Command {
    let mut command = Command::new("git");
    for name in [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_COMMON_DIR",
        "GIT_NAMESPACE",
    ] {
        command.env_remove(name);
    }
    // Missing objects are left out, not fetched.
    command
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_TERMINAL_PROMPT", "0");
    command.arg("--git-dir").arg(git_dir).stderr(Stdio::null());
    command
}

/// A row of `git ls-tree`: mode, kind, object, and the path after a tab.
struct Entry<'a> {
    mode: &'a [u8],
    object: &'a str,
    path: &'a str,
}

impl<'a> Entry<'a> {
    fn read(row: &'a [u8]) -> Option<Self> {
        let tab = row.iter().position(|byte| *byte == b'\t')?;
        let mut head = row[..tab].split(|byte| *byte == b' ');
        let mode = head.next()?;
        let object = std::str::from_utf8(head.nth(1)?).ok()?;
        let path = std::str::from_utf8(&row[tab + 1..]).ok()?;
        Some(Self { mode, object, path })
    }
}

/// Joins a path of a commit to a folder; `None` if it would leave the folder.
fn join_inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let is_normal = |part: Component<'_>| matches!(part, Component::Normal(_));
    let safe = !path.is_empty()
        && !path.contains(['\\', '\0'])
        && path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && !part.eq_ignore_ascii_case(".git"))
        && Path::new(path).components().all(is_normal);
    safe.then(|| folder.join(path))
}

/// A `git cat-file --batch` process, used for one object at a time.
struct Blobs {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Blobs {
    fn open(git_dir: &Path) -> Result<Self, TreeError> {
        let mut child = git(git_dir)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) =
            pipes.ok_or_else(|| TreeError::Failed("git has no pipes".to_owned()))?;
        let stdout = BufReader::new(stdout);
        Ok(Self {
            child,
            stdin,
            stdout,
        })
    }

    /// Writes one object to a new file.
    fn write(&mut self, object: &str, path: &Path, counts: &mut TreeCounts) -> io::Result<()> {
        writeln!(self.stdin, "{object}")?;
        self.stdin.flush()?;
        let mut head = String::new();
        self.stdout.read_line(&mut head)?;
        // `OBJECT blob SIZE`, or `OBJECT missing`.
        let head = head.trim_end();
        if head.ends_with(" missing") {
            counts.missing += 1;
            return Ok(());
        }
        let size = head
            .rsplit_once(" blob ")
            .and_then(|(_, size)| size.parse::<u64>().ok());
        let other = || io::Error::other("git answers something else than a blob");
        let size = size.ok_or_else(other)?;
        let mut content = (&mut self.stdout).take(size);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        // On a case-insensitive file system, a second file of the same name is refused.
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(mut file) => {
                let copied = io::copy(&mut content, &mut file)?;
                if copied < size {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                counts.files += 1;
            }
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
                io::copy(&mut content, &mut io::sink())?;
                counts.refused += 1;
            }
            Err(why) => return Err(why),
        }
        // The line end after the content.
        self.stdout.read_exact(&mut [0])
    }
}

impl Drop for Blobs {
    fn drop(&mut self) {
        // The process only reads, so it can be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leaves_the_folder() {
        let check = |path: &str, safe: bool| {
            assert_eq!(
                join_inside(Path::new("t"), path).is_some(),
                safe,
                "{path:?}"
            );
        };
        for path in ["a", "a/b.rs", "..a/b..", ".github/x", "a b/ü"] {
            check(path, true);
        }
        for path in [
            "",
            "/a",
            "../a",
            "a/../b",
            "a/..",
            "./a",
            "a//b",
            "a/",
            "..\\a",
            "a\0b",
            ".git/config",
            "a/.GIT/x",
        ] {
            check(path, false);
        }
    }

    #[test]
    fn rows_are_read() {
        let entry = Entry::read(b"100644 blob 0123abcd\ta b/c.rs").unwrap();
        assert_eq!(
            (entry.mode, entry.object, entry.path),
            (&b"100644"[..], "0123abcd", "a b/c.rs")
        );
        for bad in [
            &b""[..],
            b"100644",
            b"100644 blob\ta",
            b"100644 blob 01\t\xff",
        ] {
            assert!(Entry::read(bad).is_none());
        }
    }
}
