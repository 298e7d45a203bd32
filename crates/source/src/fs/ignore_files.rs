//! The ignore files of one folder: which of them count, and their rules.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::git::Repository;
use super::globs::wildcards;
use super::read::{ReadError, read_unfollowed};

/// The most bytes of an ignore file. A larger one is rejected: each pattern takes many times its length in memory.
const MAX_BYTES: u64 = 128 << 10;

/// The longest line of an ignore file, in bytes. A file with a longer line is rejected: patterns are parsed
/// recursively.
const MAX_LINE_BYTES: usize = 1 << 10;

/// The most wildcards (`*`, `?`, `[`, `{`) in one line of an ignore file. A file with more in a line is rejected: the
/// time to match a pattern with a path grows with them.
const MAX_WILDCARDS: usize = 32;

/// The most wildcards in all lines of an ignore file. A file with more is rejected.
const MAX_TOTAL_WILDCARDS: usize = 4_096;

/// The byte order mark, which some editors write before a file's first line.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The rules of the ignore files of one folder: in `.ignore`, in `.gitignore` and in
/// `.git/info/exclude`. The rules of an earlier kind take precedence over those of a later kind.
#[derive(Debug, Default)]
pub(super) struct IgnoreFiles {
    pub(super) kinds: [Option<Gitignore>; 3],
    /// The repository that begins here: git's ignore rules above it do not apply in it.
    pub(super) repository: Option<Repository>,
    /// The size in bytes of the files that were used.
    pub(super) bytes: u64,
    /// How many ignore files were not used.
    pub(super) rejected: u64,
}

impl IgnoreFiles {
    /// Reads the ignore files in `folder`, at most `max_bytes` together.
    pub(super) fn of(folder: &Path, max_bytes: u64) -> IgnoreFiles {
        let mut found = IgnoreFiles::default();
        let repository = Repository::in_folder(folder);
        for (kind, rules) in found.kinds.iter_mut().enumerate() {
            match path_of(folder, kind, repository.as_ref())
                .and_then(|path| path.map_or(Ok(None), |path| read_within_limits(&path)))
            {
                Ok(Some(text)) if found.bytes + text.len() as u64 <= max_bytes => {
                    found.bytes += text.len() as u64;
                    *rules = patterns(folder, &text);
                }
                Ok(None) => {}
                Ok(Some(_)) | Err(Rejected) => found.rejected += 1,
            }
        }
        found.repository = repository.filter(Repository::begins);
        found
    }

    /// Whether the folder's ignore files have no rule, and no repository begins in the folder.
    pub(super) fn is_empty(&self) -> bool {
        self.repository.is_none() && self.kinds.iter().all(Option::is_none)
    }
}

/// An ignore file that is not used: it is a link, not a regular file or unreadable, or it is too large, or has too long
/// a line or too many wildcards.
struct Rejected;

/// The bytes of an ignore file; `None` if there is no such file. Only a
/// regular file within the limits is read: a pipe would wait for its writer, a device might never end, and a link
/// could lead out of the tree.
fn read_within_limits(path: &Path) -> Result<Option<Vec<u8>>, Rejected> {
    match read_unfollowed(path, MAX_BYTES) {
        Ok(bytes) => {
            let mut total_wildcards = 0;
            let mut lines = bytes.split(|&byte| byte == b'\n');
            let fit = lines.all(|line| {
                let line_wildcards = if line.starts_with(b"#") { 0 } else { wildcards(line) };
                total_wildcards += line_wildcards;
                line.len() <= MAX_LINE_BYTES
                    && line_wildcards <= MAX_WILDCARDS
                    && total_wildcards <= MAX_TOTAL_WILDCARDS
            });
            if fit { Ok(Some(bytes)) } else { Err(Rejected) }
        }
        Err(ReadError::Missing) => Ok(None),
        // A folder that cannot be entered has no entries to ignore.
        Err(ReadError::Denied) if path.symlink_metadata().is_err() => Ok(None),
        Err(_) => Err(Rejected),
    }
}

/// The path of a folder's ignore file by its kind (an index of [`IgnoreFiles::kinds`]), and the line of a rule in it,
/// 1-based; `None` if the file cannot be read or no longer contains the rule.
pub(super) fn locate(folder: &Path, kind: usize, rule: &str) -> Option<(PathBuf, usize)> {
    let path = path_of(folder, kind, Repository::in_folder(folder).as_ref()).ok()??;
    let text = read_within_limits(&path).ok()??;
    // If two rules are equal, the last one decides.
    let (index, _) = crate::lines_of(text.strip_prefix(BOM).unwrap_or(&text))
        .enumerate()
        .filter(|(_, line)| String::from_utf8_lossy(line).trim_end() == rule.trim_end())
        .last()?;
    Some((path, index + 1))
}

/// The path at which a folder's ignore file of a kind would be.
fn path_of(
    folder: &Path,
    kind: usize,
    repository: Option<&Repository>,
) -> Result<Option<PathBuf>, Rejected> {
    match kind {
        0 => Ok(Some(folder.join(".ignore"))),
        1 => Ok(Some(folder.join(".gitignore"))),
        _ => match repository.map(Repository::exclude_path) {
            None => Ok(None),
            Some(path) => path.map_err(|()| Rejected),
        },
    }
}

/// The patterns of an ignore file; `None` if it has none. A line that is not a pattern is skipped.
fn patterns(folder: &Path, text: &[u8]) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(folder);
    let text = text.strip_prefix(BOM).unwrap_or(text);
    for line in crate::lines_of(text) {
        let _not_a_pattern = builder.add_line(None, &String::from_utf8_lossy(line));
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}

/// The rules of one folder, linked to those of the folders above it.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) ignore_files: IgnoreFiles,
    /// Whether the folder is above the root.
    pub(super) outside: bool,
    /// Whether a rule ignores the folder, so that only the files that it tracks nevertheless belong to the tree.
    pub(super) only_tracked: bool,
    pub(super) above: Option<Arc<Layer>>,
}

impl Layer {
    /// A layer on top of `above`; returns `above` itself if it would be the same.
    pub(super) fn stacked_on(
        above: Option<Arc<Layer>>,
        ignore_files: IgnoreFiles,
        outside: bool,
        only_tracked: bool,
    ) -> Option<Arc<Layer>> {
        let is_same = only_tracked == above.as_ref().is_some_and(|above| above.only_tracked);
        if ignore_files.is_empty() && is_same {
            return above;
        }
        Some(Arc::new(Layer { ignore_files, outside, only_tracked, above }))
    }

    /// The nearest repository around a layer, and whether it begins above the root.
    pub(super) fn repository_of(layer: Option<&Layer>) -> Option<(&Repository, bool)> {
        let mut layers = std::iter::successors(layer, |layer| layer.above.as_deref());
        layers.find_map(|layer| Some((layer.ignore_files.repository.as_ref()?, layer.outside)))
    }
}
