//! The ignore files of one folder: which of them count, and what they say.

use std::io::BufRead as _;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::globs::wildcards;
use super::read::{ReadError, read_unfollowed};

/// A larger ignore file does not count, in bytes: each pattern costs memory many times its length.
const MAX_BYTES: u64 = 128 << 10;

/// An ignore file with a longer line does not count, in bytes: patterns are parsed recursively.
const MAX_LINE: usize = 1 << 10;

/// Nor one with more wildcards (`*`, `?`, `[`, `{`) in one line: what a pattern costs for each path grows with them.
const MAX_WILDCARDS: usize = 32;

/// Nor one with more of them in all its lines.
const MAX_ALL_WILDCARDS: usize = 4_096;

/// What the ignore files of one folder say: in `.ignore`, in `.gitignore` and in
/// `.git/info/exclude`. An earlier one is asked before a later one.
#[derive(Debug, Default)]
pub(super) struct IgnoreFiles {
    pub(super) kinds: [Option<Gitignore>; 3],
    /// Whether a repository begins here: what git ignores above it does not count in it.
    pub(super) begins: bool,
    /// The bytes of those that count.
    pub(super) bytes: u64,
    /// How many ignore files there are that do not count.
    pub(super) unfit: u64,
}

impl IgnoreFiles {
    /// Read the ignore files that stand in `folder`; not more than `most` bytes of them.
    pub(super) fn of(folder: &Path, most: u64) -> IgnoreFiles {
        let mut found = IgnoreFiles::default();
        let git = folder.join(".git");
        let about = std::fs::symlink_metadata(&git).ok();
        let exclude = about.as_ref().map(|_| exclude(folder, &git));
        found.begins = about.is_some_and(|about| about.is_dir() || about.is_file());
        let texts = [
            text(&folder.join(".ignore")),
            text(&folder.join(".gitignore")),
            exclude.unwrap_or(Ok(None)),
        ];
        for (kind, text) in found.kinds.iter_mut().zip(texts) {
            match text {
                Ok(Some(text)) if found.bytes + text.len() as u64 <= most => {
                    found.bytes += text.len() as u64;
                    *kind = patterns(folder, &text);
                }
                Ok(None) => {}
                Ok(Some(_)) | Err(Unfit) => found.unfit += 1,
            }
        }
        found
    }

    /// Whether it says nothing, neither of what stands here nor of what others say.
    pub(super) fn is_empty(&self) -> bool {
        !self.begins && self.kinds.iter().all(Option::is_none)
    }
}

/// There is a file, but it does not count: it is a link or no regular file, too large, or unreadable.
struct Unfit;

/// The bytes of an ignore file, if there is one. Nothing but a regular file is read: a pipe would
/// wait for its writer, a device might never end, and a link could lead out of the tree.
fn text(path: &Path) -> Result<Option<Vec<u8>>, Unfit> {
    match read_unfollowed(path, MAX_BYTES) {
        Ok(bytes) => {
            let mut all = 0;
            let mut lines = bytes.split(|&byte| byte == b'\n');
            let fit = lines.all(|line| {
                let own = if line.starts_with(b"#") {
                    0
                } else {
                    wildcards(line)
                };
                all += own;
                line.len() <= MAX_LINE && own <= MAX_WILDCARDS && all <= MAX_ALL_WILDCARDS
            });
            if fit { Ok(Some(bytes)) } else { Err(Unfit) }
        }
        Err(ReadError::Missing) => Ok(None),
        // In a folder that nobody may enter there is nothing to be ignored.
        Err(ReadError::Denied) if path.symlink_metadata().is_err() => Ok(None),
        Err(_) => Err(Unfit),
    }
}

/// What `.git/info/exclude` says. In a further worktree, `.git` is a file that tells where the
/// repository's own folder is.
fn exclude(folder: &Path, git: &Path) -> Result<Option<Vec<u8>>, Unfit> {
    const INFO: &str = "info/exclude";
    match std::fs::symlink_metadata(git.join(INFO)) {
        Ok(_) => return text(&git.join(INFO)),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {}
        // Some systems do not tell a file on the way from nothing on the way.
        Err(_) if cfg!(windows) && git.is_file() => {}
        Err(_) => return Ok(None),
    }
    let line = |path: &Path| Ok(text(path)?.and_then(|text| first_line(&text)));
    let Some(pointer) = line(git)? else {
        return Ok(None);
    };
    let Some(own) = pointer.strip_prefix("gitdir: ") else {
        return Ok(None);
    };
    let own: PathBuf = folder.join(own);
    match line(&own.join("commondir"))? {
        Some(common) => text(&own.join(common).join(INFO)),
        None => Ok(None),
    }
}

fn first_line(text: &[u8]) -> Option<String> {
    text.lines().next()?.ok()
}

/// The patterns of an ignore file; `None` where it has none. A line that is no pattern is passed over.
fn patterns(folder: &Path, text: &[u8]) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(folder);
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    for line in crate::lines_of(text) {
        let _not_a_pattern = builder.add_line(None, &String::from_utf8_lossy(line));
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}
