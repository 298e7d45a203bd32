//! The ignore files of one folder: which of them count, and what they say.

use std::io::{BufRead as _, Read as _};
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::source;

/// A larger ignore file does not count, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// An ignore file of more lines does not count: each pattern costs memory many times its length.
const MAX_LINES: usize = 20_000;

/// An ignore file with a longer line does not count, in bytes: patterns are parsed recursively.
const MAX_LINE: usize = 4 << 10;

/// What the ignore files of one folder say: in `.ignore`, in `.gitignore` and in
/// `.git/info/exclude`. An earlier one is asked before a later one.
#[derive(Debug, Default)]
pub(super) struct Ruling {
    pub(super) kinds: [Option<Gitignore>; 3],
    /// Whether a repository begins here: what git ignores above it does not count in it.
    pub(super) begins: bool,
    /// The bytes of those that count.
    pub(super) bytes: u64,
    /// How many ignore files there are that do not count.
    pub(super) unfit: u64,
}

impl Ruling {
    /// Read the ignore files that stand in `folder`; not more than `most` bytes of them.
    pub(super) fn of(folder: &Path, most: u64) -> Ruling {
        let mut ruling = Ruling::default();
        let git = folder.join(".git");
        let about = std::fs::symlink_metadata(&git).ok();
        let exclude = about.as_ref().map(|_| exclude(folder, &git));
        ruling.begins = about.is_some_and(|about| about.is_dir() || about.is_file());
        let files = [
            text(&folder.join(".ignore")),
            text(&folder.join(".gitignore")),
            exclude.unwrap_or(Ok(None)),
        ];
        for (kind, file) in ruling.kinds.iter_mut().zip(files) {
            match file {
                Ok(Some(text)) if ruling.bytes + text.len() as u64 <= most => {
                    ruling.bytes += text.len() as u64;
                    *kind = patterns(folder, &text);
                }
                Ok(None) => {}
                Ok(Some(_)) | Err(Unfit) => ruling.unfit += 1,
            }
        }
        ruling
    }

    /// Whether it says nothing, neither of what stands here nor of what others say.
    pub(super) fn is_empty(&self) -> bool {
        !self.begins && self.kinds.iter().all(Option::is_none)
    }
}

/// There is a file, but it does not count: it is a link or no regular file, too large, or unreadable.
struct Unfit;

/// The bytes of an ignore file, if there is one. Nothing but a regular file is opened: a pipe would
/// wait for its writer, a device might never end, and a link could lead out of the tree.
fn text(path: &Path) -> Result<Option<Vec<u8>>, Unfit> {
    let Ok(listed) = std::fs::symlink_metadata(path) else {
        return Ok(None);
    };
    if !listed.is_file() || listed.len() > MAX_BYTES {
        return Err(Unfit);
    }
    let file = source::open(path).map_err(|_| Unfit)?;
    if !file.metadata().is_ok_and(|opened| opened.is_file()) {
        return Err(Unfit);
    }
    // The size is only a hint: a file may grow while it is read.
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    let lines = || bytes.split(|&byte| byte == b'\n');
    let fit = read.is_ok_and(|read| read as u64 <= MAX_BYTES)
        && lines().count() <= MAX_LINES
        && lines().all(|line| line.len() <= MAX_LINE);
    if fit { Ok(Some(bytes)) } else { Err(Unfit) }
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

/// The patterns of an ignore file; `None` where it has none. A line that is no pattern is passed over;
/// what follows a line that is not UTF-8 is not read.
fn patterns(folder: &Path, text: &[u8]) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.lines().map_while(Result::ok).enumerate() {
        let line = match &line {
            (0, first) => first.trim_start_matches('\u{feff}'),
            (_, line) => line,
        };
        let _not_a_pattern = builder.add_line(None, line);
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}
